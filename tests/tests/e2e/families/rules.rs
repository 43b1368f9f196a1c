//! Rules and the concepts of the game.

use super::assert_fields;
use crate::shown::entities;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const RULE: &str = "query($id: ID!) { rule(id: $id) {
    id name slug family kind text sectionSlug sectionName chapter order headingLevel parentSlug
    relatedSlugs abbreviation ability morality societalAttitude script typicalSpeakers exotic secret
    category classSlugs raceSlugs backgroundSlugs aquatic planar interior icon { url altText attribution }
} }";

async fn rule(lore: &Reader, id: &str) -> Value {
    let id = format!("rule:{id}");
    let found = lore.query(RULE, json!({"id": id})).await["rule"].take();
    assert_eq!(found["id"], id);
    found
}

/// The entities of a kind, in the order of name and document.
async fn of_kind(lore: &Reader, kind: &str) -> Vec<String> {
    let query = "query($kind: RuleKind!) { rules(filter: {kind: {eq: $kind}}, first: 100) { nodes { name document { key } } } }";
    entities(&lore.query(query, json!({"kind": kind})).await["rules"])
}

#[tokio::test]
async fn fields() {
    let lore = Reader::shared().await;

    // One row a book, with that book's text; both sources' records of it are one row.
    assert_eq!(
        of_kind(&lore, "CONDITION").await,
        [
            "Drowsy, hearth-2014",
            "Drowsy, hearth-2024",
            "Peckish, srd-2014",
            "Peckish, srd-2024",
            "Scorched, hearth-2024",
            "Scorched, srd-2014",
            "Scorched, srd-2024",
        ]
    );
    assert_fields(
        &rule(&lore, "srd-2014:condition:scorched").await,
        &json!({
            "kind": "CONDITION",
            "text": "* A scorched creature has disadvantage on checks made with its hands.\n* The condition ends when the creature is doused.",
            "icon": {
                "url": "/static/img/hearth/scorched.svg",
                "altText": "A smoking spoon.",
                "attribution": "Drawn by nobody.",
            },
        }),
    );
    assert_fields(
        &rule(&lore, "hearth-2024:condition:scorched").await,
        &json!({"text": "While you have the Scorched condition, your hands are useless for fine work."}),
    );
    assert_fields(
        &rule(&lore, "srd-2024:condition:scorched").await,
        &json!({"text": "- Hands too hot for fine work."}),
    );
    // What only the D&D 5e API describes is a row of its book, and stays no longer where no book has it.
    assert_fields(
        &rule(&lore, "srd-2014:condition:peckish").await,
        &json!({"text": "- A peckish creature thinks of supper."}),
    );
    assert_eq!(of_kind(&lore, "DAMAGE_TYPE").await.len(), 4 * 2);
    assert_eq!(of_kind(&lore, "SKILL").await.len(), 3 * 2);
    assert_eq!(of_kind(&lore, "ABILITY_SCORE").await.len(), 6 * 2);
    assert_eq!(
        of_kind(&lore, "ALIGNMENT").await,
        [
            "Chaotic Evil, srd-2014",
            "Chaotic Evil, srd-2024",
            "Lawful Good, srd-2014",
            "Lawful Good, srd-2024",
            "Neutral, srd-2014",
            "Neutral, srd-2024",
        ]
    );

    // Rules and their sections; two rules of one name in one book are told apart by the section.
    assert_fields(
        &rule(&lore, "hearth-2014:rule:resting-by-the-fire-travel").await,
        &json!({
            "name": "Resting by the Fire", "text": "A night by a fire on the road.", "sectionSlug": "travel",
            "sectionName": "Travel", "order": 1, "headingLevel": 2,
        }),
    );
    assert_fields(
        &rule(&lore, "hearth-2014:rule:resting-by-the-fire-hearthcraft").await,
        &json!({"text": "What a keeper of the fire does at night.", "sectionSlug": "hearthcraft"}),
    );
    assert_fields(
        &rule(&lore, "srd-2014:section:order-of-the-table").await,
        &json!({"kind": "SECTION", "text": "Who eats when.", "chapter": "order-of-the-table", "sectionSlug": null}),
    );
    // The heading is not repeated in the text.
    assert_fields(
        &rule(&lore, "srd-2014:section:passing-the-salt").await,
        &json!({"text": "Ask politely.", "chapter": "order-of-the-table", "parentSlug": "order-of-the-table", "order": 2}),
    );

    // Concepts.
    assert_fields(
        &rule(&lore, "srd-2014:ability_score:dexterity").await,
        &json!({"abbreviation": "DEX", "relatedSlugs": ["stealth"], "text": "Dexterity in the older kitchen."}),
    );
    assert_fields(
        &rule(&lore, "srd-2024:skill:stealth").await,
        &json!({"ability": "dexterity", "text": "Stealth, as the newer cooks practise it."}),
    );
    assert_fields(
        &rule(&lore, "srd-2014:alignment:lawful-good").await,
        &json!({"name": "Lawful Good", "abbreviation": "LG", "morality": "good", "societalAttitude": "lawful"}),
    );
    assert_fields(
        &rule(&lore, "core:language:emberspeak").await,
        &json!({"exotic": true, "secret": false, "script": "Common", "text": "Typical speakers are drakes of the oven."}),
    );
    // What is filed for every book fills what the books that have it leave open.
    assert_fields(
        &rule(&lore, "srd-2014:language:soot-cant").await,
        &json!({"exotic": true, "secret": true, "typicalSpeakers": ["Chimney sweeps"], "text": "Mostly coughing."}),
    );
    assert_fields(
        &rule(&lore, "core:magic_school:conjuration").await,
        &json!({"text": "**Conjuration** spells bring things to the table."}),
    );
    assert_fields(
        &rule(&lore, "hearth-2024:weapon_property:sear").await,
        &json!({"category": "Mastery", "text": "What sear means for a utensil."}),
    );
    assert_fields(
        &rule(&lore, "srd-2014:weapon_property:versatile").await,
        &json!({"category": null}),
    );
    assert_fields(
        &rule(&lore, "srd-2014:proficiency:skillets").await,
        &json!({"category": "Weapons", "classSlugs": ["lampwright"], "raceSlugs": ["tallowkin"], "relatedSlugs": ["skillet"]}),
    );
    assert_fields(
        &rule(&lore, "srd-2024:proficiency:skill-arcana").await,
        &json!({"backgroundSlugs": ["lamplighter"], "category": "Skills"}),
    );
    assert_fields(
        &rule(&lore, "core:environment:kitchen-or-scullery").await,
        &json!({"aquatic": false, "planar": false, "interior": true}),
    );
    assert_fields(
        &rule(&lore, "srd-2014:environment:plane-of-hearths").await,
        &json!({"planar": true, "text": "Where every fire is somebody's home."}),
    );
}
