//! LoreKeeper for AI assistants: an MCP tool is one GraphQL operation.
//!
//! The adapter knows GraphQL and nothing else: no game knowledge, no database. A program that serves tools brings an
//! [`Executor`]: in-process, or over HTTP.
//!
//! In reading order:
//!
//! - `operations/`: tools, resources, prompts and completions, one `.graphql` file each;
//!   `operations/directives.graphql` has what a file can say beyond GraphQL.
//! - `operation`: one file, parsed and checked against `schema.graphql`; `operation::kind`: what a variable takes,
//!   `operation::kind::reading`: how what clients send is read as that. `tool`, `resource`, `prompt`, `completion`:
//!   what it is to a client. `skill`: workflows over the tools. `catalogue`: all of them.
//! - `graphql_tools`: the tools that are no operations. `schema_search`: types and fields by words
//!   (`schema_search::words`), their places in a query (`schema_search::paths`), and definitions. `query`: what a
//!   client's own query may be, and what its response becomes.
//! - `arguments`: from a call to variables; `arguments::names`: what a name that is no argument is meant to be.
//!   `answer`: from data to results. `vocabulary`: sentences in the tool's words. `challenge_rating`, `uri`,
//!   `edit_distance`: a scalar, addresses, likeness of names.
//! - `executor`: the trait of executors of operations, and the one over HTTP. `loading`: the first call
//!   while content loads.
//! - `views`: pages that a client shows beside answers.
//! - `server`: the protocol. `transport`: standard input and output, and streamable HTTP; `transport::negotiation`:
//!   headers as clients send them. `log`: log messages to clients.
//! - `conformance`: whether an answer is what its tool promises, for tests.

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
pub mod skill;
pub mod tool;
pub mod transport;
pub mod uri;
pub mod views;
pub mod vocabulary;

pub use catalogue::ToolSet;
pub use executor::{Author, CALLER_HEADER, Executor, ExecutorError, GraphqlRequest, HttpExecutor, PUBLIC_CALLER};
pub use operation::OperationError;
pub use server::Server;
pub use views::Views;
