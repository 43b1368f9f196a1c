//! Content negotiation of MCP over HTTP: connectors ask with `*/*`, with JSON alone or without a word, and name what is no
//! revision of the protocol. The service behind insists on the words of the specification.

use axum::http::{HeaderMap, HeaderValue, header};
use rmcp::model::ProtocolVersion;
use serde_json::Value;

const EVENT_STREAM: &str = "text/event-stream";

/// What the service wants to be accepted.
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

const PROTOCOL_VERSION: &str = "mcp-protocol-version";

/// Where a message of the newer revisions names its own: the service compares it with the header.
const OWN_VERSION: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

/// Whether nothing but an event stream is accepted.
pub fn wants_stream(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let accepted = accepted.filter_map(|value| value.to_str().ok());
    let media = accepted.flat_map(|value| value.split(',')).filter_map(|range| range.split(';').next()).map(str::trim);
    let mut media = media.filter(|media| !media.is_empty()).peekable();
    media.peek().is_some() && media.all(|media| media.eq_ignore_ascii_case(EVENT_STREAM))
}

/// Puts the headers of a message into the words that the service takes.
pub fn settle(headers: &mut HeaderMap, message: &Value) {
    headers.insert(header::ACCEPT, BOTH);
    if message.pointer(OWN_VERSION).is_some() {
        return;
    }
    let given = headers.get_all(PROTOCOL_VERSION).iter();
    let given = given.filter_map(|value| value.to_str().ok());
    // Proxies join a header that is there twice.
    let given: Vec<&str> = given.flat_map(|value| value.split(',')).map(str::trim).collect();
    let known = ProtocolVersion::KNOWN_VERSIONS.iter();
    let known = known.map(ProtocolVersion::as_str);
    let known = known.filter(|known| given.contains(known)).max();
    let is_revision = given.iter().any(|version| is_date(version));
    // The handshake names the revision in its body.
    let is_handshake = message.get("method").is_some_and(|method| method == "initialize");
    match known.and_then(|known| HeaderValue::from_str(known).ok()) {
        Some(known) if !is_handshake => {
            headers.insert(PROTOCOL_VERSION, known);
        }
        // A revision that is not spoken is refused, as the specification wants it.
        None if is_revision && !is_handshake => {}
        _ => {
            headers.remove(PROTOCOL_VERSION);
        }
    }
}

/// Whether a text is a date, as the names of revisions are.
fn is_date(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split('-').count() == 3 && text.split('-').all(is_digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn headers(name: &'static str, values: &[&'static str]) -> HeaderMap {
        let values = values.iter().map(|value| HeaderValue::from_static(value));
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name, value);
        }
        headers
    }

    #[test]
    fn an_event_stream_is_for_those_who_want_nothing_else() {
        for (accept, expected) in [
            (&["text/event-stream"][..], true),
            (&["Text/Event-Stream; q=0.9"], true),
            (&["text/event-stream, application/json"], false),
            (&["text/event-stream", "application/json"], false),
            (&["text/event-stream, */*;q=0.1"], false),
            (&["*/*"], false),
            (&["text/html"], false),
            (&[""], false),
            (&[], false),
        ] {
            assert_eq!(wants_stream(&headers("accept", accept)), expected, "{accept:?}");
        }
    }

    #[test]
    fn what_is_no_revision_counts_as_none() {
        let kept = |version: &'static str, method: &str| {
            let mut headers = headers(PROTOCOL_VERSION, &[version]);
            settle(&mut headers, &json!({"method": method}));
            let kept = headers.get(PROTOCOL_VERSION);
            kept.map(|version| version.to_str().unwrap().to_owned())
        };
        let list = "tools/list";
        for (given, expected) in [
            ("2025-06-18", Some("2025-06-18")),
            ("2025-06-18, 2025-06-18", Some("2025-06-18")),
            ("latest", None),
            ("undefined", None),
            ("", None),
            // The service refuses it.
            ("1999-01-01", Some("1999-01-01")),
        ] {
            assert_eq!(kept(given, list).as_deref(), expected, "{given}");
        }
        assert_eq!(kept("2025-06-18", "initialize"), None);
        let meta = json!({"io.modelcontextprotocol/protocolVersion": "soup"});
        let mut headers = headers(PROTOCOL_VERSION, &["soup"]);
        settle(&mut headers, &json!({"method": list, "params": {"_meta": meta}}));
        assert!(headers.contains_key(PROTOCOL_VERSION), "the service says which there are");
    }
}
