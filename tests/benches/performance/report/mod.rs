//! What comes of it: a table to look at, and files.

pub mod growth;
mod page;
mod plot;
mod table;

use crate::Result;
use crate::figures::{Fact, Row};
use crate::inner::Inner;
use crate::machine::Machine;
use crate::targets::{Target, targets};
use chrono::Utc;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

pub use table::table;

/// All that one run has measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// When.
    pub date: String,
    /// The program.
    pub program: String,
    /// What it was measured on.
    pub machine: Machine,
    /// What was stored: entities, passages.
    pub stored: String,
    /// Settings of the server that are not the default.
    pub settings: Vec<String>,
    /// Requests.
    pub rows: Vec<Row>,
    /// Everything else.
    pub facts: Vec<Fact>,
    /// The inner parts.
    pub inner: Vec<Inner>,
    /// The targets.
    pub targets: Vec<Target>,
}

impl Report {
    /// Closes it: what was measured is held against the targets.
    pub fn close(&mut self) {
        self.date = Utc::now().format("%Y-%m-%d %H:%M UTC").to_string();
        self.targets = targets(self);
    }

    /// Writes `table.json`, the plots, and the part of the page that is made by this.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        let json = serde_json::to_string_pretty(self)?;
        fs::write(folder.join("table.json"), json + "\n")?;
        plot::latencies(&self.rows, &folder.join("latency.svg"))?;
        page::write(self, &folder.join("README.md"))
    }
}
