//! LoreKeeper: the gateway to the open content of Dungeons & Dragons 5e. This crate wires the others into a program.
//!
//! In reading order:
//!
//! - `cli`: the commands, one file each below it. `config`: the settings; `config::keys` has every one in a line.
//! - `export`: lists and entities as files, page by page; `http::export` and `cli::export` serve them.
//! - `backup`: the embedded store as an archive.
//! - `services`: builds store, models, ingest and search once, the same for the server and the tests.
//! - `http`: the router. `http::guard`: what stands before all routes; `http::graphql`: GraphQL over HTTP;
//!   `http::ws`: over a WebSocket; `http::server`: connections and how they end; `http::pages`: the pages, as they
//!   are served; `http::entity_pages`: a page without a script for each entity.
//! - `leadership`: leader and followers on one embedded store: election, local API (`leadership::transport`),
//!   sessions, takeover.
//! - `in_process`: the schema as the adapter's executor, in this process.
//! - `telemetry`: log, spans, metrics. `terminal`: what the commands print. `secret`: tokens. `allocator`: jemalloc.

#[cfg(not(target_env = "msvc"))]
mod allocator;
mod backup;
pub mod cli;
pub mod config;
pub mod export;
pub mod http;
pub mod in_process;
pub mod leadership;
pub mod secret;
pub mod services;
pub mod telemetry;
pub mod terminal;
