//! What the end-to-end tests stand on.

pub mod conversation;
pub mod fuzz;
pub mod growth;
pub mod harness;
pub mod mcp;
pub mod proxy;
pub mod socket;
pub mod upstream;
