//! Tests of settlement: the fields that sources state differently, and what settles each.

use super::settlement::{Dispute, Stated, settlement};
use super::*;
use lorekeeper_content::creature::{Abilities, SkillBonus, Speed};
use lorekeeper_content::{RowCore, creature};
use serde_json::json;

/// The row that sources state in these ways, and its disagreements: field and rule.
fn settled<R: Row>(stated: Vec<(&str, R)>) -> (R, Vec<(String, String)>) {
    let sources = stated.into_iter().map(|(source, row)| vec![draft(source, source, row)]).collect();
    let (mut rows, _) = rows(sources, &BookParts::default(), &evidence(PrintedTables::default(), &Times::new()));
    let row = rows.remove(0);
    let found = row.disagreements().iter();
    let found = found.map(|d| (d.field.clone(), d.settled_by.clone())).collect();
    (row, found)
}

fn with_level(level: i32) -> spell::Model {
    spell::Model { level, ..ward() }
}

fn by(field: &str, rule: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), rule.to_owned())]
}

#[test]
fn what_sources_state_differently_is_kept() {
    let stated = vec![("open5e_v2", with_level(2)), ("dnd5e_api", with_level(3))];
    let (row, found) = settled(stated);
    assert_eq!((row.level, found), (2, by("level", "preferred-source")));
    let values: Vec<_> = row.disagreements[0].values.iter().map(|v| (v.source.as_str(), v.value.as_str())).collect();
    assert_eq!(values, [("open5e_v2", "2"), ("dnd5e_api", "3")]);
    assert!(!row.disagreements[0].reason.is_empty());
}

#[test]
fn a_majority_of_independent_sources_is_believed() {
    let (row, found) =
        settled(vec![("open5e_v2", with_level(2)), ("dnd5e_api", with_level(3)), ("open5e_v1", with_level(3))]);
    assert_eq!((row.level, found), (3, by("level", "majority")));
    assert_eq!(row.field_sources.get("level").map(String::as_str), Some("dnd5e_api"));
    // The two versions of Open5e are one voice.
    let (row, found) =
        settled(vec![("open5e_v2", with_level(2)), ("dnd5e_api", with_level(3)), ("open5e_v1", with_level(2))]);
    assert_eq!((row.level, found), (2, by("level", "preferred-source")));
    // Two against two.
    let (row, found) = settled(vec![
        ("open5e_v2", with_level(2)),
        ("dnd5e_api", with_level(2)),
        ("foundry_srd", with_level(3)),
        ("open5e_v1", with_level(3)),
    ]);
    assert_eq!((row.level, found), (2, by("level", "majority")));
}

#[test]
fn a_counted_casting_time_outweighs_units_alone() {
    let takes = |casting_time: &str| spell::Model { casting_time: casting_time.into(), ..ward() };
    let (row, found) = settled(vec![
        ("open5e_v2", takes("1minute")),
        ("dnd5e_api", takes("1minute")),
        ("foundry_srd", takes("10minutes")),
    ]);
    assert_eq!(row.casting_time, "10minutes");
    assert_eq!(found, by("castingTime", "cut-unit"));
}

#[test]
fn the_text_of_the_record_is_believed() {
    let saves = |ability: &str| spell::Model {
        saving_throw: Some(ability.into()),
        text: "Each toad must make a Wisdom saving throw.".into(),
        ..ward()
    };
    let (row, found) = settled(vec![("open5e_v2", saves("charisma")), ("dnd5e_api", saves("wisdom"))]);
    assert_eq!(row.saving_throw.as_deref(), Some("wisdom"));
    assert_eq!(found, by("savingThrow", "own-text"));
}

#[test]
fn arithmetic_tells_what_lies_within_a_field() {
    let cut = creature::Model {
        challenge_rating: Some(17.0),
        ability_scores: Abilities::each(|_| Some(20)).into(),
        saving_throws: Abilities::each(|_| Some(1)).into(),
        ..pond_toad()
    };
    let (row, found) = settled(vec![("open5e_v2", cut)]);
    assert_eq!(row.saving_throws.0, Abilities::each(|_| Some(11)));
    assert_eq!(row.all_saving_throws.0, Abilities::each(|_| Some(11)));
    assert_eq!(found.len(), 6);
    let of_strength = row.disagreements.iter();
    let mut of_strength = of_strength.filter(|d| d.field == "savingThrows.strength");
    let strength = of_strength.next().unwrap();
    assert_eq!(strength.values[1].source, "arithmetic");
    assert_eq!(strength.settled_by, "saving-throw-bonus");
}

#[test]
fn arithmetic_is_no_voice_of_a_majority() {
    let stated = |source, value| Stated { source, value, shown: compared::shown(value) };
    let (one, other) = (json!(1), json!(11));
    let settled = |statements: &[Stated<'_>]| {
        let dispute = Dispute { identity: &ward().identity(), path: "level", statements, is_united: false };
        settlement::<spell::Model>(&dispute, &Map::new()).by
    };
    let with = |third| [stated("open5e_v2", &one), stated("dnd5e_api", &other), stated(third, &other)];
    assert_eq!(settled(&with("arithmetic")), "preferred-source");
    assert_eq!(settled(&with("srd_data")), "majority");
}

#[test]
fn the_source_of_what_lies_within_a_field_is_kept() {
    let toad = |walk: Option<i32>, swim: Option<i32>, climb: Option<i32>| creature::Model {
        speed: Speed { walk, swim, climb, ..Speed::default() }.into(),
        ..pond_toad()
    };
    let sources = |row: &creature::Model| {
        let fields = row.field_sources.iter();
        fields.map(|(field, source)| format!("{field} {source}")).collect::<Vec<_>>()
    };
    // Each source fills what the ones before it leave empty.
    let (row, _) = settled(vec![
        ("one", toad(Some(20), None, None)),
        ("two", toad(Some(20), Some(30), None)),
        ("three", toad(Some(20), Some(30), Some(10))),
    ]);
    assert_eq!(sources(&row), ["speed.climb three", "speed.swim two"]);
    // What is settled within a field leaves the sources of the rest alone.
    let (row, _) = settled(vec![
        ("open5e_v2", toad(Some(20), None, None)),
        ("dnd5e_api", toad(Some(25), Some(30), None)),
        ("srd_data", toad(Some(25), Some(30), None)),
    ]);
    assert_eq!((row.speed.walk, row.speed.swim), (Some(25), Some(30)));
    assert_eq!(sources(&row), ["speed.swim dnd5e_api", "speed.walk dnd5e_api"]);
}

#[test]
fn a_fuller_list_of_skills_is_believed() {
    let toad = |skills: &[&str]| creature::Model {
        skills: skills
            .iter()
            .map(|skill| SkillBonus { skill: (*skill).to_owned(), bonus: 4 })
            .collect::<Vec<_>>()
            .into(),
        ..pond_toad()
    };
    let (row, found) =
        settled(vec![("open5e_v2", toad(&["stealth"])), ("open5e_v1", toad(&["sleight-of-hand", "stealth"]))]);
    assert_eq!((row.skills.len(), found), (2, by("skills", "fuller-list")));
    let (row, found) = settled(vec![("open5e_v2", toad(&["arcana", "stealth"])), ("open5e_v1", toad(&["stealth"]))]);
    assert_eq!((row.skills.len(), found), (2, by("skills", "preferred-source")));
}

#[test]
fn an_adjudication_is_believed_whatever_the_sources_say() {
    let elk = |armor_class: i32| creature::Model {
        document_key: "srd-2014".into(),
        slug: "giant-elk".into(),
        name: "Giant Elk".into(),
        armor_class: Some(armor_class),
        languages_text: Some("Giant Elk, understands Common, Elvish, and Sylvan but can't speak them".into()),
        ..creature::Model::default()
    };
    let all_astray = vec![("open5e_v2", elk(15)), ("open5e_v1", elk(15))];
    let (row, found) = settled(all_astray);
    assert_eq!(row.armor_class, Some(14));
    assert_eq!(found, by("armorClass", "adjudication"));
    let (_, found) = settled(vec![("open5e_v2", elk(14))]);
    assert!(found.is_empty());
}

#[test]
fn a_printed_score_is_believed_over_a_computed_one() {
    let toad = |score: i32| creature::Model {
        ability_scores: Abilities { wisdom: Some(14), ..Abilities::default() }.into(),
        passive_perception: Some(score),
        ..pond_toad()
    };
    let (row, found) = settled(vec![("open5e_v2", toad(12)), ("open5e_v1", toad(17))]);
    assert_eq!(row.passive_perception, Some(17));
    assert_eq!(found, by("passivePerception", "printed-score"));
    let (row, _) = settled(vec![("open5e_v2", toad(13)), ("open5e_v1", toad(11))]);
    assert_eq!(row.passive_perception, Some(13));
}

fn pond_toad() -> creature::Model {
    creature::Model {
        document_key: "pond".into(),
        slug: "toad".into(),
        name: "Toad".into(),
        ..creature::Model::default()
    }
}

#[test]
fn the_list_of_a_class_has_no_spells_of_its_subclasses() {
    let of = |classes: &[&str]| spell::Model {
        class_slugs: classes.iter().map(|class| (*class).to_owned()).collect(),
        ..ward()
    };
    let (row, found) =
        settled(vec![("open5e_v2", of(&["cleric", "wizard"])), ("dnd5e_api", of(&["paladin", "wizard"]))]);
    assert_eq!(row.class_slugs, ["paladin", "wizard"]);
    assert_eq!(found, by("classSlugs", "class-list"));
}

#[test]
fn the_printed_table_is_believed() {
    use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
    let of = |slugs: &[&str]| Model {
        document_key: "book".into(),
        slug: "reed-knife".into(),
        kind: Kind::Weapon,
        properties: slugs
            .iter()
            .map(|slug| WeaponProperty {
                slug: (*slug).to_owned(),
                text: "Explained.".into(),
                ..WeaponProperty::default()
            })
            .collect::<Vec<_>>()
            .into(),
        ..Model::default()
    };
    let table = rule::Model {
        document_key: "book".into(),
        text: "| Name | Cost | Damage | Weight | Properties |\n|---|---|---|---|---|\n\
            | Reed knife | 2 gp | 1d4 piercing | 1 lb. | Light, finesse |\n"
            .into(),
        ..rule::Model::default()
    };
    let (rows, _) = rows(
        vec![vec![draft("open5e_v2", "a", of(&["light"]))], vec![draft("dnd5e_api", "b", of(&["finesse", "light"]))]],
        &BookParts::default(),
        &evidence(PrintedTables::from_rules([&draft("open5e_v2", "t", table)]), &Times::new()),
    );
    let row = &rows[0];
    let properties = row.properties.iter();
    let properties: Vec<_> = properties.map(|p| (p.slug.as_str(), p.text.as_str())).collect();
    assert_eq!(properties, [("finesse", "Explained."), ("light", "Explained.")]);
    assert_eq!(row.disagreements[0].settled_by, "printed-table");
    assert_eq!(row.disagreements[0].values.len(), 3);
}
