//! The ways in: standard input and output, and streamable HTTP.

pub mod http;
pub mod stdio;
mod surrogates;
