//! Command-line options.

use clap::Parser;
use std::path::PathBuf;
use std::time::Duration;

/// Measures the shipped program as a whole, each figure beside its baseline in the same run.
///
/// It builds the program, starts a Postgres of its own, fills a store and sends requests. The tables are printed; a full
/// run writes them into `docs/performance/README.md`.
#[derive(Debug, Parser)]
#[command(name = "performance")]
pub struct Options {
    /// Only parts and scenarios with this in their name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Few samples and little content: a smoke test
    #[arg(long)]
    pub quick: bool,
    /// The page whose tables are replaced
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A program that is built already
    #[arg(long, value_name = "PATH")]
    pub program: Option<PathBuf>,
    /// A Postgres database to measure on, instead of a new one; content that is stored there is taken as it is
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// A data directory whose embedded store is filled already; a copy of it is measured
    #[arg(long, value_name = "DIR")]
    pub embedded: Option<PathBuf>,
    /// An Open5e to sync from, and a D&D 5e API behind a comma, instead of synthetic content
    #[arg(long, value_name = "URL[,URL]")]
    pub content: Option<String>,
    /// Synthetic records [default: 10000, with --quick 500]
    #[arg(long, value_name = "COUNT")]
    pub records: Option<usize>,
    /// A data directory that has the embedding model and ONNX Runtime, or gets them
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
    /// Numbers of concurrent clients
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values_t = [1, 8, 64])]
    pub clients: Vec<usize>,
    /// Instead of the table: scale curves over stores of so many times the content. A --database is made that large
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub scale: Vec<usize>,
    /// What cargo passes to every bench.
    #[arg(long, hide = true)]
    pub bench: bool,
}

/// How much is measured.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// The fewest requests of one client, warm-up apart.
    pub least: u64,
    /// The most requests of one client.
    pub most: u64,
    /// For how long requests are sent: by one client once there are enough, by several after a warm-up of a fifth.
    pub length: Duration,
    /// How often a server is started.
    pub repeats: usize,
    /// Items in an imported file.
    pub imported: usize,
}

impl Options {
    /// How much is measured.
    pub fn effort(&self) -> Effort {
        let (least, most, seconds, repeats, imported) =
            if self.quick { (40, 200, 2, 1, 500) } else { (400, 4000, 10, 5, 3000) };
        Effort { least, most, length: Duration::from_secs(seconds), repeats, imported }
    }

    /// The number of synthetic records.
    pub fn records(&self) -> usize {
        self.records.unwrap_or(if self.quick { 500 } else { 10_000 })
    }

    /// Whether a part or scenario is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| name.contains(only.as_str()))
    }

    /// The page that is written: without `--out` only after a full run on content of our own.
    pub fn page(&self) -> Option<PathBuf> {
        let full = self.only.is_empty() && !self.quick && self.database.is_none() && self.records.is_none();
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance/README.md");
        self.out.clone().or_else(|| full.then(|| page.into()))
    }

    /// The data directory that has the model: by default the one that the tests use.
    pub fn assets(&self) -> PathBuf {
        let folder = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        self.assets.clone().unwrap_or_else(|| {
            folder("XDG_CACHE_HOME")
                .or_else(|| Some(folder("HOME")?.join(".cache")))
                .unwrap_or_else(std::env::temp_dir)
                .join("lorekeeper/test-assets")
        })
    }
}
