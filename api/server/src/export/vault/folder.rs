//! The folder of a vault on disk. Each note carries the hash of the rest of it: a note that a person changed, or wrote, is
//! told from the others, and left alone.

use super::paths::{Paths, folded};
use lorekeeper_content::digest::sha256;
use lorekeeper_graphql::error::{Error, Result};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What begins each note; the hash stands behind it.
const HEAD: &str = "---\nlorekeeper: ";

/// What begins each note before it has its hash.
const FRONT_MATTER: &str = "---\n";

/// What became of the notes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Notes that are new or were changed.
    pub written: usize,
    /// Notes that were as they are.
    pub unchanged: usize,
    /// Notes of what is gone.
    pub removed: usize,
    /// Files in the place of notes that a person wrote or changed.
    pub kept: Vec<PathBuf>,
}

/// A folder that notes are written to.
pub struct Folder {
    root: PathBuf,
    summary: Summary,
}

/// The author of a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Author {
    Nobody,
    Program,
    Person,
}

impl Folder {
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), summary: Summary::default() }
    }

    /// Writes a note, unless it is there already.
    pub fn write(&mut self, path: Option<&str>, note: &str) -> Result<()> {
        let Some(path) = path else { return Ok(()) };
        let path = self.root.join(format!("{path}.md"));
        let note = marked(note);
        let faulty = |cause: io::Error| unwritable(&path, &cause);
        let (author, is_same) = match fs::read(&path) {
            Ok(there) => (author(&there), there == note.as_bytes()),
            Err(cause) if cause.kind() == ErrorKind::NotFound => (Author::Nobody, false),
            Err(cause) => return Err(faulty(cause)),
        };
        match author {
            _ if is_same => self.summary.unchanged += 1,
            Author::Person => self.summary.kept.push(path),
            Author::Nobody | Author::Program => {
                replace(&path, &note).map_err(faulty)?;
                self.summary.written += 1;
            }
        }
        Ok(())
    }

    /// Removes the notes of the program that have none of the paths; then what was done.
    pub fn remove_others(mut self, folders: impl Iterator<Item = &'static str>, paths: &Paths) -> Result<Summary> {
        let written = paths.all();
        for folder in folders {
            let is_other = |note: &Path| {
                let path = note.strip_prefix(&self.root).unwrap_or(note).with_extension("");
                let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
                !written.contains(&folded(&parts.collect::<Vec<_>>().join("/")))
            };
            let path = self.root.join(folder);
            let faulty = |cause: io::Error| unwritable(&path, &cause);
            for note in notes(&path).map_err(faulty)?.into_iter().filter(|note| is_other(note)) {
                if author(&fs::read(&note).map_err(faulty)?) == Author::Program {
                    fs::remove_file(&note).map_err(faulty)?;
                    self.summary.removed += 1;
                    // A folder that holds something else stays.
                    let _ = note.parent().map(fs::remove_dir);
                }
            }
        }
        Ok(self.summary)
    }
}

/// The files of notes in a folder and in the folders in it. Links are not followed.
fn notes(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let kind = entry.file_type()?;
        let path = entry.path();
        if kind.is_dir() {
            found.extend(notes(&path)?);
        } else if kind.is_file() && path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
    Ok(found)
}

/// A note with its hash.
fn marked(note: &str) -> String {
    let rest = note.strip_prefix(FRONT_MATTER).unwrap_or(note);
    format!("{HEAD}{}\n{rest}", sha256(rest))
}

/// The author of a file as it is.
fn author(file: &[u8]) -> Author {
    let parts = std::str::from_utf8(file).ok().and_then(|text| {
        let marked = text.strip_prefix(HEAD)?;
        marked.split_once('\n')
    });
    match parts {
        Some((hash, rest)) if hash == sha256(rest) => Author::Program,
        _ => Author::Person,
    }
}

/// Puts a note in its place when it is whole.
fn replace(path: &Path, note: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut unfinished = tempfile::Builder::new();
    unfinished.prefix(".").suffix(".part");
    #[cfg(unix)]
    unfinished.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = unfinished.tempfile_in(folder)?;
    file.write_all(note.as_bytes())?;
    file.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

fn unwritable(path: &Path, cause: &io::Error) -> Error {
    Error::input(format!("{} cannot be written: {cause}.", path.display()))
}
