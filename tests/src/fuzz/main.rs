//! Feeds the reader of `OrcBrew` files what nobody would write, and stops at what overturns it:
//!
//! ```sh
//! cargo run -p lorekeeper-tests --bin fuzz-edn -- --runs 1000000
//! ```
//!
//! The same seed bends the same files in the same way.

use clap::Parser;
use lorekeeper_tests::fuzz;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// How much is tried.
#[derive(Parser)]
struct Arguments {
    /// How many files are tried
    #[arg(long, default_value_t = 1_000_000)]
    runs: u64,
    /// What decides how they are bent
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let Arguments { runs, seed } = Arguments::parse();
    let begun = Instant::now();
    let say = |text: String| {
        // Nobody listens any more: no reason to stop.
        let _ = writeln!(std::io::stdout(), "{text}");
    };
    let told = |report: &fuzz::Report| {
        format!(
            "{} runs: {} read, {} refused, {} ways; {:.0} s",
            report.runs,
            report.read,
            report.refused,
            report.ways,
            begun.elapsed().as_secs_f64()
        )
    };
    match fuzz::run(runs, seed, &mut |report| say(told(report))) {
        Ok(report) => {
            say(format!("Nothing overturned the reader. {}", told(&report)));
            ExitCode::SUCCESS
        }
        Err(failure) => {
            say(format!(
                "Run {} with seed {seed}: {}. The file, byte by byte:",
                failure.run, failure.problem
            ));
            say(failure.file.escape_ascii().to_string());
            ExitCode::FAILURE
        }
    }
}
