//! Tools over the GraphQL schema itself: `search_schema` finds its types and fields, `query_graphql` answers a query.
//!
//! They are no operations: what they ask is the client's. So they are served only where the set of tools has them.

use crate::answer::{Answer, MAX_BYTES};
use crate::arguments::{self, Call, Parameters};
use crate::executor::GraphqlRequest;
use crate::operation::{Kind, OperationError, Range, Variable, object};
use crate::query::{self, Outcome};
use crate::schema_search::SchemaSearch;
use crate::tool::{annotations, input_schema, properties};
use rmcp::model::Tool as Descriptor;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The name of the tool that finds types and fields.
pub(crate) const SEARCH_SCHEMA: &str = "search_schema";

/// The name of the tool that answers queries.
pub(crate) const QUERY_GRAPHQL: &str = "query_graphql";

/// Elements of the schema that are given where the client does not say how many.
const DEFAULT_LIMIT: u32 = 10;

/// The tools over the schema.
#[derive(Clone, Debug)]
pub struct GraphqlTools {
    /// Finds types and fields.
    pub search_schema: GraphqlTool,
    /// Answers queries.
    pub query_graphql: GraphqlTool,
    schema: Arc<SchemaSearch>,
}

/// A tool that is no operation.
#[derive(Clone, Debug)]
pub struct GraphqlTool {
    /// The arguments.
    pub variables: Vec<Variable>,
    /// What clients are told of the tool.
    pub descriptor: Descriptor,
}

impl GraphqlTools {
    /// Both tools, over the schema of this program.
    pub fn load() -> Result<Self, OperationError> {
        let limit = Kind::Integer(Range { minimum: Some(1), maximum: Some(30) });
        let limit = Variable::argument("limit", limit, "How many elements.");
        let text = || Kind::Text(Vec::new());
        Ok(Self {
            search_schema: GraphqlTool::new(
                (SEARCH_SCHEMA, "Search the schema"),
                include_str!("../operations/graphql/search_schema.md"),
                vec![
                    Variable::argument("words", text(), "What to look for, or the names of types and fields.")
                        .required(),
                    Variable { default: Some(json!(DEFAULT_LIMIT)), ..limit },
                ],
                &json!({
                    "type": "object",
                    "properties": {
                        "results": {"type": "array", "items": {"type": "object"}},
                        "definitions": {"type": "array", "items": {"type": "object"}},
                        "count": {"type": "integer"},
                        "total": {"type": "integer"},
                        "message": {"type": "string"},
                        "warnings": {"type": "array", "items": {"type": "string"}},
                    },
                    "required": ["count"],
                }),
            ),
            query_graphql: GraphqlTool::new(
                (QUERY_GRAPHQL, "Query GraphQL"),
                include_str!("../operations/graphql/query_graphql.md"),
                vec![
                    Variable::argument("query", text(), "A GraphQL document of queries and fragments.").required(),
                    Variable::argument(
                        "variables",
                        Kind::Json,
                        "The values of the query's variables, by name, as JSON: {\"level\": 3}.",
                    ),
                    Variable::argument(
                        "operation_name",
                        text(),
                        "The operation to answer, where the document has several.",
                    ),
                ],
                &json!({
                    "type": "object",
                    "properties": {
                        "data": {"type": "object"},
                        "errors": {"type": "array", "items": {"type": "object"}},
                        "warnings": {"type": "array", "items": {"type": "string"}},
                    },
                    "required": ["data"],
                }),
            ),
            schema: Arc::new(SchemaSearch::load()?),
        })
    }

    /// What clients are told of the tools.
    pub fn descriptors(&self) -> [&Descriptor; 2] {
        [&self.query_graphql.descriptor, &self.search_schema.descriptor]
    }

    /// What a call of `search_schema` finds, or what is wrong with it.
    pub fn search(&self, given: &Map<String, Value>) -> Result<Answer, String> {
        let Call { variables, warning, .. } = self.search_schema.read(given)?;
        let words = variables.get("words").and_then(Value::as_str);
        let limit = variables.get("limit").and_then(Value::as_u64);
        let limit = limit.unwrap_or_else(|| u64::from(DEFAULT_LIMIT));
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let answer = self.schema.answer(words.unwrap_or_default(), limit);
        Ok(as_json(answer, warning))
    }

    /// The request of a call of `query_graphql`, and what of the call was ignored; or what is wrong with it.
    pub fn request(&self, given: &Map<String, Value>) -> Result<(GraphqlRequest, Option<String>), String> {
        let Call { mut variables, warning, .. } = self.query_graphql.read(given)?;
        let query = variables.get("query").and_then(Value::as_str);
        let query = query.unwrap_or_default().to_owned();
        let operation_name = match variables.remove("operation_name") {
            Some(Value::String(name)) => Some(name),
            _ => None,
        };
        let variables = match variables.remove("variables") {
            Some(Value::Object(variables)) => variables,
            _ => Map::new(),
        };
        Ok((query::request(&query, variables, operation_name)?, warning))
    }

    /// The answer to a call of `query_graphql`, from the endpoint's response.
    pub fn answer(&self, response: Value, warning: Option<String>) -> Result<Answer, String> {
        match query::outcome(response, MAX_BYTES, |message| self.schema.advice(message)) {
            Outcome::Data(answer) => Ok(as_json(answer, warning)),
            Outcome::Problem(problem) => Err(problem),
        }
    }
}

impl GraphqlTool {
    fn new(
        (name, title): (&'static str, &str),
        description: &'static str,
        variables: Vec<Variable>,
        output: &Value,
    ) -> Self {
        let input = input_schema(&variables, properties(&variables));
        let mut descriptor = Descriptor::new(name, description.trim(), Arc::new(input));
        descriptor.title = Some(title.to_owned());
        descriptor.output_schema = Some(Arc::new(object(output.clone())));
        descriptor.annotations = Some(annotations());
        Self { variables, descriptor }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.descriptor.name
    }

    fn read(&self, given: &Map<String, Value>) -> Result<Call, String> {
        let parameters =
            Parameters { tool: self.name(), variables: &self.variables, fields: &[], detail: false, format: false };
        arguments::read_parameters(parameters, given)
    }
}

fn as_json(mut structured: Value, warning: Option<String>) -> Answer {
    if let (Some(warning), Some(answer)) = (warning, structured.as_object_mut()) {
        answer.insert("warnings".into(), json!([warning]));
    }
    let text = structured.to_string();
    Answer { structured, text, refusal: None }
}
