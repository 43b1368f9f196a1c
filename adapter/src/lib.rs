//! The border between LoreKeeper's MCP tools and a GraphQL endpoint.
//!
//! The adapter knows GraphQL and nothing else: no game knowledge, no database. Whoever serves tools
//! gives it an [`Executor`]: in-process, or over HTTP.

mod executor;

pub use executor::{Executor, ExecutorError, HttpExecutor, Operation};
