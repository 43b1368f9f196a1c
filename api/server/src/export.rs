//! Exports: all results of a list as one file, made page by page, so that its length costs no memory.
//!
//! Each page is a GraphQL operation: an export passes the same checks, and costs the store no more at once, than a
//! client that pages. First ids are listed, then the entities behind them are written.

mod listing;
pub mod parameters;

use listing::Listing;
use lorekeeper_content::Family;
use lorekeeper_content::export::csv;
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_mcp::{Executor, GraphqlRequest};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Entities of a page: few, so that other requests get their turn between two pages.
const PAGE_SIZE: usize = 25;

/// The form of an exported file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FileForm {
    /// How its name ends.
    pub extension: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// The format of an entity in it, as the schema names it.
    format: &'static str,
    layout: Layout,
}

/// How entities make up a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Layout {
    /// A line for each.
    Lines,
    /// A table with a head.
    Table,
    /// Documents with an empty line between them.
    Documents,
    /// An object with a key for each.
    Object,
    /// Blocks of code with an empty line between them.
    Blocks,
}

impl FileForm {
    const fn new(
        extension: &'static str,
        media_type: &'static str,
        format: &'static str,
        layout: Layout,
    ) -> Self {
        Self {
            extension,
            media_type,
            format,
            layout,
        }
    }

    /// Whether only creatures have the format.
    fn is_for_creatures(self) -> bool {
        matches!(self.format, "IMPROVED_INITIATIVE" | "FANTASY_STATBLOCKS")
    }
}

const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// The program imports the keys of an object, and nothing of a bare stat block.
const IMPROVED_INITIATIVE: FileForm = FileForm::new(
    "improved-initiative.json",
    JSON,
    "IMPROVED_INITIATIVE",
    Layout::Object,
);

/// The forms of lists.
pub const LISTS: [FileForm; 6] = [
    FileForm::new("ndjson", "application/x-ndjson", "JSON", Layout::Lines),
    FileForm::new("csv", "text/csv; charset=utf-8", "JSON", Layout::Table),
    FileForm::new("md", MARKDOWN, "MARKDOWN", Layout::Documents),
    IMPROVED_INITIATIVE,
    FileForm::new(
        "fantasy-statblocks.md",
        MARKDOWN,
        "FANTASY_STATBLOCKS",
        Layout::Blocks,
    ),
    FileForm::new("homebrewery.md", MARKDOWN, "HOMEBREWERY", Layout::Documents),
];

/// The forms of a single entity.
const ENTITIES: [FileForm; 5] = [
    FileForm::new("json", JSON, "JSON", Layout::Documents),
    FileForm::new("md", MARKDOWN, "MARKDOWN", Layout::Documents),
    IMPROVED_INITIATIVE,
    FileForm::new(
        "fantasy-statblocks.yaml",
        "application/yaml",
        "FANTASY_STATBLOCKS",
        Layout::Documents,
    ),
    FileForm::new("homebrewery.md", MARKDOWN, "HOMEBREWERY", Layout::Documents),
];

/// The stem and the form of a file's name.
fn split<'a>(name: &'a str, forms: &[FileForm]) -> Result<(&'a str, FileForm)> {
    let split = name.split_once('.');
    let form = split.and_then(|(stem, extension)| {
        let mut forms = forms.iter();
        let form = forms.find(|form| form.extension == extension)?;
        Some((stem, *form))
    });
    form.ok_or_else(|| {
        let known: Vec<&str> = forms.iter().map(|form| form.extension).collect();
        Error::not_found(format!(
            "There is no file \"{name}\". Names end in: {}.",
            known.join(", ")
        ))
    })
}

/// An export of a list.
#[derive(Clone, Debug)]
pub struct Export {
    /// The family.
    pub family: Family,
    /// The form of the file.
    pub form: FileForm,
    /// The arguments of the list, as variables.
    variables: Map<String, Value>,
}

impl Export {
    /// The export with a file name (`creatures.csv`), of the results that these parameters leave.
    pub fn named(name: &str, given: &[(String, String)]) -> Result<Self> {
        let (stem, form) = split(name, &LISTS)?;
        let family = Family::parse(stem).ok_or_else(|| {
            let known = Family::ALL.map(Family::name).join(", ");
            Error::not_found(format!("\"{stem}\" is not a family. There are: {known}."))
        })?;
        if form.is_for_creatures() && family != Family::Creature {
            return Err(Error::input(format!(
                "Only creatures have stat blocks. Ask for creatures.{}.",
                form.extension
            )));
        }
        Ok(Self {
            family,
            form,
            variables: parameters::read(family, given)?,
        })
    }
}

const FILES: &str = "query($ids: [ID!]!, $format: ExportFormat!) {
  nodes(ids: $ids) { ... on Entity { id file: as(format: $format) } }
}";

/// The pages of an export, one after another.
pub struct Pages {
    executor: Arc<dyn Executor>,
    form: FileForm,
    columns: Vec<String>,
    listing: Listing,
    /// The entities that are written next.
    ids: Vec<String>,
    /// How many of them are asked for at once.
    page_size: usize,
    /// The head of the file, until it is written.
    head: Option<String>,
    has_entities: bool,
    is_whole: bool,
}

impl Pages {
    /// The pages of an export, asked of an executor.
    #[must_use]
    pub fn new(export: &Export, executor: Arc<dyn Executor>) -> Self {
        let layout = export.form.layout;
        let columns = match layout {
            Layout::Table => csv::columns(export.family),
            _ => Vec::new(),
        };
        Self {
            listing: Listing::new(export),
            executor,
            form: export.form,
            ids: Vec::new(),
            page_size: PAGE_SIZE,
            head: Some(match layout {
                Layout::Table => csv::head(&columns),
                _ => layout.head().to_owned(),
            }),
            columns,
            has_entities: false,
            is_whole: false,
        }
    }

    /// What did not go as asked; known with the first part.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.listing.warnings
    }

    /// The next part of the file; `None` after the last.
    pub async fn next(&mut self) -> Result<Option<String>> {
        if self.is_whole {
            return Ok(None);
        }
        if self.ids.is_empty() {
            self.ids = self.listing.next(&*self.executor).await?;
        }
        let nodes = self.nodes().await?;
        let mut part = self.head.take().unwrap_or_default();
        for node in &nodes {
            let text = |key| node.get(key).and_then(Value::as_str);
            // What went away since it was listed is left out.
            let (Some(id), Some(file)) = (text("id"), text("file")) else {
                continue;
            };
            if std::mem::replace(&mut self.has_entities, true) {
                part.push_str(self.form.layout.gap());
            }
            self.write(&mut part, id, file)?;
        }
        if self.ids.is_empty() && self.listing.is_whole() {
            part.push_str(self.form.layout.tail());
            self.is_whole = true;
        }
        Ok(Some(part))
    }

    /// The next entities: fewer where so many are too much for an answer.
    async fn nodes(&mut self) -> Result<Vec<Value>> {
        while !self.ids.is_empty() {
            let count = self.page_size.min(self.ids.len());
            let ids = self.ids.get(..count).unwrap_or_default();
            let variables = [("ids", json!(ids)), ("format", json!(self.form.format))];
            match ask(&*self.executor, FILES, variables_of(variables)).await {
                Err(error) if error.code == Code::TooComplex && count > 1 => {
                    self.page_size = count / 2;
                }
                Err(error) => return Err(error),
                Ok(mut data) => {
                    self.ids.drain(..count);
                    self.page_size = (self.page_size * 2).min(PAGE_SIZE);
                    let nodes = data.get_mut("nodes").map(Value::take);
                    return Ok(match nodes {
                        Some(Value::Array(nodes)) => nodes,
                        _ => Vec::new(),
                    });
                }
            }
        }
        Ok(Vec::new())
    }

    /// Writes an entity.
    fn write(&self, part: &mut String, id: &str, file: &str) -> Result<()> {
        if self.form.layout == Layout::Table {
            let record = serde_json::from_str(file)
                .map_err(|cause| Error::internal("A record could not be read.", cause))?;
            part.push_str(&csv::row(&self.columns, &record));
        } else {
            self.form.layout.write(part, id, file);
        }
        Ok(())
    }
}

impl Layout {
    /// What begins the file, the head of a table aside.
    fn head(self) -> &'static str {
        match self {
            Self::Object => "{\n",
            Self::Lines | Self::Table | Self::Documents | Self::Blocks => "",
        }
    }

    /// Writes the file of an entity into the file of all.
    fn write(self, part: &mut String, id: &str, file: &str) {
        match self {
            Self::Lines => part.extend([file, "\n"]),
            Self::Documents | Self::Table => part.push_str(file),
            Self::Object => {
                part.extend([&json!(format!("Creatures.{id}")).to_string(), ":", file]);
            }
            Self::Blocks => part.extend(["```statblock\n", file, "```\n"]),
        }
    }

    /// What stands between two entities.
    fn gap(self) -> &'static str {
        match self {
            Self::Lines | Self::Table => "",
            Self::Documents | Self::Blocks => "\n",
            Self::Object => ",\n",
        }
    }

    /// What ends the file.
    fn tail(self) -> &'static str {
        match self {
            Self::Object => "\n}\n",
            Self::Lines | Self::Table | Self::Documents | Self::Blocks => "",
        }
    }
}

const ENTITY: &str = "query($id: ID!, $format: ExportFormat!) {
  node(id: $id) { ... on Entity { id file: as(format: $format) } }
}";

/// The file of one entity, named by its id (`spell:srd-2024:fireball.md`).
pub async fn entity(name: &str, executor: &dyn Executor) -> Result<(FileForm, String)> {
    let (id, form) = split(name, &ENTITIES)?;
    let variables = [("id", json!(id)), ("format", json!(form.format))];
    let data = ask(executor, ENTITY, variables_of(variables)).await?;
    let text = |path| data.pointer(path).and_then(Value::as_str);
    if let (Some(id), Some(entity)) = (text("/node/id"), text("/node/file")) {
        let mut file = form.layout.head().to_owned();
        form.layout.write(&mut file, id, entity);
        file.push_str(form.layout.tail());
        return Ok((form, file));
    }
    match data.get("node") {
        Some(Value::Object(_)) => Err(Error::not_found(format!(
            "{id} has no stat block: only creatures have. Ask for {id}.md or {id}.json."
        ))),
        _ => Err(Error::not_found(format!(
            "Nothing has the id {id}. Ids look like spell:srd-2024:fireball."
        ))),
    }
}

/// Variables of an operation.
#[must_use]
pub fn variables_of<const N: usize>(variables: [(&str, Value); N]) -> Map<String, Value> {
    let variables = variables.map(|(name, value)| (name.to_owned(), value));
    variables.into_iter().collect()
}

/// The data of an operation's answer.
pub async fn ask(
    executor: &dyn Executor,
    query: &str,
    variables: Map<String, Value>,
) -> Result<Value> {
    let query = query.to_owned();
    let request = GraphqlRequest::new(query, variables);
    let answer = executor.execute(request).await;
    let mut answer = answer.map_err(|cause| Error::unavailable(cause.to_string()))?;
    let error = answer.pointer("/errors/0");
    let Some(error) = error else {
        return Ok(answer.get_mut("data").map(Value::take).unwrap_or_default());
    };
    let text = |path| {
        error
            .pointer(path)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let code = match text("/extensions/code") {
        "NOT_FOUND" => Code::NotFound,
        "TOO_COMPLEX" => Code::TooComplex,
        "UPSTREAM_UNAVAILABLE" => Code::UpstreamUnavailable,
        "INTERNAL" => Code::Internal,
        _ => Code::BadUserInput,
    };
    Err(Error::new(code, text("/message")))
}

#[cfg(test)]
mod tests;
