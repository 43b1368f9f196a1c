//! Encoded responses: the JSON body that goes over the wire, with its caching rules.

use crate::error::{Code, Error, rewrite_message};
use crate::{rendered, telemetry};
use async_graphql::{Pos, Response, ServerError, Value};
use bytes::Bytes;
use lorekeeper_content::digest::sha256;
use serde_json::json;
use std::time::Duration;

/// An encoded response to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// `data` and, perhaps, `errors`, as JSON.
    pub body: Bytes,
    /// Whether the request was refused as a whole: there is no `data` then.
    pub refused: bool,
    /// The code of the first error.
    pub code: Option<String>,
    /// How long the answer may be cached; `None`: not at all.
    pub max_age: Option<Duration>,
}

impl Answer {
    /// Encodes a response.
    pub fn of(response: &Response, max_age: Option<Duration>) -> Self {
        let errors = &response.errors;
        let refused =
            response.data == Value::Null && !errors.is_empty() && errors.iter().all(|error| error.path.is_empty());
        let written =
            if refused { serde_json::to_vec(&json!({ "errors": errors })) } else { rendered::write(response) };
        let body = written.unwrap_or_else(|cause| {
            let error = Error::internal("The answer could not be written down.", cause);
            json!({"errors": [{"message": error.message, "extensions": {"code": error.code.as_str()}}]})
                .to_string()
                .into_bytes()
        });
        let code = |error: &ServerError| match error.extensions.as_ref()?.get("code")? {
            Value::String(code) => Some(code.clone()),
            _ => None,
        };
        Self {
            body: body.into(),
            refused,
            code: errors.first().and_then(code),
            max_age: max_age.filter(|_| errors.is_empty()),
        }
    }

    /// The answer to a request that is refused before it runs.
    pub fn refusal(error: &Error) -> Self {
        Self::of(&refused(error), None)
    }

    /// The entity tag. A weak one: the body may be compressed on its way.
    pub fn tag(&self) -> String {
        format!("W/\"{}\"", sha256(&self.body))
    }
}

/// The response to a request that is refused.
pub fn refused(error: &Error) -> Response {
    // The error concerns the whole request: a position would mislead.
    let code = error.code;
    let mut error = async_graphql::Error::from(error.clone()).into_server_error(Pos::default());
    error.locations.clear();
    set_code(&mut error, code);
    Response::from_errors(vec![error])
}

/// The response to a document with a syntax error.
pub fn syntax_error(mut error: ServerError) -> Response {
    set_code(&mut error, Code::BadUserInput);
    rewrite_message(&mut error);
    let mut response = Response::from_errors(vec![error]);
    truncate_errors(&mut response);
    response
}

/// Most bytes of an error's message: some messages repeat what the client sent.
const MAX_MESSAGE_BYTES: usize = 1000;

/// Most errors of a response.
const MAX_ERRORS: usize = 100;

/// Truncates the errors and their messages.
pub fn truncate_errors(response: &mut Response) {
    response.errors.truncate(MAX_ERRORS);
    for error in &mut response.errors {
        if error.message.len() > MAX_MESSAGE_BYTES {
            let end = error.message.floor_char_boundary(MAX_MESSAGE_BYTES);
            error.message.truncate(end);
            error.message.push('…');
        }
    }
}

fn set_code(error: &mut ServerError, code: Code) {
    telemetry::count_error(code.as_str());
    code.set(error);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Json;

    fn read(answer: &Answer) -> Json {
        serde_json::from_slice(&answer.body).unwrap()
    }

    #[test]
    fn a_refused_request_has_no_data_and_is_not_cached() {
        let answer = Answer::refusal(&Error::too_complex("Too much."));
        assert_eq!(read(&answer), json!({"errors": [{"message": "Too much.", "extensions": {"code": "TOO_COMPLEX"}}]}));
        assert!(answer.refused && answer.max_age.is_none());
        assert_eq!(answer.code.as_deref(), Some("TOO_COMPLEX"));
        let syntax = Answer::of(&syntax_error(ServerError::new("What?", None)), None);
        assert_eq!(syntax.code.as_deref(), Some("BAD_USER_INPUT"));
    }

    #[test]
    fn an_executed_operation_has_data_even_if_null() {
        let minute = Some(Duration::from_mins(1));
        let mut response = Response::new(Value::Null);
        let answer = Answer::of(&response, minute);
        assert_eq!(read(&answer), json!({"data": null}));
        assert!(!answer.refused && answer.max_age == minute);
        let mut error = ServerError::new("Broken.", None);
        error.path.push(async_graphql::PathSegment::Field("spell".into()));
        response.errors.push(error);
        let answer = Answer::of(&response, minute);
        assert_eq!(read(&answer)["data"], Json::Null);
        assert!(!answer.refused && answer.max_age.is_none());
    }

    #[test]
    fn long_errors_are_truncated() {
        let error = ServerError::new("é".repeat(5000), None);
        let mut response = Response::from_errors(vec![error; 500]);
        truncate_errors(&mut response);
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
