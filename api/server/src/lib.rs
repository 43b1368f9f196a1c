//! LoreKeeper: the gateway to the open content of Dungeons & Dragons 5e.
//!
//! This crate wires the others into a program: [`config`] reads the settings, [`services`] opens the store and builds
//! the parts around it, [`export`] makes files of lists, [`leadership`] makes processes that share a data directory use one store, [`http`] serves,
//! [`in_process`] executes operations without a network, [`cli`] has one file a command, [`terminal`] prints,
//! [`telemetry`] is log, traces and metrics.

pub mod cli;
pub mod config;
pub mod export;
pub mod http;
pub mod in_process;
pub mod leadership;
mod memory;
pub mod secret;
pub mod services;
pub mod telemetry;
pub mod terminal;
