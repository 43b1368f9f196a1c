//! Exports: all results of a list as one file, made page by page, so that its length costs no memory.
//!
//! Each page is a GraphQL operation: an export passes the same checks, and costs the store no more at once, than a
//! client that pages. First ids are listed, then the entities behind them are written.

mod form;
mod homebrew;
mod listing;
pub mod parameters;
pub mod vault;

use form::{ENTITIES, Layout, split};
pub use form::{FileForm, LISTS};
use homebrew::Homebrew;
use listing::Listing;
use lorekeeper_content::Family;
use lorekeeper_content::export::csv;
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_mcp::{Executor, GraphqlRequest};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Entities of a page: few, so that other requests get their turn between two pages.
const PAGE_SIZE: usize = 25;

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
        if !form.has(family) {
            let families = Family::ALL.into_iter().filter(|family| form.has(*family));
            let families: Vec<&str> = families.map(Family::name).collect();
            return Err(Error::input(format!(
                "There is no {} of the family \"{stem}\". It has: {}.",
                form.extension,
                families.join(", ")
            )));
        }
        Ok(Self { family, form, variables: parameters::read(family, given)? })
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
    homebrew: Homebrew,
}

impl Pages {
    /// The pages of an export, asked of an executor.
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
            homebrew: Homebrew::default(),
        }
    }

    /// What did not go as asked; known with the first part.
    pub fn warnings(&self) -> &[String] {
        &self.listing.warnings
    }

    /// The next part of the file; `None` after the last.
    pub async fn next(&mut self) -> Result<Option<String>> {
        let Some(entities) = self.entities().await? else {
            return Ok(None);
        };
        let mut part = self.head.take().unwrap_or_default();
        for (id, file) in &entities {
            if std::mem::replace(&mut self.has_entities, true) {
                part.push_str(self.form.layout.gap());
            }
            self.write(&mut part, id, file)?;
        }
        if self.is_whole {
            part.push_str(&match self.form.layout {
                Layout::Homebrew => self.homebrew.tail(),
                layout => layout.tail().to_owned(),
            });
        }
        Ok(Some(part))
    }

    /// The next entities: their ids and their files. What went away since it was listed is left out.
    async fn entities(&mut self) -> Result<Option<Vec<(String, String)>>> {
        if self.is_whole {
            return Ok(None);
        }
        if self.ids.is_empty() {
            self.ids = self.listing.next(&*self.executor).await?;
        }
        let nodes = self.nodes().await?.into_iter();
        let entities = nodes.filter_map(|node| {
            let text = |key| Some(node.get(key)?.as_str()?.to_owned());
            Some((text("id")?, text("file")?))
        });
        self.is_whole = self.ids.is_empty() && self.listing.is_whole();
        Ok(Some(entities.collect()))
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
    fn write(&mut self, part: &mut String, id: &str, file: &str) -> Result<()> {
        let record =
            || serde_json::from_str(file).map_err(|cause| Error::internal("A record could not be read.", cause));
        match self.form.layout {
            Layout::Table => part.push_str(&csv::row(&self.columns, &record()?)),
            Layout::Homebrew => self.homebrew.write(part, id, record()?),
            layout => layout.write(part, id, file),
        }
        Ok(())
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
        Some(Value::Object(_)) => {
            Err(Error::not_found(format!("There is no {} of {id}. Ask for {id}.md or {id}.json.", form.extension)))
        }
        _ => Err(Error::not_found(format!("Nothing has the id {id}. Ids look like spell:srd-2024:fireball."))),
    }
}

/// Variables of an operation.
pub fn variables_of<const N: usize>(variables: [(&str, Value); N]) -> Map<String, Value> {
    let variables = variables.map(|(name, value)| (name.to_owned(), value));
    variables.into_iter().collect()
}

/// The data of an operation's answer.
pub async fn ask(executor: &dyn Executor, query: &str, variables: Map<String, Value>) -> Result<Value> {
    let query = query.to_owned();
    let request = GraphqlRequest::new(query, variables);
    let answer = executor.execute(request).await;
    let mut answer = answer.map_err(|cause| Error::unavailable(cause.to_string()))?;
    let error = answer.pointer("/errors/0");
    let Some(error) = error else {
        return Ok(answer.get_mut("data").map(Value::take).unwrap_or_default());
    };
    let text = |path| error.pointer(path).and_then(Value::as_str).unwrap_or_default();
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
