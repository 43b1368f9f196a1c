//! Subscriptions at a follower: its clients hear what the leader's do.

use super::token;
use crate::admin::{TOKEN, authorization};
use crate::leadership::settings;
use crate::nodes::{list, text};
use lorekeeper::config::Config;
use lorekeeper::http::{self, Stopping};
use lorekeeper::leadership::{Mode, Role, Session, routes};
use lorekeeper_tests::socket::{Socket, TRANSPORT};
use lorekeeper_tests::upstream::Upstream;
use serde_json::Value;
use std::sync::Arc;

async fn serve(session: &Arc<Session>, config: &Config) -> String {
    let listener = http::listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let stopping = Stopping::default();
    let router = routes(session, config, &stopping).unwrap();
    let protection = config.protection.clone();
    tokio::spawn(async move {
        let never = std::future::pending();
        // Ends with the test; there is nobody to tell.
        let _ = http::serve(listener, router, &stopping, never, &protection).await;
    });
    url
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_a_follower_hear_of_everything() {
    let upstream = Upstream::start().await;
    let data = tempfile::tempdir().unwrap();
    let layer = |origins: &str| {
        let mut layer = settings(data.path(), &upstream);
        layer.insert("admin_token", TOKEN.to_owned());
        layer.insert("allowed_origins", origins.to_owned());
        layer
    };
    let config = Config::resolve(&[layer("")]).unwrap();
    let leader = Session::start(config, Mode::Command);
    assert!(matches!(*leader.role().await.unwrap(), Role::Leader(_)));
    // Which pages may ask, each server says for itself.
    let config = Config::resolve(&[layer("https://follower.example")]).unwrap();
    let follower = Session::start(config.clone(), Mode::Command);
    assert!(matches!(*follower.role().await.unwrap(), Role::Follower(_)));
    let url = serve(&follower, &config).await;
    for (origin, refused) in [("https://evil.example", Some(403)), ("https://follower.example", None)] {
        let headers = [("sec-websocket-protocol", TRANSPORT), ("origin", origin)];
        let opened = Socket::open(&url, &headers).await;
        assert_eq!(opened.err(), refused, "{origin}");
    }

    let mut socket = Socket::begin(&url, token()).await;
    socket.subscribe("1", "subscription { contentChanged { revision families } }").await;
    assert_eq!(socket.data("1").await["contentChanged"]["revision"], "0");
    socket.subscribe("2", "mutation { startSync(embed: false) { job { id } } }").await;
    let started = socket.data("2").await;
    let id = text(&started, "/startSync/job/id");
    socket.expect("complete", "2").await;
    // Another client, who shows the token in the header of the request.
    let token_header = authorization();
    let headers = [("sec-websocket-protocol", TRANSPORT), ("authorization", token_header.as_str())];
    let mut other = Socket::open(&url, &headers).await.unwrap();
    other.say(serde_json::json!({"type": "connection_init"})).await;
    other.hear().await;
    let progress = format!("subscription {{ syncProgress(job: \"{id}\") {{ __typename job {{ state }} }} }}");
    other.subscribe("1", &progress).await;
    let mut last = Value::Null;
    while last["syncProgress"]["__typename"] != "JobEnded" {
        last = other.data("1").await;
    }
    assert_eq!(last["syncProgress"]["job"]["state"], "DONE");
    let changed = socket.data("1").await;
    assert!(!list(&changed["contentChanged"]["families"]).is_empty());

    // The leader ends: its clients and those of its followers are told.
    let ((), closed) = tokio::join!(leader.close(), other.hear_close());
    assert_eq!(closed, 1001);
    drop(leader);
    // Whoever comes back is answered by the one that took over.
    let mut socket = Socket::begin(&url, token()).await;
    socket.subscribe("1", "{ spells { totalCount } }").await;
    assert!(socket.data("1").await["spells"]["totalCount"].as_i64() > Some(0));
    follower.close().await;
    assert_eq!(socket.hear_close().await, 1001);
}
