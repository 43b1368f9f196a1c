//! Equipment: weapons, armor, gear, tools, poisons, magic items.

mod armor;
mod gear;
mod magic;
mod place;
mod weapon;

use super::index::Index;
use super::prose::{About, markdown};
use super::wire::Activity;
use super::{DOCUMENT, draft};
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
pub(super) use place::is_trap;
use place::{is_card, is_helper};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ItemRecord {
    item_kind: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    description: String,
    weight: Option<f64>,
    cost_gp: Option<f64>,
    rarity: Option<String>,
    requires_attunement: bool,
    attunement_constraint: Option<String>,
    activities: Vec<Activity>,
    magical: bool,
    magical_bonus: i32,
    #[serde(flatten)]
    weapon: weapon::WeaponFields,
    #[serde(flatten)]
    armor: armor::ArmorFields,
}

/// Draws the equipment. What comes under two names is one item; the records that only the tabletop needs are left
/// out, and the cards of a deck are part of it.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let wires = drafts.parse::<ItemRecord>(records, "items");
    let bases = bases(&wires);
    let cards: Vec<&ItemRecord> = wires
        .iter()
        .filter(|(record, _)| is_card(&record.key))
        .map(|(_, wire)| wire)
        .collect();
    let mut drawn: BTreeSet<(String, String)> = BTreeSet::new();
    for (record, wire) in &wires {
        if is_helper(&record.key) || is_card(&record.key) || is_trap(&wire.description) {
            continue;
        }
        let mut row = row(wire, &bases, index);
        if row.slug == place::DECK {
            for card in &cards {
                let text = markdown(&card.description, &about(card, index));
                let name = card.name.trim();
                row.text = format!("{}\n\n**{name}.** {text}", row.text);
            }
        }
        if drawn.insert((format!("{:?}", row.kind), row.slug.clone())) {
            drafts.equipment.push(draft(row, "items", record));
        }
    }
}

/// The mundane weapons and armor, by what headings call them.
type Bases = BTreeMap<String, (Kind, String)>;

fn bases(wires: &[(&crate::Record, ItemRecord)]) -> Bases {
    let mundane = wires
        .iter()
        .filter(|(_, wire)| magic::heading(wire).is_none() && !wire.magical);
    mundane
        .filter_map(|(_, wire)| {
            let kind = place::kind(wire);
            let slug = lorekeeper_content::slugify(wire.name.trim());
            matches!(kind, Kind::Weapon | Kind::Armor).then(|| (slug.clone(), (kind, slug)))
        })
        .collect()
}

fn about<'a>(wire: &'a ItemRecord, index: &'a Index<'a>) -> About<'a> {
    About {
        index,
        activities: &wire.activities,
        stats: None,
        name: &wire.name,
    }
}

fn row(wire: &ItemRecord, bases: &Bases, index: &Index<'_>) -> Model {
    let name = wire.name.trim();
    let about = about(wire, index);
    let mut row = Model {
        document_key: DOCUMENT.to_owned(),
        name: name.to_owned(),
        // The book gives no weight for items of weight 0.
        weight: wire.weight.filter(|weight| *weight > 0.0),
        ..Model::default()
    };
    if let Some(heading) = magic::heading(wire) {
        magic::fill(wire, &heading, &about, bases, &mut row);
    } else {
        row.text = markdown(&wire.description, &about);
        row.cost = wire.cost_gp.filter(|cost| *cost > 0.0);
        gear::fill(wire, index, &mut row);
    }
    match wire.item_kind.as_str() {
        "weapon" if row.category.as_deref() == Some("weapon") => wire.weapon.fill(&mut row),
        "armor" if row.category.as_deref() == Some("armor") => {
            wire.armor.fill(wire.magical_bonus, &mut row);
        }
        _ => {}
    }
    row
}

#[cfg(test)]
mod tests;
