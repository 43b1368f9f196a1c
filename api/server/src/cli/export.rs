//! `lorekeeper export`

use crate::config::Config;
use crate::export::{Export, Pages, vault};
use crate::leadership::Session;
use crate::terminal;
use clap::Args;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::Executor;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempPath;

/// What to write, and where to.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Family and form: spells.ndjson, creatures.csv, rules.md, creatures.improved-initiative.json,
    /// creatures.fantasy-statblocks.md, creatures.homebrewery.md, creatures.foundry.json, spells.5etools.json,
    /// creatures.fight-club.xml
    #[arg(required_unless_present = "vault")]
    name: Option<String>,
    /// Make this folder a vault of Obsidian with a note for each entity; only what changed is written
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "name", "output", "group", "named", "conditions", "search", "mode", "min_similarity", "filter",
        "changed_since", "order_by",
    ])]
    vault: Option<PathBuf>,
    /// The file to write; without it, standard output
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Only this document: its key, name or alias; may be given several times
    #[arg(long)]
    document: Vec<String>,
    /// Only this edition: 5e-2014, 5e-2024, ...
    #[arg(long)]
    game_system: Option<String>,
    /// Only of this type: weapon, feat, condition, ...
    #[arg(long = "type")]
    group: Option<String>,
    /// Only what has this name; * stands for anything
    #[arg(long)]
    named: Option<String>,
    /// Only what meets these conditions: 'level:3 class:wizard -ritual'
    #[arg(long = "where", value_name = "CONDITIONS", allow_hyphen_values = true)]
    conditions: Option<String>,
    /// Only what is found by this search, best first
    #[arg(long)]
    search: Option<String>,
    /// How the search ranks: HYBRID, SEMANTIC or LEXICAL
    #[arg(long)]
    mode: Option<String>,
    /// Only what scores at least this in the search, 0 to 1
    #[arg(long)]
    min_similarity: Option<String>,
    /// Only what meets this filter of the schema, as JSON
    #[arg(long)]
    filter: Option<String>,
    /// Only what was added or changed at this time or later (2026-01-31T00:00:00Z)
    #[arg(long)]
    changed_since: Option<String>,
    /// How it is sorted: a list of the schema's orders, as JSON
    #[arg(long)]
    order_by: Option<String>,
}

/// Writes all pages of an export.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let documents = arguments.document.into_iter().map(Some);
    let documents = documents.map(|key| ("documents", key));
    let given = [
        ("gameSystem", arguments.game_system),
        ("type", arguments.group),
        ("name", arguments.named),
        ("where", arguments.conditions),
        ("search", arguments.search),
        ("mode", arguments.mode),
        ("minSimilarity", arguments.min_similarity),
        ("filter", arguments.filter),
        ("changedSince", arguments.changed_since),
        ("orderBy", arguments.order_by),
    ];
    let given = documents.chain(given);
    let given = given.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let given: Vec<(String, String)> = given.collect();
    if let Some(folder) = arguments.vault {
        return super::with_session(config, |session| write_vault(folder, given, session)).await;
    }
    let export = Export::named(&arguments.name.unwrap_or_default(), &given)?;
    let searched = given.iter().any(|(name, _)| name == "search" || name == "where");
    let output = arguments.output;
    super::with_session(config, |session| async move {
        if searched {
            super::load_model(&session).await?;
        }
        write(&export, session, output.as_deref()).await
    })
    .await
}

/// Writes a vault, and tells what was done.
async fn write_vault(folder: PathBuf, given: Vec<(String, String)>, session: Arc<Session>) -> Result<()> {
    let done = vault::write(&folder, &given, session).await?;
    for path in &done.kept {
        let kept = format!("{} was written by hand, and is left as it is.\n", path.display());
        let _ = terminal::print_error(&kept);
    }
    super::print(&format!("{} notes written, {} removed, {} unchanged.\n", done.written, done.removed, done.unchanged))
}

/// Writes all parts. A file takes its name when it is whole: one that was there stays until then.
async fn write(export: &Export, session: Arc<Session>, output: Option<&Path>) -> Result<()> {
    let mut pages = Pages::new(export, session as Arc<dyn Executor>);
    let mut part = pages.next().await?;
    for warning in pages.warnings() {
        // A warning that cannot be shown stops nothing.
        let _ = terminal::print_error(&format!("{warning}\n"));
    }
    let Some(path) = output else {
        while let Some(text) = part {
            match terminal::print_file(&text) {
                Err(cause) if cause.kind() == ErrorKind::BrokenPipe => return Ok(()),
                done => done.map_err(|cause| Error::internal("Standard output cannot be written to.", cause))?,
            }
            part = pages.next().await?;
        }
        return Ok(());
    };
    let unwritable = |cause| Error::input(format!("{} cannot be written: {cause}.", path.display()));
    let (mut file, unfinished) = create(path).map_err(unwritable)?;
    while let Some(text) = part {
        file.write_all(text.as_bytes()).map_err(unwritable)?;
        part = pages.next().await?;
    }
    if let Some((unfinished, path)) = unfinished {
        let renamed = unfinished.persist(path);
        renamed.map_err(|failed| unwritable(failed.error))?;
    }
    Ok(())
}

/// A file to write, with its place until it is whole and the place for it then. A pipe or a device has only one.
fn create(path: &Path) -> io::Result<(File, Option<(TempPath, PathBuf)>)> {
    // A link leads to the file that is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Ok((File::create(path)?, None));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut unfinished = tempfile::Builder::new();
    unfinished.prefix(".").suffix(".part");
    // As any other new file, rather than for its owner alone.
    #[cfg(unix)]
    unfinished.permissions(PermissionsExt::from_mode(0o666));
    let unfinished = unfinished.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let (file, unfinished) = unfinished.into_parts();
    Ok((file, Some((unfinished, path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_takes_its_name_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spells.csv");
        std::fs::write(&path, "old").unwrap();
        let names = || std::fs::read_dir(folder.path()).unwrap().count();
        let read = || std::fs::read_to_string(&path).unwrap();
        let (mut file, unfinished) = create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!((read().as_str(), names()), ("old", 2));
        // A fault leaves what was there, and nothing beside it.
        drop((file, unfinished));
        assert_eq!((read().as_str(), names()), ("old", 1));
        let (mut file, unfinished) = create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        let (unfinished, place) = unfinished.unwrap();
        unfinished.persist(place).unwrap();
        assert_eq!((read().as_str(), names()), ("whole", 1));
    }

    /// In a folder that others write to, a link may lie where a file is going to be made.
    #[cfg(unix)]
    #[test]
    fn a_link_that_lies_in_wait_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let precious = folder.path().join("precious");
        std::fs::write(&precious, "mine").unwrap();
        let path = folder.path().join("spells.csv");
        for name in [".spells.csv.part", ".part"] {
            std::os::unix::fs::symlink(&precious, folder.path().join(name)).unwrap();
        }
        let own = format!(".spells.csv.{}.part", std::process::id());
        std::os::unix::fs::symlink(&precious, folder.path().join(own)).unwrap();
        let (mut file, unfinished) = create(&path).unwrap();
        file.write_all(b"spells").unwrap();
        let (unfinished, place) = unfinished.unwrap();
        unfinished.persist(place).unwrap();
        let read = |path: &Path| std::fs::read_to_string(path).unwrap();
        assert_eq!((&*read(&precious), &*read(&path)), ("mine", "spells"));
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o600, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_not_replaced() {
        let (_, unfinished) = create(Path::new("/dev/null")).unwrap();
        assert!(unfinished.is_none());
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }
}
