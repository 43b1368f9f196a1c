//! Under which names the server may be asked. A page can make a name of its own point to this machine; then its browser
//! lets it read the answers. Where names are set, other names get none.

use super::refused;
use crate::error::Error;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;

/// Refuses requests under other names. `/mcp` is particular about them in any case, and says so in its own way; those
/// who look whether the server is well may call it anything.
pub async fn check(State(hosts): State<Arc<[String]>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let any = hosts.is_empty() || path == "/mcp" || super::health::PATHS.contains(&path);
    if any || host(&request).is_some_and(|host| is_known(&host, &hosts)) {
        return next.run(request).await;
    }
    let error = Error::input(
        "This server is not known under the name that it was asked by. Its owner can add the name to allowed_hosts.",
    );
    refused(path, StatusCode::FORBIDDEN, &error)
}

fn host(request: &Request) -> Option<String> {
    let header = request.headers().get(header::HOST);
    let named = header.and_then(|value| value.to_str().ok()?.parse::<Authority>().ok());
    let named = named.or_else(|| request.uri().authority().cloned())?;
    Some(named.host().trim_matches(['[', ']']).to_lowercase())
}

fn is_known(host: &str, hosts: &[String]) -> bool {
    let loopback = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    loopback || hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
}
