//! Slugs of items that the sources name differently.
//!
//! Rows of several sources are merged by their slugs, so an item takes the slug of Open5e.

use lorekeeper_content::slugify;

/// The fields that a slug depends on.
pub struct Item<'a> {
    /// The item's name.
    pub name: &'a str,
    /// The finer category.
    pub subcategory: Option<&'a str>,
    /// How many pieces the price buys.
    pub quantity: Option<i32>,
}

/// The slug of a mundane item.
///
/// Correction (equipment): The same item under another name (`Half Plate Armor`) is one row.
pub fn mundane(edition: &str, item: &Item) -> String {
    let slug = slugify(item.name);
    if edition == "2014" {
        return alias(&slug).map_or(slug, str::to_owned);
    }
    match (item.subcategory, item.quantity) {
        (Some("musical-instruments"), ..) => format!("musical-instrument-{slug}"),
        (Some("gaming-sets"), ..) => format!("gaming-set-{slug}"),
        (Some("holy-symbols"), ..) => format!("holy-symbol-{slug}"),
        (Some("druidic-foci"), ..) => format!("druidic-focus-{slug}"),
        // Ammunition comes with its number (`Arrows (20)`).
        (Some("ammunition"), Some(quantity)) => format!("{slug}-{quantity}"),
        _ => slug,
    }
}

/// The slug of a magic item: variants are named after what they vary from
/// (`Horn of Valhalla (Brass)`, not `Brass Horn of Valhalla`).
///
/// Correction (equipment): The same magic item under another name (`Brass Horn of Valhalla`) is one row.
pub fn magic(edition: &str, name: &str) -> String {
    let slug = slugify(name);
    if edition != "2014" {
        return slug;
    }
    if let Some(rest) = slug.strip_prefix("ioun-stone-of-") {
        return format!("ioun-stone-{rest}");
    }
    if slug.starts_with("spell-scroll-") && slug != "spell-scroll-cantrip" {
        return format!("{slug}-level");
    }
    for group in ["figurine-of-wondrous-power", "horn-of-valhalla"] {
        if let Some(variant) = slug.strip_suffix(group).map(|rest| rest.trim_end_matches('-'))
            && !variant.is_empty()
        {
            return format!("{group}-{variant}");
        }
    }
    match slug.as_str() {
        "glamoured-studded-leather-armor" => "glamoured-studded-leather".to_owned(),
        _ => slug,
    }
}

/// Names of the 2014 rules that have two spellings.
fn alias(slug: &str) -> Option<&'static str> {
    ALIASES.iter().find_map(|(ours, theirs)| (*ours == slug).then_some(*theirs))
}

const ALIASES: [(&str, &str); 9] = [
    ("arrow", "arrow-bow"),
    ("ball-bearings-bag-of-1-000", "ball-bearings-bag-of-1000"),
    ("blowgun-needle", "blowgun-needles"),
    ("caltrops", "caltrops-bag-of-20"),
    ("half-plate-armor", "half-plate"),
    ("oil-flask", "lamp-oil-flask"),
    ("poison-basic-vial", "poison-basic"),
    ("sling-bullet", "sling-bullets"),
    ("tent-two-person", "tent"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn slug_2024(name: &str, subcategory: &str) -> String {
        let item = Item { name, subcategory: Some(subcategory), quantity: Some(50) };
        mundane("2024", &item)
    }

    #[test]
    fn tools_and_ammunition_take_the_other_spelling() {
        assert_eq!(slug_2024("Kazoo", "musical-instruments"), "musical-instrument-kazoo");
        assert_eq!(slug_2024("Quills", "ammunition"), "quills-50");
        assert_eq!(slug_2024("Mirror", "other"), "mirror");
    }

    #[test]
    fn aliases_are_of_2014() {
        let item = Item { name: "Oil (flask)", subcategory: None, quantity: None };
        assert_eq!(mundane("2014", &item), "lamp-oil-flask");
        assert_eq!(mundane("2024", &item), "oil-flask");
    }

    #[test]
    fn variants_are_named_after_their_group() {
        for (name, slug) in [
            ("Ioun Stone of Awe", "ioun-stone-awe"),
            ("Ioun Stone", "ioun-stone"),
            ("Spell Scroll (3rd)", "spell-scroll-3rd-level"),
            ("Spell Scroll (Cantrip)", "spell-scroll-cantrip"),
            ("Tin Horn of Valhalla", "horn-of-valhalla-tin"),
            ("Horn of Valhalla", "horn-of-valhalla"),
        ] {
            assert_eq!(magic("2014", name), slug);
        }
        assert_eq!(magic("2024", "Tin Horn of Valhalla"), "tin-horn-of-valhalla");
    }
}
