//! Zip archives, wheels of the Python package index among them, read in memory: nothing of an archive is ever
//! written under a name that the archive chose.

use super::allowance::{Allowance, TooMuch, too_large};
use super::files::{Found, is_candidate, join, read_wanted};
use super::{ReadError, unknown};
use std::io::Cursor;
use zip::ZipArchive;
use zip::result::ZipError;

/// Whether bytes begin like a zip archive.
pub(super) fn recognises(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Adds the files of an archive that could be something, by their paths below `below`. An archive within an
/// archive is unpacked too, but none within that.
pub(super) fn unpack(
    file: &str,
    below: &str,
    bytes: &[u8],
    allowance: &mut Allowance,
    found: &mut Vec<Found>,
) -> Result<(), ReadError> {
    let mut inner = Vec::new();
    level(file, below, bytes, allowance, &mut inner)?;
    for entry in inner {
        if recognises(&entry.bytes) {
            level(file, &entry.path, &entry.bytes, allowance, found)?;
        } else {
            found.push(entry);
        }
    }
    Ok(())
}

fn level(
    file: &str,
    below: &str,
    bytes: &[u8],
    allowance: &mut Allowance,
    found: &mut Vec<Found>,
) -> Result<(), ReadError> {
    let broken = |cause: &ZipError| {
        tracing::warn!(%cause, below, "{file} cannot be unpacked");
        let problem = match cause {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
                "is a zip archive with a password; unpack it, and give its folder"
            }
            ZipError::UnsupportedArchive(_) => "is a zip archive of an unusual kind; unpack it, and give its folder",
            _ => "is a damaged zip archive; fetch it again",
        };
        unknown(file, problem)
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|cause| broken(&cause))?;
    for index in 0..archive.len() {
        allowance.entry(file)?;
        let entry = archive.by_index(index).map_err(|cause| broken(&cause))?;
        // A name that is no text is as good as any: it is only shown.
        let own = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if entry.is_dir() || own.split('/').any(|part| part == "__MACOSX") {
            continue;
        }
        let path = join(below, &own);
        let bytes = read_wanted(entry, allowance, |start| is_candidate(&own, start))
            .map_err(|cause| broken(&ZipError::Io(cause)))?
            .map_err(|TooMuch| too_large(file))?;
        if let Some(bytes) = bytes {
            found.push(Found { path, bytes });
        }
    }
    Ok(())
}

/// A zip archive with these entries.
#[cfg(test)]
pub(super) fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], mut allowance: Allowance) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        unpack("owls.zip", "", bytes, &mut allowance, &mut found).map_err(|e| e.to_string())?;
        Ok(found.into_iter().map(|found| found.path).collect())
    }

    #[test]
    fn entries_are_read_where_they_could_be_something() {
        let inner = zipped(&[("deep.json", b"[]"), ("deepest.zip", &zipped(&[]))]);
        let archive = zipped(&[
            ("../evil.json", b"{}"),
            ("owls/grey.json", b"{}"),
            ("owls/grey.png", b"\x89PNG"),
            ("__MACOSX/owls/._grey.json", b"{}"),
            ("more.whl", &inner),
        ]);
        let paths = read(&archive, Allowance::default()).unwrap();
        assert_eq!(paths, ["../evil.json", "owls/grey.json", "more.whl/deep.json", "more.whl/deepest.zip"]);
    }

    #[test]
    fn a_bomb_does_not_go_off() {
        let mut bomb = vec![b' '; 1 << 20];
        bomb.insert(0, b'[');
        let archive = zipped(&[("bomb.json", &bomb)]);
        assert!(archive.len() < 1 << 12);
        let small = Allowance { bytes: 1 << 16, entries: 10, ..Allowance::default() };
        let error = read(&archive, small).unwrap_err();
        assert!(error.contains("larger than"), "{error}");
        let many: Vec<(String, &[u8])> = (0..11).map(|n| (format!("{n}.json"), &b"[]"[..])).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(n, b)| (n.as_str(), *b)).collect();
        let error = read(&zipped(&many), small).unwrap_err();
        assert!(error.contains("too many files"), "{error}");
    }

    #[test]
    fn a_torn_archive_is_refused() {
        let archive = zipped(&[("grey.json", b"{}")]);
        let torn = archive.split_at(archive.len() / 2).0;
        let error = read(torn, Allowance::default()).unwrap_err();
        assert_eq!(error, "owls.zip is a damaged zip archive; fetch it again");
    }
}
