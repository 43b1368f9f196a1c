//! Magic items that are variants of one.
//!
//! One source tells a magic weapon once, for all the weapons that it can be; another has a record for each of
//! these, with the same text.

use super::{Kind, Model};
use std::collections::BTreeMap;

/// Shorter texts may be the same by chance.
const SHORTEST: usize = 60;

/// Relates an item to its variants: where several items of a book have one text, and one of them is from
/// another source than all the others.
pub(super) fn relate(rows: &mut [Model]) {
    let mut same: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let text = letters(&row.text);
        if row.kind == Kind::MagicItem && text.len() >= SHORTEST {
            let place = (row.document_key.clone(), text);
            same.entry(place).or_default().push(at);
        }
    }
    for group in same.into_values().filter(|group| group.len() > 2) {
        let Some(whole) = outsider(rows, &group) else {
            continue;
        };
        let Some(slug) = rows.get(whole).map(|row| row.slug.clone()) else {
            continue;
        };
        for at in group.into_iter().filter(|at| *at != whole) {
            if let Some(row) = rows.get_mut(at) {
                row.variant_of_slug.get_or_insert_with(|| slug.clone());
            }
        }
    }
    tell_the_wholes(rows);
}

/// Every item knows its variants, whichever source relates them.
fn tell_the_wholes(rows: &mut [Model]) {
    let mut variants: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.kind == Kind::MagicItem) {
        if let Some(whole) = &row.variant_of_slug {
            let place = (row.document_key.clone(), whole.clone());
            variants.entry(place).or_default().push(row.slug.clone());
        }
    }
    for row in rows.iter_mut().filter(|row| row.kind == Kind::MagicItem) {
        let place = (row.document_key.clone(), row.slug.clone());
        if let Some(slugs) = variants.remove(&place) {
            row.variant_slugs.extend(slugs);
            row.variant_slugs.sort();
            row.variant_slugs.dedup();
        }
    }
}

/// The one of a group whose source none of the others has.
fn outsider(rows: &[Model], group: &[usize]) -> Option<usize> {
    let source = |at: usize| {
        let origin = rows.get(at)?.origins.first()?;
        Some(origin.source.as_str())
    };
    let mut by_source: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for at in group {
        by_source.entry(source(*at)?).or_default().push(*at);
    }
    let mut lone = by_source.values().filter(|items| items.len() == 1);
    let found = lone.next().and_then(|items| items.first().copied());
    found.filter(|_| lone.next().is_none() && by_source.len() == 2)
}

/// The letters and digits of a text, in lower case: sources set it differently.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Origin;

    fn item(source: &str, slug: &str, text: &str) -> Model {
        Model {
            kind: Kind::MagicItem,
            document_key: "pond".into(),
            slug: slug.into(),
            text: text.into(),
            origins: vec![Origin {
                source: source.into(),
                ..Origin::default()
            }]
            .into(),
            ..Model::default()
        }
    }

    const TEXT: &str = "This weapon is always wet. On a hit, the target is wet too, until it next comes by a towel.";

    #[test]
    fn one_text_in_two_sources_is_an_item_and_its_variants() {
        let mut rows = [
            item("one", "wet-dagger", TEXT),
            item("one", "wet-sword", &TEXT.replace(", ", ",  ")),
            item("two", "wet-weapon", TEXT),
            item("one", "dry-dagger", "Never wet."),
        ];
        relate(&mut rows);
        assert_eq!(rows[2].variant_slugs, ["wet-dagger", "wet-sword"]);
        let of: Vec<_> = rows
            .iter()
            .map(|row| row.variant_of_slug.as_deref())
            .collect();
        assert_eq!(of, [Some("wet-weapon"), Some("wet-weapon"), None, None]);
    }

    #[test]
    fn an_item_knows_all_that_call_themselves_its_variants() {
        let of_weapon = |slug: &str| Model {
            variant_of_slug: Some("dry-weapon".to_owned()),
            ..item("one", slug, "")
        };
        let whole = Model {
            variant_slugs: vec!["dry-spoon".to_owned()],
            ..item("one", "dry-weapon", "")
        };
        let mut rows = [of_weapon("dry-fork"), whole, of_weapon("dry-spoon")];
        relate(&mut rows);
        assert_eq!(rows[1].variant_slugs, ["dry-fork", "dry-spoon"]);
    }

    #[test]
    fn two_items_with_one_text_are_no_variants() {
        let mut rows = [
            item("one", "wet-dagger", TEXT),
            item("two", "wet-fork", TEXT),
        ];
        relate(&mut rows);
        assert!(
            rows.iter()
                .all(|row| row.variant_of_slug.is_none() && row.variant_slugs.is_empty())
        );
        let mut rows = [
            item("one", "a", TEXT),
            item("one", "b", TEXT),
            item("one", "c", TEXT),
        ];
        relate(&mut rows);
        assert!(rows.iter().all(|row| row.variant_of_slug.is_none()));
    }
}
