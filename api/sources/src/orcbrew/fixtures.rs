//! Test fixtures: the rows of an invented file with an item of every content type.

use super::{library, normalise};
use crate::Drafts;
use crate::import::{Allowance, ReadError, Reading};

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
