//! Row cache: the rows of all families that requests read last, by key and version. So a row that was written since is
//! read again, whatever wrote it (`docs/decisions/0012-rows-by-version.md`).

use crate::columns::Columns;
use crate::{Connection, IndexKeeper, Search};
use lorekeeper_content::{Family, Row};
use moka::sync::Cache;
use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

/// How many bytes of rows are kept, about.
pub(crate) const MAX_BYTES: u64 = 24 << 20;

/// How long a row is kept that no request reads.
const IDLE: Duration = Duration::from_mins(10);

/// The rows that are kept.
#[derive(Clone, Debug)]
pub struct RowCache(Cache<(Family, i64), Held>);

/// A row of one version.
#[derive(Clone, Debug)]
struct Held {
    version: i64,
    columns: Arc<Columns>,
    row: Arc<dyn Any + Send + Sync>,
    bytes: u32,
}

impl Default for RowCache {
    fn default() -> Self {
        let cache = Cache::builder().weigher(|_, held: &Held| held.bytes);
        Self(cache.max_capacity(MAX_BYTES).time_to_idle(IDLE).build())
    }
}

impl RowCache {
    /// How many bytes are kept, about.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.weighted_size()
    }

    /// The row of a key with the columns that were read of it, if it is held at this version.
    pub(crate) fn get<R: Row>(&self, id: i64, version: i64) -> Option<(Arc<R>, Arc<Columns>)> {
        let held = self.0.get(&(R::FAMILY, id))?;
        let row = held.row.downcast().ok()?;
        (held.version == version).then_some((row, held.columns))
    }

    /// Keeps a row at its version, with the columns that were read of it as so many bytes of JSON.
    pub(crate) fn put<R: Row>(&self, row: &Arc<R>, version: i64, columns: &Arc<Columns>, json_bytes: usize) {
        let key = (R::FAMILY, row.id());
        // Texts and lists take about twice the room of their JSON.
        let bytes = size_of::<R>() + 2 * json_bytes;
        let held = Held {
            version,
            columns: Arc::clone(columns),
            row: Arc::clone(row) as Arc<dyn Any + Send + Sync>,
            bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
        };
        self.0.insert(key, held);
    }
}

/// A reader of rows for one request.
#[derive(Clone)]
pub struct RowReader {
    /// The connections that the request is read over.
    pub connection: Connection,
    pub(crate) cache: RowCache,
    pub(crate) index: Arc<IndexKeeper>,
}

impl Search {
    /// The rows, for one request.
    pub fn rows(&self) -> RowReader {
        RowReader { connection: self.connection(), cache: self.row_cache.clone(), index: Arc::clone(&self.index) }
    }
}
