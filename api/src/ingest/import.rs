//! Files that people bring, and the books that they take out again.
//!
//! What a file says is kept as records of its source, like what an upstream says; rows are drawn from both.
//! A file that comes again takes the place of what it said before.

use super::apart::{Taken, keep_apart};
use super::{Drawn, bounds, draw, draw_if_pending};
use crate::app::App;
use crate::db::Turn;
use crate::error::{Error, Result};
use crate::family::{CORE, Head, document};
use crate::progress::Bars;
use crate::source::import::Reading;
use crate::source::{Draft, Drafts, Record, Skipped, normaliser, orcbrew};
use crate::store::{self, Changes, Staging};
use sea_orm::DatabaseConnection;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Whether an import is done, or only told.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// It is done.
    #[default]
    Store,
    /// Nothing is written.
    DryRun,
}

/// What an import did, or would do.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ImportReport {
    /// Whether it was done.
    pub mode: Mode,
    /// File by file.
    pub files: Vec<FileReport>,
    /// What the files hold, by book and sort.
    pub contents: Vec<Content>,
    /// What the rows became; nothing in a dry run.
    pub drawn: Drawn,
}

/// What became of one file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FileReport {
    /// Its name.
    pub file: String,
    /// The source that its records belong to.
    pub source: String,
    /// What storing its records changed, or would change.
    pub changes: Changes,
    /// Items that were left out, with their paths in the file.
    pub skipped: Vec<Skipped>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// How many things of one sort a book gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Key of the book.
    pub document: String,
    /// The family.
    pub family: String,
    /// The kind, lower case; empty in a family without kinds.
    pub kind: String,
    /// How many.
    pub count: usize,
}

/// Most items that were left out that a report names.
const MAX_NAMED: usize = 1000;

/// Stores what files say and draws the rows anew, or tells what would be stored. What they say is stored whole or not
/// at all.
pub async fn import(
    app: &App,
    readings: Vec<Reading>,
    mode: Mode,
    bars: &Bars,
) -> Result<ImportReport> {
    let files = normalise(readings).await?;
    let turn = app.syncing.turn(&app.db).await?;
    turn.run(import_in_turn(app, &turn, files, mode, bars))
        .await
}

async fn import_in_turn(
    app: &App,
    turn: &Turn<'_>,
    files: Vec<File>,
    mode: Mode,
    bars: &Bars,
) -> Result<ImportReport> {
    let db = &app.db.pool;
    if mode == Mode::Store && draw::is_left_to_newer(db).await? {
        return Err(Error::input(
            "The content of this store is kept by a newer version of LoreKeeper. Import with that one; nothing was imported.",
        ));
    }
    let taken = taken(app).await?;
    let mut report = ImportReport {
        mode,
        ..ImportReport::default()
    };
    match mode {
        Mode::Store => {
            let mut staging = Staging::begin(db).await?;
            let stored = async {
                for file in &files {
                    let staging = Target::Staging(&mut staging);
                    report.files.push(put(db, file, staging, bars).await?);
                }
                staging.commit(turn).await
            };
            let stored = stored.await;
            if stored.is_err() {
                staging.discard().await;
            }
            stored?;
        }
        Mode::DryRun => {
            for file in &files {
                report
                    .files
                    .push(put(db, file, Target::Nothing, bars).await?);
            }
        }
    }
    report.contents = contents(files, &taken);
    if mode == Mode::Store {
        report.drawn = draw_if_pending(app, turn).await?;
    }
    Ok(report)
}

/// A file with the rows that are drawn from its records alone.
struct File {
    reading: Reading,
    drafts: Drafts,
    /// Records that cannot be understood.
    misfits: Vec<Skipped>,
}

/// Drawing keeps a processor busy: it is done beside what is async, and before it is an import's turn.
async fn normalise(readings: Vec<Reading>) -> Result<Vec<File>> {
    let work = move || {
        let files = readings.into_iter().map(|reading| {
            let mut drafts = normaliser(&reading.source)
                .map(|normalise| bounds::drafts(normalise, &reading.records))
                .unwrap_or_default();
            let misfits = std::mem::take(&mut drafts.skipped);
            File {
                reading,
                drafts,
                misfits,
            }
        });
        files.collect()
    };
    tokio::task::spawn_blocking(work).await.map_err(|cause| {
        Error::internal(
            "The files could not be understood. The log says why.",
            cause,
        )
    })
}

/// What an import writes to.
enum Target<'a, 'b> {
    Staging(&'a mut Staging<'b>),
    /// Nothing is written: it is only told what would be.
    Nothing,
}

/// Stores what a file says, but for the records that cannot be understood.
async fn put(
    db: &DatabaseConnection,
    file: &File,
    mut target: Target<'_, '_>,
    bars: &Bars,
) -> Result<FileReport> {
    let File {
        reading, misfits, ..
    } = file;
    let source = &reading.source;
    let progress = bars.part(&reading.file);
    progress.total(reading.records.0.values().map(Vec::len).sum());
    let mut report = FileReport {
        file: reading.file.clone(),
        source: source.clone(),
        notes: reading.notes.clone(),
        ..FileReport::default()
    };
    let bad: HashSet<(&str, &str)> = misfits
        .iter()
        .map(|misfit| (misfit.endpoint.as_str(), misfit.key.as_str()))
        .collect();
    let mut left_out = misfits.clone();
    let mut listed = Vec::new();
    for (endpoint, records) in &reading.records.0 {
        listed.extend(records.iter().map(|r| (endpoint.clone(), r.key.clone())));
        let is_good = |record: &&Record| !bad.contains(&(endpoint.as_str(), record.key.as_str()));
        let good: Vec<Record> = records.iter().filter(is_good).cloned().collect();
        let stored = match &mut target {
            Target::Staging(staging) => staging.put(source, endpoint, &good).await?,
            Target::Nothing => store::compare_records(db, source, endpoint, &good).await?,
        };
        report.changes += stored.changes;
        left_out.extend(stored.left_out);
        progress.advance(records.len());
    }
    let records = listed.len();
    if let Some(address) = &reading.address {
        let unread = reading.skipped.iter();
        let said = store::Said {
            address: address.clone(),
            listed,
            unread: unread.map(|s| format!("{address}{}", s.key)).collect(),
        };
        let gone = store::gone(db, source, &said).await?;
        report.changes.removed = gone.len();
        if let Target::Staging(staging) = &mut target {
            staging.remove(source, gone);
        }
    }
    report.skipped.clone_from(&reading.skipped);
    report.skipped.extend(with_paths(reading, left_out));
    let more = report.skipped.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        report.skipped.truncate(MAX_NAMED);
        let note = format!("{more} more items were left out than are named.");
        report.notes.push(note);
    }
    progress.finish(&reading.file, &format!("{records} records"));
    Ok(report)
}

/// Records that were left out, named by their paths in the file where these are known.
fn with_paths(reading: &Reading, left_out: Vec<Skipped>) -> Vec<Skipped> {
    let Some(address) = &reading.address else {
        return left_out;
    };
    let records = reading.records.0.iter().flat_map(|(endpoint, records)| {
        records.iter().filter_map(move |record| {
            let path = record.url.strip_prefix(address)?;
            Some(((endpoint.as_str(), record.key.as_str()), path))
        })
    });
    let paths: HashMap<(&str, &str), &str> = records.collect();
    let named = left_out.into_iter().map(|skipped| {
        let path = paths.get(&(skipped.endpoint.as_str(), skipped.key.as_str()));
        let key = path.map(|path| (*path).to_owned());
        Skipped {
            key: key.unwrap_or(skipped.key),
            ..skipped
        }
    });
    named.collect()
}

/// What the stored documents of other sources answer to.
async fn taken(app: &App) -> Result<Taken> {
    let documents = store::documents(&app.db.pool).await?;
    let others = documents.iter().filter(|d| d.source != orcbrew::NAME);
    Ok(Taken::by(others))
}

/// What files hold, by book and sort.
fn contents(files: Vec<File>, taken: &Taken) -> Vec<Content> {
    let mut counts: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for file in files {
        let mut drafts = file.drafts;
        if file.reading.source == orcbrew::NAME {
            keep_apart(taken, &mut drafts);
        }
        macro_rules! count {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                for Draft { row, .. } in &drafts.$plural {
                    let sort = (row.document_key().to_owned(), stringify!($module).to_owned(), row.kind_name());
                    *counts.entry(sort).or_default() += 1;
                }
            )* };
        }
        crate::family::families!(count);
    }
    counts
        .into_iter()
        .map(|((document, family, kind), count)| Content {
            document,
            family,
            kind,
            count,
        })
        .collect()
}

/// Takes an imported book out of the store, with all that came with it; answers with the book.
pub async fn remove(app: &App, document: &str) -> Result<(document::Model, Drawn)> {
    let turn = app.syncing.turn(&app.db).await?;
    turn.run(remove_in_turn(app, &turn, document)).await
}

async fn remove_in_turn(
    app: &App,
    turn: &Turn<'_>,
    document: &str,
) -> Result<(document::Model, Drawn)> {
    let db = &app.db.pool;
    let mut books = store::documents(db).await?;
    books.retain(|book| book.answers_to(document));
    // Of several books of that name, the imported one is meant: the others cannot be removed.
    books.sort_by_key(|book| imported_as(book).is_none());
    let Some(book) = books.into_iter().next() else {
        return Err(Error::not_found(format!(
            "There is no document \"{document}\". \"lorekeeper documents\" lists them."
        )));
    };
    let Some(key) = imported_as(&book) else {
        return Err(Error::input(format!(
            "\"{}\" was not imported from an OrcBrew file: it comes from {}. Only imported OrcBrew books can be taken out. To do without it, narrow queries with documents.",
            book.key, book.source
        )));
    };
    store::remove_book(db, orcbrew::NAME, key).await?;
    let drawn = draw_if_pending(app, turn).await?;
    Ok((book, drawn))
}

/// The key that a book has in the records of the file it was imported from, which it is not always shown under.
fn imported_as(book: &document::Model) -> Option<&str> {
    let is_import = book.source == orcbrew::NAME && book.key != CORE;
    let mut origins = book
        .origins
        .iter()
        .filter(|o| is_import && o.source == orcbrew::NAME);
    origins.next().map(|origin| orcbrew::book_of(&origin.key))
}
