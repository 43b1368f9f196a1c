//! Creatures.

use super::{assert_fields, said};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const CREATURE: &str = "
query($slug: String!, $document: String!) { creature(slug: $slug, document: $document) {
    id name slug family text size type subtype category group alignment armorClass armorDetail hitPoints
    hitDice initiativeBonus
    speed { walk fly swim climb burrow crawl hover unit notes }
    abilityScores { ...abilities } modifiers { ...abilities }
    savingThrows { ...abilities } allSavingThrows { ...abilities }
    skills { skill bonus } allSkills { skill bonus }
    proficiencyBonus damageVulnerabilities damageResistances damageImmunities damageVulnerabilitiesText
    damageResistancesText damageImmunitiesText conditionImmunities conditionImmunitiesText
    senses { normalSight darkvision blindsight tremorsense truesight notes }
    passivePerception languages languagesText challengeRating challengeRatingText experiencePoints
    experiencePointsInLair
    traits { name text type usage { ...usage } }
    actions { ...action } bonusActions { ...action } reactions { ...action }
    legendaryPreamble legendaryActions { ...action } lairPreamble lairActions { ...action }
    environments sets forms illustration { url altText attribution } spellSlugs
    spellcasting {
        level ability dc toHit componentsRequired school slots
        spells { name slug level notes usage { ...usage } }
    }
} }
fragment abilities on Abilities { strength dexterity constitution intelligence wisdom charisma }
fragment usage on UsageLimit { type times timesInLair minimum rests }
fragment damage on Damage { dice bonus type }
fragment action on Action {
    name text order legendaryCost limitedToForm usage { ...usage } save { ability dc success }
    attacks {
        name attackType toHit reach range longRange unit creatureOnly save { ability dc success }
        damage { ...damage }
    }
    damage { ...damage }
    multiattack { action count type alternative notes }
}";

async fn creature(lore: &Reader, slug: &str, document: &str) -> Value {
    lore.query(CREATURE, json!({"slug": slug, "document": document}))
        .await["creature"]
        .take()
}

fn abilities(scores: [i32; 6]) -> Value {
    let [
        strength,
        dexterity,
        constitution,
        intelligence,
        wisdom,
        charisma,
    ] = scores;
    json!({
        "strength": strength, "dexterity": dexterity, "constitution": constitution,
        "intelligence": intelligence, "wisdom": wisdom, "charisma": charisma,
    })
}

#[tokio::test]
async fn of_open5e() {
    let lore = Reader::shared().await;
    let drake = creature(&lore, "ash-drake", "hearth-2014").await;
    assert_fields(
        &drake,
        &json!({
            "id": "creature:hearth-2014:ash-drake",
            "family": "CREATURE",
            "text": "",
            "size": "large",
            "type": "dragon",
            "subtype": null,
            "category": "Monsters",
            "group": "Drakes, Domestic",
            "alignment": "chaotic evil",
            "armorClass": 17,
            "armorDetail": "natural armor",
            "hitPoints": 85,
            // Written one way, however upstream writes it.
            "hitDice": "10d10 + 30",
            "initiativeBonus": 1,
            "abilityScores": abilities([19, 12, 16, 8, 13, 14]),
            "modifiers": abilities([4, 1, 3, -1, 1, 2]),
            "allSavingThrows": abilities([4, 4, 3, -1, 4, 2]),
            "skills": [{"skill": "perception", "bonus": 7}],
            // Upstream has none; its challenge rating makes it certain.
            "proficiencyBonus": 3,
            "damageVulnerabilities": ["bludgeoning"],
            "damageVulnerabilitiesText": "bludgeoning",
            "damageResistances": [],
            "damageResistancesText": null,
            "damageImmunities": ["fire"],
            "conditionImmunities": ["scorched"],
            "passivePerception": 17,
            "languages": ["emberspeak"],
            "languagesText": "Emberspeak, telepathy 30 ft.",
            "challengeRating": 5.0,
            "challengeRatingText": "5",
            "experiencePoints": 1800,
            "experiencePointsInLair": null,
            "environments": ["plane-of-hearths", "volcano"],
            "sets": [],
            "illustration": {
                "url": "/static/img/hearth/ash-drake.png",
                "altText": "A drake in a fireplace.",
                "attribution": "Drawn by nobody.",
            },
            "spellcasting": null,
        }),
    );
    assert_eq!(
        said(&drake["speed"]),
        json!({"walk": 40, "fly": 60, "crawl": 20, "unit": "feet"})
    );
    assert_eq!(
        said(&drake["savingThrows"]),
        json!({"dexterity": 4, "wisdom": 4})
    );
    assert_eq!(
        said(&drake["senses"]),
        json!({"normalSight": 10560, "darkvision": 60, "blindsight": 10})
    );
    let skills = drake["allSkills"].as_array().unwrap();
    assert_eq!(skills.len(), 18);
    assert!(skills.contains(&json!({"skill": "sleight-of-hand", "bonus": 1})));
    assert_eq!(
        said(&drake["traits"]),
        json!([{
            "name": "Legendary Resistance (1/Day)",
            "text": "When the drake fails a saving throw, it can succeed instead.",
            "usage": {"type": "PER_DAY", "times": 1},
        }])
    );

    let actions = said(&drake["actions"]);
    let named: Vec<_> = actions
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["name"].as_str().unwrap())
        .collect();
    assert_eq!(named, ["Multiattack", "Bite", "Tail", "Ash Breath"]);
    assert_eq!(
        actions[1]["attacks"],
        json!([{
            "name": "Bite attack", "attackType": "WEAPON", "toHit": 7, "reach": 10, "unit": "feet",
            "damage": [{"dice": "2d10", "bonus": 4, "type": "piercing"}, {"dice": "1d6", "type": "fire"}],
        }])
    );
    // Upstream has put the type of the only damage among the extra damage.
    assert_eq!(
        actions[2]["attacks"],
        json!([{
            "name": "Tail attack", "attackType": "WEAPON", "toHit": 7, "reach": 15, "unit": "feet",
            "creatureOnly": true, "damage": [{"dice": "2d8", "bonus": 4, "type": "bludgeoning"}],
        }])
    );
    // What the text says of saves and damage becomes structures.
    let breath = &actions[3];
    assert_eq!(
        breath["usage"],
        json!({"type": "RECHARGE_ON_ROLL", "minimum": 5})
    );
    assert_eq!(
        breath["save"],
        json!({"ability": "dexterity", "dc": 14, "success": "half"})
    );
    assert_eq!(breath["damage"], json!([{"dice": "8d6", "type": "fire"}]));

    let part = |list: &str, index: usize| said(&drake[list][index]);
    assert_eq!(part("bonusActions", 0)["name"], "Smoulder");
    assert_eq!(part("reactions", 0)["name"], "Snap Back");
    assert_eq!(part("legendaryActions", 0)["legendaryCost"], 1);
    assert_eq!(part("legendaryActions", 1)["name"], "Tail Sweep");
    assert_eq!(part("legendaryActions", 1)["legendaryCost"], 2);

    let sage = creature(&lore, "chimney-sage", "hearth-2014").await;
    assert_fields(
        &sage,
        &json!({
            "armorDetail": "15 with an apron of the oven",
            "damageResistances": ["fire"],
            "languages": ["common"],
            "languagesText": "Common and one other language",
            "skills": [{"skill": "arcana", "bonus": 3}, {"skill": "perception", "bonus": 5}],
        }),
    );
    assert_eq!(said(&sage["savingThrows"]), json!({"wisdom": 5}));
    assert_eq!(sage["actions"][0]["limitedToForm"], "Humanoid Form Only");
    assert_eq!(
        said(&sage["actions"][1]["usage"]),
        json!({"type": "PER_DAY", "times": 3})
    );
    assert_eq!(
        said(&sage["actions"][1]["attacks"]),
        json!([{
            "name": "Flung Cinder attack", "attackType": "SPELL", "toHit": 5, "range": 60, "longRange": 120,
            "unit": "feet", "damage": [{"dice": "2d8", "type": "fire"}],
        }])
    );

    let moth = creature(&lore, "lantern-moth", "hearth-2014").await;
    assert_fields(
        &moth,
        &json!({
            "size": "tiny",
            "type": "beast",
            "alignment": "unaligned",
            "hitPoints": 2,
            "hitDice": null,
            "proficiencyBonus": 2,
            "challengeRating": 0.125,
            "challengeRatingText": "1/8",
            "languages": [],
            "languagesText": null,
            "environments": ["kitchen"],
            "sets": ["Hearth Companions"],
        }),
    );
    // Upstream leaves the unit out here.
    assert_eq!(
        said(&moth["speed"]),
        json!({"walk": 5, "fly": 30, "crawl": 2, "hover": true, "unit": "feet"})
    );
    assert_eq!(said(&moth["senses"]), json!({}));

    let second = creature(&lore, "ash-drake", "hearth-2024").await;
    assert_fields(
        &second,
        &json!({"challengeRating": 6.0, "proficiencyBonus": 3, "initiativeBonus": 4, "armorDetail": null}),
    );
    assert_eq!(
        said(&second["actions"][1]["save"]),
        json!({"ability": "dexterity", "dc": 15, "success": "half"})
    );
}

#[tokio::test]
async fn of_the_dnd5e_api() {
    let lore = Reader::shared().await;
    let warden = creature(&lore, "lamp-warden", "srd-2014").await;
    assert_fields(
        &warden,
        &json!({
            "size": "medium",
            "type": "humanoid",
            "subtype": "any race",
            "alignment": "any lawful alignment",
            "armorClass": 14,
            "armorDetail": "lamp mail",
            "hitPoints": 39,
            "hitDice": "6d8 + 12",
            "abilityScores": abilities([10, 10, 14, 10, 15, 10]),
            "modifiers": abilities([0, 0, 2, 0, 2, 0]),
            "allSavingThrows": abilities([0, 0, 2, 0, 4, 0]),
            "proficiencyBonus": 2,
            // A resistance with a condition is told in words only.
            "damageResistances": ["fire"],
            "damageResistancesText": "fire; bludgeoning, piercing, and slashing from nonmagical weapons",
            "conditionImmunities": ["scorched"],
            "passivePerception": 12,
            "languages": ["common"],
            "challengeRating": 3.0,
            "experiencePoints": 700,
            "spellSlugs": ["ember-ward", "lamp-dart"],
            "illustration": {"url": "/api/images/monsters/lamp-warden.png", "altText": null, "attribution": null},
        }),
    );
    assert_eq!(said(&warden["savingThrows"]), json!({"wisdom": 4}));
    assert_eq!(
        said(&warden["spellcasting"]),
        json!({
            "level": 3, "ability": "wisdom", "dc": 12, "toHit": 4, "componentsRequired": ["V", "S", "M"],
            "school": "lampwright", "slots": [4, 2],
            "spells": [
                {"name": "Lamp Dart", "slug": "lamp-dart", "level": 0},
                {"name": "Ember Ward", "slug": "ember-ward", "level": 1},
            ],
        })
    );
    assert_eq!(
        said(&warden["traits"][1]["usage"]),
        json!({"type": "PER_DAY", "times": 1})
    );
    assert_eq!(
        said(&warden["actions"][0]["multiattack"]),
        json!([{"action": "Lamp", "count": "2", "type": "melee"}])
    );
    assert_eq!(
        said(&warden["actions"][1]["attacks"]),
        json!([{
            "name": "Lamp", "attackType": "WEAPON", "toHit": 4, "reach": 5, "unit": "feet",
            "damage": [{"dice": "1d6", "bonus": 2, "type": "bludgeoning"}, {"dice": "1d6", "type": "fire"}],
        }])
    );
    assert_eq!(warden["reactions"][0]["name"], "Shade");
    // The costs are in the name upstream.
    assert_eq!(warden["legendaryActions"][0]["name"], "Flash");
    assert_eq!(warden["legendaryActions"][0]["legendaryCost"], 2);

    let wyrm = creature(&lore, "lamp-wyrm", "srd-2024").await;
    assert_fields(
        &wyrm,
        &json!({
            "size": "huge",
            "alignment": "lawful good",
            "armorClass": 18,
            "armorDetail": "natural armor",
            "hitDice": "12d12 + 72",
            "skills": [{"skill": "perception", "bonus": 8}],
            "proficiencyBonus": 4,
            "challengeRatingText": "12",
            "experiencePoints": 8400,
            "experiencePointsInLair": 10000,
            "passivePerception": 18,
        }),
    );
    assert_eq!(
        said(&wyrm["speed"]),
        json!({"walk": 40, "fly": 80, "unit": "feet"})
    );
    assert_eq!(
        said(&wyrm["senses"]),
        json!({"blindsight": 60, "darkvision": 120})
    );
    assert_eq!(
        said(&wyrm["traits"][0]["usage"]),
        json!({"type": "PER_DAY", "times": 3, "timesInLair": 4})
    );
    let glare = said(&wyrm["legendaryActions"][0]);
    assert_eq!(
        glare["save"],
        json!({"ability": "dexterity", "dc": 16, "success": "none"})
    );
    assert_eq!(glare["damage"], json!([{"dice": "4d6", "type": "fire"}]));
}
