//! Requests whose `arguments` are not the object that the protocol wants: JSON in a text, or an empty list for an empty
//! object.

use crate::arguments::shown;
use crate::operation::is_nothing;
use rmcp::model::CustomRequest;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The method that calls a tool.
pub(super) const CALL: &str = "tools/call";

/// The method that gets a prompt.
pub(super) const PROMPT: &str = "prompts/get";

/// The parameters that such a request means, or what is wrong with its arguments; `None` where something else is.
pub(super) fn read<T: DeserializeOwned>(request: &CustomRequest, method: &str) -> Option<Result<T, String>> {
    let mut params = request.params.clone().filter(|_| request.method == method)?;
    let arguments = params.get_mut("arguments")?;
    let read = match &*arguments {
        nothing if is_nothing(nothing) => Some(Map::new()),
        Value::String(text) => serde_json::from_str(text).ok(),
        Value::Array(items) if items.is_empty() => Some(Map::new()),
        Value::Object(_) => return None,
        _ => None,
    };
    let Some(read) = read else {
        return Some(Err(format!(
            "arguments is {}, but must be an object. For example: {}.",
            shown(arguments),
            json!({"search": "fireball"})
        )));
    };
    *arguments = Value::Object(read);
    serde_json::from_value(params).ok().map(Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rmcp::model::CallToolRequestParams;

    fn call_of(request: &CustomRequest) -> Option<Result<CallToolRequestParams, String>> {
        super::read(request, CALL)
    }

    fn read(arguments: &Value) -> Option<Result<Value, String>> {
        let params = json!({"name": "get", "arguments": arguments});
        let read = call_of(&CustomRequest::new(CALL, Some(params)))?;
        Some(read.map(|call| Value::Object(call.arguments.unwrap_or_default())))
    }

    #[test]
    fn arguments_as_a_text_are_read_once() {
        let text = json!({"ids": ["a"]}).to_string();
        assert_eq!(read(&json!(text)), Some(Ok(json!({"ids": ["a"]}))));
        for nothing in [json!(""), json!("null"), json!([]), Value::Null, json!("{}")] {
            assert_eq!(read(&nothing), Some(Ok(json!({}))), "{nothing}");
        }
        for wrong in [json!(json!(text).to_string()), json!("ids: a"), json!(["a"]), json!(5)] {
            let sentence = read(&wrong).unwrap().unwrap_err();
            assert!(sentence.contains("must be an object. For example: {"), "{sentence}");
        }
        // Something else cannot be read.
        assert!(call_of(&CustomRequest::new(CALL, None)).is_none());
        assert!(call_of(&CustomRequest::new("tools/list", Some(json!({"arguments": ""})))).is_none());
    }
}
