//! Content of a running `LoreKeeper`: synced, imported, embedded and counted.

use super::Lore;
use lorekeeper::services::Services;
use lorekeeper_content::Family;
use lorekeeper_embed::Embed;
use lorekeeper_ingest::embedding::background;
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::progress::ProgressSink;
use lorekeeper_ingest::{self as ingest, Due, ImportReport, Options, Report};
use lorekeeper_sources::import;
use lorekeeper_store::Removals;
use sea_orm::ConnectionTrait;
use std::collections::BTreeMap;

/// What a sync did.
pub struct Synced {
    /// What became of records and rows.
    pub report: Report,
    /// How many passages were embedded.
    pub embedded: usize,
}

/// Fetches what is due from all sources of an app.
pub async fn fetch(app: &Services, due: Due, removals: Removals) -> ingest::Result<Report> {
    let options = Options::all(due, removals);
    ingest::sync(&app.ingest, &options, &ProgressSink::default()).await
}

impl Lore {
    /// Fetches everything from its sources, and embeds it.
    pub async fn sync(&self) -> Synced {
        self.sync_with(Removals::Guarded).await
    }

    /// Fetches everything, with removals as the test wants them, and embeds it.
    pub async fn sync_with(&self, removals: Removals) -> Synced {
        let report = self.fetch(Due::All, removals).await;
        Synced { report, embedded: self.embed().await }
    }

    /// Fetches what is due from its sources.
    pub async fn fetch(&self, due: Due, removals: Removals) -> Report {
        fetch(&self.app, due, removals).await.expect("a sync")
    }

    /// Imports a file.
    pub async fn import(&self, mode: Mode, file: &str, text: &str) -> ImportReport {
        let imported = self.try_import(mode, file, text).await;
        imported.expect("an import")
    }

    /// Imports a file that can be read, but may be refused.
    pub async fn try_import(&self, mode: Mode, file: &str, text: &str) -> ingest::Result<ImportReport> {
        let readings = import::read_bytes(file, text.into()).await;
        let readings = readings.expect("a file that can be read");
        ingest::import(&self.app.ingest, readings, mode, &ProgressSink::default()).await
    }

    /// Makes a model the configured one.
    pub fn install(&self, model: impl Embed) {
        let installed = self.app.models.configured.install(model);
        installed.expect("a model");
    }

    /// Embeds what has no vector yet, and says how many passages that were.
    pub async fn embed(&self) -> usize {
        background::catch_up(&self.app.store, &self.app.models, &ProgressSink::default()).await.expect("vectors")
    }

    /// The revision of content and vectors.
    pub async fn revision(&self) -> String {
        lorekeeper_store::revision(&self.app.store.pool).await.expect("a revision")
    }

    /// How many entities there are, by document and family.
    pub async fn counts(&self) -> BTreeMap<(String, String), i64> {
        let counts = lorekeeper_search::status::counts(&self.app.store.pool).await.expect("counts");
        counts.into_iter().map(|c| ((c.document_key, c.family), c.count)).collect()
    }

    /// How many entities of a family there are.
    pub async fn count(&self, family: Family) -> i64 {
        let counts = self.counts().await;
        counts.iter().filter(|((_, name), _)| name == family.name()).map(|(_, count)| count).sum()
    }

    /// Runs statements on its store.
    pub async fn run(&self, statements: &str) {
        let ran = self.app.store.pool.execute_unprepared(statements).await;
        ran.expect("statements that run");
    }

    /// The one number that a statement on its store gives, of type `bigint`.
    pub async fn number(&self, statement: &str) -> i64 {
        let statement = lorekeeper_store::sql(statement);
        let row = self.app.store.pool.query_one_raw(statement).await;
        let row = row.expect("a statement that runs").expect("a row");
        row.try_get_by_index(0).expect("a number")
    }
}
