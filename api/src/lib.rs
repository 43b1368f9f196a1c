//! LoreKeeper: the gateway to the open content of Dungeons & Dragons 5e.
//!
//! The map, in the order of the pipeline:
//!
//! ```text
//! source ─► ingest ─► store ─► embed        writing: records, rows, vectors
//! query ◄─ store                            reading
//! query ─► graphql ─► http ─► adapter       answering
//! ```
//!
//! [`family`] says what the content is; everything else is generic over it. [`app`] holds the parts
//! together; [`jobs`] does long work and, with [`changes`], tells whoever listens; [`share`] makes several
//! processes on one embedded store one; [`telemetry`] is what the program tells of itself; [`cli`] has one
//! file a command, [`terminal`] what they print with.

pub mod app;
pub mod assets;
pub mod background;
pub mod changes;
pub mod cli;
pub mod config;
pub mod db;
pub mod digest;
pub mod edit_distance;
pub mod embed;
pub mod error;
pub mod family;
pub mod graphql;
pub mod http;
pub mod ingest;
pub mod jobs;
pub mod private_dir;
pub mod progress;
pub mod query;
pub mod rerank;
pub mod secret;
pub mod share;
pub mod source;
pub mod store;
pub mod telemetry;
pub mod terminal;
