//! Books.

use super::{NAME, draft};
use crate::{Drafts, Records};
use lorekeeper_content::document;
use serde::Deserialize;

#[derive(Deserialize)]
struct Book {
    key: String,
    name: String,
    #[serde(default)]
    file: String,
}

/// Draws the books. `OrcPub` has the rules of 2014.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, book) in drafts.parse::<Book>(records, "books") {
        let name = book.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let mut aliases = vec![book.name.clone(), stem.to_owned()];
        aliases.retain(|alias| !alias.is_empty() && *alias != book.key);
        aliases.dedup();
        let row = document::Model {
            display_name: Some(book.name.clone()),
            game_system: Some("5e-2014".to_owned()),
            distance_unit: Some("feet".to_owned()),
            weight_unit: Some("lb".to_owned()),
            source: NAME.to_owned(),
            key: book.key,
            name: book.name,
            aliases,
            ..document::Model::default()
        };
        drafts.documents.push(draft(row, "books", record, None));
    }
}
