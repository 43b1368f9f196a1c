//! Vaults of Obsidian: a folder with a note for each entity and for each book, whose links lead to one another.
//!
//! First all notes get their paths, since links need them; then each is made, and written where it changed. In memory are
//! the paths, and the notes of a page.

mod folder;
mod paths;

use super::form::{FileForm, Layout, MARKDOWN};
use super::{Export, Listing, Pages, ask, parameters, variables_of};
use folder::Folder;
pub use folder::Summary;
use lorekeeper_content::Family;
use lorekeeper_content::export::obsidian;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::Executor;
use paths::Paths;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

const NOTES: FileForm = FileForm::new("md", MARKDOWN, "OBSIDIAN", Layout::Documents);

/// The folder of the books' notes.
const BOOKS: &str = "Books";

/// The folder of a family.
const fn folder_of(family: Family) -> &'static str {
    match family {
        Family::Spell => "Spells",
        Family::Creature => "Creatures",
        Family::Equipment => "Equipment",
        Family::CharacterOption => "Character options",
        Family::Rule => "Rules",
    }
}

/// The folders that a vault's notes lie in.
fn folders() -> impl Iterator<Item = &'static str> {
    Family::ALL.into_iter().map(folder_of).chain([BOOKS])
}

/// Makes a folder the vault of all entities that the arguments of a list (`documents`, `gameSystem`) leave.
pub async fn write(folder: &Path, given: &[(String, String)], executor: Arc<dyn Executor>) -> Result<Summary> {
    let exports: Vec<Export> = Family::ALL
        .into_iter()
        .map(|family| {
            let variables = parameters::read(family, given)?;
            Ok(Export { family, form: NOTES, variables })
        })
        .collect::<Result<_>>()?;
    let books = books(&*executor).await?;
    let mut paths = Paths::new(&books);
    for export in &exports {
        let names = names(export, &*executor).await?;
        paths.add(folder_of(export.family), names);
    }
    if paths.is_empty() {
        return Err(Error::not_found("There is nothing to export, so the folder was left as it is."));
    }
    let mut folder = Folder::new(folder);
    for book in books.iter().filter(|book| paths.has_notes(book)) {
        let id = book.get("id").and_then(Value::as_str).unwrap_or_default();
        folder.write(paths.of(id), &paths.resolve(&obsidian::book_note(book)))?;
    }
    for export in &exports {
        let mut pages = Pages::new(export, Arc::clone(&executor));
        while let Some(notes) = pages.entities().await? {
            for (id, note) in notes {
                folder.write(paths.of(&id), &paths.resolve(&note))?;
            }
        }
    }
    folder.remove_others(folders(), &paths)
}

const DOCUMENTS: &str = "query($after: String) {
  documents(first: 20, after: $after) {
    nodes { id key name gameSystem markdown license attribution licenses { name text } }
    pageInfo { hasNextPage endCursor }
  }
}";

/// All books.
async fn books(executor: &dyn Executor) -> Result<Vec<Value>> {
    let mut books = Vec::new();
    let mut after = Value::Null;
    loop {
        let data = ask(executor, DOCUMENTS, variables_of([("after", after)])).await?;
        let at = |path: &str| data.pointer(path).cloned().unwrap_or_default();
        if let Value::Array(page) = at("/documents/nodes") {
            books.extend(page);
        }
        if at("/documents/pageInfo/hasNextPage") != Value::Bool(true) {
            return Ok(books);
        }
        after = at("/documents/pageInfo/endCursor");
    }
}

const NAMES: &str = "query($ids: [ID!]!) { nodes(ids: $ids) { ... on Entity { id name } } }";

/// The ids of an export with their names.
async fn names(export: &Export, executor: &dyn Executor) -> Result<Vec<(String, String)>> {
    let mut names = Vec::new();
    let mut listing = Listing::new(export);
    while !listing.is_whole() {
        let ids = listing.next(executor).await?;
        if ids.is_empty() {
            continue;
        }
        let data = ask(executor, NAMES, variables_of([("ids", json!(ids))])).await?;
        let nodes = data.get("nodes").and_then(Value::as_array);
        names.extend(nodes.into_iter().flatten().filter_map(|node| {
            let text = |key| Some(node.get(key)?.as_str()?.to_owned());
            Some((text("id")?, text("name")?))
        }));
    }
    Ok(names)
}

#[cfg(test)]
mod tests;
