//! Connection limits, in all and of one client: each connection takes a file descriptor and memory.

use super::client::{is_trusted, network};
use super::quota::{Permit, Quota};
use ipnet::IpNet;
use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown};
use tokio::net::TcpStream;

/// Most connections: half of the 1,024 files that a process may have open as a rule; a follower needs two for each.
const MAX_CONNECTIONS: usize = 512;

/// Most connections of one client. A browser has half a dozen.
const MAX_CONNECTIONS_OF_CLIENT: usize = 96;

/// The response to a connection above the limit.
const REFUSAL_RESPONSE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 73\r\n\r\nThere are too many connections. Close some of yours, or try again later.\n";

/// Connection limiter.
#[derive(Clone, Debug)]
pub struct Connections {
    quota: Quota,
    trusted: Vec<IpNet>,
}

impl Connections {
    /// A limiter that counts by address; trusted proxies have only the limit of all.
    pub fn new(trusted: Vec<IpNet>) -> Self {
        Self { quota: Quota::new(MAX_CONNECTIONS, MAX_CONNECTIONS_OF_CLIENT), trusted }
    }

    /// Admits a connection from an address.
    pub fn admit(&self, address: IpAddr) -> Option<Permit> {
        let client = (!is_trusted(address, &self.trusted)).then(|| network(address));
        self.quota.acquire(client, 1)
    }
}

/// Sends the refusal and closes the connection, without waiting for the client.
pub fn refuse(stream: TcpStream) {
    metrics::counter!("lorekeeper_connections_refused_total").increment(1);
    if let Ok(mut stream) = stream.into_std() {
        // Unread bytes of the client would reset the connection before it has read the refusal.
        let _ = stream.write_all(REFUSAL_RESPONSE);
        let _ = stream.shutdown(Shutdown::Write);
        let mut sent = [0; 4096];
        for _ in 0..16 {
            match stream.read(&mut sent) {
                Ok(1..) => {}
                Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_is_an_answer() {
        let text = std::str::from_utf8(REFUSAL_RESPONSE).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&format!("content-length: {}", body.len())));
    }

    /// How many there are, and that a proxy has all, end-to-end tests show.
    #[test]
    fn a_client_has_one_address_of_ipv4_or_a_network_of_ipv6() {
        let connections = Connections::new(Vec::new());
        let places = |address: &str, most: usize| -> Vec<Permit> {
            let address: IpAddr = address.parse().unwrap();
            (0..most).map_while(|_| connections.admit(address)).collect()
        };
        let mine = places("192.0.2.1", 1_000);
        assert_eq!(mine.len(), MAX_CONNECTIONS_OF_CLIENT);
        assert!(places("::ffff:192.0.2.1", 1).is_empty());
        let (first, second) = (places("2001:db8::1", 60), places("2001:db8::2", 60));
        assert_eq!(first.len() + second.len(), MAX_CONNECTIONS_OF_CLIENT);
    }
}
