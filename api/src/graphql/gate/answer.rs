//! An answer, written down: what goes over the wire, and what may be done with it.

use crate::digest::sha256;
use crate::error::{Code, Error};
use crate::graphql::observe;
use async_graphql::{ErrorExtensionValues, Pos, Response, ServerError, Value};
use axum::body::Bytes;
use serde_json::json;
use std::time::Duration;

/// An answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// `data` and, perhaps, `errors`, as JSON.
    pub body: Bytes,
    /// Whether the request was refused as a whole: there is no `data` then.
    pub refused: bool,
    /// The code of the first error.
    pub code: Option<String>,
    /// How long it may be kept; not at all where there is none.
    pub kept: Option<Duration>,
}

impl Answer {
    /// What was executed, or refused before it was.
    pub fn of(response: &Response, kept: Option<Duration>) -> Self {
        let errors = &response.errors;
        let refused = response.data == Value::Null
            && !errors.is_empty()
            && errors.iter().all(|error| error.path.is_empty());
        let written = if refused {
            serde_json::to_vec(&json!({ "errors": errors }))
        } else {
            serde_json::to_vec(response)
        };
        let body = written.unwrap_or_else(|cause| {
            let error = Error::internal("The answer could not be written down.", cause);
            json!({"errors": [{"message": error.message, "extensions": {"code": error.code.as_str()}}]})
                .to_string()
                .into_bytes()
        });
        let code =
            errors
                .first()
                .and_then(|error| match error.extensions.as_ref()?.get("code")? {
                    Value::String(code) => Some(code.clone()),
                    _ => None,
                });
        Self {
            body: body.into(),
            refused,
            code,
            kept: kept.filter(|_| errors.is_empty()),
        }
    }

    /// A request that is refused before it runs.
    #[must_use]
    pub fn refusal(error: &Error) -> Self {
        Self::of(&refused(error), None)
    }

    /// A tag that changes when the answer does. It is a weak one: the answer may be compressed on its way.
    pub fn tag(&self) -> String {
        format!("W/\"{}\"", sha256(&self.body))
    }
}

/// The response to a request that is refused.
pub fn refused(error: &Error) -> Response {
    // The position says nothing here: it is the request as a whole.
    let code = error.code;
    let mut error = async_graphql::Error::from(error.clone()).into_server_error(Pos::default());
    error.locations.clear();
    coded(&mut error, code);
    Response::from_errors(vec![error])
}

/// The response to a text that is no GraphQL.
pub fn unreadable(mut error: ServerError) -> Response {
    coded(&mut error, Code::BadUserInput);
    let mut response = Response::from_errors(vec![error]);
    shorten(&mut response);
    response
}

/// Longest sentence of an error, in bytes: some repeat what the client sent.
const LONGEST: usize = 1000;

/// Most errors that are told.
const MOST: usize = 100;

/// Cuts errors that say too much.
pub fn shorten(response: &mut Response) {
    response.errors.truncate(MOST);
    for error in &mut response.errors {
        if error.message.len() > LONGEST {
            let end = error.message.floor_char_boundary(LONGEST);
            error.message.truncate(end);
            error.message.push('…');
        }
    }
}

fn coded(error: &mut ServerError, code: Code) {
    observe::failed(code.as_str());
    error
        .extensions
        .get_or_insert_with(ErrorExtensionValues::default)
        .set("code", code.as_str());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Json;

    fn read(answer: &Answer) -> Json {
        serde_json::from_slice(&answer.body).unwrap()
    }

    #[test]
    fn what_is_refused_has_no_data_and_is_not_kept() {
        let answer = Answer::refusal(&Error::too_complex("Too much."));
        assert_eq!(
            read(&answer),
            json!({"errors": [{"message": "Too much.", "extensions": {"code": "TOO_COMPLEX"}}]})
        );
        assert!(answer.refused && answer.kept.is_none());
        assert_eq!(answer.code.as_deref(), Some("TOO_COMPLEX"));
        let syntax = Answer::of(&unreadable(ServerError::new("What?", None)), None);
        assert_eq!(syntax.code.as_deref(), Some("BAD_USER_INPUT"));
    }

    #[test]
    fn what_was_executed_has_data_even_if_that_is_null() {
        let minute = Some(Duration::from_mins(1));
        let mut response = Response::new(Value::Null);
        let answer = Answer::of(&response, minute);
        assert_eq!(read(&answer), json!({"data": null}));
        assert!(!answer.refused && answer.kept == minute);
        let mut error = ServerError::new("Broken.", None);
        error
            .path
            .push(async_graphql::PathSegment::Field("spell".into()));
        response.errors.push(error);
        let answer = Answer::of(&response, minute);
        assert_eq!(read(&answer)["data"], Json::Null);
        assert!(!answer.refused && answer.kept.is_none());
    }

    #[test]
    fn errors_do_not_repeat_all_that_was_sent() {
        let error = ServerError::new("é".repeat(5000), None);
        let mut response = Response::from_errors(vec![error; 500]);
        shorten(&mut response);
        assert_eq!(response.errors.len(), 100);
        assert!(response.errors.iter().all(|e| e.message.len() < 1010));
        assert!(response.errors[0].message.ends_with("é…"));
    }

    #[test]
    fn equal_answers_have_equal_tags() {
        let tag = |n: i32| Answer::of(&Response::new(n), None).tag();
        assert_eq!(tag(1), tag(1));
        assert_ne!(tag(1), tag(2));
        assert!(tag(1).starts_with("W/\""));
    }
}
