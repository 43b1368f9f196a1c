//! Handlers of the protocol: what clients can list, call, read, get and complete.

use super::loose_call::{self, CALL, PROMPT};
use super::{Problem, Server, elicitation, refused};
use crate::arguments::unwrapped;
use crate::catalogue::Called;
use crate::completion::MAX_VALUES;
use crate::graphql_tools::GraphqlTools;
use crate::prompt::Prompt;
use crate::resource::{MARKDOWN, Resource};
use crate::tool::icon;
use crate::views::{VIEW_DATA, Views};
#[expect(deprecated, reason = "revisions before 2026-07-28 have it, and their clients use it")]
use rmcp::model::SetLevelRequestParams;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    CompletionInfo, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    GetSkillRequestParams, GetSkillResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents, ServerCapabilities,
    ServerConfig, ServerResult, Tool as Descriptor,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Counts a call.
fn count(tool: &str, result: &CallToolResult, time: Duration) {
    let name = tool.to_owned();
    let outcome = match result.is_error {
        Some(true) => "error",
        _ => "ok",
    };
    metrics::counter!("lorekeeper_mcp_calls_total", "tool" => name.clone(), "outcome" => outcome).increment(1);
    metrics::histogram!("lorekeeper_mcp_call_duration_seconds", "tool" => name).record(time);
}

/// How long lists may be cached, in milliseconds: they do not change while the server runs.
const LIST_TTL_MS: u64 = 3_600_000;

/// How long content may be cached, in milliseconds.
const CONTENT_TTL_MS: u64 = 60_000;

/// The methods of all revisions whose parameters a client may get wrong.
const METHODS: [&str; 6] = [CALL, "resources/read", PROMPT, "completion/complete", "tools/list", "resources/list"];

const INSTRUCTIONS: &str = include_str!("../instructions.md");

impl ServerHandler for Server {
    #[expect(deprecated, reason = "revisions before 2026-07-28 have logging, and their clients use it")]
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .enable_skills()
            .build();
        let implementation = Implementation::new("lorekeeper", env!("CARGO_PKG_VERSION"))
            .with_title("LoreKeeper")
            .with_icons(icon("lorekeeper").into_iter().collect())
            .with_description(
                "The open content of Dungeons & Dragons 5e: spells, creatures, equipment, character options and rules.",
            );
        ServerConfig::new(capabilities).with_server_info(implementation).with_instructions(INSTRUCTIONS.trim())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let views = self.views_for(&context);
        let version = context.protocol_version();
        let has_icons = version.is_some_and(|version| version >= ProtocolVersion::V_2025_11_25);
        let tools = self.catalogue.tools.iter().map(|tool| {
            let mut descriptor = tool.descriptor.clone();
            let icon = tool.icon.clone().filter(|_| has_icons);
            descriptor.icons = icon.map(|icon| vec![icon]);
            match views {
                Some(views) => views.linked(tool, descriptor),
                None => descriptor,
            }
        });
        let others = self.catalogue.graphql.iter();
        let others = others.flat_map(GraphqlTools::descriptors).cloned();
        let tools = tools.chain(others).chain(views.map(|_| Views::data_tool()));
        let tools = tools.collect();
        // What clients with views are told is not for others.
        let scope = match views {
            None => CacheScope::Public,
            Some(_) => CacheScope::Private,
        };
        Ok(ListToolsResult::with_all_items(tools).with_ttl_ms(LIST_TTL_MS).with_cache_scope(scope))
    }

    fn get_tool(&self, name: &str) -> Option<Descriptor> {
        let mut descriptors = self.catalogue.descriptors();
        descriptors.find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        request.arguments = request.arguments.map(unwrapped);
        if let Some(views) = self.views_for(&context).filter(|_| request.name == VIEW_DATA) {
            let start = Instant::now();
            let arguments = request.arguments.unwrap_or_default();
            let result = self.call_view_data(views, &arguments).await;
            count(VIEW_DATA, &result, start.elapsed());
            return Ok(result.into());
        }
        let Some(tool) = self.catalogue.called(&request.name) else {
            let descriptors = self.catalogue.descriptors();
            let known: Vec<&str> = descriptors.map(|tool| tool.name.as_ref()).collect();
            let sentence = format!("There is no tool {}. There are: {}.", json!(request.name), known.join(", "));
            return Err(ErrorData::invalid_params(sentence, None));
        };
        let arguments = match tool {
            Called::Operation(tool) => match elicitation::complete(tool, &request, &context).await {
                Ok(arguments) => arguments,
                Err(needed) => return Ok(needed.into()),
            },
            _ => request.arguments.unwrap_or_default(),
        };
        let start = Instant::now();
        let result = tokio::select! {
            result = self.call(tool, &arguments, &context) => result,
            () = context.ct.cancelled() => refused("The call was cancelled.".into()),
        };
        count(&request.name, &result, start.elapsed());
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let cursor = cursor.filter(|cursor| !cursor.trim().is_empty());
        let (mut resources, mut next) = (Vec::new(), None);
        // One listing is paged; there is one.
        if let Some(listing) = self.catalogue.listings.first() {
            let variables = cursor.map(|cursor| ("cursor".to_owned(), json!(cursor)));
            let data = self
                .ask(&listing.operation, variables.into_iter().collect())
                .await
                .map_err(|problem| failed(problem, None))?;
            (resources, next) = listing.read(&data);
        }
        let mut result = ListResourcesResult::with_all_items(resources)
            .with_ttl_ms(CONTENT_TTL_MS)
            .with_cache_scope(CacheScope::Public);
        result.next_cursor = next;
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let resources = self.catalogue.resources.iter();
        let templates = resources.map(Resource::descriptor).collect();
        Ok(ListResourceTemplatesResult::with_all_items(templates)
            .with_ttl_ms(LIST_TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        if let Some(view) = self.views_for(&context).and_then(|views| views.read(&uri)) {
            return Ok(view.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Public).into());
        }
        if let Some(skill) = self.catalogue.skill(&uri) {
            let contents = ResourceContents::text(skill.text, uri).with_mime_type(MARKDOWN);
            return Ok(ReadResourceResult::new(vec![contents])
                .with_ttl_ms(LIST_TTL_MS)
                .with_cache_scope(CacheScope::Public)
                .into());
        }
        let unknown = |sentence: String| ErrorData::invalid_params(sentence, Some(json!({"uri": uri})));
        let resources = &self.catalogue.resources;
        let mut found = resources.iter();
        let found = found.find_map(|r| Some((r, r.template.read(&uri)?)));
        let Some((resource, variables)) = found else {
            let known: Vec<&str> = resources.iter().map(|r| r.template.as_str()).collect();
            return Err(unknown(format!("There is no resource {uri}. Addresses look like: {}.", known.join(", "))));
        };
        let data = self
            .ask(&resource.operation, variables.clone())
            .await
            .map_err(|problem| failed(problem, Some(json!({"uri": uri}))))?;
        let mut keys = resource.operation.shape.keys();
        let markdown = keys.find_map(|key| data.get(key)?.get("markdown")?.as_str());
        let Some(markdown) = markdown else {
            let near = self.near(resource, &variables).await;
            let hint = if near.is_empty() {
                "The search tools and completion give what there is.".to_owned()
            } else {
                format!("Did you mean {}?", near.join(" or "))
            };
            return Err(unknown(format!("There is nothing at {uri}. {hint}")));
        };
        let contents = ResourceContents::text(markdown, uri.clone()).with_mime_type(MARKDOWN);
        Ok(ReadResourceResult::new(vec![contents])
            .with_ttl_ms(CONTENT_TTL_MS)
            .with_cache_scope(CacheScope::Public)
            .into())
    }

    async fn list_skills(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        let skills = self.catalogue.skills.iter();
        let skills = skills.map(|skill| skill.entry.clone()).collect();
        Ok(ListSkillsResult::with_all_items(skills).with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Public))
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        let Some(skill) = self.catalogue.skill(&request.uri) else {
            let skills = self.catalogue.skills.iter();
            let known: Vec<&str> = skills.map(|skill| skill.entry.uri.as_str()).collect();
            let sentence = format!("There is no skill {}. There are: {}.", json!(request.uri), known.join(", "));
            return Err(ErrorData::invalid_params(sentence, None));
        };
        Ok(GetSkillResult::new(skill.entry.clone()).with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Public))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = self.catalogue.prompts.iter();
        let prompts = prompts.map(Prompt::descriptor).collect();
        Ok(ListPromptsResult::with_all_items(prompts).with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Public))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let wrong = |sentence: String| ErrorData::invalid_params(sentence, None);
        let Some(prompt) = self.catalogue.prompt(&request.name) else {
            let prompts = self.catalogue.prompts.iter();
            let known: Vec<&str> = prompts.map(|p| p.operation.name.as_str()).collect();
            return Err(wrong(format!("There is no prompt {}. There are: {}.", json!(request.name), known.join(", "))));
        };
        let variables = prompt.variables(&request.arguments.unwrap_or_default()).map_err(wrong)?;
        let data =
            self.ask(&prompt.operation, prompt.sent(&variables)).await.map_err(|problem| failed(problem, None))?;
        let messages = prompt.fill(&variables, &data).map_err(|cause| {
            tracing::error!(%cause, prompt = prompt.operation.name, "a prompt's template could not be filled in");
            ErrorData::internal_error("The prompt could not be written. The log says why.", None)
        })?;
        let mut result = GetPromptResult::new(messages);
        result.description = Some(prompt.operation.description.clone());
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let values = match self.variable(&request.r#ref, &request.argument.name) {
            Some(variable) => self.offered(variable, &request.argument.value).await,
            None => Vec::new(),
        };
        let more = values.len() >= MAX_VALUES;
        let completion = CompletionInfo::with_pagination(values, None, more);
        Ok(CompleteResult::new(completion.unwrap_or_default()))
    }

    /// A request that is known, but cannot be read as the protocol has it.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let result: Option<ServerResult> = if let Some(call) = loose_call::read(&request, CALL) {
            Some(match call {
                Ok(call) => self.call_tool(call, context).await?.into(),
                Err(problem) => refused(problem).into(),
            })
        } else if let Some(prompt) = loose_call::read(&request, PROMPT) {
            let prompt = prompt.map_err(|problem| ErrorData::invalid_params(problem, None))?;
            Some(self.get_prompt(prompt, context).await?.into())
        } else {
            None
        };
        if let Some(result) = result {
            let result = serde_json::to_value(result).map_err(|cause| {
                tracing::error!(%cause, "a result could not be written");
                let sentence = "The result could not be written. The log says why.";
                ErrorData::internal_error(sentence, None)
            })?;
            return Ok(CustomResult::new(result));
        }
        if METHODS.contains(&request.method.as_str()) {
            let sentence = format!(
                "The parameters of {} cannot be read. See the specification of MCP for what they are.",
                request.method
            );
            Err(ErrorData::invalid_params(sentence, None))
        } else {
            let sentence = format!("There is no method {}.", json!(request.method));
            Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, sentence, None))
        }
    }

    #[expect(deprecated, reason = "revisions before 2026-07-28 have it, and their clients use it")]
    async fn set_level(&self, request: SetLevelRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.log.set(request.level);
        Ok(())
    }
}

/// The protocol's error for a request that is not right, or an endpoint that cannot answer.
fn failed(problem: Problem, data: Option<Value>) -> ErrorData {
    match problem {
        Problem::Request(sentence) => ErrorData::invalid_params(sentence, data),
        Problem::Endpoint(sentence) => ErrorData::internal_error(sentence, data),
    }
}
