//! Files that people bring, and the books that they take out again.
//!
//! What a file says is kept as records of its source, like what an upstream says; rows are drawn from both.
//! A file that comes again takes the place of what it said before.

use super::apart::{Taken, keep_apart};
use super::{Drawn, draw_if_pending};
use crate::app::App;
use crate::error::{Error, Result};
use crate::family::{CORE, Head, document};
use crate::progress::Bars;
use crate::source::import::Reading;
use crate::source::{Draft, Drafts, Skipped, normaliser, orcbrew};
use crate::store::{self, Changes, Removals};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// Stores what files say and draws the rows anew, or tells what would be stored.
pub async fn import(
    app: &App,
    readings: &[Reading],
    mode: Mode,
    bars: &Bars,
) -> Result<ImportReport> {
    let _turn = app.syncing.turn(&app.db).await?;
    let taken = taken(app).await?;
    let mut report = ImportReport {
        mode,
        ..ImportReport::default()
    };
    let mut drawn: Vec<Drafts> = readings.iter().map(draw).collect();
    for (reading, drafts) in readings.iter().zip(&mut drawn) {
        let misfits = std::mem::take(&mut drafts.skipped);
        report
            .files
            .push(put(app, reading, misfits, mode, bars).await?);
    }
    report.contents = contents(readings, drawn, &taken);
    if mode == Mode::Store {
        report.drawn = draw_if_pending(app).await?;
    }
    Ok(report)
}

/// Stores what a file says, but for the records that cannot be understood.
async fn put(
    app: &App,
    reading: &Reading,
    misfits: Vec<Skipped>,
    mode: Mode,
    bars: &Bars,
) -> Result<FileReport> {
    let db = &app.db.pool;
    let progress = bars.part(&reading.file);
    progress.total(reading.records.0.values().map(Vec::len).sum());
    let path = |skipped: Skipped| {
        let mut listed = reading.records.of(&skipped.endpoint).iter();
        let record = listed.find(|record| record.key == skipped.key);
        let path = record.zip(reading.address.as_ref());
        let path = path.and_then(|(record, address)| record.url.strip_prefix(address));
        Skipped {
            key: path.map_or(skipped.key, str::to_owned),
            ..skipped
        }
    };
    let mut report = FileReport {
        file: reading.file.clone(),
        source: reading.source.clone(),
        notes: reading.notes.clone(),
        skipped: reading.skipped.clone(),
        ..FileReport::default()
    };
    let mut listed = Vec::new();
    for (endpoint, records) in &reading.records.0 {
        let is_good = |key: &str| {
            !misfits
                .iter()
                .any(|skipped| skipped.endpoint == *endpoint && skipped.key == key)
        };
        listed.extend(records.iter().map(|r| (endpoint.clone(), r.key.clone())));
        let good: Vec<_> = records
            .iter()
            .filter(|record| is_good(&record.key))
            .cloned()
            .collect();
        let source = &reading.source;
        report.changes += match mode {
            Mode::Store => store::put_records(db, source, endpoint, &good, Removals::None).await?,
            Mode::DryRun => store::compare_records(db, source, endpoint, &good).await?,
        };
        progress.advance(records.len());
    }
    report.skipped.extend(misfits.into_iter().map(path));
    let records = listed.len();
    if let Some(address) = &reading.address {
        let unread = reading.skipped.iter();
        let said = store::Said {
            address: address.clone(),
            listed,
            unread: unread.map(|s| format!("{address}{}", s.key)).collect(),
        };
        let source = &reading.source;
        report.changes.removed = match mode {
            Mode::Store => store::remove_gone(db, source, &said).await?,
            Mode::DryRun => store::count_gone(db, source, &said).await?,
        };
    }
    progress.finish(&reading.file, &format!("{records} records"));
    Ok(report)
}

fn draw(reading: &Reading) -> Drafts {
    normaliser(&reading.source)
        .map(|normalise| normalise(&reading.records))
        .unwrap_or_default()
}

/// What the stored documents of other sources answer to.
async fn taken(app: &App) -> Result<Taken> {
    let documents = store::documents(&app.db.pool).await?;
    let others = documents.iter().filter(|d| d.source != orcbrew::NAME);
    Ok(Taken::by(others))
}

/// What files hold, by book and sort.
fn contents(readings: &[Reading], drawn: Vec<Drafts>, taken: &Taken) -> Vec<Content> {
    let mut counts: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for (reading, mut drafts) in readings.iter().zip(drawn) {
        if reading.source == orcbrew::NAME {
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
    let _turn = app.syncing.turn(&app.db).await?;
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
    let drawn = draw_if_pending(app).await?;
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
