//! What it is measured on.

use crate::Result;
use crate::limits::Sql;
use serde::{Deserialize, Serialize};
use std::fs;

/// A machine, and what runs on it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Machine {
    /// The processor, as it calls itself.
    pub cpu: String,
    /// How many there are.
    pub cores: usize,
    /// Memory, in GB.
    pub memory_gb: f64,
    /// The kernel.
    pub kernel: String,
    /// How many processes wanted to run when the measuring began, on average over a minute.
    pub load: f64,
    /// The store.
    pub postgres: String,
}

impl Machine {
    /// This one, with the Postgres behind a connection.
    pub async fn here(sql: &mut Sql) -> Result<Self> {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let (cpus, memory) = (read("/proc/cpuinfo"), read("/proc/meminfo"));
        let value = |text: &str, key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key));
            let value = line.map(|line| line.trim_matches([' ', '\t', ':']).to_owned());
            value.unwrap_or_default()
        };
        let kilobytes: f64 = value(&memory, "MemTotal")
            .trim_end_matches(" kB")
            .parse()
            .unwrap_or_default();
        let load = read("/proc/loadavg");
        let load = load.split_ascii_whitespace().next();
        let postgres = sql.texts("SELECT version()").await?;
        let postgres = postgres.first().map_or("", String::as_str);
        Ok(Self {
            cpu: value(&cpus, "model name"),
            cores: std::thread::available_parallelism()?.get(),
            memory_gb: (kilobytes / 1e5).round() / 10.0,
            kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
            load: load.and_then(|load| load.parse().ok()).unwrap_or_default(),
            postgres: postgres.split(" on ").next().unwrap_or_default().to_owned(),
        })
    }
}
