//! Documents, with the keys of version 2.

use super::wire::{name, optional_text, text_or_none};
use super::{NAME, draft};
use crate::open5e::aliases::canonical_key;
use crate::{Drafts, Records};
use lorekeeper_content::{Json, document, slugify};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
struct DocumentRecord {
    slug: String,
    #[serde(deserialize_with = "name")]
    title: String,
    v2_related_key: Option<String>,
    url: Option<String>,
    license: Option<String>,
    desc: Option<String>,
    author: Option<String>,
    organization: Option<String>,
    copyright: Option<String>,
}

/// The keys of the books by their slugs in this version.
#[derive(Debug, Default)]
pub(super) struct Books(BTreeMap<String, String>);

impl Books {
    /// The key of a book: the current key of the related book of version 2, or its own slug without one.
    ///
    /// Correction (text): A related document under its older key (`srd`) is the same document. A document without a
    /// relation becomes a book of its own.
    pub fn key(&self, slug: &str) -> String {
        let related = self.0.get(slug).map_or(slug, String::as_str);
        canonical_key(related).unwrap_or(related).to_owned()
    }
}

/// Draws the documents; gives their keys.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) -> Books {
    let listed = drafts.parse::<DocumentRecord>(records, "documents");
    let related = listed.iter().filter_map(|(_, wire)| {
        let key = optional_text(wire.v2_related_key.as_deref())?;
        Some((wire.slug.clone(), key))
    });
    let books = Books(related.collect());
    for (record, wire) in listed {
        let row = row(&wire, books.key(&wire.slug));
        drafts.documents.push(draft(row, "documents", record, None));
    }
    books
}

fn row(wire: &DocumentRecord, key: String) -> document::Model {
    let mut aliases = vec![wire.slug.clone(), wire.title.clone()];
    aliases.retain(|alias| *alias != key);
    let licence = optional_text(wire.license.as_deref());
    let (game_system, game_system_name) = game_system(&wire.title);
    document::Model {
        key,
        name: wire.title.clone(),
        aliases,
        publisher: optional_text(wire.organization.as_deref()).map(|name| without_mark(&name)),
        game_system: Some(game_system.to_owned()),
        game_system_name: Some(game_system_name.to_owned()),
        licenses: Json(
            licence.map(|name| document::License { key: licence_key(&name), name, text: None }).into_iter().collect(),
        ),
        // Some only say the title again.
        description: optional_text(wire.desc.as_deref()).filter(|desc| *desc != wire.title),
        author: optional_text(wire.author.as_deref()),
        permalink: optional_text(wire.url.as_deref()).map(|url| address(&url)),
        attribution: optional_text(wire.copyright.as_deref()),
        source: NAME.to_owned(),
        ..document::Model::default()
    }
}

/// The game system by the title. Version 1 has no field for it: all books but *Level Up*'s are for the rules of 2014.
///
/// Correction (text): A document without a game system belongs to 5e 2014, or to *Level Up* if its title says so.
fn game_system(title: &str) -> (&'static str, &'static str) {
    if title.starts_with("Level Up") { ("a5e", "Advanced 5th Edition") } else { ("5e-2014", "5th Edition 2014") }
}

/// The licence's key in version 2.
fn licence_key(name: &str) -> String {
    match name {
        "Open Gaming License" => "ogl-10a".to_owned(),
        "Creative Commons Attribution 4.0 International License" => "cc-by-40".to_owned(),
        "ORC License" => "orc".to_owned(),
        other => slugify(other),
    }
}

/// The name without the sign of a trade mark.
fn without_mark(name: &str) -> String {
    name.replace('™', "").trim().to_owned()
}

/// An address with its scheme, once.
///
/// Correction (text): A web address that begins with `https://https://`, or has no scheme, becomes a valid one.
fn address(url: &str) -> String {
    let bare = url.trim_start_matches("https://").trim_start_matches("http://");
    let scheme = if url.starts_with("http://") { "http" } else { "https" };
    text_or_none(bare).map_or_else(String::new, |bare| format!("{scheme}://{bare}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_the_one_that_it_is_related_to() {
        let books = Books(
            [("pnd", "pond"), ("wotc-srd", "srd"), ("lone", "lone")]
                .map(|(slug, key)| (slug.to_owned(), key.to_owned()))
                .into(),
        );
        assert_eq!(books.key("pnd"), "pond");
        assert_eq!(books.key("wotc-srd"), "srd-2014");
        assert_eq!(books.key("lone"), "lone");
        // Without the listing of the documents the known aliases still hold.
        assert_eq!(Books::default().key("menagerie"), "a5e-mm");
        assert_eq!(Books::default().key("unheard-of"), "unheard-of");
    }
}
