//! Weapon fields of an item.

use super::super::wire::DocumentRef;
use super::measure::feet;
use crate::prose;
use crate::wire::Named;
use lorekeeper_content::equipment::{Model, WeaponProperty};
use lorekeeper_content::{Pattern, slugify};
use serde::Deserialize;
use std::collections::BTreeMap;

static NORMAL_RANGE: Pattern = Pattern::new(r"range (\d+)");
static LONG_RANGE: Pattern = Pattern::new(r"range \d+/(\d+)");
static PRINTED_RANGE: Pattern = Pattern::new(r"(?-i)^(range \d+/\d+)");

/// A record of `/weapons/`, or the same nested in an item, where it lacks the ranges.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Weapon {
    /// Key.
    pub key: String,
    /// Name.
    pub name: String,
    /// The weapon's book; absent where the weapon is nested.
    pub document: Option<DocumentRef>,
    #[serde(default)]
    damage_dice: String,
    #[serde(default)]
    damage_type: Named,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    range: f64,
    #[serde(default)]
    long_range: f64,
    distance_unit: Option<String>,
    is_simple: Option<bool>,
    /// Given only where the record is nested.
    is_martial: Option<bool>,
    #[serde(default)]
    is_improvised: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Property {
    property: PropertyText,
    detail: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct PropertyText {
    name: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    desc: String,
}

/// The properties that upstream forgot in the SRD of 2014, and the weapons that have them.
const FORGOTTEN: [(&str, &str); 5] = [
    ("Ammunition", "crossbow-heavy"),
    ("Finesse", "whip"),
    ("Heavy", "crossbow-heavy glaive greataxe greatsword halberd longbow maul pike"),
    ("Thrown", "handaxe"),
    ("Two-Handed", "crossbow-light"),
];

impl Weapon {
    /// Adds the properties that upstream forgot; `texts` has their texts by name.
    pub fn complete(&mut self, texts: &BTreeMap<String, String>) {
        let slug = slugify(&self.name);
        for (name, weapons) in FORGOTTEN {
            let known = self.properties.iter().any(|p| p.property.name == name);
            if known || !weapons.split_whitespace().any(|weapon| weapon == slug) {
                continue;
            }
            let shot = matches!(name, "Ammunition" | "Thrown");
            self.properties.push(Property {
                property: PropertyText {
                    name: name.to_owned(),
                    kind: None,
                    desc: texts.get(name).cloned().unwrap_or_default(),
                },
                detail: shot.then(|| format!("range {}/{}", self.range, self.long_range)),
            });
            self.properties.sort_by(|a, b| a.property.name.cmp(&b.property.name));
        }
    }

    /// Fills in what the weapon is; `listed` is its record in `/weapons/`, which knows the ranges.
    pub fn fill(&self, listed: Option<&Self>, row: &mut Model) {
        let whole = Self { properties: listed.unwrap_or(self).properties.clone(), ..self.clone() };
        whole.fill_whole(listed, row);
    }

    fn fill_whole(&self, listed: Option<&Self>, row: &mut Model) {
        if does_damage(&self.damage_dice) {
            row.damage_dice = prose::text(&self.damage_dice);
            row.damage_type = super::term(&self.damage_type);
        }
        row.properties = self.properties.iter().map(Property::read).collect::<Vec<_>>().into();
        drop_two_handed(&mut row.properties);
        row.versatile_dice = self.detail_of("versatile");
        row.mastery = self.properties.iter().find(|p| p.is_mastery()).map(|p| slugify(&p.property.name));
        (row.range, row.long_range) = self.ranges(listed.unwrap_or(self));
        print_range(&mut row.properties, row.range.zip(row.long_range));
        row.ammunition = self.detail_of("ammunition").and_then(|d| ammunition(&d));
        row.weapon_range = Some(self.melee_or_ranged().to_owned());
        row.simple = self.is_simple;
        let martial = self.is_simple.map(|simple| !simple && !self.is_improvised);
        row.martial = self.is_martial.or(martial);
        row.improvised = Some(self.is_improvised);
    }

    fn detail_of(&self, slug: &str) -> Option<String> {
        let property = self.properties.iter().find(|p| p.slug() == slug)?;
        property.detail.as_deref().and_then(prose::text)
    }

    /// The listed ranges, else those that the property gives (`Range 20/60; Bolt`).
    fn ranges(&self, listed: &Self) -> (Option<i32>, Option<i32>) {
        let unit = listed.distance_unit.as_deref();
        let printed = ["ammunition", "thrown"].iter().find_map(|slug| self.detail_of(slug));
        let read = |pattern: &Pattern| -> Option<i32> { pattern.capture(printed.as_deref()?)?.parse().ok() };
        (
            feet(listed.range, unit).or_else(|| read(&NORMAL_RANGE)),
            feet(listed.long_range, unit).or_else(|| read(&LONG_RANGE)),
        )
    }

    /// A weapon that shoots is ranged, whatever property upstream forgot; one that is thrown stays a
    /// melee weapon, but for the two that are good for nothing else.
    ///
    /// Correction (equipment): A bow or sling without the property that makes it ranged is ranged.
    fn melee_or_ranged(&self) -> &'static str {
        const ONLY_THROWN: [&str; 2] = ["dart", "net"];
        let shoots = self.properties.iter().any(|p| matches!(p.slug().as_str(), "ammunition" | "loading"));
        if shoots || ONLY_THROWN.contains(&slugify(&self.name).as_str()) { "ranged" } else { "melee" }
    }
}

impl Property {
    fn slug(&self) -> String {
        slugify(&self.property.name)
    }

    fn is_mastery(&self) -> bool {
        self.property.kind.as_deref() == Some("Mastery")
    }

    fn read(&self) -> WeaponProperty {
        WeaponProperty {
            name: self.property.name.trim().to_owned(),
            slug: self.slug(),
            kind: self.property.kind.as_deref().and_then(prose::text),
            detail: self.detail.as_deref().and_then(prose::text).map(|d| d.replacen("Range ", "range ", 1)),
            text: prose::text(&self.property.desc).unwrap_or_default(),
        }
    }
}

/// A net deals no damage; upstream says `0`.
///
/// Correction (equipment): Damage dice of `0` mean that the weapon deals no damage.
fn does_damage(dice: &str) -> bool {
    !matches!(dice.trim(), "" | "0")
}

/// A versatile weapon is one that can be held in one hand; upstream has a trident that is both.
///
/// Correction (equipment): A trident that is both versatile and two-handed is versatile.
fn drop_two_handed(properties: &mut Vec<WeaponProperty>) {
    if properties.iter().any(|p| p.slug == "versatile") {
        properties.retain(|p| p.slug != "two-handed");
    }
}

/// A property prints the weapon's own range; upstream's sling prints that of a light crossbow.
///
/// Correction (equipment): A sling that prints the range of a crossbow gets its own range.
fn print_range(properties: &mut [WeaponProperty], range: Option<(i32, i32)>) {
    let Some((normal, long)) = range else { return };
    for detail in properties.iter_mut().filter_map(|p| p.detail.as_mut()) {
        if let Some(printed) = PRINTED_RANGE.capture(detail) {
            *detail = detail.replacen(&printed, &format!("range {normal}/{long}"), 1);
        }
    }
}

/// The ammunition that a property's detail names (`Range 25/100; Needle`).
fn ammunition(detail: &str) -> Option<String> {
    let (_, name) = detail.split_once(';')?;
    let name = slugify(name);
    (!name.is_empty()).then_some(name)
}
