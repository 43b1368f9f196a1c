//! Elicitation: the user is asked for an argument that a call lacks.
//!
//! By the revision of 2026-07-28 a server answers that it needs input, and the client calls again with it; that needs no
//! session. Before, a server sent a request of its own, which needs a connection that stays: standard input and output.

use crate::arguments::is_given;
use crate::operation::{Kind, Variable, object};
use crate::prompt::items;
use crate::tool::Tool;
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    InputRequest, InputRequests, InputRequiredResult, ProtocolVersion,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The key of the one request that an answer has.
const KEY: &str = "arguments";

/// Longest wait for the user.
const MAX_WAIT: Duration = Duration::from_mins(5);

/// The arguments of a call, with those that the user was asked for; or the answer that they are needed.
pub async fn complete(
    tool: &Tool,
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Map<String, Value>, InputRequiredResult> {
    let mut arguments = request.arguments.clone().unwrap_or_default();
    let lacking = lacking(tool, &arguments);
    if !lacking.iter().any(|variable| variable.required) {
        return Ok(arguments);
    }
    let answer = request.input_responses.as_ref().and_then(|all| all.get(KEY));
    if let Some(answer) = answer {
        let answer: Option<ElicitResult> = serde_json::from_value(answer.clone()).ok();
        take(answer, &lacking, &mut arguments);
        return Ok(arguments);
    }
    let capabilities = context.client_capabilities();
    let elicitation = capabilities.and_then(|capabilities| capabilities.elicitation);
    // A client that names no mode has forms.
    let Some(_) = elicitation.filter(|modes| modes.form.is_some() || modes.url.is_none()) else {
        return Ok(arguments);
    };
    let Some(form) = form(tool, &lacking) else {
        return Ok(arguments);
    };
    let version = context.protocol_version();
    if version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28) {
        let request = InputRequest::Elicitation(ElicitRequest::new(form));
        let requests = InputRequests::from([(KEY.to_owned(), request)]);
        return Err(InputRequiredResult::from_input_requests(requests));
    }
    let answer = context.peer.create_elicitation_with_timeout(form, Some(MAX_WAIT)).await;
    let answer = answer.inspect_err(|cause| tracing::debug!(%cause, "the user was not asked"));
    take(answer.ok(), &lacking, &mut arguments);
    Ok(arguments)
}

/// The arguments that a user can be asked for and that a call lacks.
fn lacking<'a>(tool: &'a Tool, arguments: &Map<String, Value>) -> Vec<&'a Variable> {
    let variables = tool.operation.variables.iter();
    variables.filter(|variable| variable.elicit.is_some() && !is_given(variable, arguments)).collect()
}

/// Takes what the user gave; nothing where the user declined.
fn take(answer: Option<ElicitResult>, lacking: &[&Variable], arguments: &mut Map<String, Value>) {
    let accepted = answer.filter(|answer| answer.action == ElicitationAction::Accept);
    let content = accepted.and_then(|answer| answer.content).unwrap_or_default();
    for variable in lacking {
        let value = match (content.get(&variable.name), &variable.kind) {
            (Some(Value::String(text)), Kind::List(_)) => items(text),
            (Some(value), _) => value.clone(),
            (None, _) => continue,
        };
        arguments.insert(variable.name.clone(), value);
    }
}

/// The form that asks for arguments: forms have no lists, so a list is a text.
fn form(tool: &Tool, lacking: &[&Variable]) -> Option<ElicitRequestParams> {
    let property = |variable: &&Variable| {
        let mut schema = match &variable.kind {
            Kind::List(_) => object(json!({"type": "string"})),
            kind => kind.schema(),
        };
        schema.insert("description".into(), json!(variable.elicit));
        (variable.name.clone(), Value::Object(schema))
    };
    let required = lacking.iter().filter(|variable| variable.required);
    let required: Vec<&str> = required.map(|variable| variable.name.as_str()).collect();
    let properties: Map<String, Value> = lacking.iter().map(property).collect();
    let schema = json!({"type": "object", "properties": properties, "required": required});
    let schema = ElicitationSchema::from_json_schema(object(schema));
    let schema = schema.inspect_err(|cause| tracing::error!(%cause, "a form cannot be written"));
    Some(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: format!("{}: something is missing.", tool.operation.title()),
        requested_schema: schema.ok()?,
    })
}
