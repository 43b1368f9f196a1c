//! HTTP as it is on the wire: who keeps a connection, who closes it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// A connection that is kept for more requests.
pub struct Connection(BufReader<TcpStream>);

/// An answer: its status, its headers in lower case, its body.
pub struct Answer {
    pub status: u16,
    headers: Vec<String>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter().filter_map(|line| line.split_once(':'));
        let (_, value) = headers.find(|(known, _)| *known == name)?;
        Some(value.trim())
    }

    /// Whether it is the last on its connection.
    pub fn is_last(&self) -> bool {
        self.header("connection") == Some("close")
    }
}

impl Connection {
    pub fn open(address: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        Some(Self(BufReader::new(stream)))
    }

    pub fn send(&mut self, text: &str) -> Option<()> {
        self.0.get_mut().write_all(text.as_bytes()).ok()
    }

    /// The answer to a request with a method and a path, such as `GET /`.
    pub fn ask(&mut self, head: &str, headers: &[&str], body: &str) -> Option<Answer> {
        let length = format!("content-length: {}", body.len());
        let own: &[&str] = &["host: localhost", &length];
        let headers = [own, headers].concat().join("\r\n");
        self.send(&format!("{head} HTTP/1.1\r\n{headers}\r\n\r\n{body}"))?;
        self.answer()
    }

    pub fn answer(&mut self) -> Option<Answer> {
        let lines = self.0.by_ref().lines().map_while(Result::ok);
        let head = lines.take_while(|line| !line.is_empty());
        let mut headers: Vec<String> = head.map(|line| line.to_lowercase()).collect();
        let status = headers.first()?.split(' ').nth(1)?.parse().ok()?;
        headers.remove(0);
        let mut answer = Answer { status, headers, body: String::new() };
        let mut body = vec![0; answer.header("content-length")?.parse().ok()?];
        self.0.read_exact(&mut body).ok()?;
        answer.body = String::from_utf8(body).ok()?;
        Some(answer)
    }
}
