use super::*;
use serde_json::{Value, json};

fn drawn(endpoint: &str, raws: Vec<Value>) -> Drafts {
    let mut records = Records::default();
    let list = raws.into_iter().map(|raw| Record {
        key: raw["key"].as_str().unwrap_or_default().to_owned(),
        url: String::new(),
        raw,
    });
    records.0.insert(endpoint.to_owned(), list.collect());
    let mut drafts = Drafts::default();
    draw(&records, &mut drafts);
    drafts
}

fn feature(sort: &str, key: &str, name: &str, text: &str) -> Value {
    json!({"key": format!("book_mage_{key}"), "name": name, "desc": text, "feature_type": sort,
           "gained_at": [], "data_for_class_table": []})
}

fn gained(mut feature: Value, levels: &[(i32, Option<&str>)]) -> Value {
    let gains = levels.iter().map(|(l, d)| json!({"level": l, "detail": d}));
    feature["gained_at"] = gains.collect();
    feature
}

fn column(sort: &str, key: &str, name: &str, cells: &[(i32, &str)]) -> Value {
    let mut column = feature(sort, key, name, "[Column data]");
    let cells = cells
        .iter()
        .map(|(l, v)| json!({"level": l, "column_value": v}));
    column["data_for_class_table"] = cells.collect();
    column
}

fn class(name: &str, features: &[Value]) -> Value {
    json!({
        "key": "book_mage", "name": name, "desc": "", "document": {"key": "book"},
        "subclass_of": null, "features": features, "hit_dice": "D6", "caster_type": "NONE",
        "saving_throws": [{"name": "Wisdom"}], "primary_abilities": [],
        "hit_points": {"hit_dice": "D6", "hit_dice_name": "1D6 per Mage level",
            "hit_points_at_1st_level": "6 + CON", "hit_points_at_higher_levels": "1D6"}
    })
}

#[test]
fn a_class_is_put_together_from_its_rows() {
    let mage = class(
        "Mage",
        &[
            gained(
                feature("CLASS_LEVEL_FEATURE", "surge", "Surge", "You surge."),
                &[(9, Some("two")), (2, Some("one"))],
            ),
            gained(
                feature(
                    "CLASS_LEVEL_FEATURE",
                    "spellcasting",
                    "Spellcasting",
                    "Wisdom is your spellcasting ability.",
                ),
                &[(1, None)],
            ),
            column(
                "PROFICIENCY_BONUS",
                "proficiency-bonus",
                "Proficiency Bonus",
                &[(1, "+2"), (2, "+2")],
            ),
            column("SPELL_SLOTS", "slots-1st", "1st", &[(1, "2"), (2, "3")]),
            column("SPELL_SLOTS", "slots-2nd", "2nd", &[(2, "1")]),
            column("CLASS_TABLE_DATA", "cantrips", "Cantrips", &[(1, "3")]),
            column(
                "CLASS_LEVEL_FEATURE",
                "surge-uses",
                "Cantrips Known",
                &[(2, "4")],
            ),
            feature(
                "CORE_TRAITS_TABLE",
                "core-traits",
                "Core Mage Traits",
                "|||\n|---|---|\n|Primary Ability|Wisdom|\n|Saving Throw Proficiencies|Strength and Wisdom|\n|Armor Training|None|\n|Skill Proficiencies|Choose 2: Arcana, In sight, or Nature|\n|Starting Equipment|A hat|",
            ),
        ],
    );
    let draft = drawn("classes", vec![mage]).character_options.remove(0);
    let row = draft.row;
    assert_eq!(
        (row.kind, row.slug.as_str(), row.hit_die),
        (Kind::Class, "mage", Some(6))
    );
    assert_eq!(row.saving_throws, ["strength", "wisdom"]);
    assert_eq!(row.primary_abilities, ["wisdom"]);
    assert_eq!(row.starting_equipment.as_deref(), Some("A hat"));
    assert_eq!(row.proficiencies.armor, None);
    assert_eq!(
        row.proficiencies.fixed,
        ["saving-throw-str", "saving-throw-wis"]
    );
    assert_eq!(
        row.proficiencies.choices[0].options,
        ["skill-arcana", "skill-insight", "skill-nature"]
    );
    assert_eq!(row.spellcasting_ability.as_deref(), Some("wisdom"));
    assert_eq!(row.caster_type, None, "it has slots");
    let names: Vec<&str> = row.features.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["Spellcasting", "Surge"]);
    assert_eq!(row.features[1].levels, [2, 9]);
    assert_eq!(
        row.features[1].details,
        ["2nd level: one", "9th level: two"]
    );
    let [first, second, ninth] = row.levels.as_slice() else {
        panic!("three levels")
    };
    assert_eq!(
        (first.proficiency_bonus, first.cantrips_known),
        (Some(2), Some(3))
    );
    assert_eq!(
        (first.features.as_slice(), first.spell_slots.as_slice()),
        (&["Spellcasting".to_owned()][..], &[2][..])
    );
    assert_eq!(second.spell_slots, [3, 1]);
    assert_eq!(
        (
            second.columns[0].name.as_str(),
            second.columns[0].value.as_str()
        ),
        ("Surge Uses", "4")
    );
    assert_eq!(
        (ninth.level, ninth.features.as_slice()),
        (9, &["Surge".to_owned()][..])
    );
}

#[test]
fn pact_slots_stand_at_their_level() {
    let mage = class(
        "Mage",
        &[
            column(
                "CLASS_TABLE_DATA",
                "spell-slots",
                "Spell Slots",
                &[(5, "2")],
            ),
            column(
                "CLASS_LEVEL_FEATURE",
                "slot-level",
                "Slot Level",
                &[(5, "3rd")],
            ),
            column(
                "CLASS_TABLE_DATA",
                "spells-known",
                "Spells Known",
                &[(5, "6")],
            ),
        ],
    );
    let row = drawn("classes", vec![mage]).character_options.remove(0).row;
    assert_eq!(row.levels[0].spell_slots, [0, 0, 2]);
    assert_eq!(row.levels[0].spells_known, Some(6));
    assert!(row.features.is_empty() && row.levels[0].columns.is_empty());
}

#[test]
fn a_subclass_knows_its_class() {
    let mut seer = class("Seer", &[]);
    seer["subclass_of"] = json!({"name": "Storm Mage", "key": "book_storm-mage"});
    seer["desc"] = json!("*See Further*\n\nSeers see.");
    let draft = drawn("classes", vec![seer]).character_options.remove(0);
    assert_eq!(draft.row.kind, Kind::Subclass);
    assert_eq!(draft.row.parent_slug.as_deref(), Some("storm-mage"));
    assert_eq!(draft.section.as_deref(), Some("storm-mage"));
    assert_eq!(draft.row.summary.as_deref(), Some("See Further"));
    assert_eq!((draft.row.hit_die, draft.row.caster_type), (None, None));
}

#[test]
fn proficiencies_feed_fields() {
    let mage = class(
        "Mage",
        &[
            feature(
                "PROFICIENCIES",
                "proficiencies",
                "Proficiencies",
                "**Armor:** None\r\n**Weapons:** Daggers, slings\r\n**Tools:** None\r\n**Saving Throws:** CON, INT\r\n**Skills:** Choose two from Arcana and Nature",
            ),
            feature(
                "STARTING_EQUIPMENT",
                "equipment",
                "Equipment",
                "* a hat\r\n* a cat",
            ),
        ],
    );
    let row = drawn("classes", vec![mage]).character_options.remove(0).row;
    assert_eq!(row.saving_throws, ["constitution", "intelligence"]);
    assert_eq!(
        row.proficiencies.weapons.as_deref(),
        Some("Daggers, slings")
    );
    assert_eq!(
        row.proficiencies.fixed,
        ["daggers", "slings", "saving-throw-con", "saving-throw-int"]
    );
    assert_eq!(row.starting_equipment.as_deref(), Some("* a hat\n* a cat"));
    assert!(row.features.is_empty());
}

#[test]
fn species_and_subspecies() {
    let drafts = drawn(
        "species",
        vec![
            json!({"key": "book_newt", "name": "Great Newt", "desc": "", "document": {"key": "book"},
            "is_subspecies": false, "subspecies_of": null, "traits": [
                {"name": "Gills", "desc": "You have some.", "type": null, "order": null},
                {"name": "Speed", "desc": "25 feet", "type": "SPEED", "order": 2},
                {"name": "Size", "desc": "Small (about 3 feet tall) ", "type": "SIZE", "order": 1}]}),
            json!({"key": "book_pond", "name": "Pond Newt", "desc": "", "document": {"key": "book"},
            "is_subspecies": true, "subspecies_of": "https://example.org/v2/species/book_newt/", "traits": []}),
            json!({"key": "book_broken", "name": "Broken"}),
        ],
    );
    let [newt, pond] = drafts.character_options.as_slice() else {
        panic!("two rows")
    };
    assert_eq!((newt.row.kind, newt.row.speed), (Kind::Race, Some(25)));
    assert_eq!(newt.row.sizes, ["small"]);
    assert_eq!(
        newt.row.size_text.as_deref(),
        Some("Small (about 3 feet tall)")
    );
    let names: Vec<&str> = newt.row.traits.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["Size", "Speed", "Gills"]);
    assert_eq!(pond.row.kind, Kind::Subrace);
    assert_eq!(pond.row.parent_slug.as_deref(), Some("great-newt"));
    assert_eq!(drafts.skipped.len(), 1);
}

#[test]
fn backgrounds_keep_their_benefits_by_type() {
    let benefit = |kind: &str, text: &str| json!({"name": kind, "desc": text, "type": kind});
    let row = drawn("backgrounds", vec![json!({
        "key": "book_cook", "name": "Cook", "desc": "[No description provided]", "document": {"key": "book"},
        "benefits": [
            benefit("skill_proficiency", "Insight, Nature"),
            benefit("language", "No additional languages"),
            benefit("equipment", "A pan and a purse containing 5 gp"),
        ]})]).character_options.remove(0).row;
    assert_eq!(row.text, "");
    assert_eq!(row.proficiencies.fixed, ["skill-insight", "skill-nature"]);
    assert_eq!(row.proficiencies.languages, None);
    assert_eq!(row.starting_gold, Some(5.0));
    assert_eq!(row.benefits[1].kind.as_deref(), Some("language"));
    assert_eq!(row.benefits.len(), 3);
}

#[test]
fn feats_say_what_they_ask_for() {
    let row = drawn(
        "feats",
        vec![json!({
        "key": "book_sneeze", "name": "Sneeze", "desc": "You sneeze.", "document": {"key": "book"},
        "has_prerequisite": true, "prerequisite": "*A nose*", "type": "GENERAL",
        "benefits": [{"desc": "You can take this feat more than once."}]})],
    )
    .character_options
    .remove(0)
    .row;
    assert_eq!(row.prerequisites.as_deref(), Some("A nose"));
    assert_eq!(row.feat_category.as_deref(), Some("general"));
    assert_eq!(row.repeatable, Some(true));
}
