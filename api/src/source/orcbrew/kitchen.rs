//! The invented file with an item of every content type, for tests.

use super::{normalise, read};
use crate::family::{character_option, creature, equipment};
use crate::source::Drafts;

/// The file.
pub(super) const FILE: &str = include_str!("../../../../tests/fixtures/orcbrew/kitchen.orcbrew");

/// What is drawn from it.
pub(super) fn drafts() -> Drafts {
    let reading = read("kitchen.orcbrew", FILE.as_bytes()).unwrap();
    assert_eq!(reading.skipped, []);
    let drafts = normalise(&reading.records);
    assert_eq!(drafts.skipped, []);
    drafts
}

/// A character option of it.
pub(super) fn option(slug: &str) -> character_option::Model {
    let mut options = drafts()
        .character_options
        .into_iter()
        .map(|draft| draft.row);
    options.find(|row| row.slug == slug).unwrap()
}

/// A creature of it.
pub(super) fn creature(slug: &str) -> creature::Model {
    let mut creatures = drafts().creatures.into_iter().map(|draft| draft.row);
    creatures.find(|row| row.slug == slug).unwrap()
}

/// A piece of equipment of it.
pub(super) fn equipment(slug: &str) -> equipment::Model {
    let mut equipment = drafts().equipment.into_iter().map(|draft| draft.row);
    equipment.find(|row| row.slug == slug).unwrap()
}
