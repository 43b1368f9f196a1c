//! What a server tells of itself: spans for a collector, lines for a program that reads logs.

use crate::Program;
use crate::connection::{Answer, Connection};
use crate::leadership::Server;
use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::Value;
use std::fs::File;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

const MINE: &str = "x-request-id: mine";

/// A collector on loopback that keeps what it is sent.
struct Collector {
    url: String,
    spans: Arc<Mutex<Vec<Span>>>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let spans = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&spans);
        let collect = move |body: Bytes| {
            let sent = ExportTraceServiceRequest::decode(body).expect("OTLP");
            let scopes = sent.resource_spans.into_iter().flat_map(|r| r.scope_spans);
            let sent = scopes.flat_map(|scope| scope.spans);
            kept.lock().expect("it is whole").extend(sent);
            std::future::ready(())
        };
        // Ends with the test.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                listener.set_nonblocking(true).expect("a listener");
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                let routes = Router::new().route("/v1/traces", post(collect));
                axum::serve(listener, routes).await
            })
        });
        Self { url, spans }
    }
}

/// Asks one question over GraphQL.
fn ask(server: &Server, headers: &[&str]) -> Answer {
    let body = r#"{"query": "query Fire($s: String) { spells(search: $s) { totalCount nodes { name } } }", "variables": {"s": "sesquipedalian"}}"#;
    let own: &[&str] = &["content-type: application/json"];
    let headers = [own, headers].concat();
    let mut connection = Connection::open(server.address()).expect("a connection");
    let answer = connection.ask("POST /graphql", &headers, body);
    answer.expect("an answer")
}

fn text(span: &Span, name: &str) -> String {
    let attribute = span.attributes.iter().find(|attribute| attribute.key == name);
    let value = attribute.and_then(|attribute| attribute.value.clone()?.value);
    match value {
        Some(Attribute::StringValue(text)) => text,
        Some(other) => format!("{other:?}"),
        None => String::new(),
    }
}

/// A server that ends when it is asked to, and what it wrote into its log.
fn run(program: &Program, settings: &[(&'static str, &str)], headers: &[&str]) -> (Answer, String) {
    let path = program.data_dir().join("log");
    let settings = settings.iter().map(|(name, value)| (*name, (*value).to_owned()));
    let server = Server::with(program, settings, File::create(&path).expect("a file"));
    let answer = ask(&server, headers);
    server.terminate();
    assert!(server.ended().success());
    (answer, std::fs::read_to_string(path).expect("a log"))
}

#[test]
fn a_collector_sees_what_a_request_is_made_of() {
    let collector = Collector::start();
    let program = Program::new();
    let settings = [("LOREKEEPER_OTLP_ENDPOINT", collector.url.as_str())];
    let (answer, log) =
        run(&program, &settings, &["traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", MINE]);
    assert_eq!(answer.header("x-request-id"), Some("mine"));
    assert!(answer.body.contains("\"totalCount\":0"), "{}", answer.body);
    let spans = collector.spans.lock().expect("it is whole");
    let named = |name: &str| {
        let found: Vec<&Span> = spans.iter().filter(|span| span.name == name).collect();
        assert_eq!(found.len(), 1, "{name} in {spans:#?} {log}");
        found[0]
    };
    // The client's own span is the root of it.
    let http = named("POST /graphql");
    let hex = hex::encode::<&[u8]>;
    assert_eq!(hex(&http.trace_id), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(hex(&http.parent_span_id), "b7ad6b7169203331");
    assert_eq!(text(http, "request.id"), "mine");
    assert_eq!(text(http, "http.response.status_code"), "IntValue(200)");
    let operation = spans
        .iter()
        .find(|span| text(span, "graphql.operation.type") == "query")
        .unwrap_or_else(|| panic!("an operation in {spans:#?}"));
    assert!(operation.name.starts_with("query "), "{}", operation.name);
    assert_eq!(operation.parent_span_id, http.span_id);
    assert_eq!(text(operation, "graphql.operation.type"), "query");
    let field = named("spells");
    assert_eq!(field.parent_span_id, operation.span_id);
    let statements: Vec<&Span> = spans.iter().filter(|span| span.parent_span_id == field.span_id).collect();
    assert!(!statements.is_empty(), "{spans:#?}");
    for statement in statements {
        assert_eq!(text(statement, "db.system"), "postgresql");
        assert!(statement.end_time_unix_nano >= statement.start_time_unix_nano);
    }
    // Statements say what they do, not with what; and there are none outside of requests.
    assert!(!format!("{spans:?}").contains("sesquipedalian"));
    assert!(spans.iter().any(|span| text(span, "db.statement").contains("search_entry")));
    let roots = spans.iter().filter(|span| span.parent_span_id.is_empty());
    assert_eq!(roots.map(|span| span.name.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn logs_are_lines_for_people_or_objects_for_programs() {
    let program = Program::new();
    let settings = [("LOREKEEPER_LOG", "debug"), ("LOREKEEPER_LOG_FORMAT", "json")];
    let (_, log) = run(&program, &settings, &[MINE]);
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    let of_the_request = |line: &&Value| line["span"]["id"] == "mine";
    let answered = lines.iter().filter(of_the_request).find(|line| line["message"] == "answered");
    let answered = answered.unwrap_or_else(|| panic!("{log}"));
    assert_eq!((&answered["route"], &answered["status"]), (&"/graphql".into(), &200.into()));
    assert_eq!(answered["level"], "DEBUG");

    let (_, log) = run(&program, &[("LOREKEEPER_LOG", "debug")], &[MINE]);
    let line = log.lines().find(|line| line.contains("request{id=mine}")).unwrap_or_else(|| panic!("{log}"));
    assert!(line.contains("status=200"), "{line}");
    // By default nothing is said of a request that went well.
    let (_, log) = run(&program, &[], &[MINE]);
    assert!(!log.contains("mine"), "{log}");
}
