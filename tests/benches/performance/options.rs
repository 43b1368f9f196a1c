//! What the command is told.

use crate::turns::Turns;
use clap::Parser;
use std::path::PathBuf;
use std::time::Duration;

/// Measures the shipped program as a whole, each figure beside its limit in the same run.
///
/// It builds the program, starts a Postgres of its own, fills a store and asks it. Prints one table and writes
/// `table.json`, the page and the plots below `docs/performance`.
#[derive(Debug, Parser)]
#[command(name = "performance")]
pub struct Options {
    /// Only parts and scenarios with this in their name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Few samples: to see whether it works
    #[arg(long)]
    pub quick: bool,
    /// Where table, page and plots go
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// A program that is built already, instead of building it
    #[arg(long, value_name = "PATH")]
    pub program: Option<PathBuf>,
    /// A Postgres database to measure on, instead of a new one; what is stored there is taken as it is
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// An Open5e to take content from, and a D&D 5e API behind a comma, instead of generated content
    #[arg(long, value_name = "URL[,URL]")]
    pub content: Option<String>,
    /// How many times the open content is generated [default: 1, with --quick 0.1]
    #[arg(long, value_name = "TIMES")]
    pub factor: Option<f64>,
    /// A data directory that has the embedding model and ONNX Runtime, or may have them fetched
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
    /// Numbers of clients that ask at the same time
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values_t = [1, 8, 64])]
    pub clients: Vec<usize>,
    /// Instead of the table: curves over stores of so many times the content. A --database is made that large
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub scale: Vec<u32>,
    /// Instead of the table: flame graphs of these scenarios, by Linux's perf, on the store of --database
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        requires = "database"
    )]
    pub profile: Vec<String>,
    /// What cargo says to every bench.
    #[arg(long, hide = true)]
    pub bench: bool,
}

/// How much is measured.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// Turns of a request and its limit.
    pub turns: Turns,
    /// How long many clients ask, after a warm-up of a fifth of that.
    pub load: Duration,
    /// How often something that takes seconds is done again.
    pub repeats: usize,
    /// Things in a file that is imported.
    pub things: usize,
}

impl Options {
    /// How much is measured.
    pub fn effort(&self) -> Effort {
        if self.quick {
            Effort {
                turns: Turns {
                    least: 40,
                    most: 200,
                    length: Duration::from_secs(2),
                },
                load: Duration::from_secs(2),
                repeats: 1,
                things: 500,
            }
        } else {
            Effort {
                turns: Turns {
                    least: 400,
                    most: 4000,
                    length: Duration::from_secs(10),
                },
                load: Duration::from_secs(10),
                repeats: 5,
                things: 3000,
            }
        }
    }

    /// How many times the open content is generated.
    pub fn factor(&self) -> f64 {
        self.factor.unwrap_or(if self.quick { 0.1 } else { 1.0 })
    }

    /// Whether a part or scenario is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| name.contains(only.as_str()))
    }

    /// Where table, page and plots go; nowhere when it is not the whole that is measured, and nobody says where.
    pub fn out(&self) -> Option<PathBuf> {
        let whole =
            self.only.is_empty() && !self.quick && self.database.is_none() && self.factor.is_none();
        self.out.clone().or_else(|| whole.then(beside))
    }

    /// Where flame graphs go.
    pub fn profiles(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(beside)
    }

    /// The data directory that has the model.
    pub fn assets(&self) -> PathBuf {
        let assets = self.assets.clone();
        assets.unwrap_or_else(|| cache().join("test-assets"))
    }
}

/// Where the page is.
fn beside() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance"))
}

/// Where what is costly to get is kept between runs: as for the tests and `.ci/run`.
pub fn cache() -> PathBuf {
    let folder = |name| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    folder("XDG_CACHE_HOME")
        .or_else(|| Some(folder("HOME")?.join(".cache")))
        .unwrap_or_else(std::env::temp_dir)
        .join("lorekeeper")
}
