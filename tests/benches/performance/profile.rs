//! Where the server's time goes while it answers a scenario: a flame graph, by Linux's `perf`. Its stacks are whole
//! where the program was built with frame pointers.

use crate::Result;
use crate::asking::Bench;
use crate::content::Samples;
use crate::limits::{Model, Sql};
use crate::measuring::{data_directory, settings};
use crate::options::Options;
use crate::program::Program;
use crate::scenarios;
use crate::server::Server;
use inferno::collapse::Collapse;
use inferno::collapse::perf::Folder;
use inferno::flamegraph::{self, from_lines};
use std::fs;
use std::path::Path;
use std::time::Duration;
use tokio::process::Command;
use tokio::time::sleep;

/// How many ask meanwhile.
const CLIENTS: usize = 8;

/// Samples a second: no divisor of what else runs by the clock.
const FREQUENCY: &str = "397";

/// Before that, the server warms up.
const WARM_UP: Duration = Duration::from_secs(2);

/// What stands between the program's own functions in nearly every stack, and is left out.
const BETWEEN: [&str; 14] = [
    "alloc::",
    "async_graphql::resolver_utils",
    "axum::",
    "core::",
    "futures_",
    "hyper::",
    "moka::",
    "start_thread",
    "std::",
    "tokio::",
    "tower",
    "tracing::",
    "F as axum::",
    "[unknown]",
];

/// What is drawn narrower than so many per cent is left out.
const NARROWEST: f64 = 1.0;

/// Draws `profile-NAME.svg` for each scenario that is asked for, of a server on the filled store at `url`.
pub async fn profile(options: &Options, program: &Program, url: &str, folder: &Path) -> Result<()> {
    let data = data_directory(&options.assets())?;
    let mut settings = settings(&data);
    program.run(&["assets"], &settings).await?;
    settings.insert("DATABASE_URL", url.to_owned());
    settings.insert("LOREKEEPER_OFFLINE", "true".to_owned());
    let mut sql = Sql::open(url).await?;
    let server = Server::start(program, &settings).await?;
    server.until_embedded().await?;
    let mut bench = Bench {
        samples: Samples::of(&mut sql).await?,
        model: Model::load(data.path()).await?,
        server,
        sql,
        postgres: None,
        effort: options.effort(),
        next: 1,
    };
    fs::create_dir_all(folder)?;
    for name in &options.profile {
        let scenario = scenarios::ALL.iter().find(|s| s.name == name);
        let scenario = scenario.ok_or_else(|| format!("no scenario is called {name}"))?;
        eprintln!("{name}: {}", scenario.about);
        let samples = data.path().join("perf.data");
        let server = bench.server.process.0.to_string();
        let recorded = record(&server, bench.effort.load, &samples);
        let (asked, recorded) = tokio::join!(bench.crowd(scenario, CLIENTS), recorded);
        let (row, ()) = (asked?, recorded?);
        let title = format!(
            "{name}: {:.0} requests a second of {CLIENTS} clients",
            row.per_second
        );
        draw(
            &samples,
            &title,
            &folder.join(format!("profile-{name}.svg")),
        )
        .await?;
    }
    bench.server.stop().await
}

/// Samples the stacks of a process for most of the time that it is asked.
async fn record(process: &str, length: Duration, to: &Path) -> Result<()> {
    sleep(WARM_UP).await;
    let seconds = length.as_secs().saturating_sub(WARM_UP.as_secs()).max(1);
    let recorded = Command::new("perf")
        .args([
            "record",
            "--quiet",
            "--freq",
            FREQUENCY,
            "--call-graph",
            "fp",
        ])
        .args(["--pid", process, "--output"])
        .arg(to)
        .args(["--", "sleep", &seconds.to_string()])
        .output()
        .await
        .map_err(|cause| format!("perf cannot be run: {cause}. Install it (linux-perf)."))?;
    if recorded.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&recorded.stderr).into())
    }
}

/// Draws the stacks of samples. What was inlined is not looked up: that takes minutes.
async fn draw(samples: &Path, title: &str, to: &Path) -> Result<()> {
    let mut script = Command::new("perf");
    script.args(["script", "--no-inline"]);
    script.args(["--fields", "comm,tid,time,event,ip,sym,dso", "--input"]);
    let script = script.arg(samples).output().await?;
    if script.stdout.is_empty() {
        return Err(String::from_utf8_lossy(&script.stderr).into());
    }
    let mut folded = Vec::new();
    Folder::default().collapse(script.stdout.as_slice(), &mut folded)?;
    let folded = String::from_utf8_lossy(&folded);
    let stacks: Vec<String> = folded.lines().map(own).collect();
    let mut options = flamegraph::Options::default();
    title.clone_into(&mut options.title);
    options.min_width = NARROWEST;
    options.deterministic = true;
    let lines = stacks.iter().map(String::as_str);
    from_lines(&mut options, lines, fs::File::create(to)?)?;
    Ok(())
}

/// A folded stack without what stands between; a closure is its function.
fn own(stack: &str) -> String {
    let (frames, samples) = stack.rsplit_once(' ').unwrap_or((stack, "0"));
    let mut kept: Vec<&str> = Vec::new();
    for frame in frames.split(';') {
        let frame = frame.trim_end_matches("::{{closure}}");
        let named = frame.trim_start_matches(['<', '&']);
        if !BETWEEN.iter().any(|b| named.starts_with(b)) && kept.last() != Some(&frame) {
            kept.push(frame);
        }
    }
    format!("{} {samples}", kept.join(";"))
}
