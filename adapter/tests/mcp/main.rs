//! The adapter over an endpoint that is played by the test.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that goes wrong says where"
)]

mod answers;
mod arguments;
mod catalogue;
mod endpoint;
mod protocol;
