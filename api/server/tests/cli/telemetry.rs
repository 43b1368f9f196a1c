//! What a server tells of itself: spans for a collector, lines for a program that reads logs.

use crate::Program;
use crate::leadership::Server;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

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
        // Ends with the test.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || collect(stream, &kept));
            }
        });
        Self { url, spans }
    }
}

/// Takes what comes on one connection.
fn collect(stream: TcpStream, kept: &Mutex<Vec<Span>>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let (mut length, mut line) = (0, String::new());
        stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        assert!(line.starts_with("POST /v1/traces "), "{line}");
        while line != "\r\n" {
            line.clear();
            stream.read_line(&mut line).ok()?;
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a number");
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).ok()?;
        let sent = ExportTraceServiceRequest::decode(body.as_slice()).expect("OTLP");
        let spans = sent
            .resource_spans
            .into_iter()
            .flat_map(|resource| resource.scope_spans);
        kept.lock()
            .expect("it is whole")
            .extend(spans.flat_map(|scope| scope.spans));
        let answer =
            "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
        stream.get_mut().write_all(answer.as_bytes()).ok()?;
    }
}

/// Asks one question over GraphQL, and says what came.
fn ask(server: &Server, headers: &str) -> String {
    let body = r#"{"query": "query Fire($s: String) { spells(search: $s) { totalCount nodes { name } } }", "variables": {"s": "sesquipedalian"}}"#;
    let mut stream = TcpStream::connect(server.address()).expect("a connection");
    let request = format!(
        "POST /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn text(span: &Span, name: &str) -> String {
    let attribute = span
        .attributes
        .iter()
        .find(|attribute| attribute.key == name);
    let value = attribute.and_then(|attribute| attribute.value.clone()?.value);
    match value {
        Some(Attribute::StringValue(text)) => text,
        Some(other) => format!("{other:?}"),
        None => String::new(),
    }
}

/// A server that ends when it is asked to, and what it wrote into its log.
fn run(program: &Program, settings: &[(&str, &str)], headers: &str) -> (String, String) {
    let path = program.data_dir().join("log");
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
    let (answer, log) = run(
        &program,
        &settings,
        "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nx-request-id: mine\r\n",
    );
    assert!(
        answer.contains("x-request-id: mine") && answer.contains("\"totalCount\":0"),
        "{answer}"
    );
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
    let statements: Vec<&Span> = spans
        .iter()
        .filter(|span| span.parent_span_id == field.span_id)
        .collect();
    assert!(!statements.is_empty(), "{spans:#?}");
    for statement in statements {
        assert_eq!(text(statement, "db.system"), "postgresql");
        assert!(statement.end_time_unix_nano >= statement.start_time_unix_nano);
    }
    // Statements say what they do, not with what; and there are none outside of requests.
    assert!(!format!("{spans:?}").contains("sesquipedalian"));
    assert!(
        spans
            .iter()
            .any(|span| text(span, "db.statement").contains("search_entry"))
    );
    let roots = spans.iter().filter(|span| span.parent_span_id.is_empty());
    assert_eq!(
        roots.map(|span| span.name.as_str()).collect::<Vec<_>>(),
        Vec::<&str>::new()
    );
}

#[test]
fn logs_are_lines_for_people_or_objects_for_programs() {
    let program = Program::new();
    let settings = [
        ("LOREKEEPER_LOG", "debug"),
        ("LOREKEEPER_LOG_FORMAT", "json"),
    ];
    let (_, log) = run(&program, &settings, "x-request-id: mine\r\n");
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")))
        .collect();
    let of_the_request = |line: &&Value| line["span"]["id"] == "mine";
    let answered = lines
        .iter()
        .filter(of_the_request)
        .find(|line| line["message"] == "answered");
    let answered = answered.unwrap_or_else(|| panic!("{log}"));
    assert_eq!(
        (&answered["route"], &answered["status"]),
        (&"/graphql".into(), &200.into())
    );
    assert_eq!(answered["level"], "DEBUG");

    let (_, log) = run(
        &program,
        &[("LOREKEEPER_LOG", "debug")],
        "x-request-id: mine\r\n",
    );
    let line = log
        .lines()
        .find(|line| line.contains("request{id=mine}"))
        .unwrap_or_else(|| panic!("{log}"));
    assert!(line.contains("status=200"), "{line}");
    // By default nothing is said of a request that went well.
    let (_, log) = run(&program, &[], "x-request-id: mine\r\n");
    assert!(!log.contains("mine"), "{log}");
}
