//! Load generation: concurrent clients, each sending its next request as soon as it has its response.

use crate::Result;
use crate::bench::Bench;
use crate::client::{Client, Request};
use crate::process::Process;
use crate::report::{BaselineTimes, Row, Times, megabytes, milliseconds, per};
use crate::samples::{Samples, text};
use crate::scenarios::{STRUCTURED, Scenario};
use crate::server::Server;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The load on a server.
pub struct Load<'a> {
    /// The server.
    pub server: &'a Server,
    /// Postgres, where it runs on this machine.
    pub postgres: Option<Process>,
    /// The name of the scenario.
    pub scenario: &'a str,
    /// The request of a number; no two are the same.
    pub requests: Box<dyn Fn(u64) -> Request + Send + Sync>,
    /// The number of clients.
    pub clients: usize,
    /// For how long requests are sent before they count.
    pub warm_up: Duration,
    /// The number of the first request.
    pub from: u64,
}

impl<'a> Load<'a> {
    /// The load of a scenario on a server.
    pub fn of(server: &'a Server, scenario: &Scenario, samples: &Samples, clients: usize) -> Self {
        let (asked, samples) = (*scenario, samples.clone());
        Self {
            server,
            postgres: None,
            scenario: scenario.name,
            requests: Box::new(move |number| asked.request(&samples, number)),
            clients,
            warm_up: Duration::from_secs(1),
            from: 0,
        }
    }
}

/// What the clients share.
struct Shared {
    requests: Box<dyn Fn(u64) -> Request + Send + Sync>,
    next: AtomicU64,
    counting: AtomicBool,
    over: AtomicBool,
}

/// What one client measured.
#[derive(Default)]
struct Measured {
    times: Times,
    bytes: usize,
    failed: u64,
    degraded: u64,
}

/// Runs a load until `end` is over. Returns its figures and the number after that of the last request.
pub async fn run(load: Load<'_>, end: impl Future<Output = Result<()>>) -> Result<(Row, u64)> {
    let shared = Arc::new(Shared {
        requests: load.requests,
        next: AtomicU64::new(load.from),
        counting: AtomicBool::new(false),
        over: AtomicBool::new(false),
    });
    let mut clients = JoinSet::new();
    for _ in 0..load.clients {
        clients.spawn(client(load.server.client()?, Arc::clone(&shared)));
    }
    tokio::time::sleep(load.warm_up).await;
    let cpu = || (load.server.process.cpu(), load.postgres.map(Process::cpu_with_children));
    let (before, began) = (cpu(), Instant::now());
    shared.counting.store(true, Ordering::Relaxed);
    end.await?;
    shared.counting.store(false, Ordering::Relaxed);
    let (took, after) = (began.elapsed(), cpu());
    let rss_mb = megabytes(load.server.process.resident());
    shared.over.store(true, Ordering::Relaxed);
    let mut all = Measured::default();
    while let Some(measured) = clients.join_next().await {
        let measured = measured??;
        all.times.add(&measured.times)?;
        all.bytes += measured.bytes;
        all.failed += measured.failed;
        all.degraded += measured.degraded;
    }
    let answers = all.times.count();
    let of_postgres = after.1.zip(before.1);
    let row = Row {
        scenario: load.scenario.to_owned(),
        clients: load.clients,
        p50_ms: all.times.percentile(50.0),
        p99_ms: all.times.percentile(99.0),
        per_second: 1.0 / per(took.as_secs_f64(), answers),
        cpu_ms: Some(per(milliseconds(after.0.saturating_sub(before.0)), answers)),
        store_cpu_ms: of_postgres.map(|(after, before)| per(milliseconds(after.saturating_sub(before)), answers)),
        rss_mb,
        bytes: all.bytes / usize::try_from(answers.max(1))?,
        failed: all.failed,
        degraded: all.degraded,
        baseline: None,
    };
    Ok((row, shared.next.load(Ordering::Relaxed)))
}

async fn client(client: Client, shared: Arc<Shared>) -> Result<Measured> {
    let mut measured = Measured::default();
    while !shared.over.load(Ordering::Relaxed) {
        let request = (shared.requests)(shared.next.fetch_add(1, Ordering::Relaxed));
        let response = client.send(&request).await?;
        if !shared.counting.load(Ordering::Relaxed) {
            continue;
        }
        match response.ok() {
            Ok(response) => {
                measured.times.record(response.took);
                measured.bytes += response.body.len();
                measured.degraded += u64::from(response.is_degraded());
            }
            Err(refusal) => {
                if measured.failed == 0 {
                    eprintln!("  refused: {refusal}");
                }
                measured.failed += 1;
            }
        }
    }
    Ok(measured)
}

/// The name of the scenario with slow requests beside quick ones.
pub const BESIDE_SLOW: &str = "structured-beside-slow";

/// Slow clients.
const SLOW_CLIENTS: u64 = 2;

/// A slow request: a long text searched for in everything, and whole records for an answer.
const SLOW: &str = "query($text: String!) {
    search(query: $text, first: 100) {
        edges { score matchedBy node { name markdown document { name } } }
    }
}";

/// Quick requests of one client while others send slow ones; the baseline is the same without them.
pub async fn beside_slow(bench: &mut Bench) -> Result<Row> {
    eprintln!("{BESIDE_SLOW}: the same while {SLOW_CLIENTS} clients search for long texts in everything");
    let alone = bench.concurrent(&STRUCTURED, 1).await?;
    let over = Arc::new(AtomicBool::new(false));
    let mut slow = JoinSet::new();
    for number in 0..SLOW_CLIENTS {
        let (client, over) = (bench.server.client()?, Arc::clone(&over));
        slow.spawn(async move {
            let mut next = u64::MAX / 4 * (number + 1);
            while !over.load(Ordering::Relaxed) {
                let long: Vec<String> = (next..next + 8).map(text).collect();
                next += 8;
                let request = Request::graphql(SLOW, json!({"text": long.join(" ")}));
                client.send(&request).await?.ok()?;
            }
            Ok::<_, crate::BoxedError>(())
        });
    }
    let beside = bench.concurrent(&STRUCTURED, 1).await?;
    over.store(true, Ordering::Relaxed);
    while let Some(ended) = slow.join_next().await {
        ended??;
    }
    Ok(Row {
        scenario: BESIDE_SLOW.to_owned(),
        // The slow requests take part of it.
        cpu_ms: None,
        store_cpu_ms: None,
        baseline: Some(BaselineTimes { name: "alone", p50_ms: alone.p50_ms, p99_ms: alone.p99_ms }),
        ..beside
    })
}
