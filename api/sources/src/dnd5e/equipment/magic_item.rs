//! Magic items.

use crate::dnd5e::draft;
use crate::dnd5e::wire::{self, Prose, Reference, document_key};
use crate::item_text::heading::{self, Heading, heading};
use crate::item_text::weapon::Bases;
use crate::item_text::{rarity, slug};
use crate::wire::filled;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws the magic items of an edition; `bases` are its mundane items by index.
pub(super) fn draw(edition: &str, bases: &Bases, records: &Records, drafts: &mut Drafts) {
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
        drafts.equipment.push(draft(row, &endpoint, record));
    }
}

/// A magic item as the API has it.
#[derive(Deserialize)]
struct MagicItem {
    index: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    equipment_category: Reference,
    #[serde(default)]
    rarity: Rarity,
    #[serde(default)]
    variants: Vec<Reference>,
    #[serde(default)]
    variant: bool,
    #[serde(default)]
    desc: Prose,
    image: Option<String>,
    attunement: Option<bool>,
    #[serde(rename = "limited-to")]
    limited_to: Option<String>,
}

impl MagicItem {
    /// The slug; a group that has the name of one of its variants is told from it.
    fn slug(&self, edition: &str) -> String {
        let slug = slug::magic(edition, &self.name);
        if self.variants.iter().any(|variant| variant.name == self.name) { format!("{slug}-variants") } else { slug }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Rarity {
    name: String,
}

fn row(edition: &str, item: MagicItem, bases: &Bases) -> Model {
    let (heading, text) = split(&item.desc);
    let rarity = rarity::rarity(&item.rarity.name);
    let category = heading.category.or_else(|| heading::category(&item.equipment_category.index));
    let limited_to = item.limited_to.as_deref().and_then(filled);
    let mut row = Model {
        document_key: document_key(edition),
        kind: Kind::MagicItem,
        slug: item.slug(edition),
        category: category.map(str::to_owned),
        image: wire::image(item.image.as_deref()),
        rarity_rank: rarity.as_ref().and_then(|rarity| rarity.rank),
        rarity: rarity.map(|rarity| rarity.slug),
        requires_attunement: Some(item.attunement.unwrap_or(heading.requires_attunement)),
        attunement_detail: limited_to.map(|who| by(&who)).or_else(|| heading.attunement_detail.clone()),
        variant_slugs: item.variants.iter().map(|variant| slug::magic(edition, &variant.name)).collect(),
        text,
        name: item.name,
        ..Model::default()
    };
    bases.fill(heading, &mut row);
    row
}

/// The heading, and the description below it.
fn split(desc: &Prose) -> (Heading, String) {
    let lines = desc.lines();
    match lines.split_first().map(|(first, rest)| (heading(first), rest)) {
        Some((Some(heading), rest)) => (heading, wire::join(rest)),
        _ => (Heading::default(), wire::join(&lines)),
    }
}

/// `Cleric or Paladin` as who can attune to it.
fn by(who: &str) -> String {
    let who = who.to_lowercase();
    let article = if who.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("by {article} {who}")
}
