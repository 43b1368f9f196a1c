//! Tests of what questions say about fields, over an invented store.

use super::*;
use crate::index::{Entity, NameIndex, ValueIndex};
use serde_json::{Value, json};

/// The entities of the invented store, by family and name.
const ENTITIES: [(Family, &str); 8] = [
    (Family::Spell, "Ember Shield"),
    (Family::Spell, "Wizard's Ember"),
    (Family::Creature, "Gargantuan Newt"),
    (Family::Creature, "Pale Guest"),
    (Family::Equipment, "Ring of Fire Elemental Command"),
    (Family::Equipment, "Pond Dart"),
    (Family::CharacterOption, "Wizard"),
    (Family::Rule, "Pond Speech"),
];

/// The one that the Tome of Beasts has.
const TOME: &str = "Gargantuan Newt";

/// The values that its fields have. Both entities of a family have each, so that no constraint is idle.
fn values() -> Vec<(Family, &'static str, Value)> {
    vec![
        (Family::Spell, "level", json!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])),
        (Family::Spell, "school", json!(["evocation", "enchantment", "necromancy", "conjuration", "divination"])),
        (Family::Spell, "classes", json!(["wizard", "cleric", "druid", "bard"])),
        (Family::Spell, "castingTime", json!(["action", "bonus-action", "reaction"])),
        (Family::Spell, "areaShape", json!(["line", "cone"])),
        (Family::Spell, "concentration", json!([true, false])),
        (Family::Spell, "ritual", json!([true, false])),
        (Family::Spell, "verbal", json!([true, false])),
        (Family::Spell, "somatic", json!([true, false])),
        (Family::Spell, "material", json!([true, false])),
        (Family::Equipment, "stealthDisadvantage", json!([true, false])),
        (Family::Spell, "savingThrow", json!(["wisdom"])),
        (Family::Spell, "damageTypes", json!(["fire", "cold"])),
        (Family::Spell, "conditionsInflicted", json!(["frightened"])),
        (Family::Creature, "document", json!(["tob"])),
        (Family::Creature, "size", json!(["tiny", "huge", "gargantuan"])),
        (
            Family::Creature,
            "type",
            json!(["undead", "construct", "fey", "beast", "monstrosity", "elemental", "fiend", "dragon", "humanoid"]),
        ),
        (Family::Creature, "alignment", json!(["lawful", "evil", "good", "neutral"])),
        (Family::Creature, "armorClass", json!([12, 18])),
        (Family::Creature, "hitPoints", json!([7, 120])),
        (Family::Creature, "flySpeed", json!([60])),
        (Family::Creature, "swimSpeed", json!([30])),
        (Family::Creature, "truesight", json!([120])),
        (Family::Creature, "damageVulnerabilities", json!(["fire"])),
        (Family::Creature, "damageResistances", json!(["cold"])),
        (Family::Creature, "damageImmunities", json!(["fire"])),
        (Family::Creature, "conditionImmunities", json!(["charmed", "frightened"])),
        (Family::Creature, "languages", json!(["undercommon"])),
        (Family::Creature, "challengeRating", json!([0.25, 0.5, 1.0, 5.0])),
        (Family::Creature, "legendaryActions", json!(["splash"])),
        (Family::Equipment, "kind", json!(["WEAPON", "MAGIC_ITEM"])),
        (Family::Equipment, "category", json!(["ring", "potion", "poison", "weapon"])),
        (Family::Equipment, "cost", json!([0.1, 100.0])),
        (Family::Equipment, "weight", json!([3.0])),
        (Family::Equipment, "properties", json!(["thrown", "heavy"])),
        (Family::Equipment, "weaponRange", json!(["ranged", "melee"])),
        (Family::Equipment, "simple", json!([true, false])),
        (Family::Equipment, "armorCategory", json!(["heavy"])),
        (Family::Equipment, "rarity", json!(["rare", "very-rare", "uncommon"])),
        (Family::Equipment, "requiresAttunement", json!([true, false])),
        (Family::CharacterOption, "kind", json!(["CLASS", "FEAT", "RACE"])),
        (Family::CharacterOption, "casterType", json!(["HALF", "FULL"])),
        (Family::CharacterOption, "featCategory", json!(["origin"])),
        (Family::CharacterOption, "repeatable", json!([true, false])),
        (Family::Rule, "kind", json!(["LANGUAGE", "SKILL"])),
        (Family::Rule, "ability", json!(["dexterity"])),
        (Family::Rule, "exotic", json!([true, false])),
    ]
}

fn index() -> WordIndex {
    let mut names = NameIndex::default();
    let entities: Vec<Entity> = (0..)
        .zip(ENTITIES)
        .map(|(id, (family, name))| {
            let slug = lorekeeper_content::slugify(name);
            names.add(name, &slug);
            Entity {
                id,
                family,
                kind: String::new(),
                document: if name == TOME { "tob" } else { "pond" }.into(),
                slug,
                name: name.into(),
                words: 1,
                variant_of: None,
                owner: None,
            }
        })
        .collect();
    let values = values().into_iter().map(|(family, field, values)| {
        let docs = (0..).zip(&entities).filter(|(_, entity)| entity.family == family);
        // The first of a family has the first value, and the second the others.
        let docs: Vec<Doc> = docs.map(|(doc, _)| doc).collect();
        let values = values.as_array().unwrap().iter().enumerate().map(|(number, value)| {
            let doc = docs.get(usize::from(number > 0)).unwrap_or(&docs[0]);
            (value.clone(), *doc)
        });
        (family, field, values.collect())
    });
    let mut index = WordIndex::default();
    index.values = ValueIndex::of(values.collect());
    (index.names, index.entities) = (names, entities);
    index
}

fn all(index: &WordIndex) -> DocSet {
    DocSet::empty(index.entities.len()).complement()
}

fn understood(index: &WordIndex, family: Option<Family>, question: &str) -> Vec<String> {
    let mut candidates = all(index);
    if let Some(family) = family {
        for (doc, entity) in (0..).zip(&index.entities) {
            if entity.family != family {
                let mut others = DocSet::empty(index.entities.len());
                others.insert(doc);
                candidates.intersect(&others.complement());
            }
        }
    }
    let analysis = QueryAnalysis::without_dictionary(question);
    let constraints = Constraints::of(index, &candidates, family, &analysis).unwrap();
    let told = constraints.understood.into_iter();
    told.map(|Understood { field, value }| format!("{field} {value}")).collect()
}

#[test]
fn what_questions_say() {
    let index = index();
    let (mut asked, mut wrong) = (0, Vec::new());
    let lines = include_str!("questions.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [family, question, told] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let mut told: Vec<&str> = told.split(';').map(str::trim).filter(|t| !t.is_empty()).collect();
        let mut found = understood(&index, Family::parse(family), question);
        told.sort_unstable();
        found.sort_unstable();
        if told != found {
            wrong.push(format!("{question}: {found:?}"));
        }
        asked += 1;
    }
    assert!(asked > 60, "{asked}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
