//! What the end-to-end tests stand on.

pub mod assets;
pub mod capture;
pub mod conversation;
pub mod eval;
pub mod harness;
pub mod mcp;
pub mod proxy;
pub mod recall;
pub mod socket;
pub mod synthetic;
pub mod upstream;
