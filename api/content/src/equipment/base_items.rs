//! Base items: magic weapons and suits of armor take the numbers of the mundane item that they are.

use super::weapon_properties::{explain_special, take_special};
use super::{Kind, Model, printed_changes};
use crate::letters;
use crate::vocabulary::edition::Editions;
use std::collections::HashMap;

/// Hands the numbers of base items down to the magic items that are made of them.
///
/// Correction (equipment): A magic weapon or suit of armor takes what it lacks from its base item: weight, and all numbers
/// where it has none.
///
/// Correction (equipment): A magic weapon that repeats what a source says wrongly of its base item is corrected with it.
///
/// Correction (equipment): A magic shield without a base item is a shield of the base items.
///
/// Correction (equipment): A magic weapon that is named by its base item (`Light-Hammer (+1)`) spells it as the base item does.
pub fn inherit_base_items(rows: &mut [Model], editions: &Editions) {
    rows.iter_mut().for_each(explain_special);
    let mut bases: HashMap<(Kind, String), Vec<Model>> = HashMap::new();
    let mundane = rows.iter().filter(|row| row.kind != Kind::MagicItem);
    for row in mundane.filter(|row| [Kind::Weapon, Kind::Armor].contains(&row.kind)) {
        let place = (row.kind, row.slug.clone());
        bases.entry(place).or_default().push(row.clone());
    }
    take_notes(rows);
    for row in rows.iter_mut() {
        if row.kind != Kind::MagicItem {
            printed_changes::read(row);
            continue;
        }
        if row.category.as_deref() == Some(SHIELD) && row.base_armor_slug.is_none() {
            row.base_armor_slug = Some(SHIELD.to_owned());
        }
        let of = |kind: Kind, slug: Option<&String>| {
            let candidates = bases.get(&(kind, slug?.clone()))?;
            editions.nearest(&row.document_key, candidates, |base| &base.document_key)
        };
        let weapon = of(Kind::Weapon, row.base_weapon_slug.as_ref());
        let armor = of(Kind::Armor, row.base_armor_slug.as_ref());
        for base in weapon.into_iter().chain(armor) {
            row.weight = row.weight.or(base.weight);
        }
        if let Some(base) = weapon {
            spell_as(&mut row.name, &base.name);
            correct_with(row, base);
            take_special(row, base);
            if row.damage_dice.is_none() {
                fill_weapon(row, base);
            }
        }
        if let Some(base) = armor {
            leave_out_bonus(row, base);
            if row.ac_base.is_none() {
                fill_armor(row, base);
            }
        }
        printed_changes::read(row);
    }
}

/// Takes the armor class of the armor that a magic armor is, where its own has the bonus in it.
///
/// Correction (equipment): The armor class of magic armor is that of its base, to which its bonus is added.
fn leave_out_bonus(row: &mut Model, base: &Model) {
    let (Some(own), Some(of_base)) = (row.ac_base, base.ac_base) else {
        return;
    };
    let bonus = format!("+{}", own - of_base);
    let is_bonus = row.name.contains(&bonus) || row.text.contains(&format!("{bonus} bonus to AC"));
    if own > of_base && is_bonus {
        row.ac_base = Some(of_base);
        row.ac_display.clone_from(&base.ac_display);
    }
}

/// Gives variants of magic ammunition, which have no base item, the line of the whole item.
///
/// Correction (equipment): Variants of magic ammunition say of which kind they are as the book does (`Weapon (Any Ammunition)`).
fn take_notes(rows: &mut [Model]) {
    let is_ammunition = |row: &&Model| row.category.as_deref() == Some(AMMUNITION);
    let items = rows.iter().filter(is_ammunition);
    let notes: HashMap<(String, String), String> = items
        .filter_map(|row| {
            let (kind, _) = row.notes.as_deref()?.split_once(')')?;
            let place = (row.document_key.clone(), row.slug.clone());
            Some((place, format!("{kind})")))
        })
        .collect();
    for row in rows.iter_mut().filter(|row| is_ammunition(&&**row)) {
        if let (None, Some(whole)) = (&row.notes, &row.variant_of_slug) {
            let place = (row.document_key.clone(), whole.clone());
            row.notes = notes.get(&place).cloned();
        }
    }
}

/// The category of arrows and the like.
const AMMUNITION: &str = "ammunition";

/// The category of shields, and the slug of the one that is no magic item.
const SHIELD: &str = "shield";

/// Spells the words before a bracket as the base item does, where they are its own.
fn spell_as(name: &mut String, base: &str) {
    if let Some((words, bonus)) = name.split_once(" (")
        && words.contains('-')
        && letters(words) == letters(base)
    {
        *name = format!("{base} ({bonus}");
    }
}

/// Corrects what the magic weapon says like a source that was wrong about its base.
fn correct_with(row: &mut Model, base: &Model) {
    let is_wrong = |field: &str, said: &str| {
        let mut settled = base.disagreements.iter();
        let settled = settled.find(|settled| settled.field == field);
        settled.is_some_and(|settled| settled.values.iter().any(|stated| stated.value == said))
    };
    if row.damage_type.as_deref().is_some_and(|kind| is_wrong("damageType", kind)) {
        row.damage_type.clone_from(&base.damage_type);
    }
    let mut slugs: Vec<&str> = row.properties.iter().map(|p| p.slug.as_str()).collect();
    slugs.sort_unstable();
    if !slugs.is_empty() && is_wrong("properties", &slugs.join(", ")) {
        row.properties.clone_from(&base.properties);
    }
}

fn fill_weapon(row: &mut Model, base: &Model) {
    fill(&mut row.damage_dice, base.damage_dice.as_ref());
    fill(&mut row.versatile_dice, base.versatile_dice.as_ref());
    fill(&mut row.damage_type, base.damage_type.as_ref());
    fill(&mut row.mastery, base.mastery.as_ref());
    fill(&mut row.range, base.range.as_ref());
    fill(&mut row.long_range, base.long_range.as_ref());
    fill(&mut row.weapon_range, base.weapon_range.as_ref());
    fill(&mut row.simple, base.simple.as_ref());
    fill(&mut row.martial, base.martial.as_ref());
    fill(&mut row.ammunition, base.ammunition.as_ref());
    if row.properties.is_empty() {
        row.properties.clone_from(&base.properties);
    }
}

fn fill_armor(row: &mut Model, base: &Model) {
    fill(&mut row.ac_base, base.ac_base.as_ref());
    fill(&mut row.ac_adds_dexterity, base.ac_adds_dexterity.as_ref());
    fill(&mut row.ac_dexterity_cap, base.ac_dexterity_cap.as_ref());
    fill(&mut row.ac_display, base.ac_display.as_ref());
    fill(&mut row.armor_category, base.armor_category.as_ref());
    fill(&mut row.strength_required, base.strength_required.as_ref());
    fill(&mut row.stealth_disadvantage, base.stealth_disadvantage.as_ref());
}

fn fill<T: Clone>(mine: &mut Option<T>, theirs: Option<&T>) {
    if mine.is_none() {
        *mine = theirs.cloned();
    }
}

#[cfg(test)]
mod tests {
    use super::super::WeaponProperty;
    use super::*;
    use crate::{Disagreement, Statement};

    fn item(kind: Kind, slug: &str) -> Model {
        Model { kind, document_key: "pond".into(), slug: slug.into(), ..Model::default() }
    }

    fn reed_knife() -> Model {
        let stated = |source: &str, value: &str| Statement { source: source.into(), value: value.into() };
        Model {
            weight: Some(1.0),
            damage_dice: Some("1d4".into()),
            damage_type: Some("piercing".into()),
            martial: Some(false),
            properties: vec![WeaponProperty { slug: "light".into(), ..WeaponProperty::default() }].into(),
            disagreements: vec![Disagreement {
                field: "damageType".into(),
                values: vec![stated("one", "slashing"), stated("two", "piercing")],
                ..Disagreement::default()
            }]
            .into(),
            ..item(Kind::Weapon, "reed-knife")
        }
    }

    fn magic(slug: &str) -> Model {
        Model { base_weapon_slug: Some("reed-knife".into()), ..item(Kind::MagicItem, slug) }
    }

    fn inherited(magic: Model) -> Model {
        let mut rows = [reed_knife(), magic];
        inherit_base_items(&mut rows, &Editions::default());
        let [_, magic] = rows;
        magic
    }

    #[test]
    fn names_are_spelt_as_those_of_base_items() {
        for (name, base, spelt) in
            [("Toad-Fork (+1)", "Toad fork", "Toad fork (+1)"), ("Toad-Fork (+1)", "Fork", "Toad-Fork (+1)")]
        {
            let mut name = name.to_owned();
            spell_as(&mut name, base);
            assert_eq!(name, spelt);
        }
    }

    #[test]
    fn a_weapon_without_numbers_takes_all_of_its_base() {
        let row = inherited(magic("wet-knife"));
        assert_eq!(row.damage_dice.as_deref(), Some("1d4"));
        assert_eq!((row.weight, row.martial), (Some(1.0), Some(false)));
        assert_eq!(row.properties.len(), 1);
    }

    #[test]
    fn a_weapon_with_numbers_keeps_them() {
        let row = inherited(Model {
            damage_dice: Some("1d6".into()),
            damage_type: Some("cold".into()),
            weight: Some(2.0),
            ..magic("ice-knife")
        });
        assert_eq!(row.damage_dice.as_deref(), Some("1d6"));
        assert_eq!(row.damage_type.as_deref(), Some("cold"));
        assert_eq!((row.weight, row.martial), (Some(2.0), None));
    }

    #[test]
    fn a_mistake_about_the_base_is_corrected_with_it() {
        let row = inherited(Model {
            damage_dice: Some("1d4".into()),
            damage_type: Some("slashing".into()),
            ..magic("wet-knife")
        });
        assert_eq!(row.damage_type.as_deref(), Some("piercing"));
    }

    #[test]
    fn a_suit_without_numbers_takes_those_of_its_base() {
        let mail = Model { ac_base: Some(14), ac_dexterity_cap: Some(2), ..item(Kind::Armor, "scale-mail") };
        let scales = Model { base_armor_slug: Some("scale-mail".into()), ..item(Kind::MagicItem, "toad-scale-mail") };
        let mut rows = [mail, scales];
        inherit_base_items(&mut rows, &Editions::default());
        assert_eq!((rows[1].ac_base, rows[1].ac_dexterity_cap), (Some(14), Some(2)));
    }

    #[test]
    fn variants_of_ammunition_say_what_they_are() {
        let arrow = |slug: &str, notes: Option<&str>, of: Option<&str>| Model {
            category: Some(AMMUNITION.into()),
            notes: notes.map(Into::into),
            variant_of_slug: of.map(Into::into),
            ..item(Kind::MagicItem, slug)
        };
        let mut rows = [
            arrow("toad-arrow", Some("Weapon (any arrow), rare (wet)"), None),
            arrow("wet-toad-arrow", None, Some("toad-arrow")),
        ];
        inherit_base_items(&mut rows, &Editions::default());
        assert_eq!(rows[1].notes.as_deref(), Some("Weapon (any arrow)"));
    }
}
