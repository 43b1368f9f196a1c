//! Spells.

use super::assert_fields;
use lorekeeper_tests::harness::Reader;
use serde_json::json;

const SPELL: &str = "query($slug: String!, $document: String!) { spell(slug: $slug, document: $document) {
    id name slug family text level school classSlugs subclassSlugs castingTime castingTimeLabel
    reactionCondition rangeText range rangeUnit targetType targetCount areaShape areaSize areaUnit verbal
    somatic material materialText materialCost materialConsumed duration concentration ritual attackRoll
    attackType savingThrow savingThrowSuccess damageRoll damageTypes healing higherLevels
    castingOptions { type damageRoll healing targetCount duration range concentration areaSize text }
    document { key name gameSystem }
} }";

fn option(kind: &str, damage: Option<&str>) -> serde_json::Value {
    json!({
        "type": kind, "damageRoll": damage, "healing": null, "targetCount": null, "duration": null,
        "range": null, "concentration": null, "areaSize": null, "text": null,
    })
}

#[tokio::test]
async fn fields() {
    let lore = Reader::shared().await;
    let spell = async |slug: &str, document: &str| {
        lore.query(SPELL, json!({"slug": slug, "document": document}))
            .await["spell"]
            .take()
    };

    let expected = json!({
        "id": "spell:hearth-2014:kettle-burst",
        "name": "Kettle Burst",
        "slug": "kettle-burst",
        "family": "SPELL",
        "text": "A kettle you imagine bursts at a point you choose. Each creature in a 20-foot-radius sphere must make a Dexterity saving throw. It takes 6d6 fire damage on a failed save, or half as much on a success.\n\nLoose lids are blown away.",
        "level": 3,
        "school": "evocation",
        "classSlugs": ["hearthwarden"],
        "subclassSlugs": [],
        "castingTime": "action",
        "castingTimeLabel": "1 action",
        "reactionCondition": null,
        "rangeText": "120 feet",
        "range": 120.0,
        "rangeUnit": "feet",
        "targetType": "point",
        "targetCount": 1,
        "areaShape": "sphere",
        "areaSize": 20,
        "areaUnit": "feet",
        "verbal": true,
        "somatic": true,
        "material": true,
        "materialText": "A copper lid worth at least 10 gp.",
        "materialCost": 10.0,
        "materialConsumed": false,
        "duration": "instantaneous",
        "concentration": false,
        "ritual": false,
        "attackRoll": false,
        "attackType": null,
        "savingThrow": "dexterity",
        "savingThrowSuccess": "half",
        "damageRoll": "6d6",
        "damageTypes": ["fire"],
        "healing": null,
        "higherLevels": "The damage increases by 1d6 for each slot level above 3rd.",
        // The option called `default` says nothing that the spell does not.
        "castingOptions": [option("slot_level_4", Some("7d6")), option("slot_level_5", Some("8d6"))],
        "document": {"key": "hearth-2014", "name": "The Hearthside Compendium", "gameSystem": "5e-2014"},
    });
    assert_eq!(spell("kettle-burst", "hearth-2014").await, expected);

    let stew = spell("watchful-stew", "hearth-2014").await;
    assert_fields(
        &stew,
        &json!({
            "level": 2,
            "classSlugs": ["hearthwarden", "lampwright"],
            "castingTime": "10minutes",
            "castingTimeLabel": "10 minutes",
            "range": 30.0,
            // Upstream says `ft` here.
            "rangeUnit": "feet",
            "targetType": "area",
            "targetCount": null,
            "areaShape": "cube",
            "areaSize": 15,
            // A price of 0.00 is none.
            "materialCost": null,
            "materialConsumed": true,
            "materialText": "A vegetable, which the spell consumes.",
            "duration": "8 hours",
            "concentration": true,
            "ritual": true,
            // No save, no damage, no higher level: nothing instead of an empty text.
            "savingThrow": null,
            "damageRoll": null,
            "damageTypes": [],
            "higherLevels": null,
        }),
    );
    assert_eq!(stew["castingOptions"][0]["type"], "ritual");
    assert_eq!(stew["castingOptions"][0]["concentration"], false);
    assert_eq!(
        stew["castingOptions"][0]["text"],
        "The stew needs no attention."
    );

    // A cantrip grows with its caster.
    let dart = spell("cinder-dart", "hearth-2024").await;
    assert_fields(
        &dart,
        &json!({
            "level": 0,
            "somatic": false,
            "attackRoll": true,
            "attackType": "ranged",
            "damageRoll": "1d8",
            "areaShape": null,
            "areaUnit": null,
            "castingOptions": [
                option("player_level_5", Some("2d8")),
                option("player_level_11", Some("3d8")),
                option("player_level_17", Some("4d8")),
            ],
        }),
    );

    // From both sources.
    assert_fields(
        &spell("ember-ward", "srd-2014").await,
        &json!({
            "castingTime": "reaction",
            "castingTimeLabel": "1 reaction",
            "reactionCondition": "which you take when a creature within 5 feet of you hits you",
            "rangeText": "Self",
            "range": 0.0,
            "materialText": "A pinch of warm ash.",
            "materialCost": null,
            "savingThrow": "dexterity",
            "savingThrowSuccess": "half",
            "damageRoll": "2d6",
            "damageTypes": ["fire"],
            "castingOptions": [option("slot_level_2", Some("3d6")), option("slot_level_3", Some("4d6"))],
        }),
    );
    assert_fields(
        &spell("broth-of-mending", "srd-2014").await,
        &json!({
            "healing": "1d8 + MOD",
            "rangeText": "Touch",
            "targetType": null,
            "higherLevels": "The broth restores 1d8 more for each slot level above 1st.",
        }),
    );

    // From the D&D 5e API alone: its lists, words and units become the same fields.
    assert_fields(
        &spell("wall-of-aprons", "srd-2014").await,
        &json!({
            "level": 4,
            "school": "conjuration",
            "castingTime": "1minute",
            "castingTimeLabel": "1 minute",
            "rangeText": "120 feet",
            "range": 120.0,
            "rangeUnit": "feet",
            "areaShape": "line",
            "areaSize": 60,
            "areaUnit": "feet",
            "verbal": true,
            "somatic": true,
            "material": true,
            "materialText": "A clothes peg.",
            "duration": "10 minutes",
            "concentration": true,
            "ritual": true,
        }),
    );
    assert_fields(
        &spell("lamp-dart", "srd-2014").await,
        &json!({
            "castingTime": "action",
            "attackRoll": true,
            "attackType": "ranged",
            "damageRoll": "1d6",
            "damageTypes": ["fire"],
            "verbal": true,
            "somatic": false,
            "material": false,
            "castingOptions": [
                option("player_level_5", Some("2d6")),
                option("player_level_11", Some("3d6")),
                option("player_level_17", Some("4d6")),
            ],
        }),
    );
}
