//! File discovery in a folder or an archive.
//!
//! A folder may be a whole repository: files whose first bytes match no known format are not read. Links and hidden
//! folders are skipped, and the size in memory is limited.

use super::allowance::{Allowance, TooMuch, too_large};
use super::archive;
use super::{ReadError, format, name, unknown};
use crate::foundry_srd::{self, Packs};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// A file by its path below the folder or archive that was given, with `/` between the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// The discovered files.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub files: Vec<Found>,
    /// The packs of game systems in gzip archives, with the archive's name.
    pub packs: Vec<(String, Packs)>,
    /// Whether a single file was given, and not a folder or an archive.
    pub single: bool,
}

/// How deep folders are followed, and archives within archives.
const MAX_DEPTH: usize = 16;

/// The files at a path.
pub(super) fn from_path(file: &str, path: &Path, allowance: &mut Allowance) -> Result<Gathered, ReadError> {
    if path.is_dir() {
        let mut files = Vec::new();
        folder(file, path, "", MAX_DEPTH, allowance, &mut files)?;
        return Ok(Gathered { files, ..Gathered::default() });
    }
    if let Some(packs) = packs(file, path, allowance)? {
        return Ok(packs);
    }
    let bytes = contents(file, path, allowance, |_, _| true)?;
    from_bytes(file, bytes.unwrap_or_default(), allowance)
}

/// The file itself, or the files in it.
pub(super) fn from_bytes(file: &str, bytes: Vec<u8>, allowance: &mut Allowance) -> Result<Gathered, ReadError> {
    if archive::recognises(&bytes) {
        let mut files = Vec::new();
        archive::unpack(file, "", &bytes, allowance, &mut files)?;
        return Ok(Gathered { files, ..Gathered::default() });
    }
    if foundry_srd::recognises(&bytes) {
        return packed(file, bytes.as_slice(), allowance);
    }
    let path = file.to_owned();
    Ok(Gathered { files: vec![Found { path, bytes }], single: true, ..Gathered::default() })
}

/// The packs in a gzip archive at a path, which is read no further than they go; `None` for another file.
fn packs(file: &str, path: &Path, allowance: &mut Allowance) -> Result<Option<Gathered>, ReadError> {
    let unreadable = |cause: std::io::Error| unreadable(file, path, &cause);
    let mut from = BufReader::new(File::open(path).map_err(unreadable)?);
    let start = from.fill_buf().map_err(unreadable)?;
    if !foundry_srd::recognises(start) {
        return Ok(None);
    }
    packed(file, from, allowance).map(Some)
}

/// The packs in a gzip archive.
fn packed(file: &str, stream: impl Read, allowance: &mut Allowance) -> Result<Gathered, ReadError> {
    let packs =
        foundry_srd::read_archive(stream, allowance, || {}).map_err(|problem| unknown(file, &problem.to_string()))?;
    Ok(Gathered { packs: vec![(file.to_owned(), packs)], ..Gathered::default() })
}

/// Whether a file may be read: by its first bytes a database, an archive, JSON, EDN or XML, or by its name a text.
pub(super) fn is_candidate(path: &str, start: &[u8]) -> bool {
    const TEXTS: [&str; 6] = ["md", "markdown", "txt", "text", "yaml", "yml"];
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    if ending.is_some_and(|ending| TEXTS.contains(&ending.to_lowercase().as_str())) {
        return true;
    }
    let text = match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return true,
        [0xef, 0xbb, 0xbf, rest @ ..] => rest,
        _ => start,
    };
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    start.starts_with(b"SQLite format 3\0")
        || archive::recognises(start)
        || start.starts_with(format::LEVEL_DB)
        || matches!(first, Some(b'{' | b'[' | b'#' | b';' | b'<'))
}

/// How many bytes of a file are checked before the rest is read.
const SNIFF_BYTES: usize = 512;

fn folder(
    file: &str,
    path: &Path,
    below: &str,
    depth: usize,
    allowance: &mut Allowance,
    found: &mut Vec<Found>,
) -> Result<(), ReadError> {
    let entries = std::fs::read_dir(path).map_err(|cause| unreadable(file, path, &cause))?;
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        allowance.entry(file)?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if own.starts_with('.') || own == "node_modules" || own == "__MACOSX" {
            continue;
        }
        let path = entry.path();
        let place = join(below, &own);
        if kind.is_dir() && depth > 0 {
            folder(file, &path, &place, depth - 1, allowance, found)?;
        } else if kind.is_file()
            && let Some(bytes) = contents(file, &path, allowance, is_candidate)?
        {
            if archive::recognises(&bytes) {
                archive::unpack(file, &place, &bytes, allowance, found)?;
            } else {
                found.push(Found { path: place, bytes });
            }
        }
    }
    Ok(())
}

/// A path below another.
pub(super) fn join(below: &str, own: &str) -> String {
    if below.is_empty() { own.to_owned() } else { format!("{below}/{own}") }
}

/// The content of a file, if its first bytes are `wanted`.
fn contents(
    file: &str,
    path: &Path,
    allowance: &mut Allowance,
    wanted: fn(&str, &[u8]) -> bool,
) -> Result<Option<Vec<u8>>, ReadError> {
    let unreadable = |cause: std::io::Error| unreadable(file, path, &cause);
    let from = File::open(path).map_err(unreadable)?;
    read_wanted(from, allowance, |start| wanted(&name(path), start))
        .map_err(unreadable)?
        .map_err(|TooMuch| too_large(file))
}

/// Reads to the end, within the allowance; `None` if the first bytes are not `wanted`.
pub(super) fn read_wanted(
    mut from: impl Read,
    allowance: &mut Allowance,
    wanted: impl Fn(&[u8]) -> bool,
) -> std::io::Result<Result<Option<Vec<u8>>, TooMuch>> {
    let mut bytes = Vec::new();
    let start = u64::try_from(SNIFF_BYTES).unwrap_or_default();
    from.by_ref().take(start).read_to_end(&mut bytes)?;
    if !wanted(&bytes) {
        return Ok(Ok(None));
    }
    from.take(allowance.bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(allowance.take(bytes.len()).map(|()| Some(bytes)))
}

fn unreadable(file: &str, path: &Path, cause: &std::io::Error) -> ReadError {
    tracing::warn!(path = %path.display(), %cause, "a file to import cannot be read");
    let own = name(path);
    let which = if own == file { file.to_owned() } else { format!("{file}: {own}") };
    unknown(&which, "cannot be read: check that it exists and is accessible")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(gathered: &Gathered) -> Vec<&str> {
        gathered.files.iter().map(|f| f.path.as_str()).collect()
    }

    #[test]
    fn a_folder_is_read_to_its_depths() {
        let dir = tempfile::tempdir().unwrap();
        let put = |path: &str, bytes: &[u8]| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        put("src/2014/en/owls.json", b" [1]");
        put("src/2024/en/owls.json", b"\xef\xbb\xbf{}");
        put("picture.png", b"\x89PNG");
        put("readme.md", b"Owls.");
        put(".git/config.json", b"{}");
        put("node_modules/x/package.json", b"{}");
        let gathered = from_path("owls", dir.path(), &mut Allowance::default()).unwrap();
        assert_eq!(paths(&gathered), ["readme.md", "src/2014/en/owls.json", "src/2024/en/owls.json"]);
        assert!(!gathered.single);
    }

    #[test]
    fn a_single_file_is_kept_whatever_it_is() {
        let gathered = from_bytes("owl.png", b"\x89PNG".to_vec(), &mut Allowance::default());
        let gathered = gathered.unwrap();
        assert_eq!(paths(&gathered), ["owl.png"]);
        assert!(gathered.single);
    }

    #[test]
    fn there_is_a_limit() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a.json", "b.json"] {
            std::fs::write(dir.path().join(name), "[1, 2, 3]").unwrap();
        }
        let read = |bytes, entries| {
            let mut allowance = Allowance { bytes, entries, ..Allowance::default() };
            from_path("owls", dir.path(), &mut allowance)
        };
        assert!(read(18, 2).is_ok());
        let error = read(17, 2).unwrap_err().to_string();
        assert!(error.starts_with("owls is, unpacked, larger"), "{error}");
        let error = read(18, 1).unwrap_err().to_string();
        assert!(error.starts_with("owls holds too many files"), "{error}");
    }

    #[test]
    fn what_is_not_there_is_said_in_a_sentence() {
        let dir = tempfile::tempdir().unwrap();
        let error = from_path("no.json", &dir.path().join("no.json"), &mut Allowance::default());
        assert_eq!(error.unwrap_err().to_string(), "no.json cannot be read: check that it exists and is accessible");
    }
}
