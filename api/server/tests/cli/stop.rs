//! How a server ends: it finishes what runs, and takes nothing new.

use crate::Program;
use crate::connection::Connection;
use crate::leadership::{Server, wait};
use std::sync::atomic::{AtomicUsize, Ordering};

const JSON: &str = "content-type: application/json";

/// How many clients ask at the same time.
const CLIENTS: usize = 16;

/// How many requests they have had answered before the server is told to stop.
const BEFORE: usize = 300;

/// Asks until there is no server any more; says how many requests were answered, and how many were not although the
/// server had taken them.
fn keep_asking(address: &str, answered: &AtomicUsize, lost: &AtomicUsize) {
    let query = r#"{"query": "{ spells(search: \"fire\") { totalCount } }"}"#;
    while let Some(mut connection) = Connection::open(address) {
        loop {
            let Some(answer) = connection.ask("POST /graphql", &[JSON], query) else {
                lost.fetch_add(1, Ordering::SeqCst);
                break;
            };
            assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"data":{"spells":{"totalCount":0}}}"#));
            answered.fetch_add(1, Ordering::SeqCst);
            if answer.is_last() {
                break;
            }
        }
    }
}

#[test]
fn no_request_is_lost() {
    let program = Program::new();
    let server = Server::ready(&program);
    let (answered, lost) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| keep_asking(server.address(), &answered, &lost));
        }
        wait(|| answered.load(Ordering::SeqCst) >= BEFORE);
        server.terminate();
    });
    let (answered, lost) = (answered.into_inner(), lost.into_inner());
    println!("{answered} answered, {lost} lost");
    assert_eq!(lost, 0, "of {answered}");
    assert!(server.ended().success());
}

#[test]
fn a_server_that_stops_says_so_and_waits_until_it_is_told_again() {
    let program = Program::new();
    let server = Server::ready(&program);
    let mut kept = Connection::open(server.address()).expect("a connection");
    let mut ask = |head: &str| kept.ask(head, &[], "").expect("an answer");
    assert!(!ask("GET /health/ready").is_last());
    // A request that is not finished until its body is there.
    let mut slow = Connection::open(server.address()).expect("a connection");
    let half = "POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{\"query\":";
    slow.send(half).expect("it is sent");
    // It is being read: another one came after it.
    assert!(!ask("GET /health/live").is_last());

    server.terminate();
    wait(|| Connection::open(server.address()).is_none());
    let ready = ask("GET /health/ready");
    assert_eq!((ready.status, ready.is_last()), (503, true));
    assert_eq!(ready.body, r#"{"ready":false,"message":"The server is stopping."}"#);
    // The other one can still be finished.
    let rest = format!("{:<51}", r#""{ spells { totalCount } }"}"#);
    slow.send(&rest).expect("it is sent");
    let answer = slow.answer().expect("an answer");
    assert_eq!((answer.status, answer.is_last()), (200, true));
    assert_eq!(answer.body, r#"{"data":{"spells":{"totalCount":0}}}"#);
    assert!(server.ended().success());

    let server = Server::ready(&program);
    let mut slow = Connection::open(server.address()).expect("a connection");
    slow.send(half).expect("it is sent");
    server.terminate();
    wait(|| Connection::open(server.address()).is_none());
    server.terminate();
    assert_eq!(server.ended().code(), Some(130));
}
