//! Documents: the two books of the records.

use super::NAME;
use super::wire::document_key;
use crate::attribution::requested;
use crate::{Draft, Drafts, Record, Records};
use lorekeeper_content::{Json, Origin, document};

/// Draws the documents that any record was fetched of.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for book in &BOOKS {
        let prefix = format!("{}/", book.edition);
        let first = records
            .0
            .iter()
            .filter(|(endpoint, _)| endpoint.starts_with(&prefix))
            .find_map(|(_, list)| list.first());
        if let Some(record) = first {
            drafts.documents.push(draft(book, record));
        }
    }
}

/// Facts about a book that the API does not have.
struct Book {
    edition: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    permalink: &'static str,
}

const BOOKS: [Book; 2] = [
    Book {
        edition: "2014",
        name: "System Reference Document 5.1",
        aliases: &["srd-5e", "srd", "wotc-srd", "5esrd", "srd-5.1"],
        permalink: "https://dnd.wizards.com/resources/systems-reference-document",
    },
    Book {
        edition: "2024",
        name: "System Reference Document 5.2",
        aliases: &["srd-5.2"],
        permalink: "https://www.dndbeyond.com/srd",
    },
];

fn draft(book: &Book, record: &Record) -> Draft<document::Model> {
    let edition = book.edition;
    let key = document_key(edition);
    let row = document::Model {
        key: key.clone(),
        name: book.name.to_owned(),
        display_name: Some(format!("5e {edition} Rules")),
        publisher: Some("Wizards of the Coast".to_owned()),
        game_system: Some(format!("5e-{edition}")),
        game_system_name: Some(format!("5th Edition {edition}")),
        licenses: Json(vec![document::License {
            key: "cc-by-40".to_owned(),
            name: "Creative Commons Attribution 4.0".to_owned(),
            text: None,
        }]),
        aliases: book.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        kind: Some("SOURCE".to_owned()),
        permalink: Some(book.permalink.to_owned()),
        attribution: requested(&key).map(str::to_owned),
        distance_unit: Some("feet".to_owned()),
        weight_unit: Some("lb".to_owned()),
        source: NAME.to_owned(),
        ..document::Model::default()
    };
    Draft {
        row,
        origin: Origin {
            source: NAME.to_owned(),
            endpoint: edition.to_owned(),
            key,
            url: root(&record.url, edition),
        },
        section: None,
    }
}

/// The edition's own address, from that of one of its records.
fn root(url: &str, edition: &str) -> String {
    let step = format!("/{edition}/");
    url.split_once(&step)
        .map(|(base, _)| format!("{base}/{edition}"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(endpoint: &str) -> Records {
        let record = Record {
            key: "x".into(),
            url: "https://api.example/api/2024/skills/x".into(),
            raw: serde_json::json!({}),
        };
        Records([(endpoint.to_owned(), vec![record])].into())
    }

    #[test]
    fn a_document_needs_records() {
        let mut drafts = Drafts::default();
        draw(&records("2024/skills"), &mut drafts);
        let [draft] = drafts.documents.as_slice() else {
            panic!("one document expected");
        };
        assert_eq!(draft.row.key, "srd-2024");
        assert_eq!(draft.row.display_name.as_deref(), Some("5e 2024 Rules"));
        assert_eq!(draft.origin.url, "https://api.example/api/2024");
    }
}
