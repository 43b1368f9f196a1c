//! GraphQL over server-sent events: queries and subscriptions, what ends them, and clients that do not read.

use crate::admin::{ADMIN, authorization, lore};
use lorekeeper_ingest::import::Mode;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use reqwest::{Method, Response, Url};
use serde_json::{Value, json};
use std::time::Duration;

const CHANGES: &str = "subscription { contentChanged { revision families } }";

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

async fn ask(lore: &Lore, method: Method, query: &str, headers: &[(&str, &str)]) -> Response {
    let client = lorekeeper_tests::http::client().build().unwrap();
    let mut url: Url = format!("{}/graphql", lore.url).parse().unwrap();
    if method == Method::GET {
        url.query_pairs_mut().append_pair("query", query);
    }
    let mut request = client.request(method.clone(), url);
    if method == Method::POST {
        request = request.json(&json!({"query": query}));
    }
    request = request.header("accept", "text/event-stream");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

/// The events of a stream: names and data.
struct Events {
    response: Response,
    waiting: String,
}

impl Events {
    fn of(response: Response) -> Self {
        assert_eq!(response.status(), 200);
        let kind = &response.headers()["content-type"];
        assert_eq!(kind, "text/event-stream; charset=utf-8");
        assert!(!response.headers().contains_key("content-encoding"));
        Self { response, waiting: String::new() }
    }

    /// The next event; `None` where the stream has ended.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.waiting.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.waiting = rest;
                if event == ":" {
                    continue;
                }
                let lines = event.strip_prefix("event: ").unwrap();
                let (name, data) = lines.split_once("\ndata:").unwrap();
                return Some((name.to_owned(), serde_json::from_str(data).unwrap_or_default()));
            }
            let chunk = tokio::time::timeout(Duration::from_mins(1), self.response.chunk());
            let chunk = chunk.await.expect("the server says something").unwrap()?;
            self.waiting += std::str::from_utf8(&chunk).unwrap();
        }
    }

    async fn data(&mut self) -> Value {
        let (name, mut data) = self.next().await.unwrap();
        assert_eq!(name, "next");
        assert!(data.get("errors").is_none(), "{data}");
        data["data"].take()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operations_are_answered_as_events() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[ADMIN]).await;
    let query = "{ spells { totalCount } }";
    for method in [Method::GET, Method::POST] {
        let mut events = Events::of(ask(&lore, method.clone(), query, &[]).await);
        assert_eq!(events.data().await, lore.ask(query).await);
        assert_eq!(events.next().await, Some(("complete".to_owned(), Value::Null)));
        assert_eq!(events.next().await, None);
        // What is wrong with a query is told as its only answer.
        for (query, code) in [("{ nothing }", "BAD_USER_INPUT"), ("{", "BAD_USER_INPUT")] {
            let mut events = Events::of(ask(&lore, method.clone(), query, &[]).await);
            let (name, data) = events.next().await.unwrap();
            assert_eq!((name.as_str(), &data["errors"][0]["extensions"]["code"]), ("next", &json!(code)));
            assert_eq!(events.next().await.unwrap().0, "complete");
        }
    }
    let progress = "subscription { syncProgress { __typename } }";
    let mut events = Events::of(ask(&lore, Method::POST, progress, &[]).await);
    let (_, refused) = events.next().await.unwrap();
    assert_eq!(refused["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
    let admin = [("authorization", authorization())];
    let admin = admin.each_ref().map(|(name, value)| (*name, value.as_str()));
    let mut events = Events::of(ask(&lore, Method::POST, progress, &admin).await);
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    // An import that is no job tells nothing here.
    let silent = tokio::time::timeout(Duration::from_millis(200), events.next());
    assert!(silent.await.is_err());
    // Mutations change something, and are not for GET.
    let mutation = "mutation { startSync { joined } }";
    let refused = ask(&lore, Method::GET, mutation, &admin).await;
    assert_eq!(refused.status(), 405);
    drop(events);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_come_as_they_happen_until_the_server_stops() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    let mut streams = Vec::new();
    for method in [Method::GET, Method::POST] {
        let mut events = Events::of(ask(&lore, method, CHANGES, &[]).await);
        assert!(events.data().await["contentChanged"]["revision"].is_string());
        streams.push(events);
    }
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    for events in &mut streams {
        let families = &events.data().await["contentChanged"]["families"];
        assert!(families.as_array().is_some_and(|families| !families.is_empty()));
    }
    lore.app.ingest.stopping.send_replace(true);
    for events in &mut streams {
        // Not complete: a client that lives on asks another server.
        assert_eq!(events.next().await, None);
    }
    drop(streams);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_has_so_many_streams_and_sockets() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Missing, &[]).await;
    let mut streams = Vec::new();
    for _ in 0..16 {
        streams.push(ask(&lore, Method::POST, CHANGES, &[]).await);
    }
    let refused = ask(&lore, Method::POST, CHANGES, &[]).await;
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (503, &"5".parse().unwrap()));
    streams.pop();
    lorekeeper_tests::harness::until("a stream is free", async || {
        ask(&lore, Method::POST, CHANGES, &[]).await.status() == 200
    })
    .await;
    drop(streams);
    lore.stop().await;
}
