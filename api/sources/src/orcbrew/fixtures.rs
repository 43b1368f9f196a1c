//! Test fixtures: the rows of an invented file with an item of every content type.

use super::{library, normalise};
use crate::Drafts;
use crate::import::{Allowance, ReadError, Reading};
use lorekeeper_content::{character_option, creature, equipment};

/// The file.
pub(super) const FILE: &str = include_str!("../../../../tests/fixtures/orcbrew/kitchen.orcbrew");

/// Reads a file within the default allowance.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Reading, ReadError> {
    library::read(file, bytes, &mut Allowance::default())
}

/// All drafts of the file.
pub(super) fn drafts() -> Drafts {
    let reading = read("kitchen.orcbrew", FILE.as_bytes()).unwrap();
    assert_eq!(reading.skipped, []);
    let drafts = normalise(&reading.records);
    assert_eq!(drafts.skipped, []);
    drafts
}

/// A character option of the file.
pub(super) fn option(slug: &str) -> character_option::Model {
    let mut options = drafts()
        .character_options
        .into_iter()
        .map(|draft| draft.row);
    options.find(|row| row.slug == slug).unwrap()
}

/// A creature of the file.
pub(super) fn creature(slug: &str) -> creature::Model {
    let mut creatures = drafts().creatures.into_iter().map(|draft| draft.row);
    creatures.find(|row| row.slug == slug).unwrap()
}

/// A piece of equipment of the file.
pub(super) fn equipment(slug: &str) -> equipment::Model {
    let mut equipment = drafts().equipment.into_iter().map(|draft| draft.row);
    equipment.find(|row| row.slug == slug).unwrap()
}
