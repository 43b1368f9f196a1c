//! Many clients at once, each on a connection of its own and without a pause between answer and question.

use crate::Result;
use crate::connection::{Connection, Request};
use crate::figures::{Row, Times, mean, megabytes, milliseconds};
use crate::process::Process;
use crate::server::Server;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Gives the request of a number; no two are the same.
pub type Requests = Arc<dyn Fn(u64) -> Request + Send + Sync>;

/// What the clients share.
struct Shared {
    requests: Requests,
    next: AtomicU64,
    counting: AtomicBool,
    over: AtomicBool,
}

/// What one client has seen.
#[derive(Default)]
struct Seen {
    times: Times,
    bytes: usize,
    failed: u64,
    degraded: u64,
}

/// What is asked of what.
pub struct Load<'a> {
    /// The server.
    pub server: &'a Server,
    /// The first process of its Postgres, where there is one on this machine.
    pub postgres: Option<Process>,
    /// What is asked, for the table.
    pub scenario: &'a str,
    /// The requests.
    pub requests: Requests,
    /// How many ask at the same time.
    pub clients: usize,
    /// How long they ask before it counts.
    pub warm_up: Duration,
    /// The number of the first request.
    pub from: u64,
}

/// Has clients ask until `over` comes. The number after that of the last request comes back with the figures.
pub async fn load(what: Load<'_>, over: impl Future<Output = Result<()>>) -> Result<(Row, u64)> {
    let Load {
        server,
        postgres,
        scenario,
        requests,
        clients,
        warm_up,
        from,
    } = what;
    let shared = Arc::new(Shared {
        requests,
        next: AtomicU64::new(from),
        counting: AtomicBool::new(false),
        over: AtomicBool::new(false),
    });
    let mut running = Vec::new();
    for _ in 0..clients {
        let connection = server.connect().await?;
        running.push(tokio::spawn(client(connection, Arc::clone(&shared))));
    }
    sleep(warm_up).await;
    let store_cpu = || postgres.map(Process::cpu_with_children);
    let (cpu, of_store, began) = (server.process.cpu(), store_cpu(), Instant::now());
    shared.counting.store(true, Ordering::Relaxed);
    over.await?;
    shared.counting.store(false, Ordering::Relaxed);
    let took = began.elapsed();
    let cpu = server.process.cpu().saturating_sub(cpu);
    let of_store = store_cpu()
        .zip(of_store)
        .map(|(now, before)| now.saturating_sub(before));
    let rss = server.process.resident();
    shared.over.store(true, Ordering::Relaxed);
    let mut all = Seen::default();
    for client in running {
        let seen = client.await??;
        all.times.add(&seen.times);
        all.bytes += seen.bytes;
        all.failed += seen.failed;
        all.degraded += seen.degraded;
    }
    let answers = all.times.count();
    let row = Row {
        scenario: scenario.to_owned(),
        clients,
        requests: answers + all.failed,
        p50_ms: all.times.at(50.0),
        p99_ms: all.times.at(99.0),
        per_second: 1.0 / mean(took.as_secs_f64(), answers),
        cpu_ms: Some(mean(milliseconds(cpu), answers)),
        store_cpu_ms: of_store.map(|cpu| mean(milliseconds(cpu), answers)),
        rss_mb: megabytes(rss),
        bytes: all.bytes / usize::try_from(answers.max(1))?,
        failed: all.failed,
        degraded: all.degraded,
        limit: None,
    };
    Ok((row, shared.next.load(Ordering::Relaxed)))
}

async fn client(mut connection: Connection, shared: Arc<Shared>) -> Result<Seen> {
    let mut seen = Seen::default();
    while !shared.over.load(Ordering::Relaxed) {
        let request = (shared.requests)(shared.next.fetch_add(1, Ordering::Relaxed));
        let answer = connection.send(&request).await?;
        if !shared.counting.load(Ordering::Relaxed) {
            continue;
        }
        if let Err(refusal) = answer.sound() {
            if seen.failed == 0 {
                eprintln!("  refused: {refusal}");
            }
            seen.failed += 1;
            continue;
        }
        seen.times.note(answer.took);
        seen.bytes += answer.body.len();
        seen.degraded += u64::from(answer.warns());
    }
    Ok(seen)
}
