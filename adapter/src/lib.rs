//! LoreKeeper for AI assistants: an MCP tool is one GraphQL operation.
//!
//! The adapter knows GraphQL and nothing else: no game knowledge, no database. A program that serves
//! tools brings an [`Executor`]: in-process, or over HTTP. In reading order:
//!
//! 1. `operations/`: the operations, which are data. Adding a tool is adding a file.
//! 2. [`operation`]: one file, parsed, checked against `schema.graphql`, ready to be sent.
//! 3. [`tool`], [`resource`], [`prompt`], [`completion`]: what an operation is to a client.
//! 4. [`catalogue`]: all of them.
//! 5. [`arguments`] and [`answer`]: from a call to variables, from data to results.
//! 6. [`graphql_tools`]: the tools that are no operations: they search the schema, and answer a client's own query.
//! 7. [`Server`]: the protocol. [`transport`]: the ways in.
//!
//! [`conformance`] is for tests: whether an answer is what its tool promises.

pub mod answer;
pub mod arguments;
pub mod catalogue;
mod challenge_rating;
pub mod completion;
pub mod conformance;
mod edit_distance;
mod executor;
pub mod graphql_tools;
mod loading;
mod log;
pub mod operation;
pub mod prompt;
mod query;
pub mod resource;
mod schema_search;
mod server;
pub mod tool;
pub mod transport;
pub mod uri;
pub mod vocabulary;

pub use catalogue::ToolSet;
pub use executor::{
    Author, CALLER_HEADER, Executor, ExecutorError, GraphqlRequest, HttpExecutor, PUBLIC_CALLER,
};
pub use operation::OperationError;
pub use server::Server;
