//! A running `lorekeeper serve`.

use crate::Result;
use crate::connection::{Connection, Request};
use crate::process::Process;
use crate::program::{Program, Settings};
use serde_json::Value;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::{Duration, Instant};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

/// A server that nothing comes from for so long will not answer any more.
const PATIENCE: Duration = Duration::from_mins(2);

/// How often a server that is starting is asked.
const PAUSE: Duration = Duration::from_millis(5);

/// A running server. It ends when this is dropped.
pub struct Server {
    child: Child,
    /// Where it answers.
    pub address: SocketAddr,
    /// Its process.
    pub process: Process,
    /// How long it took from the start of the process to the first answer with content.
    pub first_answer: Duration,
}

impl Server {
    /// Starts one, and waits until it answers a question about its content.
    pub async fn start(program: &Program, settings: &Settings) -> Result<Self> {
        let address = free_address()?;
        let mut settings = settings.clone();
        settings.insert("LOREKEEPER_BIND", address.to_string());
        let began = Instant::now();
        let child = program.command(&["serve"], &settings).spawn()?;
        let process = Process(child.id().ok_or("the server ended at once")?);
        let mut server = Self {
            child,
            address,
            process,
            first_answer: Duration::ZERO,
        };
        let first = Request::graphql("{ creatures(first: 1) { nodes { name } } }", Value::Null);
        while server.ask(&first).await.is_err() {
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("the server ended before it answered: {status}").into());
            }
            if began.elapsed() > PATIENCE {
                return Err("the server does not answer".into());
            }
            sleep(PAUSE).await;
        }
        server.first_answer = began.elapsed();
        Ok(server)
    }

    /// A connection to it.
    pub async fn connect(&self) -> Result<Connection> {
        Connection::open(self.address).await
    }

    /// The answer to one request over a connection of its own.
    pub async fn ask(&self, request: &Request) -> Result<Value> {
        let answer = self.connect().await?.send(request).await?;
        answer.sound()?;
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// The sum of a metric over all its labels.
    pub async fn metric(&self, name: &str) -> Result<f64> {
        let samples = self.samples(name).await?;
        Ok(samples.iter().map(|(_, value)| value).sum())
    }

    /// How often what a histogram counts was at most so many seconds, from the fewest on.
    pub async fn buckets(&self, name: &str) -> Result<Vec<(f64, f64)>> {
        let samples = self.samples(&format!("{name}_bucket")).await?;
        let bound = |labels: &str| {
            let bound = labels.split("le=\"").nth(1)?.split('"').next()?;
            bound.replace("+Inf", "inf").parse().ok()
        };
        let buckets = samples
            .iter()
            .filter_map(|(labels, count)| Some((bound(labels)?, *count)));
        Ok(buckets.collect())
    }

    /// The labels and values of a metric.
    async fn samples(&self, name: &str) -> Result<Vec<(String, f64)>> {
        let answer = self
            .connect()
            .await?
            .send(&Request::get("/metrics"))
            .await?;
        let text = String::from_utf8_lossy(&answer.body);
        let of_it = text.lines().filter_map(|line| {
            let rest = line.strip_prefix(name)?;
            let (labels, value) = rest.rsplit_once(' ')?;
            (labels.is_empty() || labels.starts_with('{'))
                .then(|| Some((labels.to_owned(), value.parse().ok()?)))?
        });
        Ok(of_it.collect())
    }

    /// Waits until the model is loaded and every passage has its vector.
    pub async fn until_embedded(&self) -> Result<()> {
        loop {
            let question = Request::graphql("{ status { model passages embedded } }", Value::Null);
            let status = self.ask(&question).await?;
            let number = |path: &str| status.pointer(path).and_then(Value::as_f64);
            let (all, done) = (
                number("/data/status/passages"),
                number("/data/status/embedded"),
            );
            let model = status.pointer("/data/status/model").and_then(Value::as_str);
            if model.is_some() && all == done {
                return Ok(());
            }
            sleep(Duration::from_secs(1)).await;
        }
    }

    /// Stops it as an operator would.
    pub async fn stop(mut self) -> Result<()> {
        let pid = self.process.0.to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await?;
        timeout(PATIENCE, self.child.wait()).await??;
        Ok(())
    }
}

/// An address that nobody listens on.
fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
