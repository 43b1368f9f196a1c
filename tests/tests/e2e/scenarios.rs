//! Scenarios: what the product's promises say of searches by meaning, asked as a tool's user asks, of invented content.
//!
//! With the real model where it can be had, else by words alone, which must do for most of them.

use crate::semantic::real_model;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

/// Records, each like one of the fixtures but for its name, its text and some other fields.
const RECORDS: [(&str, usize, &str, &str, &str); 22] = [
    (
        "spells",
        3,
        "Cloak of Embers",
        r#"{"level": 4, "damage_types": []}"#,
        "Flames wreathe your coat and shed bright light. Until the spell ends you have resistance to fire damage, and heat does not harm you.",
    ),
    (
        "spells",
        3,
        "Hail of Spoons",
        r#"{"level": 4, "damage_types": ["cold"]}"#,
        "Frozen spoons fall from the sky in a cylinder. Each creature in it takes 2d8 cold damage, and the ground is icy.",
    ),
    (
        "spells",
        3,
        "Slow Simmer",
        r#"{"level": 3}"#,
        "A creature you touch simmers from within. It takes 2d6 fire damage at the start of each of its turns for 1 minute.",
    ),
    (
        "spells",
        3,
        "Salve of the Cook",
        r#"{"level": 1, "damage_types": [], "damage_roll": ""}"#,
        "You rub salve on the wounds of a creature you touch. It regains 1d8 + 2 hit points.",
    ),
    (
        "creatures",
        2,
        "Hollow Butler",
        r#"{"type": {"name": "Undead", "key": "undead"}}"#,
        "The hollow butler drains the life of those it serves: its cold touch lowers their hit point maximum, and what it takes it keeps.",
    ),
    (
        "creatures",
        2,
        "Rattling Cook",
        r#"{"type": {"name": "Undead", "key": "undead"}}"#,
        "A skeleton in an apron that stirs an empty pot. It throws ladles at whoever complains.",
    ),
    ("creatures", 2, "Pantry Bandit", "{}", "A thief of cheese who flees through windows."),
    ("creatures", 1, "Pond Drake", "{}", "A drake of ponds that spits cold water and eats frogs."),
    ("weapons", 0, "Throwing Fork", r#"{"range": 20, "long_range": 60}"#, ""),
    (
        "magicitems",
        0,
        "Homing Ladle",
        r#"{"rarity": {"name": "Rare", "key": "rare", "rank": 3}}"#,
        "Thrown at a foe within 20 feet, this ladle strikes, and by itself comes back to the hand that threw it.",
    ),
    ("magicitems", 0, "Singing Skewer", "{}", "A skewer that hums when poison is near."),
    (
        "magicitems",
        0,
        "Ladle of Force",
        "{}",
        "You have a +1 bonus to attack and damage rolls made with this magic weapon.",
    ),
    ("magicitems", 0, "Weapon of Warmth", "{}", "This weapon keeps its wielder warm. Any weapon can be made so."),
    (
        "classes",
        0,
        "Candle Knight",
        r#"{"features": []}"#,
        "A holy warrior sworn to a god of light, who heals the faithful and smites the wicked in divine wrath.",
    ),
    (
        "classes",
        0,
        "Chapel Steward",
        r#"{"features": []}"#,
        "A priest who channels the power of a deity: divine magic, a mace, and the courage to fight for the temple.",
    ),
    ("classes", 0, "Cutpurse", r#"{"features": []}"#, "A thief of the alleys who picks locks and strikes from behind."),
    (
        "classes",
        0,
        "Scroll Master",
        r#"{"features": []}"#,
        "A scholar of arcane magic who masters spells from books and knows more of the arcane than anybody.",
    ),
    (
        "classes",
        0,
        "Born Sorceress",
        r#"{"features": []}"#,
        "Arcane magic is in her blood; she bends spells to her will.",
    ),
    ("classes", 0, "Brawler", r#"{"features": []}"#, "A fighter with fists, chairs and a good shield."),
    (
        "rules",
        1,
        "Tumbling Down",
        "{}",
        "A creature that falls takes 1d6 bludgeoning damage for every 10 feet it fell, to a maximum of 20d6, and lands prone.",
    ),
    (
        "rules",
        1,
        "Unseen Attackers",
        "{}",
        "When you are hidden from a creature, you attack it with advantage. If you attack, hit or miss, you give away where you hide.",
    ),
    ("rules", 1, "Cooking at Night", "{}", "Cooking takes an hour and a fire."),
];

/// The fixtures, and these records beside them.
async fn upstream() -> Upstream {
    let upstream = Upstream::start().await;
    for (endpoint, base, name, fields, text) in RECORDS {
        let mut records = upstream.records(endpoint);
        let mut record = records[base].clone();
        let key = lorekeeper_content::slugify(name);
        let ruleset = record["ruleset"].as_str().map(str::to_owned);
        record["key"] = match ruleset {
            Some(ruleset) => json!(format!("{ruleset}_{key}")),
            None => json!(format!("hearth-2014_{key}")),
        };
        record["name"] = json!(name);
        if !text.is_empty() {
            record["desc"] = json!(text);
        }
        let fields: Value = serde_json::from_str(fields).unwrap();
        for (field, value) in fields.as_object().unwrap() {
            record[field] = value.clone();
        }
        records.push(record);
        upstream.replace(endpoint, records);
    }
    upstream
}

/// A search: the tool, its arguments, who is first (one of them), and who stands before whom.
type Scenario = (&'static str, Value, &'static [&'static str], &'static [(&'static str, &'static str)]);

fn scenarios() -> Vec<Scenario> {
    vec![
        (
            "search_spell",
            json!({"search": "protect from fire", "level": 4}),
            &["Cloak of Embers"],
            &[("Cloak of Embers", "Hail of Spoons")],
        ),
        (
            "search_spell",
            json!({"search": "damage over time", "level": 3, "school": "Evocation"}),
            &["Slow Simmer"],
            &[],
        ),
        ("search_spell", json!({"search": "healing", "documents": ["hearth-2014"]}), &["Salve of the Cook"], &[]),
        (
            "search_creature",
            json!({"search": "undead that drain life", "type": "undead"}),
            &["Hollow Butler"],
            &[("Hollow Butler", "Rattling Cook")],
        ),
        (
            "search_creature",
            json!({"search": "fire breathing beast", "type": "dragon"}),
            &["Ash Drake"],
            &[("Ash Drake", "Pond Drake")],
        ),
        (
            "search_equipment",
            json!({"search": "weapon that returns when thrown"}),
            &["Homing Ladle"],
            &[("Homing Ladle", "Ladle of Force"), ("Homing Ladle", "Weapon of Warmth")],
        ),
        (
            "search_equipment",
            json!({"search": "weapon that returns when thrown", "type": "weapon"}),
            &["Homing Ladle"],
            &[],
        ),
        (
            "search_character_option",
            json!({"search": "divine warrior", "type": "class"}),
            &["Candle Knight", "Chapel Steward"],
            &[("Candle Knight", "Cutpurse"), ("Chapel Steward", "Cutpurse")],
        ),
        (
            "search_character_option",
            json!({"search": "masters of arcane magic", "type": "class"}),
            &["Scroll Master", "Born Sorceress"],
            &[("Scroll Master", "Brawler"), ("Born Sorceress", "Brawler")],
        ),
        ("search_rule", json!({"search": "what happens when I fall", "rule_type": "rule"}), &["Tumbling Down"], &[]),
        ("search_rule", json!({"search": "attacking while hidden", "rule_type": "rule"}), &["Unseen Attackers"], &[]),
        (
            "search_all",
            json!({"query": "spells that heal wounds"}),
            &["Salve of the Cook", "Broth of Mending"],
            &[("Salve of the Cook", "Slow Simmer"), ("Broth of Mending", "Hail of Spoons")],
        ),
        (
            "search_all",
            json!({"query": "fire damage", "content_types": ["Spell"]}),
            &[],
            &[("Kettle Burst", "Salve of the Cook")],
        ),
        ("search_all", json!({"query": "what happens when I fall"}), &["Tumbling Down"], &[]),
    ]
}

#[tokio::test]
async fn what_is_promised_of_searches_comes_first() {
    let upstream = upstream().await;
    let lore = Lore::with(&upstream, Model::Missing, &[]).await;
    match real_model().await {
        Ok(model) => lore.install(model),
        Err(reason) => println!("skipped: the scenarios are asked without a model: {reason}"),
    }
    lore.sync().await;
    let mcp = Mcp::connect(&lore.url).await;
    for (tool, arguments, first, pairs) in scenarios() {
        let mut asked = arguments.clone();
        asked["detail"] = json!("summary");
        let found = mcp.call(tool, asked).await;
        let results = found["results"].as_array().unwrap();
        let names: Vec<&str> = results.iter().filter_map(|result| result["name"].as_str()).collect();
        let case = format!("{tool} {arguments}: {names:?}");
        if !first.is_empty() {
            assert!(names.first().is_some_and(|name| first.contains(name)), "{case}");
        }
        // What is not among the results stands behind them all.
        let place = |name: &str| names.iter().position(|found| *found == name).unwrap_or(usize::MAX);
        for (before, behind) in pairs {
            assert!(place(before) < place(behind), "{before} before {behind}: {case}");
        }
        if let Some(level) = arguments.get("level") {
            assert!(results.iter().all(|result| &result["level"] == level || result["level"].is_null()), "{case}");
        }
        assert!(results.iter().any(|result| result["similarity_score"].is_number()), "{found:#}");
    }
    let plain = mcp.call("search_spell", json!({"level": 3})).await;
    let scored = plain["results"].as_array().unwrap().iter();
    assert!(scored.clone().count() > 0 && scored.clone().all(|result| result["similarity_score"].is_null()));
    let none = mcp.call("search_spell", json!({"level": 3, "search": ""})).await;
    assert_eq!(none["results"], plain["results"]);
    let long = format!("protect from fire {}", "and from every other heat ".repeat(30));
    let long = mcp.call("search_spell", json!({"search": long, "level": 4})).await;
    assert_eq!(long["results"][0]["name"], "Cloak of Embers");
    lore.stop().await;
}
