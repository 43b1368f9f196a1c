//! Limits of what one import takes into memory: unpacked bytes, files, and the values in them.

use super::{ReadError, unknown};

/// Most values that are read at once. A value of a few bytes takes some two hundred in memory while it is read.
pub(crate) const MAX_VALUES: usize = 3_000_000;

/// Most bytes that are read at once, unpacked.
const MAX_BYTES: u64 = 64 << 20;

/// Most files and folders that are looked at.
const MAX_ENTRIES: usize = 50_000;

/// The remaining budget of an import.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Bytes.
    pub(crate) bytes: u64,
    /// Files and folders.
    pub(crate) entries: usize,
    /// Values of JSON or EDN.
    pub(crate) values: usize,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { bytes: MAX_BYTES, entries: MAX_ENTRIES, values: MAX_VALUES }
    }
}

/// The budget is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

impl Allowance {
    /// Counts an entry of a folder or archive.
    pub(crate) fn entry(&mut self, file: &str) -> Result<(), ReadError> {
        self.entries = self.entries.checked_sub(1).ok_or_else(|| {
            unknown(file, "holds too many files to be read as one pack; give the folder or the files that are meant")
        })?;
        Ok(())
    }

    /// Counts that many bytes.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), TooMuch> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.bytes = self.bytes.checked_sub(bytes).ok_or(TooMuch)?;
        Ok(())
    }

    /// Counts that many values. Once they are too many, no more are allowed.
    pub(crate) fn take_values(&mut self, values: usize) -> Result<(), TooMuch> {
        let rest = self.values.checked_sub(values);
        self.values = rest.unwrap_or_default();
        rest.map(drop).ok_or(TooMuch)
    }
}

/// The error for what is larger than what may be taken into memory.
pub(super) fn too_large(file: &str) -> ReadError {
    unknown(
        file,
        &format!(
            "is, unpacked, larger than the {} MiB that are read at once; give smaller parts of it",
            MAX_BYTES >> 20
        ),
    )
}

/// The error for what holds more values than may be taken into memory.
pub(super) fn too_many_values(file: &str) -> ReadError {
    unknown(file, &format!("holds more than the {MAX_VALUES} values that are read at once; give smaller parts of it"))
}
