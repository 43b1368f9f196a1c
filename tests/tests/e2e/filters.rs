//! Filters and sort keys: every comparison, on every sort of value.

use crate::shown::entities;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

/// Holds filters of one plural field against what they must leave.
struct Field<'a> {
    lore: &'a Lore,
    name: &'static str,
    input: &'static str,
}

impl Field<'_> {
    /// What a filter leaves, in the order of the answer.
    async fn found(&self, filter: Value) -> Vec<String> {
        let Self { name, input, .. } = self;
        let query = format!(
            "query($filter: {input}) {{ {name}(filter: $filter, first: 100) {{ totalCount nodes {{ name document {{ key }} }} }} }}"
        );
        let data = self.lore.query(&query, json!({"filter": filter})).await;
        let found = entities(&data[self.name]);
        assert_eq!(data[self.name]["totalCount"], found.len(), "{filter}");
        found
    }

    /// A filter must leave exactly these, whatever their order.
    async fn leaves(&self, filter: Value, expected: &[&str]) {
        let mut found = self.found(filter.clone()).await;
        found.sort();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{filter}");
    }

    /// A filter must leave this many.
    async fn counts(&self, filter: Value, expected: usize) {
        let found = self.found(filter.clone()).await;
        assert_eq!(found.len(), expected, "{filter}: {found:?}");
    }
}

const BROTH: &str = "Broth of Mending, srd-2014";
const CINDER_DART: &str = "Cinder Dart, hearth-2024";
const EMBER_WARD: &str = "Ember Ward, srd-2014";
const EMBER_WARD_24: &str = "Ember Ward, srd-2024";
const KETTLE_BURST: &str = "Kettle Burst, hearth-2014";
const KETTLE_BURST_24: &str = "Kettle Burst, hearth-2024";
const LAMP_DART: &str = "Lamp Dart, srd-2014";
const STEW: &str = "Watchful Stew, hearth-2014";
const WALL: &str = "Wall of Aprons, srd-2014";

#[tokio::test]
async fn spells() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let field = Field {
        lore: &lore,
        name: "spells",
        input: "SpellFilter",
    };

    // Whole numbers.
    field
        .leaves(
            json!({"level": {"eq": 1}}),
            &[BROTH, EMBER_WARD, EMBER_WARD_24],
        )
        .await;
    field.counts(json!({"level": {"ne": 1}}), 6).await;
    field
        .leaves(
            json!({"level": {"in": [0, 4]}}),
            &[CINDER_DART, LAMP_DART, WALL],
        )
        .await;
    field
        .leaves(json!({"level": {"nin": [0, 1, 3]}}), &[STEW, WALL])
        .await;
    field
        .leaves(json!({"level": {"lt": 1}}), &[CINDER_DART, LAMP_DART])
        .await;
    field.counts(json!({"level": {"lte": 1}}), 5).await;
    field.leaves(json!({"level": {"gt": 3}}), &[WALL]).await;
    field
        .leaves(
            json!({"level": {"gte": 3}}),
            &[KETTLE_BURST, KETTLE_BURST_24, WALL],
        )
        .await;
    field
        .leaves(json!({"level": {"gte": 2, "lt": 3}}), &[STEW])
        .await;
    field.counts(json!({"level": {"in": []}}), 0).await;

    // Numbers; what is missing is less than nothing, more than nothing, and not equal to anything.
    field
        .leaves(json!({"materialCost": {"gt": 5}}), &[KETTLE_BURST])
        .await;
    field
        .leaves(json!({"materialCost": {"eq": 10.0}}), &[KETTLE_BURST])
        .await;
    field.counts(json!({"materialCost": {"ne": 10}}), 8).await;
    field
        .counts(json!({"materialCost": {"nin": [10]}}), 8)
        .await;
    field
        .counts(json!({"materialCost": {"isNull": true}}), 8)
        .await;
    field
        .leaves(json!({"materialCost": {"isNull": false}}), &[KETTLE_BURST])
        .await;
    field
        .counts(json!({"range": {"gte": 60, "lte": 90}}), 2)
        .await;

    // Texts, whatever their case; wildcards of SQL are letters like others.
    field
        .counts(json!({"school": {"eq": "EVOCATION"}}), 4)
        .await;
    field
        .counts(json!({"school": {"ne": "Evocation"}}), 5)
        .await;
    field
        .counts(json!({"school": {"in": ["Abjuration", "conjuration"]}}), 5)
        .await;
    field
        .counts(json!({"school": {"nin": ["Abjuration", "conjuration"]}}), 4)
        .await;
    field
        .counts(json!({"school": {"contains": "JURA"}}), 5)
        .await;
    field
        .leaves(
            json!({"school": {"startsWith": "con"}}),
            &[BROTH, STEW, WALL],
        )
        .await;
    field
        .leaves(
            json!({"reactionCondition": {"isNull": false}}),
            &[EMBER_WARD, EMBER_WARD_24],
        )
        .await;
    field
        .leaves(
            json!({"savingThrowSuccess": {"ne": "half"}}),
            &[BROTH, CINDER_DART, EMBER_WARD_24, LAMP_DART, STEW, WALL],
        )
        .await;
    for wildcard in ["%", "_", "\\", "K%t"] {
        field
            .counts(json!({"name": {"contains": wildcard}}), 0)
            .await;
    }
    field
        .leaves(json!({"castingTime": {"eq": "10minutes"}}), &[STEW])
        .await;
    field
        .leaves(json!({"areaShape": {"eq": "line"}}), &[WALL])
        .await;
    field
        .leaves(json!({"healing": {"isNull": false}}), &[BROTH])
        .await;

    // Truth values.
    field
        .leaves(json!({"ritual": {"eq": true}}), &[STEW, WALL])
        .await;
    field.counts(json!({"ritual": {"ne": true}}), 7).await;
    field.counts(json!({"ritual": {"isNull": true}}), 0).await;
    field
        .leaves(
            json!({"attackRoll": {"eq": true}}),
            &[CINDER_DART, LAMP_DART],
        )
        .await;
    field
        .leaves(json!({"materialConsumed": {"eq": true}}), &[STEW])
        .await;

    // Lists.
    let of_lampwrights = [BROTH, EMBER_WARD, EMBER_WARD_24, LAMP_DART, STEW, WALL];
    field
        .leaves(json!({"classes": {"has": "LampWright"}}), &of_lampwrights)
        .await;
    field
        .counts(
            json!({"classes": {"hasAny": ["hearthwarden", "nobody"]}}),
            4,
        )
        .await;
    field
        .leaves(
            json!({"classes": {"hasAll": ["hearthwarden", "lampwright"]}}),
            &[STEW],
        )
        .await;
    field.counts(json!({"classes": {"hasAny": []}}), 0).await;
    field.counts(json!({"classes": {"isEmpty": true}}), 0).await;
    field
        .leaves(
            json!({"damageTypes": {"isEmpty": true}}),
            &[BROTH, STEW, WALL],
        )
        .await;
    field
        .counts(json!({"damageTypes": {"isNull": false}}), 6)
        .await;
    field
        .leaves(json!({"subclasses": {"has": "wickkeeper"}}), &[EMBER_WARD])
        .await;

    // Several at once, any of several, none of several.
    field
        .leaves(
            json!({"level": {"eq": 1}, "material": {"eq": true}}),
            &[EMBER_WARD],
        )
        .await;
    field
        .leaves(
            json!({"and": [{"level": {"gte": 3}}, {"material": {"eq": true}}]}),
            &[KETTLE_BURST, WALL],
        )
        .await;
    field
        .leaves(
            json!({"or": [{"level": {"eq": 4}}, {"attackRoll": {"eq": true}}]}),
            &[CINDER_DART, LAMP_DART, WALL],
        )
        .await;
    field
        .leaves(
            json!({"level": {"eq": 0}, "or": [{"range": {"eq": 60}}, {"level": {"eq": 4}}]}),
            &[CINDER_DART],
        )
        .await;
    field.counts(json!({"not": {"level": {"eq": 1}}}), 6).await;
    field
        .counts(json!({"not": {"materialCost": {"gt": 5}}}), 8)
        .await;
    field
        .leaves(
            json!({"not": {"or": [{"level": {"lte": 2}}, {"not": {"material": {"eq": true}}}]}}),
            &[KETTLE_BURST, WALL],
        )
        .await;
    field.counts(json!({"or": []}), 0).await;
    field.counts(json!({"and": []}), 9).await;
    field.counts(json!({"not": {}}), 0).await;

    // An explicit null is as good as nothing.
    for nothing in [
        json!(null),
        json!({}),
        json!({"level": null}),
        json!({"level": {}}),
        json!({"level": {"eq": null}}),
        json!({"and": null, "or": null, "not": null}),
        json!({"classes": {"has": null, "hasAny": null}, "ritual": {"eq": null}}),
    ] {
        field.counts(nothing, 9).await;
    }
    lore.stop().await;
}

#[tokio::test]
async fn other_families() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let gremlin = "Soot Gremlin, srd-2014";
    let moth = "Lantern Moth, hearth-2014";
    let drake = "Ash Drake, hearth-2014";
    let drake_24 = "Ash Drake, hearth-2024";
    let sage = "Chimney Sage, hearth-2014";
    let warden = "Lamp Warden, srd-2014";
    let wyrm = "Lamp Wyrm, srd-2024";
    let field = Field {
        lore: &lore,
        name: "creatures",
        input: "CreatureFilter",
    };
    for quarter in [json!(0.25), json!("1/4"), json!("0.25")] {
        field
            .leaves(json!({"challengeRating": {"eq": quarter}}), &[gremlin])
            .await;
    }
    field
        .leaves(json!({"challengeRating": {"lte": "1/4"}}), &[gremlin, moth])
        .await;
    field
        .leaves(
            json!({"challengeRating": {"in": ["1/8", 5]}}),
            &[moth, drake],
        )
        .await;
    field
        .leaves(json!({"challengeRating": {"gt": 5}}), &[drake_24, wyrm])
        .await;
    field
        .leaves(
            json!({"type": {"eq": "dragon"}, "armorClass": {"lt": 18}}),
            &[drake, drake_24],
        )
        .await;
    field
        .leaves(json!({"flySpeed": {"gte": 60}}), &[drake, drake_24, wyrm])
        .await;
    field.leaves(json!({"hover": {"eq": true}}), &[moth]).await;
    field
        .leaves(json!({"strength": {"gt": 18}}), &[drake, drake_24, wyrm])
        .await;
    field
        .leaves(json!({"blindsight": {"isNull": false}}), &[drake, wyrm])
        .await;
    field
        .leaves(
            json!({"savingThrows": {"has": "wisdom"}}),
            &[drake, sage, warden, wyrm],
        )
        .await;
    field
        .leaves(json!({"skills": {"has": "stealth"}}), &[gremlin])
        .await;
    field
        .leaves(json!({"environments": {"has": "volcano"}}), &[drake])
        .await;
    field
        .leaves(
            json!({"legendaryActions": {"isEmpty": false}}),
            &[drake, warden, wyrm],
        )
        .await;
    field
        .leaves(
            json!({"actions": {"has": "Multiattack"}}),
            &[drake, warden, wyrm],
        )
        .await;
    field
        .leaves(
            json!({"damageImmunities": {"hasAll": ["fire"]}}),
            &[drake, drake_24, wyrm],
        )
        .await;
    field
        .leaves(
            json!({"conditionImmunities": {"has": "scorched"}}),
            &[drake, warden],
        )
        .await;
    field
        .leaves(json!({"languages": {"has": "soot-cant"}}), &[gremlin])
        .await;
    field
        .leaves(json!({"group": {"eq": "drakes, domestic"}}), &[drake])
        .await;

    let field = Field {
        lore: &lore,
        name: "equipment",
        input: "EquipmentFilter",
    };
    field.counts(json!({"kind": {"eq": "WEAPON"}}), 5).await;
    field
        .counts(json!({"kind": {"in": ["WEAPON", "ARMOR"]}}), 10)
        .await;
    field.counts(json!({"kind": {"ne": "GEAR"}}), 18).await;
    field
        .counts(json!({"kind": {"nin": ["WEAPON", "ARMOR", "GEAR"]}}), 8)
        .await;
    field
        .leaves(
            json!({"kind": {"eq": "WEAPON"}, "martial": {"eq": true}}),
            &["Coal Sling, hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"kind": {"eq": "WEAPON"}, "properties": {"hasAll": ["ammunition", "light"]}}),
            &["Coal Sling, hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"rarityRank": {"gt": 3}}),
            &["Apron of the Oven, hearth-2024"],
        )
        .await;
    field
        .leaves(
            json!({"rarity": {"eq": "Rare"}}),
            &["Cloak of Cinders, srd-2014", "Cloak of Cinders, srd-2024"],
        )
        .await;
    field
        .leaves(
            json!({"requiresAttunement": {"eq": true}}),
            &[
                "Apron of the Oven, hearth-2024",
                "Cloak of Cinders, srd-2014",
                "Cloak of Cinders, srd-2024",
            ],
        )
        .await;
    field
        .leaves(
            json!({"attunementDetail": {"contains": "hearthwarden"}}),
            &["Apron of the Oven, hearth-2024"],
        )
        .await;
    field
        .leaves(
            json!({"baseWeapon": {"eq": "poker"}}),
            &["Emberbrand (+1), hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"mastery": {"eq": "sear"}}),
            &["Poker, hearth-2024", "Skillet, srd-2024"],
        )
        .await;
    field
        .leaves(
            json!({"contents": {"has": "wick"}}),
            &["Lampwright's Pack, srd-2014"],
        )
        .await;
    field
        .leaves(
            json!({"cost": {"gte": 100}, "weight": {"isNull": true}}),
            &["Bitter Almond, srd-2024", "Lamp-Oil Fumes, srd-2024"],
        )
        .await;
    field
        .leaves(
            json!({"acBase": {"gte": 14}, "kind": {"eq": "ARMOR"}}),
            &["Oven Mail, hearth-2024", "Stove Plate, hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"category": {"eq": "service"}}),
            &["Bed by the Fire, hearth-2024", "Washing Up, hearth-2024"],
        )
        .await;

    let field = Field {
        lore: &lore,
        name: "characterOptions",
        input: "CharacterOptionFilter",
    };
    field.counts(json!({"kind": {"eq": "CLASS"}}), 4).await;
    field
        .leaves(
            json!({"kind": {"eq": "SUBCLASS"}, "parent": {"eq": "hearthwarden"}}),
            &["Ember Keeper, hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"hitDie": {"gt": 6}}),
            &["Hearthwarden, hearth-2014", "Hearthwarden, hearth-2024"],
        )
        .await;
    field
        .leaves(
            json!({"casterType": {"eq": "half"}}),
            &["Hearthwarden, hearth-2024"],
        )
        .await;
    field
        .leaves(
            json!({"featCategory": {"eq": "epic-boon"}}),
            &["Boon of the Oven, hearth-2024"],
        )
        .await;
    field
        .leaves(
            json!({"repeatable": {"eq": true}}),
            &["Steady Hand, srd-2024", "Warm Hands, hearth-2024"],
        )
        .await;
    field
        .leaves(
            json!({"traits": {"has": "Slow Burn"}}),
            &["Coalheart, hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"benefitTypes": {"has": "language"}}),
            &["Camp Cook, hearth-2014", "Lamplighter, srd-2014"],
        )
        .await;
    field
        .leaves(
            json!({"kind": {"eq": "FEAT"}, "prerequisites": {"isNull": true}}),
            &["Early Riser, srd-2024", "Warm Hands, hearth-2024"],
        )
        .await;
    field
        .leaves(
            json!({"features": {"has": "Kindle"}}),
            &["Hearthwarden, hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"sizes": {"hasAll": ["small", "medium"]}}),
            &["Wickling, srd-2024"],
        )
        .await;

    let field = Field {
        lore: &lore,
        name: "rules",
        input: "RuleFilter",
    };
    field
        .leaves(
            json!({"section": {"eq": "travel"}}),
            &["Foraging, hearth-2014", "Resting by the Fire, hearth-2014"],
        )
        .await;
    field
        .leaves(
            json!({"secret": {"eq": true}}),
            &["Soot Cant, srd-2014", "Soot Cant, srd-2024"],
        )
        .await;
    field
        .leaves(
            json!({"kind": {"eq": "SKILL"}, "ability": {"eq": "dexterity"}}),
            &["Stealth, srd-2014", "Stealth, srd-2024"],
        )
        .await;
    field
        .leaves(
            json!({"planar": {"eq": true}}),
            &["Plane of Hearths, srd-2014"],
        )
        .await;
    field
        .leaves(
            json!({"kind": {"eq": "PROFICIENCY"}, "races": {"has": "tallowkin"}}),
            &["Skillets, srd-2014"],
        )
        .await;
    field
        .leaves(
            json!({"category": {"eq": "mastery"}}),
            &["Ladle, srd-2024", "Sear, hearth-2024", "Sear, srd-2024"],
        )
        .await;
    lore.stop().await;
}

#[tokio::test]
async fn sort_keys() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let ordered = async |order: Value| {
        let query = "query($order: [SpellOrder!]) { spells(orderBy: $order) { nodes { name document { key } } } }";
        entities(&lore.query(query, json!({"order": order})).await["spells"])
    };
    let by_name = [
        BROTH,
        CINDER_DART,
        EMBER_WARD,
        EMBER_WARD_24,
        KETTLE_BURST,
        KETTLE_BURST_24,
        LAMP_DART,
        WALL,
        STEW,
    ];
    assert_eq!(ordered(json!(null)).await, by_name);
    assert_eq!(ordered(json!([])).await, by_name);
    let mut backwards = by_name;
    backwards.reverse();
    let back = ordered(
        json!([{"field": "NAME", "direction": "DESC"}, {"field": "DOCUMENT", "direction": "DESC"}]),
    )
    .await;
    assert_eq!(back, backwards);
    assert_eq!(
        ordered(json!([{"field": "LEVEL"}])).await,
        [
            CINDER_DART,
            LAMP_DART,
            BROTH,
            EMBER_WARD,
            EMBER_WARD_24,
            STEW,
            KETTLE_BURST,
            KETTLE_BURST_24,
            WALL
        ]
    );
    assert_eq!(
        ordered(
            json!([{"field": "LEVEL", "direction": "DESC"}, {"field": "NAME", "direction": "DESC"}])
        )
        .await,
        [
            WALL,
            KETTLE_BURST,
            KETTLE_BURST_24,
            STEW,
            EMBER_WARD,
            EMBER_WARD_24,
            BROTH,
            LAMP_DART,
            CINDER_DART
        ]
    );

    // What is missing comes last, either way.
    for direction in ["ASC", "DESC"] {
        let first = ordered(json!([{"field": "MATERIAL_COST", "direction": direction}])).await;
        let rest: Vec<_> = by_name.into_iter().filter(|s| *s != KETTLE_BURST).collect();
        assert_eq!(
            first.first().map(String::as_str),
            Some(KETTLE_BURST),
            "{direction}"
        );
        assert_eq!(first.get(1..).unwrap_or_default(), rest, "{direction}");
    }
    let data = lore
        .ask("{ equipment(filter: {kind: {eq: MAGIC_ITEM}}, orderBy: [{field: RARITY_RANK, direction: DESC}]) { nodes { name rarity } } }")
        .await;
    let rarities: Vec<_> = data["equipment"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n["rarity"].as_str().unwrap())
        .collect();
    assert_eq!(
        rarities,
        [
            "legendary",
            "rare",
            "rare",
            "uncommon",
            "uncommon",
            "uncommon",
            "common",
            "varies"
        ]
    );
    lore.stop().await;
}
