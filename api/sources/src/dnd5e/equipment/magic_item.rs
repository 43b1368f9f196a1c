//! Magic items.

use crate::dnd5e::NAME;
use crate::dnd5e::wire::{self, Reference, Text, document_key};
use crate::item_text::heading::{self, Heading, heading};
use crate::item_text::{rarity, slug};
use crate::wire::filled;
use crate::{Draft, Drafts, Records, origin};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws the magic items of an edition; `bases` are its mundane items by index.
pub(super) fn draw(
    edition: &str,
    bases: &BTreeMap<String, (Kind, String)>,
    records: &Records,
    drafts: &mut Drafts,
) {
    let endpoint = format!("{edition}/magic-items");
    let items = drafts.parse::<MagicItem>(records, &endpoint);
    let groups: BTreeMap<String, String> = items
        .iter()
        .flat_map(|(_, group)| group.variants.iter().map(move |variant| (group, variant)))
        .map(|(group, variant)| (variant.index.clone(), group.slug(edition)))
        .collect();
    for (record, item) in items {
        let group = groups.get(&item.index).filter(|_| item.variant).cloned();
        let mut row = row(edition, item, bases);
        row.variant_of_slug = group;
        drafts.equipment.push(Draft {
            row,
            origin: origin(NAME, &endpoint, record),
            section: None,
        });
    }
}

/// A magic item as the API has it.
#[derive(Deserialize)]
struct MagicItem {
    index: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    equipment_category: Reference,
    rarity: Rarity,
    #[serde(default)]
    variants: Vec<Reference>,
    #[serde(default)]
    variant: bool,
    desc: Text,
    image: Option<String>,
    attunement: Option<bool>,
    #[serde(rename = "limited-to")]
    limited_to: Option<String>,
}

impl MagicItem {
    /// The slug; a group that has the name of one of its variants is told from it.
    fn slug(&self, edition: &str) -> String {
        let slug = slug::magic(edition, &self.name);
        if self
            .variants
            .iter()
            .any(|variant| variant.name == self.name)
        {
            format!("{slug}-variants")
        } else {
            slug
        }
    }
}

#[derive(Deserialize)]
struct Rarity {
    name: String,
}

fn row(edition: &str, item: MagicItem, bases: &BTreeMap<String, (Kind, String)>) -> Model {
    let (heading, text) = split(&item.desc);
    let rarity = rarity::rarity(&item.rarity.name);
    let (base_weapon_slug, base_armor_slug) = base(&heading, bases);
    let category = heading
        .category
        .or_else(|| heading::category(&item.equipment_category.index));
    let limited_to = item.limited_to.as_deref().and_then(filled);
    Model {
        document_key: document_key(edition),
        kind: Kind::MagicItem,
        slug: item.slug(edition),
        category: category.map(str::to_owned),
        image: wire::image(item.image.as_deref()),
        rarity_rank: rarity.as_ref().and_then(|rarity| rarity.rank),
        rarity: rarity.map(|rarity| rarity.slug),
        requires_attunement: Some(item.attunement.unwrap_or(heading.requires_attunement)),
        attunement_detail: limited_to.map(|who| by(&who)).or(heading.attunement_detail),
        notes: heading
            .made_from
            .filter(|_| base_weapon_slug.is_none() && base_armor_slug.is_none()),
        base_weapon_slug,
        base_armor_slug,
        variant_slugs: item
            .variants
            .iter()
            .map(|variant| slug::magic(edition, &variant.name))
            .collect(),
        text,
        name: item.name,
        ..Model::default()
    }
}

/// The heading, and the description below it.
fn split(desc: &Text) -> (Heading, String) {
    let lines: Vec<&str> = match desc {
        Text::None => Vec::new(),
        Text::One(text) => text.lines().map(str::trim).collect(),
        Text::Many(parts) => parts.iter().map(String::as_str).collect(),
    };
    let Some((first, rest)) = lines.split_first() else {
        return (Heading::default(), String::new());
    };
    match heading(first) {
        Some(heading) => (heading, wire::paragraphs(rest)),
        None => (Heading::default(), wire::paragraphs(&lines)),
    }
}

/// The one mundane weapon or armor that it is; `plate` and `Plate Armor` are the same.
fn base(
    heading: &Heading,
    bases: &BTreeMap<String, (Kind, String)>,
) -> (Option<String>, Option<String>) {
    let found = heading.base.as_deref().and_then(|base| {
        let slug = slugify(base);
        bases
            .get(&slug)
            .or_else(|| bases.get(&format!("{slug}-armor")))
    });
    match found {
        Some((Kind::Weapon, slug)) => (Some(slug.clone()), None),
        Some((Kind::Armor, slug)) => (None, Some(slug.clone())),
        _ => (None, None),
    }
}

/// `Cleric or Paladin` as who can attune to it.
fn by(who: &str) -> String {
    let who = who.to_lowercase();
    let article = if who.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("by {article} {who}")
}

#[cfg(test)]
#[path = "magic_item_tests.rs"]
mod tests;
