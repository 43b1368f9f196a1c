//! Variants of magic items: links between an item and its variants.
//!
//! One source has a magic weapon once, for all the weapons that it can be; another has a record for each of these, with
//! the same text. Some sources have both: the record of each is named after the item and the weapon
//! (`Dry Blade (Longsword)`, `Dry Blade Scimitar`).

use super::{Kind, Model};
use crate::tokenizer::letters;
use std::collections::{BTreeMap, BTreeSet};

/// Least length of a text that two items share for a reason: shorter ones may be the same by chance.
const MIN_TEXT_BYTES: usize = 60;

/// Links items to their variants. Where several items of a book have one text, and one of them is from another source
/// than all the others, that one is the base and the others are its variants.
pub(super) fn link_variants(rows: &mut [Model]) {
    let mut same_text: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let text = letters(&row.text);
        if row.kind == Kind::MagicItem && text.len() >= MIN_TEXT_BYTES {
            let place = (row.document_key.clone(), text);
            same_text.entry(place).or_default().push(at);
        }
    }
    for group in same_text.into_values().filter(|group| group.len() > 2) {
        let Some(base) = only_of_its_source(rows, &group) else {
            continue;
        };
        let Some(slug) = rows.get(base).map(|row| row.slug.clone()) else {
            continue;
        };
        for at in group.into_iter().filter(|at| *at != base) {
            if let Some(row) = rows.get_mut(at) {
                row.variant_of_slug.get_or_insert_with(|| slug.clone());
            }
        }
    }
    link_by_name(rows);
    list_variants(rows);
}

/// Links items that are named after another item of the book and the weapon or armor that they are.
fn link_by_name(rows: &mut [Model]) {
    let is_magic = |row: &&Model| row.kind == Kind::MagicItem;
    let bases: BTreeSet<String> =
        rows.iter().filter(|row| matches!(row.kind, Kind::Weapon | Kind::Armor)).map(|row| row.slug.clone()).collect();
    let items: BTreeSet<(String, String)> =
        rows.iter().filter(is_magic).map(|row| (row.document_key.clone(), row.slug.clone())).collect();
    let item = |row: &Model| {
        let words: Vec<&str> = row.slug.split('-').collect();
        (1..words.len()).rev().find_map(|cut| {
            let (item, base) = words.split_at_checked(cut)?;
            let item = item.join("-");
            let is_item = items.contains(&(row.document_key.clone(), item.clone()));
            (is_item && bases.contains(&base.join("-"))).then_some(item)
        })
    };
    for row in rows.iter_mut().filter(|row| row.kind == Kind::MagicItem) {
        if row.variant_of_slug.is_none() {
            row.variant_of_slug = item(row);
        }
    }
}

/// Completes the list of variants of every base, whichever source relates them.
fn list_variants(rows: &mut [Model]) {
    let mut variants: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.kind == Kind::MagicItem) {
        if let Some(base) = &row.variant_of_slug {
            let place = (row.document_key.clone(), base.clone());
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

/// The item of a group whose source none of the others has, where these have one source.
fn only_of_its_source(rows: &[Model], group: &[usize]) -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    fn item(source: &str, slug: &str, text: &str) -> Model {
        Model {
            kind: Kind::MagicItem,
            document_key: "pond".into(),
            slug: slug.into(),
            text: text.into(),
            origins: vec![Origin { source: source.into(), ..Origin::default() }].into(),
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
        link_variants(&mut rows);
        assert_eq!(rows[2].variant_slugs, ["wet-dagger", "wet-sword"]);
        let of: Vec<_> = rows.iter().map(|row| row.variant_of_slug.as_deref()).collect();
        assert_eq!(of, [Some("wet-weapon"), Some("wet-weapon"), None, None]);
    }

    #[test]
    fn an_item_and_the_weapon_that_it_is_are_in_the_name() {
        let weapon = Model { kind: Kind::Weapon, ..item("one", "pond-dart", "") };
        let mut rows = [
            weapon,
            item("one", "dry-blade", "Dries what it hits."),
            item("one", "dry-blade-pond-dart", "A dart that dries what it hits."),
            item("one", "dry-blade-of-sorrow", "Another one."),
        ];
        link_variants(&mut rows);
        assert_eq!(rows[2].variant_of_slug.as_deref(), Some("dry-blade"));
        assert_eq!(rows[1].variant_slugs, ["dry-blade-pond-dart"]);
        assert_eq!((&rows[1].variant_of_slug, &rows[3].variant_of_slug), (&None, &None));
    }

    #[test]
    fn a_base_lists_all_that_name_it() {
        let of_weapon = |slug: &str| Model { variant_of_slug: Some("dry-weapon".to_owned()), ..item("one", slug, "") };
        let base = Model { variant_slugs: vec!["dry-spoon".to_owned()], ..item("one", "dry-weapon", "") };
        let mut rows = [of_weapon("dry-fork"), base, of_weapon("dry-spoon")];
        link_variants(&mut rows);
        assert_eq!(rows[1].variant_slugs, ["dry-fork", "dry-spoon"]);
    }

    #[test]
    fn two_items_with_one_text_are_no_variants() {
        let mut rows = [item("one", "wet-dagger", TEXT), item("two", "wet-fork", TEXT)];
        link_variants(&mut rows);
        assert!(rows.iter().all(|row| row.variant_of_slug.is_none() && row.variant_slugs.is_empty()));
        let mut rows = [item("one", "a", TEXT), item("one", "b", TEXT), item("one", "c", TEXT)];
        link_variants(&mut rows);
        assert!(rows.iter().all(|row| row.variant_of_slug.is_none()));
    }
}
