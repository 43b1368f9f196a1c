//! Magic items, with the fields in the line below their name.

use super::place;
use crate::item_text::heading::{self, Heading};
use crate::item_text::rarity::{Rarity, rarity};
use crate::item_text::weapon::Bases;
use crate::srd_data::Named;
use crate::srd_data::index::Index;
use crate::srd_data::prose::{About, markdown};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::{Pattern, slugify};

/// The line below the name.
fn first_line<'a>(wire: &Named<'a>) -> &'a str {
    wire.fields.text("description").lines().next().unwrap_or_default()
}

/// The fields in the heading of a magic item; `None` for other text. A variant has no heading of its own, but the
/// name of what it is a variant of.
pub(super) fn heading(wire: &Named<'_>) -> Option<Heading> {
    if place::is_sold(wire.name) {
        return None;
    }
    let first = first_line(wire);
    let parsed = heading::heading(first).filter(|_| first.contains(',') || first.contains("Varies"));
    let kind = wire.fields.text("item_kind");
    let bonus = wire.fields.positive("magical_bonus").is_some();
    let magic = kind == "magic_item" || wire.fields.is("magical") || bonus;
    parsed.or_else(|| {
        magic.then(|| Heading {
            category: Some(match kind {
                "weapon" => "weapon",
                "armor" => "armor",
                _ if wire.name.starts_with("Potion") => "potion",
                _ if wire.name.contains("Ring of") => "ring",
                _ => "wondrous-item",
            }),
            ..Heading::default()
        })
    })
}

/// Fills in what a magic item has.
pub(super) fn fill(wire: &Named<'_>, heading: Heading, index: &Index<'_>, bases: &Bases, row: &mut Model) {
    row.kind = Kind::MagicItem;
    row.slug = place::magic_slug(wire.name);
    row.category = heading.category.map(str::to_owned);
    row.text = without_heading(wire, &row.text);
    let rarity = rarity_of(wire);
    row.rarity_rank = rarity.as_ref().and_then(|rarity| rarity.rank);
    row.rarity = rarity.map(|rarity| rarity.slug);
    row.requires_attunement = Some(wire.fields.is("requires_attunement") || heading.requires_attunement);
    let about = About::of(wire.fields, wire.name, index);
    let who = wire.fields.filled("attunement_constraint");
    row.attunement_detail = who
        .or_else(|| heading.attunement_detail.clone())
        .map(|who| markdown(&who, &about).to_lowercase())
        .filter(|who| !who.is_empty() && !who.contains('['));
    // Prices and weights are the tabletop's own: the book has none for magic items.
    row.weight = None;
    bases.fill(heading, row);
    row.variant_of_slug = variant_of(wire, &row.slug);
}

/// The text between the category with its brackets and the attunement: `Weapon (Spoon, Fork), Rare (Requires …`.
static RARITY: Pattern = Pattern::new(r"^[^,(]+(?:\([^)]*\))?, (?P<rarity>.+?)(?:, See\b.*|\s*\(Requires\b.*|,)?$");

/// The rarity: the line's, where it has one, for some records are common by default.
fn rarity_of(wire: &Named<'_>) -> Option<Rarity> {
    let first = first_line(wire);
    // Some begin with their description.
    let found = heading::heading(first).and_then(|_| RARITY.captures(first));
    let printed = found.as_ref().map_or("", |found| found["rarity"].trim());
    let field = wire.fields.text("rarity").replace('_', " ");
    rarity(printed).filter(|_| !printed.is_empty()).or_else(|| rarity(&field))
}

/// The text without the line that says what it is, which the fields say.
fn without_heading(wire: &Named<'_>, text: &str) -> String {
    let first = first_line(wire);
    let is_heading = heading::heading(first).is_some() || first.starts_with("See: ") || first.starts_with("See ");
    match text.split_once("\n\n") {
        Some((_, rest)) if is_heading => rest.to_owned(),
        _ => text.to_owned(),
    }
}

/// The item that a variant is one of: `Ioun Stone of Awareness`, `Feather Token (Bird)`, `Spell Scroll, Cantrip`.
fn variant_of(wire: &Named<'_>, slug: &str) -> Option<String> {
    let name = wire.name;
    let referred = first_line(wire).split("See").nth(1).map(|rest| rest.trim_start_matches(':').trim());
    let referred = referred.filter(|words| words.contains(' ') && !words.contains('['));
    let grouped = name.strip_suffix(')').and_then(|name| name.split_once(" ("));
    let group = referred
        .map(slugify)
        .or_else(|| grouped.map(|(group, _)| slugify(group)))
        .or_else(|| name.strip_prefix("Ioun Stone of ").map(|_| "ioun-stone".to_owned()))
        .or_else(|| slug.strip_prefix("figurine-of-wondrous-power-").map(|_| "figurine-of-wondrous-power".to_owned()));
    group.filter(|group| group != slug)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;
    use crate::foundry_text::fields::Fields;
    use serde_json::json;

    #[test]
    fn the_heading_knows_the_rarity() {
        for (heading, expected) in [
            ("Armor (Any Bark, Except Birch Bark), Uncommon", "uncommon"),
            ("Wondrous Item, Very Rare (Requires Attunement)", "very-rare"),
            ("Wondrous Item, Rare, See: Owl Token", "rare"),
            ("Weapon (Any), Uncommon (+1), Rare (+2), or Very Rare (+3)", "varies"),
            ("Wondrous Item, Rarity Varies", "varies"),
            ("This owl, which is grey, hoots.", "legendary"),
        ] {
            let raw = json!({"description": format!("{heading}\n\nIt is an owl."), "rarity": "legendary"});
            let record = Record { key: "owl".to_owned(), url: String::new(), raw };
            let wire = Named { record: &record, name: "Owl", fields: Fields::of(&record.raw) };
            assert_eq!(rarity_of(&wire).unwrap().slug, expected, "{heading}");
        }
    }
}
