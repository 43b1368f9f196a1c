//! The ways in: standard input and output, and streamable HTTP.

pub mod cors;
pub mod http;
mod origin;
pub mod stdio;
mod surrogates;
