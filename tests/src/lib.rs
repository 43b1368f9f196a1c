//! What the end-to-end tests stand on.

pub mod upstream;
