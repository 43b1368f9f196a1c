//! Weapon fields of an item.

use super::category::Upstream;
use crate::dnd5e::wire::{Prose, Reference};
use crate::item_text::weapon::with_details;
use crate::wire::filled;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Model, WeaponProperty};
use lorekeeper_content::slugify;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Damage of a weapon.
#[derive(Deserialize)]
pub(super) struct Damage {
    #[serde(default)]
    damage_dice: String,
    #[serde(default)]
    damage_type: Reference,
}

/// A range in feet.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct Range {
    normal: i32,
    long: Option<i32>,
}

/// The fields of a weapon.
#[derive(Default, Deserialize)]
pub(super) struct WeaponFields {
    weapon_category: Option<String>,
    weapon_range: Option<String>,
    damage: Option<Damage>,
    two_handed_damage: Option<Damage>,
    range: Option<Range>,
    throw_range: Option<Range>,
    #[serde(default)]
    properties: Vec<Reference>,
    mastery: Option<Reference>,
    ammunition: Option<Reference>,
}

/// The texts of an edition's weapon properties, by slug.
pub(super) struct Properties(BTreeMap<String, String>);

#[derive(Deserialize)]
struct Property {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default, alias = "description")]
    desc: Prose,
}

impl Properties {
    /// Reads the properties of an edition.
    pub fn read(edition: &str, records: &Records, drafts: &mut Drafts) -> Self {
        let texts = ["weapon-properties", "weapon-mastery-properties"]
            .iter()
            .flat_map(|collection| drafts.parse::<Property>(records, &format!("{edition}/{collection}")))
            .map(|(_, property)| (slugify(&property.name), property.desc.markdown()))
            .collect();
        Self(texts)
    }

    fn property(&self, reference: &Reference) -> WeaponProperty {
        let slug = slugify(&reference.name);
        WeaponProperty {
            name: reference.name.clone(),
            text: self.0.get(&slug).cloned().unwrap_or_default(),
            slug,
            ..WeaponProperty::default()
        }
    }
}

/// Upstream's own mark of the weapons that monks use, which is no property in the book's table.
///
/// Correction (equipment): *Monk* among the properties of weapons is left out.
const MARK: &str = "monk";

impl WeaponFields {
    /// Puts the fields on the row of a weapon.
    pub fn fill(self, upstream: &Upstream, properties: &Properties, row: &mut Model) {
        let melee = is(self.weapon_range.as_deref(), "melee", upstream, "melee-weapons");
        let simple = is(self.weapon_category.as_deref(), "simple", upstream, "simple-weapons");
        row.weapon_range = Some(if melee { "melee" } else { "ranged" }.to_owned());
        row.simple = Some(simple);
        row.martial = Some(!simple);
        row.improvised = Some(false);
        // Every melee weapon has a range of 5 upstream, which is its reach.
        let range = self.throw_range.or(self.range.filter(|_| !melee));
        row.range = range.map(|range| range.normal);
        row.long_range = range.and_then(|range| range.long);
        row.versatile_dice = self.two_handed_damage.as_ref().and_then(|d| filled(&d.damage_dice));
        let own = self
            .properties
            .iter()
            .filter(|reference| reference.index != MARK)
            .map(|reference| properties.property(reference));
        let mastery = self
            .mastery
            .iter()
            .map(|mastery| WeaponProperty { kind: Some("Mastery".to_owned()), ..properties.property(mastery) });
        row.properties = with_details(own.chain(mastery).collect(), row).into();
        row.mastery = self.mastery.map(|mastery| slugify(&mastery.name));
        row.ammunition = self.ammunition.map(|ammunition| ammunition.name);
        if let Some(damage) = self.damage {
            row.damage_type = filled(&slugify(&damage.damage_type.index));
            row.damage_dice = filled(&damage.damage_dice);
        }
    }
}

/// Whether a field has that value; where there is no field, a category tells.
fn is(field: Option<&str>, word: &str, upstream: &Upstream, slug: &str) -> bool {
    field.map_or_else(|| upstream.has(slug), |own| own.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(raw: &str, slugs: &[&str]) -> Model {
        let upstream =
            Upstream { name: "Spoon", slugs: slugs.iter().map(|&slug| slug.to_owned()).collect(), has_contents: false };
        let properties = Properties([("thrown".to_owned(), "It flies.".to_owned())].into());
        let mut row = Model::default();
        serde_json::from_str::<WeaponFields>(raw).unwrap().fill(&upstream, &properties, &mut row);
        row
    }

    #[test]
    fn a_thrown_weapon_has_a_range() {
        let row = drawn(
            r#"{"weapon_category":"Simple","weapon_range":"Melee",
            "damage":{"damage_dice":"1d6","damage_type":{"index":"piercing","name":"Piercing"}},
            "two_handed_damage":{"damage_dice":"1d8","damage_type":{"index":"piercing","name":"Piercing"}},
            "range":{"normal":5},"throw_range":{"normal":20,"long":60},
            "properties":[{"index":"thrown","name":"Thrown"},{"index":"versatile","name":"Versatile"},
            {"index":"monk","name":"Monk"}]}"#,
            &[],
        );
        assert_eq!((row.range, row.long_range), (Some(20), Some(60)));
        assert_eq!((row.simple, row.martial), (Some(true), Some(false)));
        assert_eq!(row.weapon_range.as_deref(), Some("melee"));
        let details: Vec<_> = row.properties.iter().map(|p| p.detail.as_deref()).collect();
        assert_eq!(details, [Some("range 20/60"), Some("1d8")]);
        assert_eq!(row.properties.first().unwrap().text, "It flies.");
        assert_eq!(row.damage_type.as_deref(), Some("piercing"));
    }

    #[test]
    fn categories_say_what_fields_do_not() {
        let row = drawn(
            r#"{"range":{"normal":100,"long":400},"mastery":{"index":"vex","name":"Vex"},
            "ammunition":{"index":"quills","name":"Quills"}}"#,
            &["weapons", "martial-weapons", "ranged-weapons"],
        );
        assert_eq!((row.simple, row.martial), (Some(false), Some(true)));
        assert_eq!(row.weapon_range.as_deref(), Some("ranged"));
        assert_eq!(row.range, Some(100));
        assert_eq!(row.mastery.as_deref(), Some("vex"));
        assert_eq!(row.ammunition.as_deref(), Some("Quills"));
        assert_eq!(row.properties.first().unwrap().kind.as_deref(), Some("Mastery"));
    }

    #[test]
    fn a_melee_weapon_has_no_range() {
        let row = drawn(r#"{"weapon_category":"Martial","weapon_range":"Melee","range":{"normal":5}}"#, &[]);
        assert_eq!(row.range, None);
    }
}
