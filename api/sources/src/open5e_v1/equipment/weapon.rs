//! Mundane weapons.

use super::super::document::Books;
use super::super::draft;
use super::super::wire::{name, text_or_none};
use super::row;
use crate::item_text::measure::{pounds, price};
use crate::prose::heading;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
use lorekeeper_content::{Pattern, slugify};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Weapon {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    /// `Martial Ranged Weapons`
    #[serde(default)]
    category: String,
    #[serde(default)]
    cost: String,
    #[serde(default)]
    damage_dice: String,
    #[serde(default)]
    damage_type: String,
    #[serde(default)]
    weight: String,
    /// `thrown (range 20/60)`
    properties: Option<Vec<String>>,
}

/// Draws the weapons.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, weapon) in drafts.parse::<Weapon>(records, "weapons") {
        let row = weapon.row(books.key(&weapon.document));
        drafts.equipment.push(draft(row, "weapons", record, None));
    }
}

impl Weapon {
    fn row(&self, document: String) -> Model {
        let mut row = row(Kind::Weapon, document, &self.name, "weapon");
        row.cost = price(&self.cost);
        row.weight = pounds(&self.weight);
        // A net deals no damage.
        row.damage_dice = text_or_none(&self.damage_dice).filter(|dice| dice != "0");
        row.damage_type =
            text_or_none(&self.damage_type).filter(|_| row.damage_dice.is_some()).map(|kind| slugify(&kind));
        let properties = self.properties.iter().flatten();
        let properties: Vec<_> = properties.filter_map(|text| property(text)).collect();
        row.versatile_dice = detail_of(&properties, "versatile");
        (row.range, row.long_range) = ranges(&properties);
        row.properties = properties.into();
        let category = self.category.to_lowercase();
        let range = ["melee", "ranged"].into_iter().find(|word| category.contains(word));
        row.weapon_range = range.map(str::to_owned);
        row.simple = Some(category.contains("simple"));
        row.martial = Some(category.contains("martial"));
        row
    }
}

static RANGE: Pattern = Pattern::new(r"^(?:range )?(?P<normal>\d+)/(?P<long>\d+)");

/// A property (`versatile (1d10)`); what it means is not said. A range is always printed with the word.
///
/// Correction (equipment): A range without the word *range* is read as one.
fn property(upstream: &str) -> Option<WeaponProperty> {
    let text = text_or_none(upstream)?;
    let (name, detail) = match text.split_once('(') {
        Some((name, detail)) => (name.trim(), text_or_none(detail.trim_end_matches(')'))),
        None => (text.as_str(), None),
    };
    let slug = slugify(name);
    Some(WeaponProperty {
        // A hyphen stays: `two-handed` is `Two-Handed`.
        name: name.split('-').map(heading).collect::<Vec<_>>().join("-"),
        slug,
        detail: detail.map(|detail| match RANGE.captures(&detail) {
            Some(_) if !detail.starts_with("range") => format!("range {detail}"),
            _ => detail,
        }),
        ..WeaponProperty::default()
    })
}

fn detail_of(properties: &[WeaponProperty], slug: &str) -> Option<String> {
    let property = properties.iter().find(|property| property.slug == slug)?;
    property.detail.clone()
}

/// Normal and long range, in feet.
fn ranges(properties: &[WeaponProperty]) -> (Option<i32>, Option<i32>) {
    let printed = detail_of(properties, "ammunition").or_else(|| detail_of(properties, "thrown"));
    let found = printed.as_deref().and_then(|detail| RANGE.captures(detail));
    let number = |group: &str| found.as_ref()?.name(group)?.as_str().parse().ok();
    (number("normal"), number("long"))
}
