//! Magic items: category, rarity, attunement, variants.

use super::notation::{capitalized, joined, linked_name, linked_names, words};
use crate::equipment::Model;

/// `Wondrous item, rare (requires attunement by a wizard)`, `Weapon (any sword), legendary`.
pub(super) fn subtitle(item: &Model) -> String {
    // A shield is a sort of armor. What a staff or a rod can be used as is no part of its line.
    let category = match item.category.as_deref() {
        Some("shield") => "armor",
        Some(category) => category,
        None => "magic item",
    };
    let base = match category {
        "staff" | "rod" | "wand" => None,
        _ => item.base_weapon_slug.as_deref().or(item.base_armor_slug.as_deref()),
    };
    let category = capitalized(&words(category));
    let heading = item.notes.as_deref().filter(|notes| is_heading(item, notes));
    let sort = match (heading, base) {
        (Some(heading), _) => heading.trim_end_matches('.').to_owned(),
        (None, Some(base)) => format!("{category} ({})", base_name(base)),
        (None, None) => category,
    };
    let rarity = item.rarity.as_deref().map(|rarity| match rarity {
        "varies" => "rarity varies".to_owned(),
        rarity => words(rarity),
    });
    let line = joined([Some(sort), rarity].into_iter().flatten()).unwrap_or_default();
    match (item.requires_attunement, item.attunement_detail.as_deref()) {
        (Some(true), Some(detail)) => format!("{line} (requires attunement {detail})"),
        (Some(true), None) => format!("{line} (requires attunement)"),
        _ => line,
    }
}

/// The base as the tables print it: `longsword`, `crossbow, hand`.
fn base_name(slug: &str) -> String {
    let name = words(slug);
    match name.split_once(' ') {
        Some(("crossbow", sort)) => format!("crossbow, {sort}"),
        _ => name,
    }
}

/// Whether a note is the item's category as its heading gives it (`Weapon (any sword)`).
pub(super) fn is_heading(item: &Model, notes: &str) -> bool {
    item.rarity.is_some() && ["Weapon (", "Armor ("].iter().any(|sort| notes.starts_with(sort))
}

/// The item that another is a variant of.
pub(super) fn variant_of(item: &Model) -> Option<String> {
    Some(linked_name(item, item.variant_of_slug.as_deref()?))
}

/// `Longsword (+1), Longsword (+2)`.
pub(super) fn variants(item: &Model) -> Option<String> {
    linked_names(item, &item.variant_slugs)
}
