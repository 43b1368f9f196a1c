//! Catalogue: all operation files, checked against the schema, by what they are to clients.

use crate::answer::ResultCache;
use crate::completion::Completion;
use crate::graphql_tools::{GraphqlTools, QUERY_GRAPHQL, SEARCH_SCHEMA};
use crate::operation::{File, Fragments, Operation, OperationError, folder, load_text};
use crate::prompt::Prompt;
use crate::resource::{Listing, Resource};
use crate::skill::Skill;
use crate::tool::Tool;
use apollo_compiler::Schema;
use apollo_compiler::validation::Valid;
use clap::ValueEnum;
use rmcp::model::Tool as Descriptor;

/// The schema that the operations are written for.
pub const SCHEMA: &str = include_str!("../../schema.graphql");

/// A vocabulary of tools.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ToolSet {
    /// `search_spell` and so on.
    #[default]
    Search,
    /// `lookup_spell` and so on: the older vocabulary.
    Lookup,
    /// `search_spell` and so on, and the tools over the schema: `search_schema` and `query_graphql`.
    Graphql,
    /// `search_spell` and so on, and the tools of the game table: `roll`, `odds` and so on.
    Table,
    /// All of them.
    All,
}

impl ToolSet {
    fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Search | Self::Graphql => &["search"],
            Self::Lookup => &["lookup"],
            Self::Table => &["search", "table"],
            Self::All => &["search", "lookup", "table"],
        }
    }

    fn has_graphql(self) -> bool {
        matches!(self, Self::Graphql | Self::All)
    }
}

/// The tools, resources, prompts and completions.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The tools that are operations, by name.
    pub tools: Vec<Tool>,
    /// The tools over the schema, where the set has them.
    pub graphql: Option<GraphqlTools>,
    /// What can be read.
    pub resources: Vec<Resource>,
    /// What lists things that can be read.
    pub listings: Vec<Listing>,
    /// The prompts, by name.
    pub prompts: Vec<Prompt>,
    /// The skills, by name.
    pub skills: Vec<Skill>,
    /// What offers values for arguments.
    pub completions: Vec<Completion>,
    /// Asks whether content is still being loaded.
    pub loading: Operation,
}

/// The tool that a call is for.
#[derive(Copy, Clone, Debug)]
pub enum Called<'a> {
    /// A tool that is an operation.
    Operation(&'a Tool),
    /// `search_schema`
    SearchSchema(&'a GraphqlTools),
    /// `query_graphql`
    QueryGraphql(&'a GraphqlTools),
}

impl Catalogue {
    /// Reads and checks the operation files.
    pub fn load(set: ToolSet) -> Result<Self, OperationError> {
        let (schema, fragments) = (schema()?, Fragments::load()?);
        let load = |file: &File| Operation::load(&schema, &fragments, file);
        let all = |name: &str| {
            let files = folder(name);
            files.iter().map(load).collect::<Result<Vec<_>, _>>()
        };
        let results = ResultCache::default();
        let mut tools = Vec::new();
        for name in set.folders() {
            for operation in all(name)? {
                tools.push(Tool::new(operation, &results)?);
            }
        }
        let mut resources = Vec::new();
        let mut listings = Vec::new();
        for operation in all("resources")? {
            if operation.directive("resources", "uri").is_some() {
                listings.push(Listing::new(operation)?);
            } else {
                resources.push(Resource::new(operation)?);
            }
        }
        let prompts = all("prompts")?.into_iter().map(Prompt::new);
        let completions = all("completions")?.into_iter();
        let loading = all("internal")?.pop();
        Ok(Self {
            tools,
            graphql: set.has_graphql().then(GraphqlTools::load).transpose()?,
            resources,
            listings,
            prompts: prompts.collect::<Result<_, _>>()?,
            skills: Skill::all()?,
            completions: completions.map(Completion::new).collect::<Result<_, _>>()?,
            loading: loading.ok_or_else(|| OperationError {
                file: "internal/loading.graphql".into(),
                reason: "it is missing".into(),
            })?,
        })
    }

    /// What clients are told of all tools.
    pub fn descriptors(&self) -> impl Iterator<Item = &Descriptor> {
        let graphql = self.graphql.iter().flat_map(GraphqlTools::descriptors);
        self.tools.iter().map(|tool| &tool.descriptor).chain(graphql)
    }

    /// The tool of that name, of any sort.
    pub fn called(&self, name: &str) -> Option<Called<'_>> {
        if let Some(tool) = self.tool(name) {
            return Some(Called::Operation(tool));
        }
        let graphql = self.graphql.as_ref()?;
        match name {
            SEARCH_SCHEMA => Some(Called::SearchSchema(graphql)),
            QUERY_GRAPHQL => Some(Called::QueryGraphql(graphql)),
            _ => None,
        }
    }

    /// The prompt of that name.
    pub fn prompt(&self, name: &str) -> Option<&Prompt> {
        self.prompts.iter().find(|p| p.operation.name == name)
    }

    /// The skill whose file is at an address.
    pub fn skill(&self, uri: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.entry.uri == uri)
    }

    /// The resource with those addresses.
    pub fn resource(&self, template: &str) -> Option<&Resource> {
        let mut resources = self.resources.iter();
        resources.find(|r| r.template.as_str() == template)
    }

    /// The tool of that name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name() == name)
    }
}

/// The schema, with the adapter's own directives.
fn schema() -> Result<Valid<Schema>, OperationError> {
    let broken = |reason: String| OperationError { file: "directives.graphql".into(), reason };
    let directives = load_text("directives.graphql");
    let directives = directives.ok_or_else(|| broken("it is missing".into()))?;
    let schema = Schema::builder()
        .parse(SCHEMA, "schema.graphql")
        .parse(directives, "operations/directives.graphql")
        .build()
        .map_err(|e| broken(e.errors.to_string()))?;
    schema.validate().map_err(|e| broken(e.errors.to_string()))
}
