//! The ways in: standard input and output, and streamable HTTP.

mod cors;
pub mod http;
pub mod stdio;
mod surrogates;
