//! Bounds of drafts: what an index holds has to fit into it, and names have no control characters.
//!
//! An entry of a B-tree has at most 2704 bytes, and some indexes hold two texts. A text within the limit has at most
//! 1200 bytes, so that two of them, with what else an entry holds, fit always.

use crate::family::{Head, character_option, creature, document, equipment, rule, spell};
use crate::source::{Draft, Drafts, Normalise, Records, Skipped};
use crate::terminal::is_unprintable;

/// Most characters of a text that an index holds.
pub(super) const MAX_INDEXED_CHARS: usize = 300;

/// The drafts of records. Control characters are taken out of names and other short texts: they would reach terminals and
/// assistants. What is too long for an index is left out and named, as what cannot be understood.
pub(super) fn drafts(normalise: Normalise, records: &Records) -> Drafts {
    let mut drafts = normalise(records);
    let mut skipped = Vec::new();
    keep_fitting(&mut drafts.documents, &mut skipped);
    macro_rules! keep {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            keep_fitting(&mut drafts.$plural, &mut skipped);
        )* };
    }
    crate::family::families!(keep);
    drafts.skipped.append(&mut skipped);
    drafts
}

/// Whether the identity of a row fits into an index, also after namesakes were told apart.
pub(super) fn has_fitting_identity(row: &impl Head) -> bool {
    fits(row.document_key()) && fits(row.slug())
}

fn keep_fitting<R: Indexed>(drafts: &mut Vec<Draft<R>>, skipped: &mut Vec<Skipped>) {
    for draft in &mut *drafts {
        draft.row.take_out_controls();
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

fn take_out_controls(text: &mut String) {
    if text.contains(is_unprintable) {
        text.retain(|c| !is_unprintable(c));
    }
}

/// A row with texts that an index holds.
trait Indexed {
    /// Takes control characters out of such texts.
    fn take_out_controls(&mut self);

    /// The name of the first such text that is too long.
    fn too_long(&self) -> Option<&'static str>;
}

/// Gives a row the list of its indexed columns: texts that are always there, may be missing, and lists.
macro_rules! indexed {
    ($model:ty, [$($text:ident),*], [$($optional:ident),*], [$($list:ident),*]) => {
        impl Indexed for $model {
            fn take_out_controls(&mut self) {
                $(take_out_controls(&mut self.$text);)*
                $(self.$optional.as_mut().map(take_out_controls);)*
                $(self.$list.iter_mut().for_each(take_out_controls);)*
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
indexed!(
    spell::Model,
    [document_key, slug, name, casting_time],
    [school],
    [class_slugs]
);
indexed!(
    creature::Model,
    [document_key, slug, name],
    [creature_type, size],
    [spell_slugs]
);
indexed!(
    equipment::Model,
    [document_key, slug, name],
    [category, rarity, base_weapon_slug, base_armor_slug],
    []
);
indexed!(
    character_option::Model,
    [document_key, slug, name],
    [parent_slug],
    []
);
indexed!(
    rule::Model,
    [document_key, slug, name],
    [section_slug, parent_slug],
    []
);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What an entry of an index may have.
    const BTREE_BYTES: usize = 2704;

    /// What an entry has besides two texts: a number, a key, and its own head.
    const OTHER_BYTES: usize = 100;

    fn text() -> impl Strategy<Value = String> {
        let letters = prop_oneof![Just('a'), Just('ß'), Just('東'), Just('𝔘')];
        (0..700_usize, letters).prop_map(|(length, letter)| letter.to_string().repeat(length))
    }

    fn spell() -> impl Strategy<Value = spell::Model> {
        let lists = proptest::collection::vec(text(), 0..3);
        (
            text(),
            text(),
            text(),
            text(),
            proptest::option::of(text()),
            lists,
        )
            .prop_map(
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
        fn what_is_kept_fits_into_every_index(rows in proptest::collection::vec(spell(), 0..8)) {
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
    fn what_is_too_long_is_named_with_its_field() {
        let origin = crate::family::Origin {
            endpoint: "spells".into(),
            key: "long".into(),
            ..Default::default()
        };
        let row = |name: String| spell::Model {
            name,
            ..spell::Model::default()
        };
        let mut drafts: Vec<_> = [
            "n".repeat(MAX_INDEXED_CHARS),
            "東".repeat(MAX_INDEXED_CHARS + 1),
        ]
        .into_iter()
        .map(|name| Draft {
            row: row(name),
            origin: origin.clone(),
            section: None,
        })
        .collect();
        let mut skipped = Vec::new();
        keep_fitting(&mut drafts, &mut skipped);
        assert_eq!((drafts.len(), skipped.len()), (1, 1));
        assert_eq!(skipped[0].key, "long");
        assert_eq!(skipped[0].reason, "name: it is longer than 300 characters");
    }

    #[test]
    fn names_have_no_control_characters() {
        let mut row = spell::Model {
            name: "Ka\u{1b}]52;c;ZWNobw==\u{7}tz\u{202e}e".to_owned(),
            school: Some("evo\u{9b}cation".to_owned()),
            ..spell::Model::default()
        };
        row.take_out_controls();
        assert_eq!(row.name, "Ka]52;c;ZWNobw==tze");
        assert_eq!(row.school.as_deref(), Some("evocation"));
    }
}
