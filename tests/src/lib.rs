//! Test support: the harness of the end-to-end tests, mock upstreams, clients, evaluation and synthetic data.

pub mod assets;
pub mod book;
pub mod capture;
pub mod conversation;
pub mod eval;
pub mod harness;
pub mod http;
pub mod mcp;
pub mod provider;
pub mod proxy;
pub mod recall;
pub mod rows;
pub mod socket;
pub mod synthetic;
pub mod upstream;
