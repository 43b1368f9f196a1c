//! Transports: standard input and output, and streamable HTTP.

pub mod cors;
pub mod http;
mod negotiation;
mod origin;
pub mod stdio;
mod surrogates;

/// Most bytes of a message.
const MAX_MESSAGE_BYTES: usize = 4 * 1024 * 1024;
