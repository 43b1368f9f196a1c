//! Client address, also behind trusted proxies.

use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Request extension: the address of the client, as found here or by the follower that forwards the request.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The address of the client: the peer or, where that is a trusted proxy, the address that it names, and so on.
pub fn address(request: &Request, trusted: &[IpNet]) -> IpAddr {
    if let Some(ClientAddress(known)) = request.extensions().get() {
        return *known;
    }
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let connected = connected.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
    let mut nearest = connected.to_canonical();
    if trusted.is_empty() {
        return nearest;
    }
    // Addresses to the left of an untrusted one may be made up.
    for hop in hops(request.headers()).into_iter().rev() {
        if !is_trusted(nearest, trusted) {
            break;
        }
        match hop {
            Some(address) => nearest = address,
            None => break,
        }
    }
    nearest
}

/// Key of a client: its IPv4 address, or the first 64 bits of its IPv6 address.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
        address @ IpAddr::V4(_) => address,
    }
}

/// Whether an address is a trusted proxy's.
pub fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    let address = address.to_canonical();
    trusted.iter().any(|network| network.contains(&address))
}

/// The addresses that the headers name, from the first; `None` where a proxy hides one, or where it is no address.
fn hops(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let (name, read): (_, fn(&str) -> Option<IpAddr>) = if headers.contains_key(&X_FORWARDED_FOR) {
        (X_FORWARDED_FOR, parse)
    } else {
        (header::FORWARDED, parse_forwarded)
    };
    let mut hops = Vec::new();
    for value in headers.get_all(name) {
        let value = String::from_utf8_lossy(value.as_bytes());
        hops.extend(value.split(',').map(|hop| read(hop.trim())));
    }
    hops
}

fn parse_forwarded(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    parse(value.trim().trim_matches('"'))
}

/// An address, perhaps with a port.
fn parse(text: &str) -> Option<IpAddr> {
    let with_port = text.parse::<SocketAddr>().map(|address| address.ip());
    let bare = || text.trim_matches(['[', ']']).parse::<IpAddr>();
    with_port.or_else(|_| bare()).ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    /// The client of a request from `peer` with headers in lines.
    fn of(peer: &str, headers: &str) -> String {
        let mut request = Request::get("/");
        for (name, value) in headers.lines().filter_map(|line| line.split_once(": ")) {
            request = request.header(name, value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        let peer = SocketAddr::new(peer.parse().unwrap(), 1);
        request.extensions_mut().insert(ConnectInfo(peer));
        let trusted = ["10.0.0.0/8", "fd00::1/128"].map(|network| network.parse().unwrap());
        address(&request, &trusted).to_string()
    }

    #[test]
    fn headers_of_others_than_trusted_proxies_say_nothing() {
        for (peer, headers) in [
            ("192.0.2.1", ""),
            ("192.0.2.1", "x-forwarded-for: 198.51.100.7"),
            ("192.0.2.1", "forwarded: for=198.51.100.7"),
            ("10.0.0.1", ""),
            ("10.0.0.1", "x-forwarded-for: 198.51.100.7, unknown"),
            ("10.0.0.1", "forwarded: for=_hidden"),
        ] {
            assert_eq!(of(peer, headers), peer, "{headers}");
        }
    }

    #[test]
    fn a_trusted_proxy_names_its_client() {
        for (headers, client) in [
            ("x-forwarded-for: 198.51.100.7", "198.51.100.7"),
            ("x-forwarded-for: 2001:db8::7", "2001:db8::7"),
            // What the client made up is to the left of what the proxy knows.
            ("x-forwarded-for: 203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("x-forwarded-for: 203.0.113.9\nx-forwarded-for: 198.51.100.7:443, 10.1.1.1", "198.51.100.7"),
            ("x-forwarded-for: 10.9.9.9, 10.1.1.1", "10.9.9.9"),
            ("forwarded: for=203.0.113.9, for=\"[2001:db8::7]:80\";proto=https", "2001:db8::7"),
            ("forwarded: proto=https;For=198.51.100.7", "198.51.100.7"),
            ("x-forwarded-for: 198.51.100.7\nforwarded: for=203.0.113.9", "198.51.100.7"),
        ] {
            for proxy in ["10.0.0.1", "::ffff:10.0.0.1", "fd00::1"] {
                assert_eq!(of(proxy, headers), client, "{proxy} {headers}");
            }
        }
    }
}
