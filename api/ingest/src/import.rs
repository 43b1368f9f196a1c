//! Imports of files, and removal of imported books.
//!
//! A file is stored as records of its source, like a listing of an upstream; rows are made of both. A file that is
//! imported again replaces its earlier records.

mod contradictions;

pub use contradictions::{Contradiction, ContradictionCount, Contradictions};

use super::book_edits::{self, Description, check_description, describe_imported, targets};
use super::import_namespace::{ReservedSlugs, namespace_imports};
use super::imported_books::{imported_book_named, imported_keys};
use super::{Materialised, bounds, materialise};
use crate::Ingest;
use crate::error::{Error, Result};
use crate::progress::ProgressSink;
use crate::sync::materialise_if_pending;
use lorekeeper_content::record::{Record, Skipped};
use lorekeeper_content::{RowCore, document};
use lorekeeper_sources::Progress as _;
use lorekeeper_sources::import::Reading;
use lorekeeper_sources::{Draft, Drafts, IMPORTS, import_format, imported_book, normaliser};
use lorekeeper_store::LockGuard;
use lorekeeper_store::{self as store, Changes, Staging};
use sea_orm::DatabaseConnection;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Whether an import is stored, or only reported.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Store the records.
    #[default]
    Store,
    /// Write nothing.
    DryRun,
}

impl Mode {
    /// The mode of a dry run, or of another.
    pub fn of_dry_run(is_dry_run: bool) -> Self {
        if is_dry_run { Self::DryRun } else { Self::Store }
    }
}

/// The report of an import or of a dry run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ImportReport {
    /// Whether the import was stored.
    pub mode: Mode,
    /// The report of each file.
    pub files: Vec<FileReport>,
    /// The contents of the files, by book, family and kind.
    pub contents: Vec<Content>,
    /// What looks wrong in the contents; only a dry run looks.
    #[serde(default)]
    pub contradictions: Contradictions,
    /// How the rows changed; empty in a dry run.
    pub rows: Materialised,
}

/// The report of one file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FileReport {
    /// The file's name.
    pub file: String,
    /// The source that the records belong to.
    pub source: String,
    /// How the stored records changed, or would change.
    pub changes: Changes,
    /// Items that were skipped, with their paths in the file.
    pub skipped: Vec<Skipped>,
    /// Other messages for users.
    pub notes: Vec<String>,
}

/// How many entities of one kind a book has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The key of the book.
    pub document: String,
    /// The family.
    pub family: String,
    /// The kind in lower case; empty in a family without kinds.
    pub kind: String,
    /// How many entities.
    pub count: usize,
}

/// Most skipped items that a report names.
const MAX_SKIPPED: usize = 1000;

/// Stores the records of files and rebuilds the rows, or reports what would be stored. All files are stored in one
/// transaction.
pub async fn import(ingest: &Ingest, readings: Vec<Reading>, mode: Mode, sink: &ProgressSink) -> Result<ImportReport> {
    import_described(ingest, readings, mode, &Description::default(), sink).await
}

/// The same, with what is said about the books of the files.
pub async fn import_described(
    ingest: &Ingest,
    readings: Vec<Reading>,
    mode: Mode,
    description: &Description,
    sink: &ProgressSink,
) -> Result<ImportReport> {
    let is_pack = |reading: &Reading| import_format(&reading.source).is_none();
    check_description(description, readings.iter().any(is_pack))?;
    let (files, contradictions) = normalise(readings, mode).await?;
    let lock = ingest.store.syncing.lock(&ingest.store).await?;
    let import = import_locked(ingest, &lock, files, mode, description, sink);
    let report = lock.run(import).await?;
    Ok(ImportReport { contradictions, ..report })
}

async fn import_locked(
    ingest: &Ingest,
    lock: &LockGuard<'_>,
    files: Vec<File>,
    mode: Mode,
    description: &Description,
    sink: &ProgressSink,
) -> Result<ImportReport> {
    let db = &ingest.store.pool;
    if mode == Mode::Store && materialise::is_newer_version(db).await? {
        return Err(Error::input(
            "The content of this store is kept by a newer version of LoreKeeper. Import with that one; nothing was imported.",
        ));
    }
    let reserved = reserved_slugs(ingest).await?;
    let mut report = ImportReport { mode, ..ImportReport::default() };
    let mut staging = match mode {
        Mode::Store => Some(Staging::begin(db).await?),
        Mode::DryRun => None,
    };
    for file in &files {
        let stored = put(db, file, staging.as_mut(), sink).await?;
        report.files.push(stored);
    }
    if let Some(staging) = staging {
        let books = files.iter().flat_map(|file| &file.drafts.documents);
        let books = books.map(|book| imported_book(&book.origin.key).to_owned());
        describe_imported(ingest, &books.collect(), description).await?;
        staging.commit(lock).await?;
    }
    report.contents = contents(files, &reserved);
    if mode == Mode::Store {
        report.rows = materialise_if_pending(ingest, lock).await?;
    }
    Ok(report)
}

/// A file with the drafts of its records.
struct File {
    reading: Reading,
    drafts: Drafts,
    /// Records that cannot be understood.
    rejected: Vec<Skipped>,
}

/// Makes the drafts of files, and lints them in a dry run: on a blocking thread, before the import takes its lock, since
/// this keeps a processor busy.
async fn normalise(readings: Vec<Reading>, mode: Mode) -> Result<(Vec<File>, Contradictions)> {
    let work = move || {
        let files: Vec<File> = readings
            .into_iter()
            .map(|reading| {
                let mut drafts = normaliser(&reading.source)
                    .map(|normalise| bounds::drafts(normalise, &reading.records))
                    .unwrap_or_default();
                let rejected = std::mem::take(&mut drafts.skipped);
                File { reading, drafts, rejected }
            })
            .collect();
        let mut contradictions = Contradictions::default();
        if mode == Mode::DryRun {
            for file in &files {
                contradictions.add(&file.drafts);
            }
        }
        (files, contradictions)
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|cause| Error::internal("The files could not be understood. The log says why.", cause))
}

/// Stages the records of a file, except those that cannot be understood; in a dry run, they are only compared.
async fn put(
    db: &DatabaseConnection,
    file: &File,
    mut staging: Option<&mut Staging<'_>>,
    sink: &ProgressSink,
) -> Result<FileReport> {
    let File { reading, rejected, .. } = file;
    let source = &reading.source;
    let progress = sink.part(&reading.file);
    progress.total(reading.records.0.values().map(Vec::len).sum());
    let mut report = FileReport {
        file: reading.file.clone(),
        source: source.clone(),
        notes: reading.notes.clone(),
        ..FileReport::default()
    };
    for (endpoint, notes) in file.drafts.notes(&reading.records) {
        let unfit = notes.unfit.iter();
        let told = unfit.map(|unfit| format!("{endpoint} {}", unfit.told(notes.records)));
        report.notes.extend(told);
    }
    let bad: HashSet<(&str, &str)> =
        rejected.iter().map(|skipped| (skipped.endpoint.as_str(), skipped.key.as_str())).collect();
    let mut unstored = rejected.clone();
    let mut listed = Vec::new();
    for (endpoint, records) in &reading.records.0 {
        listed.extend(records.iter().map(|r| (endpoint.clone(), r.key.clone())));
        let is_good = |record: &&Record| !bad.contains(&(endpoint.as_str(), record.key.as_str()));
        let good: Vec<Record> = records.iter().filter(is_good).cloned().collect();
        let stored = match &mut staging {
            Some(staging) => staging.put(source, endpoint, &good).await?,
            None => store::compare_records(db, source, endpoint, &good).await?,
        };
        report.changes += stored.changes;
        unstored.extend(stored.skipped);
        progress.advance(records.len());
    }
    let records = listed.len();
    if let Some(address) = &reading.address {
        let unread = reading.skipped.iter();
        let manifest = store::ImportManifest {
            address: address.clone(),
            listed,
            unread: unread.map(|s| format!("{address}{}", s.key)).collect(),
        };
        let gone = store::unlisted_records(db, source, &manifest).await?;
        report.changes.removed = gone.len();
        if let Some(staging) = &mut staging {
            staging.remove(source, gone);
        }
    }
    report.skipped.clone_from(&reading.skipped);
    report.skipped.extend(with_paths(reading, unstored));
    let more = report.skipped.len().saturating_sub(MAX_SKIPPED);
    if more > 0 {
        report.skipped.truncate(MAX_SKIPPED);
        let note = format!("{more} more items were left out than are named.");
        report.notes.push(note);
    }
    progress.finish(&reading.file, &format!("{records} records"));
    Ok(report)
}

/// Skipped records with their paths in the file for keys, where these are known.
fn with_paths(reading: &Reading, unstored: Vec<Skipped>) -> Vec<Skipped> {
    let Some(address) = &reading.address else {
        return unstored;
    };
    let records = reading.records.0.iter().flat_map(|(endpoint, records)| {
        records.iter().filter_map(move |record| {
            let path = record.url.strip_prefix(address)?;
            Some(((endpoint.as_str(), record.key.as_str()), path))
        })
    });
    let paths: HashMap<(&str, &str), &str> = records.collect();
    let named = unstored.into_iter().map(|skipped| {
        let path = paths.get(&(skipped.endpoint.as_str(), skipped.key.as_str()));
        let key = path.map(|path| (*path).to_owned());
        Skipped { key: key.unwrap_or(skipped.key), ..skipped }
    });
    named.collect()
}

/// The slugs that the stored documents of other sources reserve.
async fn reserved_slugs(ingest: &Ingest) -> Result<ReservedSlugs> {
    let documents = store::documents(&ingest.store.pool).await?;
    let others = documents.iter().filter(|document| import_format(&document.source).is_none());
    Ok(ReservedSlugs::from_documents(others))
}

/// The contents of files, by book, family and kind.
fn contents(files: Vec<File>, reserved: &ReservedSlugs) -> Vec<Content> {
    let mut counts: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for file in files {
        let mut drafts = file.drafts;
        if import_format(&file.reading.source).is_some() {
            namespace_imports(reserved, &mut drafts);
        }
        macro_rules! count {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                for Draft { row, .. } in &drafts.$plural {
                    let group = (row.document_key().to_owned(), stringify!($module).to_owned(), row.kind_name());
                    *counts.entry(group).or_default() += 1;
                }
            )* };
        }
        lorekeeper_content::families!(count);
    }
    counts.into_iter().map(|((document, family, kind), count)| Content { document, family, kind, count }).collect()
}

/// Removes an imported book and its contents. Returns the book.
pub async fn remove(ingest: &Ingest, document: &str) -> Result<(document::Model, Materialised)> {
    let lock = ingest.store.syncing.lock(&ingest.store).await?;
    lock.run(remove_locked(ingest, &lock, document)).await
}

async fn remove_locked(
    ingest: &Ingest,
    lock: &LockGuard<'_>,
    document: &str,
) -> Result<(document::Model, Materialised)> {
    let db = &ingest.store.pool;
    let book = imported_book_named(&store::documents(db).await?, document)?;
    let mut forgotten = targets(&book, &book_edits::stored(db).await?);
    for (source, key) in imported_keys(&book) {
        store::remove_book(db, source, key).await?;
        forgotten.insert(key.to_owned());
    }
    let forgotten: Vec<String> = forgotten.into_iter().collect();
    store::put_book_settings(&ingest.store, IMPORTS[0].0, &[], &forgotten).await?;
    let changes = materialise_if_pending(ingest, lock).await?;
    Ok((book, changes))
}
