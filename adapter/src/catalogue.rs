//! Everything that is served: the operation files, checked against the schema.

use crate::completion::Completion;
use crate::operation::{File, Fragments, Operation, OperationError, folder, load_text};
use crate::prompt::Prompt;
use crate::resource::{Listing, Resource};
use crate::tool::Tool;
use apollo_compiler::Schema;
use apollo_compiler::validation::Valid;

/// The schema that the operations are written for.
pub const SCHEMA: &str = include_str!("../../schema.graphql");

/// Which vocabulary of tools is served.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum ToolSet {
    /// `search_spell` and so on.
    #[default]
    Search,
    /// `lookup_spell` and so on: the older vocabulary.
    Lookup,
    /// Both.
    All,
}

impl ToolSet {
    /// The names of the sets.
    pub const NAMES: [&'static str; 3] = ["search", "lookup", "all"];

    /// The set of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name.trim().to_lowercase().as_str() {
            "search" => Some(Self::Search),
            "lookup" => Some(Self::Lookup),
            "all" => Some(Self::All),
            _ => None,
        }
    }

    fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Search => &["search"],
            Self::Lookup => &["lookup"],
            Self::All => &["search", "lookup"],
        }
    }
}

/// The tools, resources, prompts and completions.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The tools, by name.
    pub tools: Vec<Tool>,
    /// What can be read.
    pub resources: Vec<Resource>,
    /// What lists things that can be read.
    pub listings: Vec<Listing>,
    /// The prompts, by name.
    pub prompts: Vec<Prompt>,
    /// What offers values for arguments.
    pub completions: Vec<Completion>,
    /// Asks whether content is still being loaded.
    pub loading: Operation,
}

impl Catalogue {
    /// Reads and checks the operation files.
    pub fn load(set: ToolSet) -> Result<Self, OperationError> {
        let library = Library::open()?;
        let mut tools = Vec::new();
        for name in set.folders() {
            for operation in library.all(name)? {
                tools.push(Tool::new(operation)?);
            }
        }
        let mut resources = Vec::new();
        let mut listings = Vec::new();
        for operation in library.all("resources")? {
            if operation.directive("resources", "uri").is_some() {
                listings.push(Listing::new(operation)?);
            } else {
                resources.push(Resource::new(operation)?);
            }
        }
        let prompts = library
            .all("prompts")?
            .into_iter()
            .map(Prompt::new)
            .collect::<Result<_, _>>()?;
        let completions = library
            .all("completions")?
            .into_iter()
            .map(Completion::new)
            .collect::<Result<_, _>>()?;
        let mut internal = library.all("internal")?;
        let loading = internal
            .pop()
            .filter(|operation| operation.name == "loading")
            .ok_or_else(|| OperationError {
                file: "internal/loading.graphql".into(),
                reason: "it is missing".into(),
            })?;
        Ok(Self {
            tools,
            resources,
            listings,
            prompts,
            completions,
            loading,
        })
    }

    /// The prompt of that name.
    #[must_use]
    pub fn prompt(&self, name: &str) -> Option<&Prompt> {
        self.prompts.iter().find(|p| p.operation.name == name)
    }

    /// The resource with those addresses.
    #[must_use]
    pub fn resource(&self, template: &str) -> Option<&Resource> {
        self.resources
            .iter()
            .find(|r| r.template.as_str() == template)
    }

    /// The tool of that name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name() == name)
    }
}

/// The schema, with the adapter's own directives, and the fragments.
struct Library {
    schema: Valid<Schema>,
    fragments: Fragments,
}

impl Library {
    fn open() -> Result<Self, OperationError> {
        let broken = |reason: String| OperationError {
            file: "directives.graphql".into(),
            reason,
        };
        let directives =
            load_text("directives.graphql").ok_or_else(|| broken("it is missing".into()))?;
        let schema = Schema::builder()
            .parse(SCHEMA, "schema.graphql")
            .parse(directives, "operations/directives.graphql")
            .build()
            .map_err(|e| broken(e.errors.to_string()))?
            .validate()
            .map_err(|e| broken(e.errors.to_string()))?;
        Ok(Self {
            schema,
            fragments: Fragments::load()?,
        })
    }

    fn all(&self, name: &str) -> Result<Vec<Operation>, OperationError> {
        folder(name)
            .iter()
            .map(|file: &File| Operation::load(&self.schema, &self.fragments, file))
            .collect()
    }
}
