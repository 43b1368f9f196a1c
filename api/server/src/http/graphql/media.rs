//! Content negotiation: the media type of an answer, and the status that follows from it.

use axum::http::{HeaderMap, StatusCode, header};
use std::cmp::Ordering;

/// Media types of answers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Media {
    /// `application/graphql-response+json`: the status says whether the request was executed.
    Response,
    /// `application/json`: the status of whatever could be read as a request is 200.
    Json,
    /// `text/event-stream`: events, for any number of answers.
    Events,
}

impl Media {
    /// The best that a request accepts; none if it accepts neither.
    pub fn accepted(headers: &HeaderMap) -> Option<Self> {
        let mut accepts = headers.get_all(header::ACCEPT).iter().peekable();
        if accepts.peek().is_none() {
            return Some(Self::Json);
        }
        accepts
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter_map(|range| {
                let (media, quality) = range_of(range)?;
                (quality > 0.0).then_some((media, quality))
            })
            // The first of the best.
            .reduce(|best, next| match next.1.partial_cmp(&best.1) {
                Some(Ordering::Greater) => next,
                _ => best,
            })
            .map(|(media, _)| media)
    }

    /// The value of `Content-Type`; what is no stream is JSON for those who want one, too.
    pub fn name(self) -> &'static str {
        match self {
            Self::Response => "application/graphql-response+json; charset=utf-8",
            Self::Json | Self::Events => "application/json; charset=utf-8",
        }
    }

    /// The status of a request that could be read, but was refused.
    pub fn refused(self, code: Option<&str>) -> StatusCode {
        match (self, code) {
            (Self::Json | Self::Events, _) => StatusCode::OK,
            (Self::Response, Some("UNAUTHENTICATED")) => StatusCode::UNAUTHORIZED,
            (Self::Response, Some("INTERNAL")) => StatusCode::INTERNAL_SERVER_ERROR,
            (Self::Response, _) => StatusCode::BAD_REQUEST,
        }
    }
}

fn range_of(range: &str) -> Option<(Media, f32)> {
    let mut parts = range.split(';').map(str::trim);
    let media = match parts.next()?.to_ascii_lowercase().as_str() {
        "application/graphql-response+json" => Media::Response,
        "application/json" | "application/*" | "*/*" => Media::Json,
        "text/event-stream" => Media::Events,
        _ => return None,
    };
    let quality = parts.find_map(|part| part.strip_prefix("q="));
    Some((media, quality.map_or(1.0, |q| q.parse().unwrap_or(0.0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn accepted(accept: &'static str) -> Option<Media> {
        let accept = HeaderValue::from_static(accept);
        Media::accepted(&HeaderMap::from_iter([(header::ACCEPT, accept)]))
    }

    #[test]
    fn the_client_says_what_it_takes() {
        assert_eq!(Media::accepted(&HeaderMap::new()), Some(Media::Json));
        assert_eq!(accepted("*/*"), Some(Media::Json));
        assert_eq!(accepted("application/json"), Some(Media::Json));
        let both = "application/graphql-response+json, application/json;q=0.9";
        assert_eq!(accepted(both), Some(Media::Response));
        let other = "application/json, application/graphql-response+json;q=0.9";
        assert_eq!(accepted(other), Some(Media::Json));
        assert_eq!(accepted("application/graphql-response+json;charset=utf-8"), Some(Media::Response));
        assert_eq!(accepted("text/html"), None);
        assert_eq!(accepted("application/json;q=0"), None);
        assert_eq!(accepted("text/html, */*;q=0.1"), Some(Media::Json));
        assert_eq!(accepted("text/event-stream"), Some(Media::Events));
        let either = "application/json, text/event-stream";
        assert_eq!(accepted(either), Some(Media::Json));
    }

    #[test]
    fn the_status_says_so_where_the_client_can_tell() {
        assert_eq!(Media::Json.refused(Some("TOO_COMPLEX")), StatusCode::OK);
        assert_eq!(Media::Response.refused(Some("TOO_COMPLEX")), StatusCode::BAD_REQUEST);
        assert_eq!(Media::Response.refused(Some("UNAUTHENTICATED")), StatusCode::UNAUTHORIZED);
    }
}
