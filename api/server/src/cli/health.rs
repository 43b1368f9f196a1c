//! `lorekeeper health`

use crate::config::Config;
use lorekeeper_graphql::error::{Error, Result};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

/// Longest wait for the answer: the server itself gives its store less.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Asks the server of these settings whether it is ready, and prints its answer: a probe for containers, whose images
/// have no other program.
pub async fn run(config: Config) -> Result<()> {
    let address = reachable(config.bind);
    let url = format!("http://{address}/health/ready");
    let unreachable = |cause| {
        tracing::debug!(%cause, "no answer to the probe");
        Error::unavailable(format!("No server answers at {address}."))
    };
    let client = reqwest::Client::builder().no_proxy().timeout(ANSWER_TIMEOUT).build().map_err(unreachable)?;
    let answer = client.get(&url).send().await.map_err(unreachable)?;
    let status = answer.status();
    let body = answer.text().await.map_err(unreachable)?;
    if status.is_success() {
        return super::print(&format!("{}\n", body.trim_end()));
    }
    Err(Error::unavailable(format!("The server at {address} is not ready: {}", body.trim_end())))
}

/// The address under which a server is reached from its own machine.
fn reachable(bind: SocketAddr) -> SocketAddr {
    let ip = match bind.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bind.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_asked_on_loopback() {
        for (bind, asked) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:8080", "[::1]:8080"), ("192.0.2.7:80", "192.0.2.7:80")]
        {
            assert_eq!(reachable(bind.parse().unwrap()).to_string(), asked);
        }
    }
}
