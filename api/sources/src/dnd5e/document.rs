//! Documents: the two books of the records.

use super::wire::document_key;
use super::{NAME, SITE};
use crate::reference_book::reference_book;
use crate::{Draft, Drafts, Records};
use lorekeeper_content::Origin;

/// Draws the documents that any record was fetched of.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for edition in ["2014", "2024"] {
        let prefix = format!("{edition}/");
        let mut listings = records.0.iter();
        let first = listings.find_map(|(endpoint, list)| list.first().filter(|_| endpoint.starts_with(&prefix)));
        if first.is_some() {
            let origin = Origin {
                source: NAME.to_owned(),
                endpoint: edition.to_owned(),
                key: document_key(edition),
                url: format!("{SITE}/api/{edition}"),
            };
            drafts.documents.push(Draft::new(reference_book(edition, NAME), origin));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    fn records(endpoint: &str) -> Records {
        let record =
            Record { key: "x".into(), url: "https://api.example/api/2024/skills/x".into(), raw: serde_json::json!({}) };
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
        assert_eq!(draft.origin.url, "https://www.dnd5eapi.co/api/2024");
    }
}
