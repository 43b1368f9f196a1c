//! The store: connections to Postgres or to the embedded server, and everything that writes.
//!
//! In reading order:
//!
//! - `store`: the open store of either kind. `settings`: where it is; an address is never printed. `connections`:
//!   pools, and how dead connections are found. `reading`: the gate before private books. `statement`: statements with
//!   bound values.
//! - `embedded`: the server inside this process and its supervisor. `data_dir_lock`: who holds it. `exit`: the end of
//!   the process. `private_dir`: folders that only their owner can enter.
//! - `backup`, `restore`: the files of the embedded store as an archive, and back.
//! - `layout`: which steps a store has recorded, and its migration. `standby`: whether the Postgres is a standby,
//!   which can only be read.
//! - `advisory_lock`: one sync, one embedding at a time among all servers, with a heartbeat and a fencing token.
//! - `records`, `comparison`, `batch`: upstream records, compared and written. `changes`: counts of changes.
//!   `endpoints`: how fetching went. `staging`, `import_manifest`: imports, whole or not at all. `book_settings`: what
//!   is set of imported books, and which are hidden.
//! - `rows`, `search_text`, `documents`: rows with their words, names and passages; only what differs is written.
//!   `outlines`: some columns of them. `tsvector`: the form in which words are stored.
//! - `vectors`, `vector_index`: vectors, and their approximate index on a large Postgres. `maintenance`: `ANALYZE`,
//!   once many rows were written, and `VACUUM`, where many were rewritten.
//! - `batch_size`: transactions of a few milliseconds. `sqlstate`: what a failure is about, told by code.
//! - `reindex`: marks derived data as stale. `unfinished`: marks that outlive a crash. `revision`, `change_log`: the
//!   count of changes, and who hears of it. `facts`: single facts about the store. `heartbeats`: which models the
//!   servers are set to. `error`: errors.

mod advisory_lock;
mod backup;
mod batch;
mod batch_size;
mod book_settings;
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
mod layout;
mod maintenance;
mod outlines;
pub mod private_dir;
mod reading;
mod records;
mod reindex;
mod restore;
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
pub use backup::{Manifest, Snapshot, require_embedded};
pub use book_settings::{BookSetting, Overlap, book_settings, overlap, put_book_settings};
pub use change_log::{ChangeLog, ChangeSummary};
pub use changes::Changes;
pub use data_dir_lock::DataDirLock;
pub use documents::{documents, put_documents};
pub use endpoints::{
    EndpointState, EndpointStateCache, FetchSuccess, endpoint_states, has_any, note_failure, note_success,
};
pub use error::{Error, Result};
pub use facts::{fact, is_empty, passage_counts, revision, revision_id, set_fact, store_id};
pub use heartbeats::{Heartbeat, other_heartbeats, write_heartbeat};
pub use import_manifest::{ImportManifest, remove_book, unlisted_records};
pub use maintenance::{analyze, compact};
pub use outlines::outlines;
pub use reading::{Connection, Reader};
pub use records::{Removals, StoredRecord, WriteOutcome, compare_records, content_hash, put_records, records_of};
pub use reindex::{Rebuild, mark_stale};
pub use restore::{check as check_backup, restore};
pub use revision::{CHANGE_CHANNEL, Change, bump_revision, note_rows_complete, rows_complete_until};
pub use rows::{Books, put_rows};
pub use search_text::{SEARCH_TEXT_VERSION, SearchText};
pub use settings::{DatabaseUrl, Settings};
pub use staging::{Staging, clear_staged};
pub use statement::{bound, sql};
pub use store::{Store, StoreKind};
pub use unfinished::{
    PendingMark, ROWS_PENDING, Unannounced, clear_pending, clear_unannounced, is_unannounced, mark_unannounced,
    pending_marks,
};
pub use vector_index::{HELD_BYTES_A_DIMENSION, VECTOR_INDEX_THRESHOLD, ensure_vector_index, index_name};
pub use vectors::{
    PassageText, PendingPassage, drop_vectors_of_other_models, has_vectors, models_of_vectors, passage_texts,
    pending_passages, put_vectors, vector_text,
};
