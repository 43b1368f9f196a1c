//! Input bounds of drafts: indexed texts fit into an index, names have no control characters, and no text is longer than
//! those of books.
//!
//! An entry of a B-tree has at most 2704 bytes, and some indexes hold two texts. A text within the limit has at most
//! 1200 bytes, so that two of them fit, with the rest of an entry.

use lorekeeper_content::printable::is_unprintable;
use lorekeeper_content::record::{Record, Records, Skipped};
use lorekeeper_content::{RowCore, character_option, creature, document, equipment, rule, spell};
use lorekeeper_sources::{Draft, Drafts, Normalise};
use serde_json::Value;
use std::borrow::Cow;

/// Most characters of an indexed text.
pub(super) const MAX_INDEXED_CHARS: usize = 300;

/// Most bytes of a text of a record: twice those of the longest that a source is known to have, a chapter of rules.
const MAX_TEXT_BYTES: usize = 64 << 10;

/// Most parts of a list or a map in a record: the longest that a source is known to have, of the spells of a class, has 360.
const MAX_PARTS: usize = 2_000;

/// The drafts of records. Records with a text or a list that no book has are skipped. Control characters are removed from names and other short texts: they would reach terminals
/// and assistants. Drafts that are too long for an index are skipped, like records that cannot be understood.
pub fn drafts(normalise: Normalise, records: &Records) -> Drafts {
    let mut skipped = Vec::new();
    let mut drafts = normalise(&readable(records, &mut skipped));
    keep_fitting(&mut drafts.documents, &mut skipped);
    macro_rules! keep {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            keep_fitting(&mut drafts.$plural, &mut skipped);
        )* };
    }
    lorekeeper_content::families!(keep);
    drafts.skipped.append(&mut skipped);
    drafts
}

/// The records without those that have a text or a list that no book has.
fn readable<'a>(records: &'a Records, skipped: &mut Vec<Skipped>) -> Cow<'a, Records> {
    for (endpoint, listing) in &records.0 {
        let overlong = listing.iter().filter_map(|record| {
            Some(Skipped { endpoint: endpoint.clone(), key: record.key.clone(), reason: overlong(&record.raw)? })
        });
        skipped.extend(overlong);
    }
    if skipped.is_empty() {
        return Cow::Borrowed(records);
    }
    let readable = |record: &&Record| overlong(&record.raw).is_none();
    let listings = records.0.iter().map(|(endpoint, listing)| {
        let kept = listing.iter().filter(readable).cloned();
        (endpoint.clone(), kept.collect())
    });
    Cow::Owned(Records(listings.collect()))
}

/// What is longer in a value than it is in books, with its path: `traits.0.description: it is longer than ...`.
fn overlong(value: &Value) -> Option<String> {
    let within = |place: &str, value| {
        let below = overlong(value)?;
        let dot = if below.starts_with(':') { "" } else { "." };
        Some(format!("{place}{dot}{below}"))
    };
    let bounded = |parts: usize| (parts > MAX_PARTS).then(|| format!(": it has more than {MAX_PARTS} parts"));
    match value {
        Value::String(text) => {
            (text.len() > MAX_TEXT_BYTES).then(|| format!(": it is longer than {MAX_TEXT_BYTES} bytes"))
        }
        Value::Array(items) => bounded(items.len()).or_else(|| {
            let mut items = items.iter().enumerate();
            items.find_map(|(at, item)| within(&at.to_string(), item))
        }),
        Value::Object(fields) => bounded(fields.len()).or_else(|| {
            let mut fields = fields.iter();
            fields.find_map(|(name, field)| within(name, field))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Whether the identity of a row fits into an index, also after slugs were disambiguated.
pub(super) fn has_fitting_identity(row: &impl RowCore) -> bool {
    fits(row.document_key()) && fits(row.slug())
}

fn keep_fitting<R: Indexed>(drafts: &mut Vec<Draft<R>>, skipped: &mut Vec<Skipped>) {
    for draft in &mut *drafts {
        draft.row.remove_controls();
    }
    drafts.retain(|draft| {
        let Some(field) = draft.row.too_long() else {
            return true;
        };
        skipped.push(Skipped {
            endpoint: draft.origin.endpoint.clone(),
            key: draft.origin.key.clone(),
            reason: format!("{field}: it is longer than {MAX_INDEXED_CHARS} characters"),
        });
        false
    });
}

fn fits(text: &str) -> bool {
    text.len() <= MAX_INDEXED_CHARS || text.chars().nth(MAX_INDEXED_CHARS).is_none()
}

fn remove_controls(text: &mut String) {
    if text.contains(is_unprintable) {
        text.retain(|c| !is_unprintable(c));
    }
}

/// A row with indexed texts.
trait Indexed {
    /// Removes control characters from the indexed texts.
    fn remove_controls(&mut self);

    /// The field of the first indexed text that is too long.
    fn too_long(&self) -> Option<&'static str>;
}

/// Implements [`Indexed`] for the indexed columns of a row: required texts, optional texts, and lists.
macro_rules! indexed {
    ($model:ty, [$($text:ident),*], [$($optional:ident),*], [$($list:ident),*]) => {
        impl Indexed for $model {
            fn remove_controls(&mut self) {
                $(remove_controls(&mut self.$text);)*
                $(self.$optional.as_mut().map(remove_controls);)*
                $(self.$list.iter_mut().for_each(remove_controls);)*
            }

            fn too_long(&self) -> Option<&'static str> {
                $(if !fits(&self.$text) {
                    return Some(stringify!($text));
                })*
                $(if !self.$optional.as_deref().is_none_or(fits) {
                    return Some(stringify!($optional));
                })*
                $(if !self.$list.iter().all(|text| fits(text)) {
                    return Some(stringify!($list));
                })*
                None
            }
        }
    };
}

indexed!(document::Model, [key, name], [display_name], [aliases]);
indexed!(spell::Model, [document_key, slug, name, casting_time], [school], [class_slugs, subclass_slugs]);
indexed!(creature::Model, [document_key, slug, name], [creature_type, size], [spell_slugs]);
indexed!(equipment::Model, [document_key, slug, name], [category, rarity, base_weapon_slug, base_armor_slug], []);
indexed!(character_option::Model, [document_key, slug, name], [parent_slug, owner_slug, option_of_slug], []);
indexed!(rule::Model, [document_key, slug, name], [section_slug, parent_slug], []);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    /// The longest entry of an index.
    const BTREE_BYTES: usize = 2704;

    /// The rest of an entry beside two texts: a number, a key, and a header.
    const OTHER_BYTES: usize = 100;

    fn text() -> impl Strategy<Value = String> {
        let letters = prop_oneof![Just('a'), Just('ß'), Just('東'), Just('𝔘')];
        (0..700_usize, letters).prop_map(|(length, letter)| letter.to_string().repeat(length))
    }

    fn spell() -> impl Strategy<Value = spell::Model> {
        let lists = proptest::collection::vec(text(), 0..3);
        (text(), text(), text(), text(), proptest::option::of(text()), lists).prop_map(
            |(document_key, slug, name, casting_time, school, class_slugs)| spell::Model {
                document_key,
                slug,
                name,
                school,
                class_slugs,
                casting_time,
                ..spell::Model::default()
            },
        )
    }

    proptest! {
        #[test]
        fn kept_drafts_fit_into_every_index(rows in proptest::collection::vec(spell(), 0..8)) {
            let all = rows.len();
            let mut drafts: Vec<_> = rows
                .into_iter()
                .map(|row| Draft { row, ..Draft::default() })
                .collect();
            let mut skipped = Vec::new();
            keep_fitting(&mut drafts, &mut skipped);
            prop_assert_eq!(drafts.len() + skipped.len(), all);
            for Draft { row, .. } in drafts {
                let of = |a: &str, b: &str| a.len() + b.len() + OTHER_BYTES;
                prop_assert!(of(&row.name, &row.document_key) <= BTREE_BYTES);
                prop_assert!(of(&row.slug, &row.document_key) <= BTREE_BYTES);
                let singles = row.class_slugs.iter().chain(&row.school).chain([&row.casting_time]);
                for text in singles {
                    prop_assert!(text.to_lowercase().len() + OTHER_BYTES <= BTREE_BYTES);
                }
            }
        }
    }

    #[test]
    fn a_draft_that_is_too_long_is_skipped_with_its_field() {
        let origin = lorekeeper_content::Origin { endpoint: "spells".into(), key: "long".into(), ..Default::default() };
        let row = |name: String| spell::Model { name, ..spell::Model::default() };
        let mut drafts: Vec<_> = ["n".repeat(MAX_INDEXED_CHARS), "東".repeat(MAX_INDEXED_CHARS + 1)]
            .into_iter()
            .map(|name| Draft { row: row(name), origin: origin.clone(), section: None, unstated: Vec::new() })
            .collect();
        let mut skipped = Vec::new();
        keep_fitting(&mut drafts, &mut skipped);
        assert_eq!((drafts.len(), skipped.len()), (1, 1));
        assert_eq!(skipped[0].key, "long");
        assert_eq!(skipped[0].reason, "name: it is longer than 300 characters");
    }

    #[test]
    fn a_record_with_a_text_that_no_book_has_is_skipped_with_its_place() {
        let record = |key: &str, length: usize| Record {
            key: key.into(),
            url: String::new(),
            raw: json!({"name": key, "traits": [{"text": "wet"}, {"text": "(".repeat(length)}]}),
        };
        let listing = vec![
            record("long", MAX_TEXT_BYTES),
            record("longer", MAX_TEXT_BYTES + 1),
            Record { key: "many".into(), url: String::new(), raw: json!({"traits": vec![1; MAX_PARTS + 1]}) },
        ];
        let records = Records([("monsters".to_owned(), listing)].into());
        let keys = |records: &Records| -> Vec<String> {
            let listing = records.endpoint("monsters").iter();
            listing.map(|record| record.key.clone()).collect()
        };
        let mut skipped = Vec::new();
        assert_eq!(keys(&readable(&records, &mut skipped)), ["long"]);
        let reasons: Vec<_> = skipped.iter().map(|s| (&*s.key, &*s.reason)).collect();
        let expected = [
            ("longer", "traits.1.text: it is longer than 65536 bytes"),
            ("many", "traits: it has more than 2000 parts"),
        ];
        assert_eq!(reasons, expected);
    }

    #[test]
    fn names_have_no_control_characters() {
        let mut row = spell::Model {
            name: "Ka\u{1b}]52;c;ZWNobw==\u{7}tz\u{202e}e".to_owned(),
            school: Some("evo\u{9b}cation".to_owned()),
            ..spell::Model::default()
        };
        row.remove_controls();
        assert_eq!(row.name, "Ka]52;c;ZWNobw==tze");
        assert_eq!(row.school.as_deref(), Some("evocation"));
    }
}
