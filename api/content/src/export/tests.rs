//! Exports of an invented creature and an invented spell.

use super::{Format, csv, export};
use crate::creature::{self, Abilities, Action, SkillBonus, Speed};
use crate::{Family, Json, Row, Trait, UsageLimit, document, spell};
use serde_json::{Value, json};

mod game_programs;
mod stat_blocks;

fn book() -> document::Model {
    document::Model {
        key: "hearth".into(),
        name: "The Hearthside Compendium".into(),
        licenses: Json(vec![document::License {
            key: "cc-by-40".into(),
            name: "Creative Commons Attribution 4.0".into(),
            text: None,
        }]),
        attribution: Some("Tales by Kettle Press.".into()),
        ..document::Model::default()
    }
}

fn drake() -> creature::Model {
    let scores = |score: &dyn Fn(&str) -> i32| Json(Abilities::each(|name| Some(score(name))));
    let mut drake = creature::Model {
        document_key: "hearth".into(),
        slug: "kettle-drake".into(),
        name: "Kettle Drake".into(),
        text: "It nests in {{ovens}}.".into(),
        size: Some("large".into()),
        creature_type: Some("dragon".into()),
        alignment: Some("lawful neutral".into()),
        armor_class: Some(17),
        armor_detail: Some("natural armor".into()),
        hit_points: Some(136),
        hit_dice: Some("16d10 + 48".into()),
        initiative_bonus: Some(5),
        speed: Json(Speed { walk: Some(30), fly: Some(60), hover: Some(true), ..Speed::default() }),
        ability_scores: scores(&|name| if name == "dexterity" { 14 } else { 10 }),
        saving_throws: Json(Abilities { constitution: Some(7), ..Abilities::default() }),
        skills: Json(vec![SkillBonus { skill: "sleight-of-hand".into(), bonus: 5 }]),
        damage_immunities: vec!["fire".into(), "cold".into()],
        challenge_rating: Some(0.25),
        traits: Json(vec![Trait {
            name: "Warm".into(),
            text: "It says: \"warm\".\n\nIt is.".into(),
            ..Trait::default()
        }]),
        actions: Json(vec![Action {
            name: "Boil".into(),
            text: "It boils.".into(),
            usage: Some(UsageLimit { kind: "RECHARGE_ON_ROLL".into(), minimum: Some(5), ..UsageLimit::default() }),
            ..Action::default()
        }]),
        legendary_preamble: Some("It can take three.".into()),
        legendary_actions: Json(vec![Action {
            name: "Whistle".into(),
            text: "It whistles.".into(),
            ..Action::default()
        }]),
        ..creature::Model::default()
    };
    drake.apply_rules();
    drake
}

fn exported(format: Format) -> String {
    export(&drake(), Some(&book()), format).unwrap()
}

#[test]
fn improved_initiative_gets_a_stat_block() {
    let made: Value = serde_json::from_str(&exported(Format::ImprovedInitiative)).unwrap();
    let expected = json!({
        "Id": "creature:hearth:kettle-drake", "Name": "Kettle Drake", "Path": "", "Source": "The Hearthside Compendium",
        "Type": "Large dragon, lawful neutral",
        "HP": {"Value": 136, "Notes": "(16d10 + 48)"}, "AC": {"Value": 17, "Notes": "(natural armor)"},
        // +2 of 14 Dexterity, and 3 more.
        "InitiativeModifier": 3, "InitiativeAdvantage": false,
        "Speed": ["30 ft.", "fly 60 ft. (hover)"],
        "Abilities": {"Str": 10, "Dex": 14, "Con": 10, "Int": 10, "Wis": 10, "Cha": 10},
        "DamageVulnerabilities": [], "DamageResistances": [], "DamageImmunities": ["fire", "cold"], "ConditionImmunities": [],
        "Saves": [{"Name": "Con", "Modifier": 7}], "Skills": [{"Name": "Sleight of Hand", "Modifier": 5}],
        "Senses": [], "Languages": [], "Challenge": "1/4",
        "Traits": [{"Name": "Warm", "Content": "It says: \"warm\".\n\nIt is."}],
        "Actions": [{"Name": "Boil (Recharge 5-6)", "Content": "It boils."}],
        "BonusActions": [], "Reactions": [],
        "LegendaryActions": [
            {"Name": "Legendary Actions", "Content": "It can take three."}, {"Name": "Whistle", "Content": "It whistles."},
        ],
        "MythicActions": [],
        "Description": "It nests in {{ovens}}.\n\nThe Hearthside Compendium, Creative Commons Attribution 4.0. Tales by Kettle Press.",
        "Player": "", "Version": "3.0.0", "ImageURL": "",
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&made[key], value, "{key}");
    }
    assert_eq!(made.as_object().unwrap().len(), expected.as_object().unwrap().len());
}

#[test]
fn fantasy_statblocks_get_yaml() {
    let made = exported(Format::FantasyStatblocks);
    let expected = r#"layout: "Basic 5e Layout"
name: "Kettle Drake"
size: "Large"
type: "dragon"
alignment: "lawful neutral"
ac: 17
ac_class: "natural armor"
hp: 136
hit_dice: "16d10 + 48"
modifier: 5
speed: "30 ft., fly 60 ft. (hover)"
stats: [10,14,10,10,10,10]
saves:
  - constitution: 7
skillsaves:
  - "sleight of hand": 5
damage_vulnerabilities: ""
damage_resistances: ""
damage_immunities: "fire, cold"
condition_immunities: ""
senses: ""
languages: ""
cr: "1/4"
traits:
  - name: "Warm"
    desc: "It says: \"warm\".\n\nIt is."
actions:
  - name: "Boil (Recharge 5-6)"
    desc: "It boils."
legendary_description: "It can take three."
legendary_actions:
  - name: "Whistle"
    desc: "It whistles."
description: "It nests in {{ovens}}."
source: "The Hearthside Compendium"
license: "Creative Commons Attribution 4.0"
attribution: "Tales by Kettle Press."
"#;
    assert_eq!(made, expected);
}

#[test]
fn fantasy_statblocks_have_what_precedes_lair_actions_and_no_raw_control_characters() {
    let mut drake = drake();
    drake.lair_preamble = Some("On initiative 20.".into());
    drake.lair_actions =
        Json(vec![Action { name: "Steam".into(), text: "It\u{7f} st\u{85}eams\u{2028}.".into(), ..Action::default() }]);
    let made = export(&drake, Some(&book()), Format::FantasyStatblocks).unwrap();
    let expected = "lair_actions:\n  - name: \"\"\n    desc: \"On initiative 20.\"\n  - name: \"Steam\"\n    desc: \"It\\u007f st\\u0085eams\\u2028.\"\n";
    assert!(made.contains(expected), "{made}");
}

#[test]
fn a_creature_of_the_homebrewery_stands_in_a_frame() {
    let made = exported(Format::Homebrewery);
    let start = "{{monster,frame\n## Kettle Drake\n*Large dragon, lawful neutral*\n___\n**Armor Class** :: 17 (natural armor)\n";
    assert!(made.starts_with(start), "{made}");
    assert!(made.contains("***Boil (Recharge 5-6).*** It boils.\n"), "{made}");
    assert!(made.contains("### Legendary Actions\nIt can take three.\n\n"), "{made}");
    let end = "***Whistle.*** It whistles.\n}}\n\nIt nests in { {ovens} }.\n\n*The Hearthside Compendium, Creative Commons \
               Attribution 4.0. Tales by Kettle Press.*\n";
    assert!(made.ends_with(end), "{made}");
    // Text cannot end the frame, however many braces it has.
    assert_eq!(made.matches("}}").count(), 1);
    assert_eq!(super::homebrewery::escaped("{{{wide }}} {}{}"), "{ { {wide } } } {}{}");
}

#[test]
fn licence_and_attribution_travel_in_every_format() {
    for format in [
        Format::Markdown,
        Format::Json,
        Format::ImprovedInitiative,
        Format::FantasyStatblocks,
        Format::Homebrewery,
        Format::Obsidian,
        Format::Foundry,
        Format::FiveETools,
        Format::FightClub,
    ] {
        let made = exported(format);
        assert!(made.contains("Creative Commons Attribution 4.0"), "{made}");
        assert!(made.contains("Tales by Kettle Press."), "{made}");
    }
}

#[test]
fn a_spell_is_no_stat_block() {
    let spell = spell::Model { document_key: "hearth".into(), name: "Kettle Burst".into(), ..spell::Model::default() };
    let made = |format| export(&spell, Some(&book()), format);
    assert_eq!(made(Format::ImprovedInitiative), None);
    assert_eq!(made(Format::FantasyStatblocks), None);
    let homebrewery = made(Format::Homebrewery).unwrap();
    assert!(homebrewery.starts_with("# Kettle Burst\n"), "{homebrewery}");
    // A book that is not stored has no licence.
    let alone = export(&spell, None, Format::Markdown).unwrap();
    assert!(alone.contains("*Source: hearth*"), "{alone}");
}

#[test]
fn a_table_has_a_line_for_each_record() {
    let columns = csv::columns(Family::Creature);
    let head = csv::head(&columns);
    assert!(head.starts_with("\u{feff}id,family,name,slug,document.key,document.name,"), "{head}");
    assert!(head.contains(",type,") && head.contains(",speed.walk,"), "{head}");
    let mut drake = drake();
    drake.name = "Drake, \"Kettle\"".into();
    drake.text = "=HYPERLINK(1)".into();
    let record = export(&drake, Some(&book()), Format::Json).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    let row = csv::row(&columns, &record);
    let start = "\"creature:hearth:kettle-drake\",\"CREATURE\",\"Drake, \"\"Kettle\"\"\",\"kettle-drake\",\"hearth\",";
    assert!(row.starts_with(start), "{row}");
    assert!(row.contains(",\"fire; cold\","), "{row}");
    assert!(row.contains(",\"'=HYPERLINK(1)\","), "{row}");
    // Numbers are bare; a semicolon or a tab ends no cell, so that no formula can stand behind it.
    assert!(row.contains(",136,"), "{row}");
    drake.name = "a;=HYPERLINK(1)\t=2".into();
    let sly = export(&drake, Some(&book()), Format::Json).unwrap();
    let sly = csv::row(&columns, &serde_json::from_str(&sly).unwrap());
    assert!(sly.contains(",\"a;=HYPERLINK(1)\t=2\","), "{sly}");
    // A line break in a text is within quotes: the row ends at the last one.
    assert!(row.ends_with(",\"\"\n"), "{row}");
    assert!(Family::ALL.iter().all(|family| csv::columns(*family).len() > 20));
}

/// What programs would run, in every place where a book has words.
#[test]
fn nothing_in_the_texts_of_a_book_runs() {
    let hostile = "```dataviewjs\nx()\n```\n\n`$= x` <img src=x onerror=x><%* x %> ![](http://pond.example/seen.png) [a](javascript:x)";
    let mut drake = drake();
    drake.name = format!("Drake {hostile}");
    drake.text = hostile.into();
    drake.languages_text = Some(hostile.into());
    drake.lair_preamble = Some(hostile.into());
    drake.traits = Json(vec![Trait { name: hostile.into(), text: hostile.into(), ..Trait::default() }]);
    let mut book = book();
    book.name = hostile.into();
    book.attribution = Some(hostile.into());
    let spell = spell::Model { name: hostile.into(), text: hostile.into(), ..spell::Model::default() };
    let note = export(&drake, Some(&book), Format::Obsidian).unwrap();
    // The blocks are the note's own: that of the front matter, and the stat block.
    assert!(note.starts_with("---\nid:") && note.matches("```").count() == 2, "{note}");
    for live in ["`$=", "<img", "<%", "![", "](javascript"] {
        assert!(!note.contains(live), "{live} in {note}");
    }
    let formats = [Format::Markdown, Format::ImprovedInitiative, Format::FantasyStatblocks, Format::Homebrewery];
    let exports = formats.map(|format| {
        let of_spell = export(&spell, Some(&book), format).unwrap_or_default();
        export(&drake, Some(&book), format).unwrap() + &of_spell
    });
    for made in exports {
        for live in ["```", "`$=", "<img", "<%", "![", "](javascript"] {
            assert!(!made.contains(live), "{live} in {made}");
        }
        assert!(made.contains("&#96;&#96;&#96;dataviewjs") && made.contains("&lt;img"));
    }
}

#[test]
fn formulas_of_any_width_are_texts_in_a_table() {
    let columns = ["name".to_owned()];
    for name in ["=1+1", "+1", "-1", "@x", "＝1+1", "＋1", "－1", "＠x", "﹦1+1", "\u{200b}=1+1", " =1+1"] {
        let row = csv::row(&columns, &json!({"name": name}));
        assert_eq!(row, format!("\"'{name}\"\n"));
    }
}
