//! How a server ends: it finishes what runs, and takes nothing new.

use crate::Program;
use crate::leadership::{Server, wait};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many clients ask at the same time.
const CLIENTS: usize = 16;

/// How many requests they have had answered before the server is told to stop.
const BEFORE: usize = 300;

/// An answer: its status, whether it is the last on its connection, its body.
struct Answer {
    status: u16,
    last: bool,
    body: String,
}

/// A connection that is kept for more requests.
struct Kept(BufReader<TcpStream>);

impl Kept {
    fn open(address: &str) -> Option<Self> {
        TcpStream::connect(address)
            .ok()
            .map(|stream| Self(BufReader::new(stream)))
    }

    fn send(&mut self, head: &str, body: &str) -> Option<()> {
        let text = format!(
            "{head} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.0.get_mut().write_all(text.as_bytes()).ok()
    }

    fn answer(&mut self) -> Option<Answer> {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).ok().filter(|read| *read > 0)?;
            if line == "\r\n" {
                break;
            }
            head.push(line.to_lowercase());
        }
        let value = |name: &str| {
            head.iter()
                .find_map(|line| line.strip_prefix(name))
                .map(str::trim)
        };
        let mut body = vec![0; value("content-length:")?.parse().ok()?];
        self.0.read_exact(&mut body).ok()?;
        Some(Answer {
            status: head.first()?.split(' ').nth(1)?.parse().ok()?,
            last: value("connection:") == Some("close"),
            body: String::from_utf8(body).ok()?,
        })
    }
}

/// Asks until there is no server any more; says how many requests were answered, and how many were not although the
/// server had taken them.
fn keep_asking(address: &str, answered: &AtomicUsize, lost: &AtomicUsize) {
    let query = r#"{"query": "{ spells(search: \"fire\") { totalCount } }"}"#;
    while let Some(mut connection) = Kept::open(address) {
        loop {
            let answer = connection
                .send("POST /graphql", query)
                .and_then(|()| connection.answer());
            let Some(answer) = answer else {
                lost.fetch_add(1, Ordering::SeqCst);
                break;
            };
            assert_eq!(
                (answer.status, answer.body.as_str()),
                (200, r#"{"data":{"spells":{"totalCount":0}}}"#)
            );
            answered.fetch_add(1, Ordering::SeqCst);
            if answer.last {
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
    let mut kept = Kept::open(server.address()).expect("a connection");
    let mut ask = |head: &str| {
        kept.send(head, "").expect("it is sent");
        kept.answer().expect("an answer")
    };
    assert!(!ask("GET /health/ready").last);
    // A request that is not finished until its body is there.
    let mut slow = Kept::open(server.address()).expect("a connection");
    let half = "POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{\"query\":";
    slow.0
        .get_mut()
        .write_all(half.as_bytes())
        .expect("it is sent");
    // It is being read: another one came after it.
    assert!(!ask("GET /health/live").last);

    server.terminate();
    wait(|| Kept::open(server.address()).is_none());
    let ready = ask("GET /health/ready");
    assert_eq!((ready.status, ready.last), (503, true));
    assert_eq!(
        ready.body,
        r#"{"ready":false,"message":"The server is stopping."}"#
    );
    // The other one can still be finished.
    let rest = format!("{:<51}", r#""{ spells { totalCount } }"}"#);
    slow.0
        .get_mut()
        .write_all(rest.as_bytes())
        .expect("it is sent");
    let answer = slow.answer().expect("an answer");
    assert_eq!((answer.status, answer.last), (200, true));
    assert_eq!(answer.body, r#"{"data":{"spells":{"totalCount":0}}}"#);
    assert!(server.ended().success());

    let server = Server::ready(&program);
    let mut slow = Kept::open(server.address()).expect("a connection");
    slow.0
        .get_mut()
        .write_all(half.as_bytes())
        .expect("it is sent");
    server.terminate();
    wait(|| Kept::open(server.address()).is_none());
    server.terminate();
    assert_eq!(server.ended().code(), Some(130));
}
