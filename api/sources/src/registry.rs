//! Registry of the sources: every one with its normaliser, and which are imports of files that people bring.

use super::{
    Drafts, Records, dnd5e, fight_club, fivetools, foundry_srd, open5e_v1, open5e_v2, orcbrew, srd_data, stat_blocks,
};

/// Draws rows from all records of a source: a pure function.
pub type Normalise = fn(&Records) -> Drafts;

/// Every source with its normaliser, in order of preference.
pub const SOURCES: [(&str, Normalise); 10] = [
    (open5e_v2::NAME, open5e_v2::normalise),
    (dnd5e::NAME, dnd5e::normalise),
    (foundry_srd::NAME, foundry_srd::normalise),
    (open5e_v1::NAME, open5e_v1::normalise),
    (srd_data::NAME, srd_data::normalise),
    (orcbrew::NAME, orcbrew::normalise),
    (fivetools::NAME, fivetools::normalise),
    (foundry_srd::IMPORT_NAME, foundry_srd::normalise_imported),
    (fight_club::NAME, fight_club::normalise),
    (stat_blocks::NAME, stat_blocks::normalise),
];

/// The sources whose books come from files of people, each with the name of its format.
pub const IMPORTS: [(&str, &str); 5] = [
    (orcbrew::NAME, "OrcBrew"),
    (fivetools::NAME, "5etools"),
    (foundry_srd::IMPORT_NAME, "Foundry"),
    (fight_club::NAME, "Fight Club"),
    (stat_blocks::NAME, "Stat blocks"),
];

/// The name of the format of a source of imports; `None` for another source.
pub fn import_format(source: &str) -> Option<&'static str> {
    let known = IMPORTS.iter().find(|(name, _)| *name == source);
    known.map(|(_, format)| *format)
}

/// The key of the book that a record of an import belongs to.
pub fn imported_book(record: &str) -> &str {
    record.split_once('/').map_or(record, |(book, _)| book)
}

/// The normaliser of a source; `None` for an unknown name.
pub fn normaliser(source: &str) -> Option<Normalise> {
    let known = SOURCES.iter().find(|(name, _)| *name == source);
    known.map(|(_, normalise)| *normalise)
}
