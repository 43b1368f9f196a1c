//! Template stores: each is made once for its content, then copied, so that a test needs no migrations and no sync.
//!
//! An embedded store is copied as the folder of one that was closed, a Postgres by `CREATE DATABASE … TEMPLATE`.

use super::{Database, Lore, Model, at_exit};
use crate::upstream::Upstream;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// What a template holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Content {
    /// The tables, without rows.
    Tables,
    /// All that the fake upstreams list as they start, synced from these sources and embedded.
    Fixtures { sources: String },
}

/// A closed store.
struct Template {
    data: PathBuf,
    database: Option<Database>,
}

type Made = BTreeMap<Content, Arc<OnceCell<Template>>>;

static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());

/// A store of a test's own with this content: its data directory, and its database if it is on a Postgres.
pub(super) async fn copy(content: Content) -> (TempDir, Option<Database>) {
    let made = {
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(made.entry(content.clone()).or_default())
    };
    // Tests that want the same wait; if the one that makes it fails, the next one tries.
    let template = made.get_or_init(|| Box::pin(make(content))).await;
    let data = tempfile::tempdir().expect("a temporary directory");
    let (from, to) = (template.data.join(STORE), data.path().join(STORE));
    let copied = tokio::task::spawn_blocking(move || copy_folder(&from, &to));
    copied.await.expect("no panic").expect("a copy");
    let database = match &template.database {
        Some(template) => Some(template.copy().await),
        None => None,
    };
    (data, database)
}

/// The folder of the embedded store in its data directory.
const STORE: &str = "store";

async fn make(content: Content) -> Template {
    let upstream = Upstream::start().await;
    let lore = match content {
        Content::Tables => {
            let data = tempfile::tempdir().expect("a temporary directory");
            let store = (data, Database::create().await);
            Lore::on(store, &upstream, Model::Words, &[], None).await
        }
        Content::Fixtures { sources } => {
            let store = copy(Content::Tables).await;
            let settings = [("sources", sources.as_str())];
            let lore = Lore::on(store, &upstream, Model::Words, &settings, None).await;
            lore.sync().await;
            lore
        }
    };
    let (data, database) = lore.close().await;
    let data = data.keep();
    at_exit::remove(data.clone(), database.clone());
    Template { data, database }
}

/// Copies a folder with all that is in it; nothing where it is not there.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    std::fs::create_dir_all(to)?;
    std::fs::set_permissions(to, std::fs::metadata(from)?.permissions())?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            std::fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
