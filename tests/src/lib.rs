//! What the end-to-end tests stand on.

pub mod harness;
pub mod upstream;
