//! A running `lorekeeper serve`.

use crate::Result;
use crate::client::{Client, Request};
use crate::process::Process;
use crate::program::{Program, Settings};
use crate::report::Figure;
use serde_json::Value;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::{Duration, Instant};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

/// How long a server may take to start or to stop.
const START_TIMEOUT: Duration = Duration::from_mins(2);

/// How often a starting server is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running server; it is killed when this is dropped.
pub struct Server {
    child: Child,
    address: SocketAddr,
    /// Its process.
    pub process: Process,
    /// From the start of the process to the first answer with content.
    pub first_answer: Duration,
}

impl Server {
    /// Starts a server and waits until it answers a question about its content.
    pub async fn start(program: &Program, settings: &Settings) -> Result<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let mut settings = settings.clone();
        settings.insert("LOREKEEPER_BIND", address.to_string());
        let began = Instant::now();
        let child = program.command(&["serve"], &settings).spawn()?;
        let process = Process(child.id().ok_or("the server ended at once")?);
        let mut server = Self { child, address, process, first_answer: Duration::ZERO };
        let first = Request::graphql("{ creatures(first: 1) { nodes { name } } }", Value::Null);
        while server.ask(&first).await.is_err() {
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("the server ended before it answered: {status}").into());
            }
            if began.elapsed() > START_TIMEOUT {
                return Err("the server does not answer".into());
            }
            sleep(POLL_INTERVAL).await;
        }
        server.first_answer = began.elapsed();
        Ok(server)
    }

    /// A client with a connection of its own.
    pub fn client(&self) -> Result<Client> {
        Client::new(self.address)
    }

    /// The JSON that answers one request.
    pub async fn ask(&self, request: &Request) -> Result<Value> {
        let response = self.client()?.send(request).await?.ok()?;
        Ok(serde_json::from_str(&response.body)?)
    }

    /// The sum of a metric over all its labels.
    pub async fn metric(&self, name: &str) -> Result<f64> {
        Ok(self.samples(name).await?.iter().map(|(_, value)| value).sum())
    }

    /// For how long futures of answers were polled without a pause, over all requests so far: the upper bounds of the
    /// histogram's buckets.
    pub async fn poll_durations(&self) -> Result<Vec<Figure>> {
        let samples = self.samples("lorekeeper_graphql_poll_duration_seconds_bucket").await?;
        let all = samples.last().map_or(0.0, |(_, count)| *count);
        let bound = |share: f64| {
            let (labels, _) = samples.iter().find(|(_, count)| *count >= share * all)?;
            let bound = labels.split("le=\"").nth(1)?.split('"').next()?;
            bound.replace("+Inf", "inf").parse::<f64>().ok()
        };
        let figure = |share: f64, percentile: &str| {
            let value = bound(share).unwrap_or(f64::NAN) * 1e3;
            Figure::new(format!("poll of an answer, at most, {percentile}"), value, "ms")
        };
        Ok(vec![figure(0.99, "p99"), figure(0.9999, "p99.99")])
    }

    /// The labels and values of a metric.
    async fn samples(&self, name: &str) -> Result<Vec<(String, f64)>> {
        let text = self.client()?.send(&Request::get("/metrics")).await?.body;
        let samples = text.lines().filter_map(|line| {
            let (labels, value) = line.strip_prefix(name)?.rsplit_once(' ')?;
            let is_whole_name = labels.is_empty() || labels.starts_with('{');
            is_whole_name.then_some((labels.to_owned(), value.parse().ok()?))
        });
        Ok(samples.collect())
    }

    /// Waits until the model is loaded, every passage has its vector, and searches are ranked.
    pub async fn until_searchable(&self) -> Result<()> {
        let status = "{ status { model passages embedded } }";
        let status = Request::graphql(status, Value::Null);
        let search = "{ search(query: \"fire\", first: 1) { totalCount } }";
        let search = Request::graphql(search, Value::Null);
        loop {
            let answer = self.ask(&status).await?;
            let field = |name: &str| answer.pointer(&format!("/data/status/{name}")).cloned();
            if field("model").is_some_and(|model| model.is_string())
                && field("passages") == field("embedded")
                && self.ask(&search).await.is_ok()
            {
                return Ok(());
            }
            sleep(Duration::from_secs(1)).await;
        }
    }

    /// Stops the server as an operator does.
    pub async fn stop(mut self) -> Result<()> {
        let pid = self.process.0.to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await?;
        timeout(START_TIMEOUT, self.child.wait()).await??;
        Ok(())
    }
}
