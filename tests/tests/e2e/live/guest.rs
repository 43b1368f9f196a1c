//! A process beside the one that holds the store: its clients hear what the holder's do.

use super::{TOKEN, token};
use lorekeeper::config::{Config, Layer};
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
    let router = routes(session, config, &stopping);
    let protection = config.protection.clone();
    tokio::spawn(async move {
        let never = std::future::pending();
        // Ends with the test; there is nobody to tell.
        let _ = http::serve(listener, router, &stopping, never, &protection).await;
    });
    url
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_clients_hear_of_everything() {
    let upstream = Upstream::start().await;
    let data = tempfile::tempdir().unwrap();
    let layer = |origins: &str| {
        Layer::from([
            ("data_dir", data.path().display().to_string()),
            ("open5e_url", upstream.open5e_url.clone()),
            ("dnd5e_url", upstream.dnd5e_url.clone()),
            ("starter_pack", "false".to_owned()),
            ("admin_token", TOKEN.to_owned()),
            ("allowed_origins", origins.to_owned()),
            (
                "model_dir",
                data.path().join("nowhere").display().to_string(),
            ),
        ])
    };
    let config = Config::resolve(&[layer("")]).unwrap();
    let holder = Session::start(config, Mode::Command);
    assert!(matches!(*holder.role().await.unwrap(), Role::Leader(_)));
    // Which pages may ask, each server says for itself.
    let config = Config::resolve(&[layer("https://guest.example")]).unwrap();
    let guest = Session::start(config.clone(), Mode::Command);
    assert!(matches!(*guest.role().await.unwrap(), Role::Follower(_)));
    let url = serve(&guest, &config).await;
    for (origin, refused) in [
        ("https://evil.example", Some(403)),
        ("https://guest.example", None),
    ] {
        let headers = [("sec-websocket-protocol", TRANSPORT), ("origin", origin)];
        assert_eq!(
            Socket::open(&url, &headers).await.err(),
            refused,
            "{origin}"
        );
    }

    let mut socket = Socket::begin(&url, token()).await;
    socket
        .subscribe("1", "subscription { contentChanged { revision families } }")
        .await;
    assert_eq!(socket.data("1").await["contentChanged"]["revision"], "0");
    socket
        .subscribe("2", "mutation { startSync(embed: false) { job { id } } }")
        .await;
    let id = socket.data("2").await["startSync"]["job"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    socket.expect("complete", "2").await;
    // Another client, who shows the token in the header of the request.
    let authorization = format!("Bearer {TOKEN}");
    let headers = [
        ("sec-websocket-protocol", TRANSPORT),
        ("authorization", authorization.as_str()),
    ];
    let mut other = Socket::open(&url, &headers).await.unwrap();
    other
        .say(serde_json::json!({"type": "connection_init"}))
        .await;
    other.hear().await;
    let progress =
        format!("subscription {{ syncProgress(job: \"{id}\") {{ __typename job {{ state }} }} }}");
    other.subscribe("1", &progress).await;
    let mut last = Value::Null;
    while last["syncProgress"]["__typename"] != "JobEnded" {
        last = other.data("1").await;
    }
    assert_eq!(last["syncProgress"]["job"]["state"], "DONE");
    let changed = socket.data("1").await;
    assert_eq!(
        changed["contentChanged"]["families"]
            .as_array()
            .map(Vec::is_empty),
        Some(false)
    );

    // The holder ends: its clients and those of its guests are told.
    let ((), closed) = tokio::join!(holder.close(), other.hear_close());
    assert_eq!(closed, 1001);
    drop(holder);
    // Whoever comes back is answered by the one that took over.
    let mut socket = Socket::begin(&url, token()).await;
    socket.subscribe("1", "{ spells { totalCount } }").await;
    assert!(
        socket.data("1").await["spells"]["totalCount"]
            .as_i64()
            .unwrap()
            > 0
    );
    guest.close().await;
    assert_eq!(socket.hear_close().await, 1001);
}
