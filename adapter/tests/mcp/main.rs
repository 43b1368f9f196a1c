//! The adapter over an endpoint that is played by the test.

mod answers;
mod arguments;
mod catalogue;
mod endpoint;
mod protocol;
