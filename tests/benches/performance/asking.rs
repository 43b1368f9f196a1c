//! A scenario, measured: alone in turns with its limit, then with many clients.

use crate::Result;
use crate::content::Samples;
use crate::figures::{LimitFigures, Row, mean, megabytes, milliseconds};
use crate::limits::{Model, Parameter, Sql};
use crate::load::{self, Load};
use crate::options::Effort;
use crate::process::Process;
use crate::scenarios::{Limit, Scenario};
use crate::server::Server;
use crate::turns::take_turns;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Numbers of requests that are limits of others begin here, so that both are never the same request.
const APART: u64 = 1 << 24;

/// What is asked, and what answers.
pub struct Bench {
    /// The server.
    pub server: Server,
    /// The store, over one connection.
    pub sql: Sql,
    /// The bare model.
    pub model: Model,
    /// The first process of its Postgres, where it runs on this machine.
    pub postgres: Option<Process>,
    /// What there is to ask for.
    pub samples: Samples,
    /// How much is measured.
    pub effort: Effort,
    /// The number of the next request: what was asked once is not asked again.
    pub next: u64,
}

/// What a scenario's requests came to, beside their times.
#[derive(Default)]
struct Sums {
    bytes: usize,
    degraded: u64,
    took: Duration,
}

impl Bench {
    /// A row for each number of clients.
    pub async fn measure(&mut self, scenario: &Scenario, clients: &[usize]) -> Result<Vec<Row>> {
        eprintln!("{}: {}", scenario.name, scenario.about);
        self.agree(scenario).await?;
        let mut rows = Vec::new();
        for &clients in clients {
            rows.push(if clients == 1 {
                self.alone(scenario).await?
            } else {
                self.crowd(scenario, clients).await?
            });
        }
        Ok(rows)
    }

    /// Both ways give as many rows, or they are not the same question; and the question finds something.
    async fn agree(&mut self, scenario: &Scenario) -> Result<()> {
        let mut found = 0;
        for _ in 0..8 {
            let number = self.numbers(1);
            let answer = self
                .server
                .ask(&scenario.request(&self.samples, number))
                .await?;
            let rows = (scenario.rows)(&answer);
            found += rows;
            if let Limit::Sql(bare) = scenario.limit {
                let variables = (scenario.variables)(&self.samples, number);
                let parameters = (bare.parameters)(&variables);
                let (bare, _) = self.sql.rows(bare.statement, parameters).await?;
                if rows != bare {
                    return Err(format!(
                        "{}: the server gives {rows} rows and the bare statement {bare} for {variables}",
                        scenario.name
                    )
                    .into());
                }
            }
        }
        if found == 0 {
            return Err(format!("{}: nothing is found", scenario.name).into());
        }
        Ok(())
    }

    async fn alone(&mut self, scenario: &Scenario) -> Result<Row> {
        let turns = self.effort.turns;
        let first = self.numbers(turns.at_most());
        let (server, samples) = (&self.server, &self.samples);
        let (mut connection, mut beside) = (server.connect().await?, server.connect().await?);
        let mut sums = Sums::default();
        let cpu = server.process.cpu();
        let asked = async |turn| {
            let request = scenario.request(samples, first + turn);
            let answer = connection.send(&request).await?;
            answer.sound()?;
            sums.bytes += answer.body.len();
            sums.degraded += u64::from(answer.warns());
            sums.took += answer.took;
            Ok(answer.took)
        };
        let (sql, model) = (&mut self.sql, &self.model);
        let limit = async |turn| {
            let variables = (scenario.variables)(samples, first + turn);
            if let Limit::Request(_, request) = scenario.limit {
                let answer = beside.send(&request(samples, APART + first + turn)).await?;
                answer.sound()?;
                return Ok(answer.took);
            }
            bare(scenario.limit, &variables, sql, model).await
        };
        let taken = take_turns(turns, asked, limit).await?;
        let requests = taken.turns;
        // What the server did for a limit that is a request is not the scenario's.
        let cpu = server.process.cpu().saturating_sub(cpu);
        let alone = !matches!(scenario.limit, Limit::Request(..));
        Ok(Row {
            scenario: scenario.name.to_owned(),
            clients: 1,
            requests: taken.one.count(),
            p50_ms: taken.one.at(50.0),
            p99_ms: taken.one.at(99.0),
            per_second: 1.0 / mean(sums.took.as_secs_f64(), requests),
            cpu_ms: alone.then(|| mean(milliseconds(cpu), requests)),
            store_cpu_ms: None,
            rss_mb: megabytes(server.process.resident()),
            bytes: sums.bytes / usize::try_from(requests)?,
            failed: 0,
            degraded: sums.degraded,
            limit: Some(LimitFigures {
                what: scenario.limit.what().to_owned(),
                p50_ms: taken.other.at(50.0),
                p99_ms: taken.other.at(99.0),
            }),
        })
    }

    /// A row of many clients, or of one that does not take turns with anything.
    pub async fn crowd(&mut self, scenario: &Scenario, clients: usize) -> Result<Row> {
        let (asked, samples) = (*scenario, self.samples.clone());
        let requests = Arc::new(move |number| asked.request(&samples, number));
        let length = self.effort.load;
        let load = Load {
            server: &self.server,
            postgres: self.postgres,
            scenario: scenario.name,
            requests,
            clients,
            warm_up: length / 5,
            from: self.next,
        };
        let over = async {
            sleep(length).await;
            Ok(())
        };
        let (row, next) = load::load(load, over).await?;
        self.next = next;
        Ok(row)
    }

    /// The first of so many numbers that were never used.
    pub fn numbers(&mut self, many: u64) -> u64 {
        let first = self.next;
        self.next += many;
        first
    }
}

/// How long the bare statement takes, after the model's call where there is one.
async fn bare(limit: Limit, variables: &Value, sql: &mut Sql, model: &Model) -> Result<Duration> {
    let began = Instant::now();
    match limit {
        Limit::Sql(bare) | Limit::LikeSql(bare) => {
            sql.rows(bare.statement, (bare.parameters)(variables))
                .await?;
        }
        Limit::ModelAndSql(bare) => {
            let text = variables.get("text").and_then(Value::as_str);
            let vector = model.query(text.unwrap_or_default()).await?;
            let mut parameters = vec![vector, Parameter::Text(model.id())];
            parameters.extend((bare.parameters)(variables));
            sql.rows(bare.statement, parameters).await?;
        }
        Limit::Request(..) => {}
    }
    Ok(began.elapsed())
}
