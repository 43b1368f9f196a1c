//! The main job end to end: content in from upstream, answers out over HTTP.
//!
//! What is expected follows from the fixtures in `tests/fixtures`.

#![recursion_limit = "256"]

#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod browser;
#[cfg(test)]
mod capture;
#[cfg(test)]
mod cards;
#[cfg(test)]
mod clients;
mod columns;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod coverage;
#[cfg(test)]
mod demand;
#[cfg(test)]
mod described;
#[cfg(test)]
mod embedded_store;
#[cfg(test)]
mod embedding;
#[cfg(test)]
mod eval;
#[cfg(test)]
mod facets;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod families;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod filters;
#[cfg(test)]
mod gaps;
#[cfg(test)]
mod grouping;
#[cfg(test)]
mod guard;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod instances;
#[cfg(test)]
mod kill_points;
#[cfg(test)]
mod layout;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod live;
#[cfg(test)]
mod long_values;
#[cfg(test)]
mod mcp;
#[cfg(test)]
mod merge;
#[cfg(test)]
mod model_servers;
#[cfg(test)]
mod models;
#[cfg(test)]
mod mutations;
#[cfg(test)]
mod names;
#[cfg(test)]
mod nothing;
#[cfg(test)]
mod orcbrew;
#[cfg(test)]
mod over_http;
#[cfg(test)]
mod overload;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod paging;
#[cfg(test)]
mod reindex;
#[cfg(test)]
mod relation_filters;
#[cfg(test)]
mod relations;
#[cfg(all(test, unix))]
mod replicas;
#[cfg(test)]
mod resume;
#[cfg(test)]
mod scope;
#[cfg(test)]
mod search;
#[cfg(test)]
mod semantic;
#[cfg(test)]
mod share;
#[cfg(test)]
mod shown;
#[cfg(test)]
mod similar;
#[cfg(test)]
mod suggest;
#[cfg(test)]
mod sync;
#[cfg(test)]
mod synthetic;
