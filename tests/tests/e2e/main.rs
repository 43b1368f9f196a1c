//! End-to-end tests: content in from upstream, answers out over HTTP.
//!
//! What is expected follows from the fixtures in `tests/fixtures`.

#![cfg(test)]
#![recursion_limit = "256"]

mod admin;
mod backup;
mod bad_input;
mod book;
mod browser;
mod capture;
mod cases;
mod changes;
mod clients;
mod collapse;
mod conditions;
mod connections;
mod coverage;
mod crash_recovery;
mod drawn_books;
mod embedded_store;
mod embedding;
mod encounters;
mod eval;
mod event_stream;
mod exports;
mod facets;
mod failures;
mod families;
mod fault_injection;
mod federation;
mod filters;
mod foundry_srd;
mod grouping;
mod guard;
mod hostile;
mod index_updates;
mod kill_points;
mod leadership;
mod limits;
#[cfg(unix)]
mod load_balancing;
mod long_values;
mod markdown;
mod mcp;
mod mentions;
mod merge;
mod migrations;
mod model_servers;
mod models;
mod mutations;
mod name_argument;
mod no_results;
mod nodes;
mod oauth;
mod october;
mod on_demand;
mod open5e_v1;
mod orcbrew;
mod over_http;
mod pages;
mod paging;
mod private_books;
mod projection;
mod questions;
mod quotas;
mod reindex;
mod relation_filters;
mod relations;
mod rendered;
mod scenarios;
mod schema_docs;
mod scope;
mod search;
mod search_index;
mod semantic;
mod several_servers;
mod similar;
#[cfg(target_os = "linux")]
mod slow_exports;
#[cfg(unix)]
mod standby;
mod subscriptions;
mod suggest;
mod sync;
mod synthetic;
mod understood;
mod vault;
