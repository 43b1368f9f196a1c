//! Books of imported files.

use crate::{Draft, Drafts, Records};
use lorekeeper_content::document::{License, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;

/// A book as a [`super::shelf::Shelf`] notes it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Book {
    key: String,
    name: String,
    file: String,
    /// Further names.
    aliases: Vec<String>,
    authors: Vec<String>,
    edition: Option<String>,
    url: Option<String>,
    date: Option<String>,
    description: Option<String>,
    attribution: Option<String>,
    /// Names of licences, where the file gives any.
    licenses: Vec<String>,
}

/// Draws the books of a source of imports. What names no edition is of 2014.
pub(crate) fn draw(source: &str, records: &Records, drafts: &mut Drafts) {
    for (record, book) in drafts.parse::<Book>(records, "books") {
        if book.key.is_empty() || book.name.is_empty() {
            drafts.skip("books", &record.key, "it has no name");
            continue;
        }
        let file = book.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let named = [book.name.clone(), stem.to_owned()];
        let mut aliases: Vec<String> = named.into_iter().chain(book.aliases).collect();
        aliases.retain(|alias| !alias.is_empty() && *alias != book.key);
        aliases.dedup();
        let licenses =
            book.licenses.into_iter().map(|name| License { key: slugify(&name), name, ..License::default() });
        let authors = book.authors.join(", ");
        let row = Model {
            display_name: Some(book.name.clone()),
            game_system: Some(book.edition.unwrap_or_else(|| "5e-2014".to_owned())),
            author: crate::wire::filled(&authors),
            permalink: book.url,
            publication_date: book.date,
            description: book.description,
            attribution: book.attribution,
            licenses: licenses.collect::<Vec<_>>().into(),
            distance_unit: Some("feet".to_owned()),
            weight_unit: Some("lb".to_owned()),
            source: source.to_owned(),
            key: book.key,
            name: book.name,
            aliases,
            ..Model::default()
        };
        let draft = Draft::of_import(row, source, "books", record);
        drafts.documents.push(draft);
    }
}
