//! Document aliases: the names in version 1 of Open5e, and common names.

use lorekeeper_content::CORE_DOCUMENT;

/// Documents with their aliases.
const ALIASES: [(&str, &[&str]); 10] = [
    ("srd-2014", &["srd", "srd-5e", "srd-5.1", "5esrd", "wotc-srd", "SRD 5.1", "5e Core Rules"]),
    ("srd-2024", &["srd-5.2", "srd-5e-2024", "SRD 5.2", "SRD 5.2.1"]),
    ("a5e-mm", &["menagerie"]),
    ("bfrd", &["blackflag"]),
    ("ccdx", &["cc"]),
    ("deepm", &["dmag"]),
    ("deepmx", &["dmag-e"]),
    ("open5e", &["o5e"]),
    ("tdcs", &["taldorei"]),
    ("wz", &["warlock"]),
];

/// The document that an alias stands for.
pub fn canonical_key(alias: &str) -> Option<&'static str> {
    let mut known = ALIASES.iter();
    known.find_map(|(document, aliases)| aliases.contains(&alias).then_some(*document))
}

/// The document of a record that does not say it, by its key (`srd_fireball`); `core` where that does not say it either.
pub fn book_of(key: &str) -> String {
    let book = key.split_once('_').map_or(CORE_DOCUMENT, |(book, _)| book);
    canonical_key(book).unwrap_or(book).to_owned()
}

/// The aliases of a document.
///
/// Correction (text): One book has several names upstream (`srd`, `5esrd`, `wotc-srd`). One document answers to all
/// of them.
pub fn aliases(key: &str) -> Vec<String> {
    ALIASES
        .iter()
        .filter(|(document, _)| *document == key)
        .flat_map(|(_, aliases)| aliases.iter().map(|a| (*a).to_owned()))
        .collect()
}
