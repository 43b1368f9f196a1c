//! Parsing of HTTP requests into GraphQL requests.

use async_graphql::{Request, Value, Variables};
use axum::extract::Query;
use axum::http::{HeaderMap, Uri, header};
use lorekeeper_graphql::error::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// A request, or a batch.
#[derive(Debug)]
pub enum Requests {
    /// A single request.
    Single(Box<Request>),
    /// A batch.
    Batch(Vec<Request>),
}

/// Whether the body is JSON; a body of anything else could come from a form of any web page.
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parts = kind.split(';').map(|part| part.trim().to_ascii_lowercase());
    let json = matches!(parts.next().as_deref(), Some("application/json" | "application/graphql-response+json"));
    json && parts.all(|part| match part.strip_prefix("charset=") {
        // Some write UTF-8 without its hyphen.
        Some(charset) => matches!(charset.trim_matches('"'), "utf-8" | "utf8"),
        None => true,
    })
}

/// Parses a JSON body of at most `max` requests.
pub fn body(bytes: &[u8], max: usize) -> Result<Requests> {
    let body: Json =
        serde_json::from_slice(bytes).map_err(|cause| Error::input(format!("The body is not JSON: {cause}.")))?;
    match body {
        Json::Array(batch) => {
            if batch.is_empty() {
                return Err(Error::input("The batch is empty. Send at least one request."));
            }
            if batch.len() > max {
                return Err(Error::too_complex(format!(
                    "The batch has {} requests, but at most {max} are answered at once. Send several batches.",
                    batch.len()
                )));
            }
            batch.into_iter().map(one).collect::<Result<_>>().map(Requests::Batch)
        }
        other => Ok(Requests::Single(Box::new(one(other)?))),
    }
}

/// The parts of a request; of a GET, `Object` is a text with JSON in it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters<Object> {
    query: Option<String>,
    operation_name: Option<String>,
    document_id: Option<String>,
    variables: Option<Object>,
    extensions: Option<Object>,
}

fn one(body: Json) -> Result<Request> {
    if !body.is_object() {
        return Err(Error::input(
            "The body must be an object, such as {\"query\": \"{ status { version } }\"}, or a list of such.",
        ));
    }
    let given = serde_path_to_error::deserialize(body)
        .map_err(|cause| Error::input(format!("`{}` is wrong: {}.", cause.path(), cause.inner())))?;
    request(given)
}

/// Parses the query parameters of a GET.
pub fn parameters(uri: &Uri) -> Result<Request> {
    let Query(given) = Query::<Parameters<String>>::try_from_uri(uri)
        .map_err(|cause| Error::input(format!("The address cannot be read: {cause}.")))?;
    let object = |name: &str, text: Option<String>| {
        let text = text.filter(|text| !text.is_empty());
        let object = serde_json::from_str(text.as_deref().unwrap_or("null"));
        object.map_err(|_| Error::input(format!("`{name}` must be an object, as JSON.")))
    };
    request(Parameters {
        variables: object("variables", given.variables)?,
        extensions: object("extensions", given.extensions)?,
        operation_name: given.operation_name.filter(|name| !name.is_empty()),
        query: given.query,
        document_id: given.document_id,
    })
}

fn request(given: Parameters<Map<String, Json>>) -> Result<Request> {
    let extensions = given.extensions.unwrap_or_default();
    let query = given.query.unwrap_or_default();
    if query.is_empty() && given.document_id.is_none() && !extensions.contains_key("persistedQuery") {
        return Err(Error::input(
            "There is no `query`. Send a GraphQL document as POST, {\"query\": \"...\"}, or as GET, ?query=...",
        ));
    }
    let variables = given.variables.unwrap_or_default();
    let mut request = Request::new(query).variables(Variables::from_json(Json::Object(variables)));
    request.operation_name = given.operation_name;
    let documents = given.document_id.map(Json::String);
    let documents = documents.map(|id| ("documentId".to_owned(), id));
    for (name, value) in extensions.into_iter().chain(documents) {
        let value = Value::from_json(value).unwrap_or_default();
        request.extensions.insert(name, value);
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn refusal(json: &str) -> String {
        body(json.as_bytes(), 2).unwrap_err().message
    }

    #[test]
    fn bodies_that_are_no_requests_are_told_why() {
        assert!(refusal("{").contains("not JSON"));
        assert!(refusal("1").contains("must be an object"));
        assert!(refusal("{}").contains("no `query`"));
        let wrong = refusal(r#"{"query": ["a"]}"#);
        assert!(wrong.contains("`query` is wrong"), "{wrong}");
        assert!(wrong.contains("expected a string"), "{wrong}");
        let wrong = refusal(r#"{"query": "{a}", "variables": "b"}"#);
        assert!(wrong.contains("`variables` is wrong"), "{wrong}");
        assert!(wrong.contains("expected a map"), "{wrong}");
        assert!(refusal(r#"{"query": "{a}", "extensions": 0}"#).contains("`extensions` is"));
        assert!(refusal(r#"{"query": "{a}", "operationName": {}}"#).contains("`operationName`"));
        assert!(refusal("[]").contains("empty"));
        assert!(refusal("[{}, {}, {}]").contains("at most 2"));
    }

    #[test]
    fn nulls_are_as_good_as_nothing() {
        let text = r#"{"query": "{a}", "variables": null, "operationName": null, "extensions": null}"#;
        let Ok(Requests::Single(request)) = body(text.as_bytes(), 1) else {
            panic!("one request");
        };
        assert_eq!((request.query.as_str(), request.operation_name), ("{a}", None));
    }

    #[test]
    fn an_address_says_the_same_as_a_body() {
        let uri = "/graphql?query=%7Ba%7D&operationName=A&variables=%7B%22b%22%3A1%7D".parse().unwrap();
        let request = parameters(&uri).unwrap();
        assert_eq!(request.operation_name.as_deref(), Some("A"));
        assert_eq!(request.variables["b"], Value::from(1));
        for bad in ["/graphql", "/graphql?query=", "/graphql?query=a&variables=1", "/graphql?query=a&variables={"] {
            let uri: Uri = bad.replace('{', "%7B").parse().unwrap();
            assert!(parameters(&uri).is_err(), "{bad}");
        }
        let named = "/graphql?extensions=%7B%22persistedQuery%22%3A%7B%7D%7D".parse().unwrap();
        assert!(parameters(&named).is_ok());
    }

    #[test]
    fn forms_and_plain_texts_are_not_json() {
        let json = |kind: &'static str| {
            let kind = HeaderValue::from_static(kind);
            is_json(&HeaderMap::from_iter([(header::CONTENT_TYPE, kind)]))
        };
        assert!(json("application/json") && json("application/json; charset=UTF-8"));
        assert!(json("application/json;charset=utf8") && json("application/json; charset=\"UTF8\""));
        assert!(!json("text/plain") && !json("application/x-www-form-urlencoded"));
        assert!(!json("application/json; charset=latin1") && !is_json(&HeaderMap::new()));
    }
}
