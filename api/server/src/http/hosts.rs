//! Host header validation, against DNS rebinding: a web page can make a name of its own point to this machine, and its
//! browser then lets the page read the answers. Requests under other names than the server's own are refused.

use super::refused;
use crate::config::Config;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use lorekeeper_graphql::error::Error;
use std::net::IpAddr;
use std::sync::Arc;

/// Host names that the server accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedHosts {
    /// Every name: the server is for other machines, and no setting says how they call it.
    Any,
    /// Loopback names, and these.
    Loopback(Arc<[String]>),
}

impl AllowedHosts {
    /// The names of `allowed_hosts`; without any, loopback names only where the address is a loopback one.
    pub fn of(config: &Config) -> Self {
        if config.allowed_hosts.is_empty() && !config.bind.ip().to_canonical().is_loopback() {
            Self::Any
        } else {
            Self::Loopback(config.allowed_hosts.clone().into())
        }
    }

    fn contains(&self, host: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Loopback(others) => {
                host == "localhost"
                    || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
                    || others.iter().any(|other| other.eq_ignore_ascii_case(host))
            }
        }
    }
}

/// Refuses requests under other names. `/mcp` checks the name itself, on every address, and answers as its protocol
/// wants; the health paths show nothing private, and probes call the server by any name.
pub async fn check(State(hosts): State<AllowedHosts>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let exempt = path == "/mcp" || super::health::PATHS.contains(&path);
    let any = exempt || hosts == AllowedHosts::Any;
    if any || host(&request).is_some_and(|host| hosts.contains(&host)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Layer;

    fn allowed(bind: &str, names: &str) -> AllowedHosts {
        let settings =
            [("data_dir", "data".to_owned()), ("bind", bind.to_owned()), ("allowed_hosts", names.to_owned())];
        AllowedHosts::of(&Config::resolve(&[Layer::from(settings)]).unwrap())
    }

    /// Which names are answered, end-to-end tests show.
    #[test]
    fn any_name_will_do_on_other_addresses_until_names_are_set() {
        for loopback in ["127.0.0.1:8080", "127.8.8.8:1", "[::1]:8080", "[::ffff:127.0.0.1]:8080"] {
            assert_ne!(allowed(loopback, ""), AllowedHosts::Any, "{loopback}");
        }
        for other in ["0.0.0.0:8080", "[::]:8080", "192.168.0.2:8080"] {
            assert_eq!(allowed(other, ""), AllowedHosts::Any, "{other}");
            assert_ne!(allowed(other, "lore.example"), AllowedHosts::Any, "{other}");
        }
    }
}
