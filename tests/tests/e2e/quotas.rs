//! Quotas of one client: what it may take from the others of time, connections, sockets and memory.

use axum::Router;
use axum::routing::get;
use lorekeeper::config::{Config, Layer};
use lorekeeper::http::{self, Stopping};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::socket::{Socket, TRANSPORT};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Far longer than any refusal takes, on however busy a machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// More than the system keeps for a connection.
const LARGE_BODY_BYTES: usize = 32 << 20;

/// Most connections of a client.
const MAX_CONNECTIONS: usize = 96;

/// Most sockets of a client.
const MAX_SOCKETS: usize = 16;

/// What is refused, while somebody else asks.
async fn refused_beside(lore: &Lore, query: &str, variables: Value) -> (String, String) {
    let began = Instant::now();
    let bystander = async {
        let status = lore.ask("{ status { version } }").await;
        assert!(status["status"]["version"].is_string());
    };
    let (refusal, ()) = tokio::join!(lore.refusal(query, variables), bystander);
    assert!(began.elapsed() < ANSWER_TIMEOUT, "{:?}", began.elapsed());
    refusal
}

#[tokio::test]
async fn texts_that_can_be_no_name_are_refused_before_they_are_compared() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let long = "a".repeat(900_000);
    for (query, variables) in [
        ("query($d: [String!]) { spells(documents: $d) { totalCount } }", json!({"d": [long]})),
        (
            "query($d: [String!]) { search(query: \"fire\", documents: $d) { totalCount } }",
            json!({"d": vec![long.get(..30_000); 30]}),
        ),
        ("query($d: String) { spell(slug: \"ember-ward\", document: $d) { name } }", json!({"d": long})),
        ("query($s: String) { spells(gameSystem: $s) { totalCount } }", json!({"s": long})),
        ("query($s: String) { spell(slug: $s) { name } }", json!({"s": long})),
        ("query($k: String!) { document(key: $k) { name } }", json!({"k": long})),
        ("query($n: String) { spells(name: $n) { totalCount } }", json!({"n": long})),
    ] {
        let (code, message) = refused_beside(&lore, query, variables).await;
        assert_eq!(code, "BAD_USER_INPUT", "{query}");
        assert!(message.contains("at most 200"), "{query}: {message}");
    }
    let many = json!({"d": vec!["srd"; 101]});
    let query = "query($d: [String!]) { spells(documents: $d) { totalCount } }";
    let (_, message) = refused_beside(&lore, query, many).await;
    assert!(message.contains("101 names"), "{message}");
    let (_, message) = refused_beside(&lore, &format!("{{ {long} }}"), json!({})).await;
    assert!(message.contains("900000 characters"), "{message}");
    // Of many that are unknown some are explained.
    let unknown: Vec<String> = (0..9).map(|n| format!("srd-{n}")).collect();
    let query = "query($d: [String!]) { spells(documents: $d) { meta { message } } }";
    let data = lore.query(query, json!({"d": unknown})).await;
    let message = data["spells"]["meta"]["message"].as_str().unwrap();
    assert!(message.contains("\"srd-2\"") && !message.contains("\"srd-3\""));
    assert!(message.contains("6 more of the documents"), "{message}");
    lore.stop().await;
}

#[tokio::test]
async fn filters_cost_what_they_compare() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let query = "query($f: CreatureFilter) { creatures(filter: $f) { totalCount } }";
    let contains = |n: usize| json!({"text": {"contains": format!("zyx {n}")}});
    let bomb: Vec<Value> =
        (0..7).map(|part| json!({"or": (0..900).map(|n| contains(900 * part + n)).collect::<Vec<_>>()})).collect();
    let (code, message) = refused_beside(&lore, query, json!({"f": {"or": bomb}})).await;
    assert_eq!(code, "TOO_COMPLEX");
    assert!(message.contains("compares 6300 times"), "{message}");
    // Variables that are not given hide nothing.
    let hidden =
        "query($f: CreatureFilter, $n: Int) { creatures(filter: {armorClass: {eq: $n}, or: [$f]}) { totalCount } }";
    let (code, _) = refused_beside(&lore, hidden, json!({"f": {"or": bomb}})).await;
    assert_eq!(code, "TOO_COMPLEX");
    let plain: Vec<Value> = (0..900).map(|n| json!({"armorClass": {"eq": n}})).collect();
    let plain = json!({"f": {"or": [{"or": plain}, {"or": plain}, {"or": plain}]}});
    let (code, message) = refused_beside(&lore, query, plain).await;
    assert_eq!(code, "TOO_COMPLEX");
    assert!(message.contains("most of it for what its filters compare"), "{message}");
    let relations = (0..8).fold(json!({"level": {"gte": 1}}), |filter, n| {
        let field = if n % 2 == 0 { "spells" } else { "casters" };
        json!({field: {"some": filter}})
    });
    let aliases = (1..=90)
        .fold(String::new(), |text, n| text + &format!(" a{n}: spells(filter: $f, first: {n}) {{ totalCount }}"));
    let aliases = format!("query($f: SpellFilter) {{{aliases} }}");
    let (code, _) = refused_beside(&lore, &aliases, json!({"f": relations})).await;
    assert_eq!(code, "TOO_COMPLEX");
    // What people ask stays far below.
    let usual = json!({"f": {"or": (0..20).map(contains).collect::<Vec<_>>(), "armorClass": {"gte": 12}}});
    let usual = lore
        .query(
            "query($f: CreatureFilter) { creatures(filter: $f) { totalCount facets(names: [\"size\"]) { name } } }",
            usual,
        )
        .await;
    assert_eq!(usual["creatures"]["totalCount"], 0);
    lore.stop().await;
}

/// A server of one large answer, and where it is.
async fn large(settings: &[(&'static str, &str)]) -> SocketAddr {
    judging(settings, Duration::from_secs(30)).await
}

/// The same, with a time after which a client's speed is judged.
async fn judging(settings: &[(&'static str, &str)], reading_window: Duration) -> SocketAddr {
    let mut layer = Layer::from([("data_dir", "data".to_owned())]);
    for (key, value) in settings {
        layer.insert(key, (*value).to_owned());
    }
    let mut config = Config::resolve(&[layer]).unwrap();
    config.protection.reading_window = reading_window;
    let large = || async { vec![b'a'; LARGE_BODY_BYTES] };
    let routes = Router::new().route("/large", get(large)).route("/", get(|| async { "lore" }));
    let routes = http::public(routes, &config);
    let listener = http::listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let never = std::future::pending();
        // Ends with the test; there is nobody to tell.
        let _ = http::serve(listener, routes, &Stopping::default(), never, &config.protection).await;
    });
    address
}

/// A connection that asks, and has not read anything yet.
async fn asking(server: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    // Whoever is refused may be hung up on by then.
    let _ = stream.write_all(request.as_bytes()).await;
    stream
}

/// The head of an answer, or what there is of it.
async fn head(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 512];
    let read = tokio::time::timeout(ANSWER_TIMEOUT, stream.read(&mut bytes)).await;
    let read = read.expect("an answer").unwrap_or_default();
    String::from_utf8_lossy(&bytes[..read]).into_owned()
}

#[tokio::test]
async fn answers_that_nobody_takes_are_so_many_and_no_more() {
    let server = large(&[]).await;
    let (mut first, mut second) = (asking(server, "/large").await, asking(server, "/large").await);
    for stream in [&mut first, &mut second] {
        let head = head(stream).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    }
    let mut third = asking(server, "/large").await;
    let refused = head(&mut third).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("retry-after: 5"), "{refused}");
    // Small answers are none of it, and a client that is gone leaves its room.
    let mut small = asking(server, "/").await;
    assert!(head(&mut small).await.starts_with("HTTP/1.1 200"));
    drop(first);
    let began = Instant::now();
    loop {
        let mut next = asking(server, "/large").await;
        if head(&mut next).await.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(began.elapsed() < ANSWER_TIMEOUT, "no room");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn whoever_reads_too_slowly_is_hung_up_on() {
    let server = judging(&[], Duration::from_secs(3)).await;
    let began = Instant::now();
    let mut slow = asking(server, "/large").await;
    let mut taken = 0;
    let mut bytes = vec![0; 16 * 1024];
    let gone = loop {
        // What lies in the system's buffers comes at once; of what the server still has, some kilobytes a second.
        match slow.read(&mut bytes).await {
            Ok(0) | Err(_) => break true,
            Ok(read) => taken += read,
        }
        if taken >= LARGE_BODY_BYTES || began.elapsed() > 6 * ANSWER_TIMEOUT {
            break false;
        }
        // A server that hung up refuses it: that is known before the buffers are empty.
        let _ = slow.write_all(b" ").await;
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    assert!(gone && taken < LARGE_BODY_BYTES, "{taken} bytes");
    // Who reads gets all of it.
    let mut good = asking(server, "/large").await;
    let mut taken = 0;
    while taken < LARGE_BODY_BYTES {
        let read = tokio::time::timeout(ANSWER_TIMEOUT, good.read(&mut bytes)).await;
        taken += match read.unwrap().unwrap() {
            0 => break,
            read => read,
        };
    }
    assert!(taken >= LARGE_BODY_BYTES, "{taken} bytes");
}

#[tokio::test]
async fn one_client_has_so_many_connections_and_no_more() {
    let server = large(&[]).await;
    let mut mine = Vec::new();
    for _ in 0..MAX_CONNECTIONS {
        let mut stream = asking(server, "/").await;
        assert!(head(&mut stream).await.starts_with("HTTP/1.1 200"));
        mine.push(stream);
    }
    let mut over = TcpStream::connect(server).await.unwrap();
    let refused = head(&mut over).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    // Another address of this machine, where it has one.
    let other = TcpSocket::new_v4().unwrap();
    if other.bind("127.0.0.2:0".parse().unwrap()).is_ok() {
        let mut other = other.connect(server).await.unwrap();
        let request = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
        other.write_all(request).await.unwrap();
        assert!(head(&mut other).await.starts_with("HTTP/1.1 200"));
    } else {
        eprintln!("skipped: this machine has one loopback address");
    }
    drop(mine);
    let began = Instant::now();
    while !head(&mut asking(server, "/").await).await.starts_with("HTTP/1.1 200") {
        assert!(began.elapsed() < ANSWER_TIMEOUT, "no place");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // A proxy that is trusted has as many as there are.
    let server = large(&[("trusted_proxies", "127.0.0.1")]).await;
    let mut all = Vec::new();
    for _ in 0..=MAX_CONNECTIONS {
        let mut stream = asking(server, "/").await;
        assert!(head(&mut stream).await.starts_with("HTTP/1.1 200"));
        all.push(stream);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_client_has_so_many_sockets_and_no_more() {
    let upstream = Upstream::start().await;
    let settings = [("trusted_proxies", "127.0.0.1")];
    let lore = Lore::with(&upstream, Model::Missing, &settings).await;
    let open = async |client: &str| {
        let headers = [("sec-websocket-protocol", TRANSPORT), ("x-forwarded-for", client)];
        Socket::open(&lore.url, &headers).await
    };
    let mut mine = Vec::new();
    for _ in 0..MAX_SOCKETS {
        mine.push(open("192.0.2.1").await.unwrap());
    }
    assert_eq!(open("192.0.2.1").await.err(), Some(503));
    let other = open("192.0.2.2").await.unwrap();
    drop(mine);
    let began = Instant::now();
    while open("192.0.2.1").await.is_err() {
        assert!(began.elapsed() < ANSWER_TIMEOUT, "no place");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(other);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_and_sockets_have_one_rate_limit() {
    let upstream = Upstream::start().await;
    let settings = [("rate_limit", "1"), ("rate_burst", "4")];
    let lore = Lore::with(&upstream, Model::Missing, &settings).await;
    let query = "{ __typename }";
    // Two requests, the opening of the socket, and what is asked over it.
    for _ in 0..2 {
        lore.ask(query).await;
    }
    let mut socket = Socket::begin(&lore.url, Value::Null).await;
    socket.subscribe("1", query).await;
    assert_eq!(socket.data("1").await["__typename"], "Query");
    socket.expect("complete", "1").await;
    socket.subscribe("2", query).await;
    let refused = socket.expect("error", "2").await;
    assert_eq!(refused[0]["extensions"]["code"], "RATE_LIMITED");
    drop(socket);
    lore.stop().await;
}
