//! The store: connections to Postgres or to the embedded server, and everything that writes.
//!
//! In reading order: [`Store`] opens either store from its [`Settings`], over `connections` or the `embedded` server
//! with its `data_dir_lock`; `standby` tells whether it can only be read; `advisory_lock` lets one server write at a time.
//! `records`, with `comparison`, `batch` and `staging`, store what sources list, `endpoints` how fetching it went;
//! `rows`, `documents` and `search_text`, with its `tsvector`, what is made of it; `vectors` and `vector_index` are for
//! search by meaning; `maintenance` tends the tables; `reindex` rebuilds all that is derived.
//! `heartbeats` say which models the servers are set to.
//! [`exit`] ends the process. `unfinished` marks work that a crash must not lose; `revision` and `change_log` announce what was written.

mod advisory_lock;
mod batch;
mod batch_size;
mod change_log;
mod changes;
mod comparison;
mod connections;
mod data_dir_lock;
mod documents;
mod embedded;
mod endpoints;
mod error;
pub mod exit;
mod facts;
mod heartbeats;
mod import_manifest;
mod maintenance;
pub mod private_dir;
mod records;
mod reindex;
mod revision;
mod rows;
mod search_text;
mod settings;
mod sqlstate;
mod staging;
mod standby;
mod statement;
mod store;
pub mod tsvector;
mod unfinished;
mod vector_index;
mod vectors;

pub use advisory_lock::{AdvisoryLock, LockGuard};
pub use change_log::{ChangeLog, ChangeSummary};
pub use changes::Changes;
pub use data_dir_lock::DataDirLock;
pub use documents::{documents, put_documents};
pub use endpoints::{
    EndpointState, FetchSuccess, endpoint_states, has_any, note_failure, note_success,
};
pub use error::{Error, Result};
pub use facts::{fact, is_empty, passage_counts, revision, revision_id, set_fact, store_id};
pub use heartbeats::{Heartbeat, other_heartbeats, write_heartbeat};
pub use import_manifest::{ImportManifest, remove_book, unlisted_records};
pub use maintenance::{analyze, compact};
pub use records::{
    Removals, StoredRecord, WriteOutcome, compare_records, content_hash, put_records, records_of,
};
pub use reindex::{Rebuild, mark_stale};
pub use revision::{
    CHANGE_CHANNEL, Change, bump_revision, note_rows_complete, rows_complete_until,
};
pub use rows::put_rows;
pub use search_text::{SEARCH_TEXT_VERSION, SearchText};
pub use settings::{DatabaseUrl, Settings};
pub use staging::{Staging, clear_staged};
pub use statement::{bound, sql};
pub use store::{Store, StoreKind};
pub use unfinished::{
    ROWS_PENDING, Unannounced, clear_pending, clear_unannounced, is_unannounced, mark_unannounced,
    pending_mark,
};
pub use vector_index::{
    HELD_BYTES_A_DIMENSION, VECTOR_INDEX_THRESHOLD, ensure_vector_index, index_name,
};
pub use vectors::{
    PassageText, PendingPassage, drop_vectors_of_other_models, has_vectors, models_of_vectors,
    passage_texts, pending_passages, put_vectors, vector_text,
};
