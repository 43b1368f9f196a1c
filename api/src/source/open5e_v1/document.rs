//! Documents, and which of version 2's they are.

use super::wire::{name, said, said_of};
use super::{NAME, draft};
use crate::family::{Json, document, slugify};
use crate::source::open5e_v2::document::called;
use crate::source::{Drafts, Records};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
struct Wire {
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

/// The keys of the books by what this version calls them.
#[derive(Debug, Default)]
pub(super) struct Books(BTreeMap<String, String>);

impl Books {
    /// The key of a book: the related one of version 2, by the name that it has there now. A book that is
    /// related to none is one of its own.
    pub fn key(&self, slug: &str) -> String {
        let related = self.0.get(slug).map_or(slug, String::as_str);
        called(related).unwrap_or(related).to_owned()
    }
}

/// Draws the documents; gives their keys.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) -> Books {
    let listed = records.parse::<Wire>("documents", drafts);
    let related = listed.iter().filter_map(|(_, wire)| {
        let key = said_of(wire.v2_related_key.as_deref())?;
        Some((wire.slug.clone(), key))
    });
    let books = Books(related.collect());
    for (record, wire) in listed {
        let row = row(&wire, books.key(&wire.slug));
        drafts.documents.push(draft(row, "documents", record, None));
    }
    books
}

fn row(wire: &Wire, key: String) -> document::Model {
    let mut aliases = vec![wire.slug.clone(), wire.title.clone()];
    aliases.retain(|alias| *alias != key);
    let licence = said_of(wire.license.as_deref());
    let (game_system, game_system_name) = game_system(&wire.title);
    document::Model {
        key,
        name: wire.title.clone(),
        aliases,
        publisher: said_of(wire.organization.as_deref()).map(|name| without_mark(&name)),
        game_system: Some(game_system.to_owned()),
        game_system_name: Some(game_system_name.to_owned()),
        licenses: Json(
            licence
                .map(|name| document::License {
                    key: licence_key(&name),
                    name,
                    text: None,
                })
                .into_iter()
                .collect(),
        ),
        // Some only say the title again.
        description: said_of(wire.desc.as_deref()).filter(|desc| *desc != wire.title),
        author: said_of(wire.author.as_deref()),
        permalink: said_of(wire.url.as_deref()).map(|url| address(&url)),
        attribution: said_of(wire.copyright.as_deref()),
        source: NAME.to_owned(),
        ..document::Model::default()
    }
}

/// This version does not say; all its books are for the rules of 2014, but for those of *Level Up*.
fn game_system(title: &str) -> (&'static str, &'static str) {
    if title.starts_with("Level Up") {
        ("a5e", "Advanced 5th Edition")
    } else {
        ("5e-2014", "5th Edition 2014")
    }
}

/// The keys that version 2 has for the licences.
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
fn address(url: &str) -> String {
    let bare = url
        .trim_start_matches("https://")
        .trim_start_matches("http://");
    let scheme = if url.starts_with("http://") {
        "http"
    } else {
        "https"
    };
    said(bare).map_or_else(String::new, |bare| format!("{scheme}://{bare}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::drawn;
    use super::*;
    use serde_json::json;

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

    #[test]
    fn a_document_is_read_whole() {
        let drafts = drawn(
            "documents",
            json!({
                "slug": "lvl", "title": "Level Up Lakes", "v2_related_key": "lakes",
                "url": "https://https://example.org/lakes", "license": "Open Gaming License",
                "desc": "Level Up Lakes", "author": "N. Ewt", "organization": "Lakeside™",
                "version": "1.0", "copyright": "© Lakeside", "license_url": "http://example.org/legal"
            }),
        );
        let row = &drafts.documents[0].row;
        assert_eq!(
            (row.key.as_str(), row.name.as_str()),
            ("lakes", "Level Up Lakes")
        );
        assert_eq!(row.aliases, ["lvl", "Level Up Lakes"]);
        assert_eq!(row.game_system.as_deref(), Some("a5e"));
        assert_eq!(row.publisher.as_deref(), Some("Lakeside"));
        assert_eq!(row.permalink.as_deref(), Some("https://example.org/lakes"));
        assert_eq!(row.licenses[0].key, "ogl-10a");
        assert_eq!(row.attribution.as_deref(), Some("© Lakeside"));
        assert_eq!(row.description, None);
    }
}
