//! Tests of the grammar and of what it becomes for each family.

mod completion;
mod mistakes;

use super::*;
use crate::{character_option, creature, equipment, rule, spell};
use Family::{CharacterOption, Creature, Equipment, Rule, Spell};
use async_graphql::Value;

fn input(family: Family, text: &str) -> Result<Translation<Value>, Mistake> {
    Query::parse(text)?.input(family)
}

/// What a text becomes: its filter as JSON, and its words.
fn read(family: Family, text: &str) -> (String, String) {
    let Translation { filter, words } = input(family, text).unwrap_or_else(|m| panic!("{text}: {m}"));
    let filter = filter.map(|filter| filter.into_json().unwrap().to_string());
    (filter.unwrap_or_default(), words.unwrap_or_default())
}

#[test]
fn texts_become_filters() {
    for (family, text, filter, words) in [
        // The examples that documentation gives.
        (
            Spell,
            "level:3 class:wizard -ritual damage:fire",
            r#"{"level":{"eq":3},"classes":{"has":"wizard"},"not":{"ritual":{"eq":true}},"damageTypes":{"has":"fire"}}"#,
            "",
        ),
        (
            Creature,
            "cr>=10 type:dragon legendary",
            r#"{"challengeRating":{"gte":10.0},"type":{"eq":"dragon"},"legendary":{"eq":true}}"#,
            "",
        ),
        (Rule, r#""exact words""#, r#"{"phrase":{"contains":"exact words"}}"#, ""),
        (Spell, "“exact words”", r#"{"phrase":{"contains":"exact words"}}"#, ""),
        // Words without a key are searched for, wherever brackets stand that change nothing.
        (Spell, "spells", "", "spells"),
        (Spell, "  fire level:1 (damage over) time ", r#"{"level":{"eq":1}}"#, "fire damage over time"),
        (Spell, "half-orc and don't", "", "half-orc don't"),
        // Those in alternatives and negations must be there.
        (Spell, "fire or cold", r#"{"or":[{"phrase":{"contains":"fire"}},{"phrase":{"contains":"cold"}}]}"#, ""),
        (Spell, "ward -fire", r#"{"not":{"phrase":{"contains":"fire"}}}"#, "ward"),
        // `or` is weaker than standing beside each other.
        (
            Spell,
            "level:1 ritual or level:2",
            r#"{"or":[{"level":{"eq":1},"ritual":{"eq":true}},{"level":{"eq":2}}]}"#,
            "",
        ),
        (
            Spell,
            "ritual (level:1 OR level:2)",
            r#"{"ritual":{"eq":true},"or":[{"level":{"eq":1}},{"level":{"eq":2}}]}"#,
            "",
        ),
        (
            Spell,
            "not (ritual or concentration)",
            r#"{"not":{"or":[{"ritual":{"eq":true}},{"concentration":{"eq":true}}]}}"#,
            "",
        ),
        (Spell, "--ritual", r#"{"not":{"not":{"ritual":{"eq":true}}}}"#, ""),
        // One field twice: both hold.
        (Spell, "class:bard class:wizard", r#"{"classes":{"has":"bard"},"and":[{"classes":{"has":"wizard"}}]}"#, ""),
        // Keys and signs as people write them.
        (Spell, "Damage_Types:fire", r#"{"damageTypes":{"has":"fire"}}"#, ""),
        (Spell, "saving-throw = DEX", r#"{"savingThrow":{"eq":"DEX"}}"#, ""),
        (Spell, "level: 3", r#"{"level":{"eq":3}}"#, ""),
        (Spell, "level >= 3", r#"{"level":{"gte":3}}"#, ""),
        (Spell, "level:>=3", r#"{"level":{"gte":3}}"#, ""),
        (Spell, "level!=3", r#"{"not":{"level":{"eq":3}}}"#, ""),
        (Spell, "ritual:no", r#"{"ritual":{"eq":false}}"#, ""),
        (Spell, "attack-roll", r#"{"attackRoll":{"eq":true}}"#, ""),
        // Numbers and ranges.
        (Spell, "level:2..4", r#"{"level":{"gte":2,"lte":4}}"#, ""),
        (Spell, "level:7..", r#"{"level":{"gte":7}}"#, ""),
        (Spell, "level:..2", r#"{"level":{"lte":2}}"#, ""),
        (Spell, "level:1,2", r#"{"level":{"in":[1,2]}}"#, ""),
        (Creature, "cr:1/4", r#"{"challengeRating":{"eq":0.25}}"#, ""),
        (Creature, "cr:1/4..2", r#"{"challengeRating":{"gte":0.25,"lte":2.0}}"#, ""),
        (Creature, "dex<-3", r#"{"dexterity":{"lt":-3}}"#, ""),
        (Equipment, "cost<=0.5", r#"{"cost":{"lte":0.5}}"#, ""),
        // Several values, values in quotes, values in brackets.
        (Spell, "class:wizard,sorcerer", r#"{"classes":{"hasAny":["wizard","sorcerer"]}}"#, ""),
        (
            Spell,
            "class:wizard, ritual level >= 1",
            r#"{"classes":{"hasAny":["wizard","ritual"]},"level":{"gte":1}}"#,
            "",
        ),
        (Spell, "school:evocation,abjuration", r#"{"school":{"in":["evocation","abjuration"]}}"#, ""),
        (Equipment, r#"rarity:"very rare""#, r#"{"rarity":{"eq":"very rare"}}"#, ""),
        (
            Spell,
            "class:(bard or -wizard)",
            r#"{"or":[{"classes":{"has":"bard"}},{"not":{"classes":{"has":"wizard"}}}]}"#,
            "",
        ),
        // What is read has the value within; an equals sign means all of it.
        (Creature, "alignment:evil", r#"{"alignment":{"contains":"evil"}}"#, ""),
        (Creature, r#"alignment="lawful evil""#, r#"{"alignment":{"eq":"lawful evil"}}"#, ""),
        (Creature, "name:*owl*", r#"{"name":{"contains":"owl"}}"#, ""),
        (Equipment, "type:weapon", r#"{"kind":{"eq":"WEAPON"}}"#, ""),
        (Creature, "name:owl,bear", r#"{"or":[{"name":{"contains":"owl"}},{"name":{"contains":"bear"}}]}"#, ""),
        // Any value, and none.
        (Creature, "fly:*", r#"{"flySpeed":{"isNull":false}}"#, ""),
        (Creature, "-reactions:*", r#"{"not":{"reactions":{"isEmpty":false}}}"#, ""),
        // Fixed words, in any spelling.
        (Equipment, "kind:magic-item", r#"{"kind":{"eq":"MAGIC_ITEM"}}"#, ""),
        (CharacterOption, "kind:feat,background", r#"{"kind":{"in":["FEAT","BACKGROUND"]}}"#, ""),
        // Related rows.
        (
            Creature,
            "spells:(level>=3 school:evocation)",
            r#"{"spells":{"some":{"level":{"gte":3},"school":{"eq":"evocation"}}}}"#,
            "",
        ),
        (Creature, "casts:fireball", r#"{"spells":{"has":"fireball"}}"#, ""),
        (
            Spell,
            "-casters:(type:dragon cr<5)",
            r#"{"not":{"casters":{"some":{"type":{"eq":"dragon"},"challengeRating":{"lt":5.0}}}}}"#,
            "",
        ),
        // Families, books, editions.
        (Spell, "family:spells", "", ""),
        (Spell, "family:rule,creature", r#"{"or":[]}"#, ""),
        (Rule, "edition:2024 book:srd-2024", r#"{"editions":{"has":"2024"},"document":{"eq":"srd-2024"}}"#, ""),
        (Spell, "", "", ""),
    ] {
        assert_eq!(read(family, text), (filter.to_owned(), words.to_owned()), "{text}");
    }
}

#[test]
fn every_field_of_every_filter_has_a_key() {
    for family in Family::ALL {
        let fields = declared(family);
        let mut known = std::collections::HashMap::new();
        for field in &fields {
            let value = match &field.kind {
                ValueKind::Integer | ValueKind::Number | ValueKind::Rating => "1".to_owned(),
                ValueKind::Truth => "true".to_owned(),
                ValueKind::OneOf(words) => words[0].clone(),
                ValueKind::Related { is_list: false, .. } => "(name:x)".to_owned(),
                _ => "x".to_owned(),
            };
            for key in keys(field) {
                let text = format!("{key}:{value}");
                let (filter, _) = read(family, &text);
                assert!(filter.contains(&format!("\"{}\":", field.name)), "{text}: {filter}");
                // A key of two fields would be one of them only.
                let folded = keys::folded(key);
                assert_eq!(known.insert(folded, &field.name), None, "{family:?} {key}");
                assert_ne!(key.to_lowercase(), keys::FAMILY);
            }
            let any = input(family, &format!("{}:*", field.name));
            assert!(any.is_ok(), "{any:?}");
        }
    }
}

#[test]
fn inputs_are_those_of_the_filters() {
    fn typed<F: Filter + InputType>(family: Family) {
        for field in declared(family) {
            let text = match field.kind {
                ValueKind::Truth => field.name.clone(),
                ValueKind::Related { is_list: false, .. } => format!("{}:(cr>2)", field.name),
                ValueKind::OneOf(words) => format!("{}:{},{}", field.name, words[0], words[1]),
                kind if kind.is_ordered() => format!("{0}:1..2 {0}>1 -{0}:*", field.name),
                _ => format!("{0}:x,y -{0}=z {0}:*", field.name),
            };
            let query = Query::parse(&text).unwrap();
            let filter = query.filter::<F>(query.input(family).unwrap()).unwrap();
            let filter = filter.filter.unwrap();
            assert!(!filter.condition().is_empty(), "{text}");
        }
    }
    typed::<spell::SpellFilter>(Family::Spell);
    typed::<creature::CreatureFilter>(Family::Creature);
    typed::<equipment::EquipmentFilter>(Family::Equipment);
    typed::<character_option::CharacterOptionFilter>(Family::CharacterOption);
    typed::<rule::RuleFilter>(Family::Rule);
}

#[test]
fn families_that_lack_a_key_have_nothing_to_show() {
    let asked = |text: &str| -> Vec<Family> {
        let query = Query::parse(text).unwrap();
        let found = query.inputs(&Family::ALL).unwrap();
        found.into_iter().map(|(family, _)| family).collect()
    };
    assert_eq!(asked("fire"), Family::ALL);
    assert_eq!(asked("cr:3 fire"), [Creature]);
    assert_eq!(asked("level:3"), [Spell, CharacterOption]);
    assert_eq!(asked("ritual fire"), [Spell]);
    assert_eq!(asked("-magic"), [Equipment]);
    assert_eq!(asked("kind:glossary"), [Rule]);
    // An alternative that another family has is none here.
    assert_eq!(asked("cr:3 or school:evocation"), [Spell, Creature]);
    let query = Query::parse("cr:3 or school:evocation").unwrap();
    let only = query.inputs(&Family::ALL).unwrap().swap_remove(0).1.filter;
    let only = only.unwrap().into_json().unwrap().to_string();
    assert_eq!(only, r#"{"or":[{"school":{"eq":"evocation"}}]}"#);
    let mistake = |text: &str| Query::parse(text).unwrap().inputs(&Family::ALL).unwrap_err();
    assert!(mistake("kind:glosary").to_string().contains("Did you mean `glossary`"));
    for (text, part) in [
        ("lvel:3", "no filter is called `lvel`. Did you mean `level`"),
        ("cr:3 school:fire", "is a key of spell only"),
        ("lvel:3 or cr:3", "no filter is called `lvel`"),
        ("kind:wepon", "Did you mean `weapon`"),
    ] {
        let told = mistake(text).to_string();
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    for value in ["fire", "very rare", "1/4", "or", "a..b", "blood-hunter", "x:y", "(a)", "a,b", "dragon’s"] {
        let (filter, _) = read(Family::Spell, &format!("school={}", quoted(value)));
        assert_eq!(filter, format!(r#"{{"school":{{"eq":"{value}"}}}}"#));
    }
    let level = keys::find(&declared(Family::Creature), "challengeRating").cloned().unwrap();
    assert_eq!(written(&level, ">=", "1/4"), "cr>=1/4");
    assert_eq!(present(&level), "cr:*");
    let ritual = keys::find(&declared(Family::Spell), "ritual").cloned().unwrap();
    assert_eq!(present(&ritual), "ritual");
}
