//! Measurement of a scenario: one client alternating with the baseline, then several concurrent clients.

use crate::Result;
use crate::baseline::{Model, Sql};
use crate::load::{self, Load};
use crate::options::Effort;
use crate::process::Process;
use crate::report::{BaselineTimes, Row, Times, megabytes, milliseconds, per};
use crate::samples::Samples;
use crate::scenarios::{Baseline, Scenario};
use crate::server::Server;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Requests that are not counted: connections, caches and plans are made in them.
const WARM_UP: u64 = 10;

/// Numbers of requests that are a baseline begin here, so that they never equal a measured request.
const BASELINE_NUMBERS: u64 = 1 << 24;

/// A running server and its baselines.
pub struct Bench {
    /// The server.
    pub server: Server,
    /// The store.
    pub sql: Sql,
    /// The bare model.
    pub model: Model,
    /// Postgres, where it runs on this machine.
    pub postgres: Option<Process>,
    /// What to ask for.
    pub samples: Samples,
    /// How much is measured.
    pub effort: Effort,
    next: u64,
}

impl Bench {
    /// A bench that has sent no request yet.
    pub fn new(
        server: Server,
        sql: Sql,
        model: Model,
        postgres: Option<Process>,
        samples: Samples,
        effort: Effort,
    ) -> Self {
        Self { server, sql, model, postgres, samples, effort, next: 1 }
    }

    /// Measures a scenario: a row for each number of clients.
    pub async fn measure(&mut self, scenario: &Scenario, clients: &[usize]) -> Result<Vec<Row>> {
        eprintln!("{}: {}", scenario.name, scenario.about);
        if let Baseline::SimilarSql { index, .. } = scenario.baseline {
            self.sql.execute(index).await?;
        }
        self.check(scenario).await?;
        let mut rows = Vec::new();
        for &clients in clients {
            rows.push(match clients {
                1 => self.alternate(scenario).await?,
                _ => self.concurrent(scenario, clients).await?,
            });
        }
        Ok(rows)
    }

    /// Checks that the server finds something, and as many rows as the bare statement.
    async fn check(&mut self, scenario: &Scenario) -> Result<()> {
        let mut found = 0;
        for number in self.reserve(8)..self.next {
            let answer = self.server.ask(&scenario.request(&self.samples, number)).await?;
            let rows = (scenario.rows)(&answer);
            found += rows;
            if let Baseline::Sql(bare) = scenario.baseline {
                let variables = (scenario.variables)(&self.samples, number);
                let bare = self.sql.rows(bare.sql, (bare.parameters)(&variables)).await?;
                if rows != bare {
                    let name = scenario.name;
                    return Err(format!("{name}: the server gives {rows} rows, SQL {bare}, for {variables}").into());
                }
            }
        }
        if found == 0 {
            return Err(format!("{}: nothing is found", scenario.name).into());
        }
        Ok(())
    }

    /// Alternates requests of one client with the baseline: what else the machine does slows both, and each goes first
    /// every other time.
    async fn alternate(&mut self, scenario: &Scenario) -> Result<Row> {
        let effort = self.effort;
        let first = self.reserve(WARM_UP + effort.most);
        let (client, other) = (self.server.client()?, self.server.client()?);
        let (mut times, mut baseline_times) = (Times::default(), Times::default());
        let (mut bytes, mut degraded, mut cpu, mut spent) = (0, 0, Duration::ZERO, Duration::ZERO);
        let began = Instant::now();
        let mut done = 0;
        while done < WARM_UP + effort.least || (done < WARM_UP + effort.most && began.elapsed() < effort.length) {
            let counts = done >= WARM_UP;
            for turn in [done % 2, (done + 1) % 2] {
                if turn == 0 {
                    let before = self.server.process.cpu();
                    let response = client.send(&scenario.request(&self.samples, first + done)).await?.ok()?;
                    cpu += self.server.process.cpu().saturating_sub(before);
                    bytes += response.body.len();
                    degraded += u64::from(response.is_degraded());
                    spent += response.took;
                    if counts {
                        times.record(response.took);
                    }
                } else {
                    let took = if let Baseline::Request(_, request) = scenario.baseline {
                        let request = request(&self.samples, BASELINE_NUMBERS + first + done);
                        other.send(&request).await?.ok()?.took
                    } else {
                        self.bare(scenario, first + done).await?
                    };
                    if counts {
                        baseline_times.record(took);
                    }
                }
            }
            done += 1;
        }
        Ok(Row {
            scenario: scenario.name.to_owned(),
            clients: 1,
            p50_ms: times.percentile(50.0),
            p99_ms: times.percentile(99.0),
            per_second: 1.0 / per(spent.as_secs_f64(), done),
            cpu_ms: Some(per(milliseconds(cpu), done)),
            store_cpu_ms: None,
            rss_mb: megabytes(self.server.process.resident()),
            bytes: bytes / usize::try_from(done)?,
            failed: 0,
            degraded,
            baseline: Some(BaselineTimes {
                name: scenario.baseline.name(),
                p50_ms: baseline_times.percentile(50.0),
                p99_ms: baseline_times.percentile(99.0),
            }),
        })
    }

    /// The time that the bare statement takes, after the model's call where there is one.
    async fn bare(&self, scenario: &Scenario, number: u64) -> Result<Duration> {
        let variables = (scenario.variables)(&self.samples, number);
        let began = Instant::now();
        match scenario.baseline {
            Baseline::Sql(bare) | Baseline::SimilarSql { statement: bare, .. } => {
                self.sql.rows(bare.sql, (bare.parameters)(&variables)).await?;
            }
            Baseline::ModelAndSql(bare) => {
                let text = variables.get("text").and_then(Value::as_str);
                let vector = self.model.query(text.unwrap_or_default()).await?;
                let mut parameters = vec![vector, self.model.id().into()];
                parameters.extend((bare.parameters)(&variables));
                self.sql.rows(bare.sql, parameters).await?;
            }
            Baseline::Request(..) => {}
        }
        Ok(began.elapsed())
    }

    /// A row of concurrent clients.
    pub async fn concurrent(&mut self, scenario: &Scenario, clients: usize) -> Result<Row> {
        let length = self.effort.length;
        let load = Load {
            postgres: self.postgres,
            warm_up: length / 5,
            from: self.next,
            ..Load::of(&self.server, scenario, &self.samples, clients)
        };
        let end = async {
            tokio::time::sleep(length).await;
            Ok(())
        };
        let (row, next) = load::run(load, end).await?;
        self.next = next;
        Ok(row)
    }

    /// Reserves numbers of requests that were never sent; returns the first.
    pub fn reserve(&mut self, count: u64) -> u64 {
        let first = self.next;
        self.next += count;
        first
    }
}
