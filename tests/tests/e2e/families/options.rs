//! Character options.

use super::{assert_fields, said};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const OPTION: &str = "query($id: ID!) { characterOption(id: $id) {
    id name slug family kind text parentSlug hitDie hitPointsAtFirstLevel hitPointsAtHigherLevels
    proficiencies {
        armor weapons tools savingThrows skills languages fixed choices { text choose options }
    }
    startingEquipment savingThrows primaryAbilities casterType spellcastingAbility spellcastingText
    levels {
        level proficiencyBonus features cantripsKnown spellsKnown spellSlots columns { name value }
    }
    features { name slug text levels details prerequisites optionOf }
    multiclassing {
        prerequisites { ability minimum } anyOf proficiencies proficiencyChoices { choose options }
    }
    summary sizes speed creatureType abilityIncreases { ability bonus choose } languages age alignment
    sizeText traits { name text type } benefits { name text type } featCategory prerequisites repeatable
    startingGold
} }";

async fn option(lore: &Reader, id: &str) -> Value {
    let id = format!("character_option:{id}");
    let found = lore.query(OPTION, json!({"id": id})).await["characterOption"].take();
    assert_eq!(found["id"], id);
    found
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|part| part["name"].as_str().unwrap_or_default())
        .collect()
}

#[tokio::test]
async fn classes() {
    let lore = Reader::shared().await;
    let class = option(&lore, "hearth-2014:class:hearthwarden").await;
    assert_fields(
        &class,
        &json!({
            "kind": "CLASS",
            "text": "A keeper of the fire.",
            "parentSlug": null,
            "hitDie": 8,
            "hitPointsAtFirstLevel": "8 + your Constitution modifier",
            "hitPointsAtHigherLevels": "1D8 (or 5) + your Constitution modifier per hearthwarden level after 1st",
            "startingEquipment": "You start with the following equipment:\n\n* (a) a poker or (b) a coal sling\n* a pilgrim's hamper",
            "savingThrows": ["constitution", "wisdom"],
            "casterType": "FULL",
            "spellcastingAbility": "wisdom",
            "speed": null,
        }),
    );
    assert_eq!(
        said(&class["proficiencies"]),
        json!({
            "armor": "Light armor",
            "weapons": "Simple weapons",
            "tools": "Baker's tools",
            "savingThrows": "Constitution, Wisdom",
            "skills": "Choose two from Arcana, Perception, and Stealth",
            "fixed": ["light-armor", "simple-weapons", "bakers-tools", "saving-throw-con", "saving-throw-wis"],
            "choices": [{
                "text": "Choose two from Arcana, Perception, and Stealth",
                "choose": 2,
                "options": ["skill-arcana", "skill-perception", "skill-stealth"],
            }],
        })
    );
    // What feeds other fields is no feature; the others come in the order they are gained.
    assert_eq!(
        names(&class["features"]),
        [
            "Spellcasting",
            "Kindle",
            "Hearth Oath",
            "Ability Score Improvement"
        ]
    );
    assert_eq!(
        said(&class["features"][1]),
        json!({
            "name": "Kindle",
            "slug": "kindle",
            "text": "You light a fire without tools. You can do so twice between rests.",
            "levels": [2, 5],
            "details": ["2nd level: one use", "5th level: two uses"],
        })
    );
    let levels = class["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 6);
    assert_eq!(
        levels[0],
        json!({
            "level": 1, "proficiencyBonus": 2, "features": ["Spellcasting"], "cantripsKnown": null,
            "spellsKnown": null, "spellSlots": [2], "columns": [{"name": "Embers", "value": "2"}],
        })
    );
    assert_eq!(levels[4]["proficiencyBonus"], 3);
    assert_eq!(levels[4]["spellSlots"], json!([4, 3]));
    assert_eq!(levels[5]["features"], json!(["Ability Score Improvement"]));

    // The 2024 rules keep all that in one table.
    let class = option(&lore, "hearth-2024:class:hearthwarden").await;
    assert_fields(
        &class,
        &json!({
            "primaryAbilities": ["wisdom"],
            "casterType": "HALF",
            "startingEquipment": "Choose A or B: (A) Poker and 9 GP; or (B) 50 GP",
        }),
    );
    assert_eq!(class["proficiencies"]["armor"], "Light armor");
    assert_eq!(class["proficiencies"]["choices"][0]["choose"], 2);
    assert_eq!(
        names(&class["features"]),
        ["Spellcasting", "Recipe Options"]
    );

    // Both sources know this one.
    let class = option(&lore, "srd-2014:class:lampwright").await;
    assert_fields(
        &class,
        &json!({
            "hitDie": 6,
            "savingThrows": ["intelligence", "wisdom"],
            // From what multiclassing takes.
            "primaryAbilities": ["intelligence"],
            "spellcastingAbility": "intelligence",
            "startingEquipment": "- (a) a skillet or (b) any tool\n- Copper Kettle",
        }),
    );
    // `None` in words is nothing.
    assert_eq!(class["proficiencies"]["armor"], Value::Null);
    assert_eq!(
        said(&class["multiclassing"]),
        json!({
            "prerequisites": [{"ability": "intelligence", "minimum": 13}],
            "proficiencies": ["skillets"],
        })
    );

    let subclass = option(&lore, "hearth-2014:subclass:ember-keeper").await;
    assert_fields(
        &subclass,
        &json!({"kind": "SUBCLASS", "parentSlug": "hearthwarden", "hitDie": null}),
    );
    assert_eq!(subclass["features"][1]["levels"], json!([6]));
    let subclass = option(&lore, "srd-2014:subclass:wickkeeper").await;
    assert_fields(
        &subclass,
        &json!({"parentSlug": "lampwright", "summary": "Lamp Tradition"}),
    );
    assert_eq!(names(&subclass["features"]), ["Banked Wick"]);
    let subclass = option(&lore, "srd-2024:subclass:keeper-of-wicks").await;
    assert_fields(
        &subclass,
        &json!({"parentSlug": "lampwright", "summary": "Trim What Others Light"}),
    );
    assert_eq!(
        names(&subclass["features"]),
        ["Banked Wick", "Endless Wick"]
    );
    assert_eq!(subclass["features"][1]["levels"], json!([6]));
}

#[tokio::test]
async fn races_backgrounds_and_feats() {
    let lore = Reader::shared().await;
    let race = option(&lore, "hearth-2014:race:emberfolk").await;
    assert_fields(
        &race,
        &json!({
            "kind": "RACE",
            "sizes": ["medium"],
            "sizeText": "Your size is Medium.",
            "speed": 30,
            "abilityIncreases": [{"ability": "constitution", "bonus": 2, "choose": null}],
            "age": "Emberfolk burn for about 150 years.",
        }),
    );
    assert!(names(&race["traits"]).contains(&"Darkvision"));
    let subrace = option(&lore, "hearth-2014:subrace:coalheart").await;
    assert_fields(
        &subrace,
        &json!({
            "kind": "SUBRACE",
            "parentSlug": "emberfolk",
            "abilityIncreases": [{"ability": "strength", "bonus": 1, "choose": null}],
        }),
    );
    let species = option(&lore, "hearth-2024:race:emberfolk").await;
    assert_fields(
        &species,
        &json!({"sizes": ["medium"], "sizeText": "Medium (about 5–6 feet tall)", "speed": 30}),
    );
    assert_eq!(species["traits"][0]["type"], "SIZE");
    let race = option(&lore, "srd-2014:race:tallowkin").await;
    assert_fields(
        &race,
        &json!({
            "sizes": ["small"],
            "speed": 25,
            "abilityIncreases": [{"ability": "wisdom", "bonus": 1, "choose": null}],
            "languages": ["common"],
            "alignment": "Tallowkin tend towards good suppers.",
        }),
    );
    let species = option(&lore, "srd-2024:race:wickling").await;
    assert_fields(
        &species,
        &json!({"creatureType": "humanoid", "sizes": ["small", "medium"], "speed": 30}),
    );
    let lineage = option(&lore, "srd-2024:subrace:tallow-line-beeswax").await;
    assert_fields(&lineage, &json!({"parentSlug": "tallowkin"}));
    assert_eq!(names(&lineage["traits"]), ["Honey Voice"]);

    let cook = option(&lore, "hearth-2014:background:camp-cook").await;
    assert_fields(
        &cook,
        &json!({
            "kind": "BACKGROUND",
            "text": "You fed an army.",
            "startingEquipment": "A copper kettle and a pouch containing 10 gp",
            "startingGold": 10.0,
        }),
    );
    assert_eq!(cook["proficiencies"]["skills"], "Perception, Survival");
    assert_eq!(
        cook["proficiencies"]["fixed"],
        json!(["bakers-tools", "skill-perception", "skill-survival"])
    );
    let types: Vec<_> = cook["benefits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        types,
        [
            "skill_proficiency",
            "tool_proficiency",
            "language",
            "equipment",
            "feature",
            "suggested_characteristics"
        ]
    );
    let lighter = option(&lore, "srd-2014:background:lamplighter").await;
    assert_fields(&lighter, &json!({"startingGold": 10.0}));
    assert!(names(&lighter["benefits"]).contains(&"Known in Every Street"));

    let feat = option(&lore, "hearth-2014:feat:kettle-master").await;
    assert_fields(
        &feat,
        &json!({
            "kind": "FEAT",
            // `GENERAL` upstream, and set in italics.
            "featCategory": "general",
            "prerequisites": "Wisdom 13 or higher",
            // Upstream does not say.
            "repeatable": null,
        }),
    );
    assert_eq!(
        feat["benefits"][1]["text"],
        "Your tea restores 1 extra hit point."
    );
    let feat = option(&lore, "hearth-2024:feat:warm-hands").await;
    assert_fields(
        &feat,
        &json!({"featCategory": "origin", "prerequisites": null, "repeatable": true}),
    );
    let feat = option(&lore, "hearth-2024:feat:boon-of-the-oven").await;
    assert_fields(
        &feat,
        &json!({"featCategory": "epic-boon", "prerequisites": "Level 19+"}),
    );
    let feat = option(&lore, "srd-2014:feat:steady-hand").await;
    assert_fields(
        &feat,
        &json!({"prerequisites": "Dexterity 13 or higher", "featCategory": null}),
    );
    let feat = option(&lore, "srd-2024:feat:steady-hand").await;
    assert_fields(
        &feat,
        &json!({"featCategory": "general", "prerequisites": "Level 4+, Dexterity or Wisdom 13+", "repeatable": true}),
    );
}
