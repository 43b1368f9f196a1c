//! Actors and items of Foundry.

use super::*;

#[test]
fn foundry_gets_an_actor_with_activities() {
    let actor = json_of(&armed(), Format::Foundry);
    has(
        &actor,
        &[
            ("/type", json!("npc")),
            ("/system/abilities/con", json!({"value": 10, "proficient": 1, "bonuses": {"check": "", "save": "4"}})),
            ("/system/skills/slt", json!({"value": 1, "bonuses": {"check": ""}})),
            ("/system/attributes/ac", json!({"flat": 17, "calc": "natural"})),
            ("/system/attributes/hp", json!({"value": 136, "max": 136, "formula": "16d10 + 48"})),
            ("/system/attributes/movement/fly", json!("60")),
            ("/system/attributes/spellcasting", json!("wis")),
            ("/system/traits/dr", json!({"value": [], "bypasses": [], "custom": "piercing from nonmagical spoons"})),
            ("/system/traits/size", json!("lg")),
            ("/system/details/cr", json!(0.25)),
            ("/system/spells/spell2/override", json!(2)),
            ("/system/resources/legact/max", json!(3)),
            ("/system/source/rules", json!("2014")),
            ("/system/details/habitat", json!({"value": [{"type": "mountain"}], "custom": "Plane of Steam"})),
            ("/system/attributes/senses/special", json!("blind beyond this radius")),
            (
                "/items/6/system",
                json!({
                    "type": {"value": "gear"}, "properties": ["gear"], "quantity": 2,
                    "identifier": "ladles", "source": actor["system"]["source"],
                }),
            ),
        ],
    );
    // The model of an actor has none.
    assert_eq!(actor.pointer("/system/identifier"), None);
    let items = actor["items"].as_array().unwrap();
    let kinds: Vec<_> =
        items.iter().map(|item| (item["name"].as_str().unwrap(), item["type"].as_str().unwrap())).collect();
    let expected = [
        ("Warm", "feat"),
        ("Boil", "feat"),
        ("Bite", "weapon"),
        ("Simmer (Kettle Form Only)", "feat"),
        ("Whistle", "feat"),
        ("Kettle Burst", "spell"),
        ("Ladles", "loot"),
    ];
    assert_eq!(kinds, expected);
    let activity = |number: usize| items[number]["system"]["activities"].as_object().unwrap().values().next().unwrap();
    has(
        &items[1],
        &[(
            "/system/uses",
            json!({"max": "1", "spent": 0, "recovery": [{"period": "recharge", "formula": "5", "type": "recoverAll"}]}),
        )],
    );
    has(
        activity(1),
        &[
            ("/type", json!("save")),
            ("/save", json!({"ability": ["dex"], "dc": {"calculation": "", "formula": "15"}})),
            ("/damage/onSave", json!("half")),
            ("/damage/parts/0/number", json!(8)),
            ("/consumption/targets/0/type", json!("itemUses")),
        ],
    );
    has(
        activity(2),
        &[
            ("/attack", json!({"bonus": "6", "flat": true, "type": {"value": "melee", "classification": "weapon"}})),
            (
                "/damage/parts/0",
                json!({"number": 1, "denomination": 10, "bonus": "4", "types": ["piercing"], "scaling": {"mode": ""}}),
            ),
        ],
    );
    has(activity(4), &[("/activation", json!({"type": "legendary", "value": 1}))]);
    // Ids are 16 letters and digits, no two alike.
    let mut ids: Vec<&str> = items.iter().map(|item| item["_id"].as_str().unwrap()).collect();
    assert!(ids.iter().all(|id| id.len() == 16 && id.chars().all(|c| c.is_ascii_alphanumeric())));
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), items.len());
    // Nothing in a text is a command, or HTML.
    let text = actor["system"]["details"]["biography"]["value"].as_str().unwrap();
    for live in ["[[", "@UUID[", "Reference[", "<b>"] {
        assert!(!text.contains(live), "{text}");
    }
    assert!(text.starts_with("<p>It nests in [ [ovens]]") && text.contains("Tales by Kettle Press."), "{text}");
}

#[test]
fn a_listed_save_without_proficiency_is_none() {
    let mut drake = armed();
    // As the stat blocks of 2024 list them: of 10 and 14, with a proficiency bonus of 3.
    drake.saving_throws = Json(Abilities {
        strength: Some(0),
        dexterity: Some(2),
        constitution: Some(3),
        wisdom: Some(1),
        ..Abilities::default()
    });
    let actor = json_of(&drake, Format::Foundry);
    let save = |ability: &str| {
        let own = &actor["system"]["abilities"][ability];
        (own["proficient"].clone(), own["bonuses"]["save"].clone())
    };
    for (ability, proficient, rest) in [("str", 0, ""), ("dex", 0, ""), ("con", 1, ""), ("int", 0, ""), ("wis", 0, "1")]
    {
        assert_eq!(save(ability), (json!(proficient), json!(rest)), "{ability}");
    }
}

#[test]
fn foundry_gets_items() {
    let spell = json_of(&burst(), Format::Foundry);
    has(
        &spell,
        &[
            ("/type", json!("spell")),
            ("/system/school", json!("evo")),
            ("/system/properties", json!(["vocal", "material", "concentration"])),
            ("/system/activation", json!({"type": "bonus", "value": null, "condition": ""})),
            ("/system/duration", json!({"value": "1", "units": "minute"})),
            ("/system/range", json!({"units": "self"})),
            ("/system/target/template", json!({"type": "cone", "size": "15", "units": "ft"})),
        ],
    );
    let activity = spell["system"]["activities"].as_object().unwrap().values().next().unwrap();
    has(
        activity,
        &[
            ("/save", json!({"ability": ["dex"], "dc": {"calculation": "spellcasting", "formula": ""}})),
            ("/damage/parts/0/scaling", json!({"mode": "whole", "number": 1})),
        ],
    );
    let weapon = json_of(&ladle(), Format::Foundry);
    has(
        &weapon,
        &[
            ("/type", json!("weapon")),
            ("/system/type/value", json!("martialM")),
            ("/system/price", json!({"value": 5.0, "denomination": "sp"})),
            ("/system/properties", json!(["ver"])),
            ("/system/damage/versatile/denomination", json!(8)),
        ],
    );
    assert!(
        spell["system"]["description"]["value"]
            .as_str()
            .unwrap()
            .contains("<strong>At Higher Levels.</strong> It bursts louder.")
    );
    // Dice that are added to dice are a part of their own.
    let twice = spell::Model { damage_roll: Some("2d8 + 4d6".into()), ..burst() };
    let twice = json_of(&twice, Format::Foundry);
    let activities = twice["system"]["activities"].as_object().unwrap();
    let parts = &activities.values().next().unwrap()["damage"]["parts"];
    let dice = |number: usize| (&parts[number]["number"], &parts[number]["denomination"]);
    assert_eq!((dice(0), dice(1)), ((&json!(2), &json!(8)), (&json!(4), &json!(6))));
    // What is only carried is neither attuned to nor used; a container has no type.
    for (category, kind, missing) in [
        ("trade-good", "loot", &["attunement", "activities"][..]),
        ("equipment-pack", "container", &["type", "activities"][..]),
    ] {
        let thing =
            equipment::Model { name: "Soup".into(), category: Some(category.into()), ..equipment::Model::default() };
        let thing = json_of(&thing, Format::Foundry);
        assert_eq!(thing["type"], json!(kind));
        for field in missing {
            assert_eq!(thing["system"].get(field), None, "{field} of {kind}");
        }
    }
    let feat = json_of(&stirrer(), Format::Foundry);
    has(&feat, &[("/type", json!("feat")), ("/system/requirements", json!("A spoon"))]);
}

#[test]
fn damages_of_a_spell_have_the_types_of_the_text() {
    let hail = spell::Model {
        text: "It takes 2d10 Bludgeoning damage and 4d6 Cold damage.".into(),
        higher_levels: Some("The Cold damage increases by 1d6.".into()),
        damage_roll: Some("2d10".into()),
        damage_types: vec!["bludgeoning".into(), "cold".into()],
        ..burst()
    };
    // One of two grows.
    let pillar = spell::Model {
        text: "It takes 4d6 fire damage and 4d6 radiant damage.".into(),
        higher_levels: Some("The fire damage or the radiant damage increases by 1d6.".into()),
        damage_roll: Some("4d6 + 4d6".into()),
        damage_types: vec!["fire".into(), "radiant".into()],
        ..burst()
    };
    // Types of which one is chosen stay together.
    let spirits = spell::Model {
        text: "It takes 3d8 radiant damage or 3d8 necrotic damage.".into(),
        damage_roll: Some("3d8".into()),
        damage_types: vec!["necrotic".into(), "radiant".into()],
        ..burst()
    };
    for (spell, expected) in [
        (hail, json!([["bludgeoning"], 2, null, ["cold"], 4, 1])),
        (pillar, json!([["fire"], 4, 1, ["radiant"], 4, null])),
        (spirits, json!([["necrotic", "radiant"], 3, null])),
    ] {
        let made = json_of(&spell, Format::Foundry);
        let activities = made["system"]["activities"].as_object().unwrap();
        let parts = activities.values().next().unwrap()["damage"]["parts"].clone();
        let parts = parts
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|part| [&part["types"], &part["number"], &part["scaling"]["number"]].map(Value::clone));
        assert_eq!(json!(parts.collect::<Vec<_>>()), expected);
    }
    // The saving throw after an attack is one of its own.
    let icicle = spell::Model {
        text: "On a hit, it takes 1d10 Piercing damage. It must succeed on a Dexterity saving throw or take 2d6 Cold damage."
            .into(),
        higher_levels: Some("The Cold damage increases by 1d6.".into()),
        attack_roll: true,
        saving_throw_success: None,
        damage_roll: Some("1d10".into()),
        damage_types: vec!["cold".into(), "piercing".into()],
        ..burst()
    };
    let icicle = json_of(&icicle, Format::Foundry);
    let rolled = icicle["system"]["activities"].as_object().unwrap().values();
    let mut rolled: Vec<&Value> = rolled.collect();
    rolled.sort_by_key(|activity| activity["sort"].as_i64());
    let said = rolled.iter().map(|activity| {
        let part = &activity["damage"]["parts"][0];
        [&activity["type"], &part["types"][0], &part["number"]].map(Value::clone)
    });
    assert_eq!(json!(said.collect::<Vec<_>>()), json!([["attack", "piercing", 1], ["save", "cold", 2]]));
}

#[test]
fn an_area_is_no_number_of_targets() {
    for (count, expected) in [(1, ""), (6, "6")] {
        let spell = spell::Model { target_count: Some(count), target_type: Some("creature".into()), ..burst() };
        has(
            &json_of(&spell, Format::Foundry),
            &[("/system/target/affects", json!({"type": "creature", "count": expected}))],
        );
    }
}

#[test]
fn a_bundle_weighs_what_its_pieces_do() {
    let corks = equipment::Model {
        name: "Corks (20)".into(),
        category: Some("ammunition".into()),
        quantity: Some(20),
        weight: Some(1.0),
        cost: Some(1.0),
        ..equipment::Model::default()
    };
    has(
        &json_of(&corks, Format::Foundry),
        &[
            ("/system/quantity", json!(20)),
            ("/system/weight/value", json!(0.05)),
            ("/system/price", json!({"value": 1.0, "denomination": "gp"})),
        ],
    );
}

#[test]
fn the_bonus_of_a_magic_item_is_rolled() {
    let magic = |name: &str, category: &str| equipment::Model {
        kind: equipment::Kind::MagicItem,
        name: name.into(),
        category: Some(category.into()),
        ..equipment::Model::default()
    };
    let (weapon, armor) = ("/system/magicalBonus", "/system/armor/magicalBonus");
    for (item, pointer, bonus) in [
        (magic("Ladle (+2)", "weapon"), weapon, Some("2")),
        (magic("Corks, +1", "ammunition"), weapon, Some("1")),
        (magic("+3 Apron", "armor"), armor, Some("3")),
        (magic("Lid +1", "shield"), armor, Some("1")),
        // One of several, and what adds to something else.
        (magic("Ladle, +1, +2, or +3", "weapon"), weapon, None),
        (magic("Wand of Soup +1", "wand"), weapon, None),
        (magic("Ladle", "weapon"), weapon, None),
    ] {
        let made = json_of(&item, Format::Foundry);
        let made = made.pointer(pointer).and_then(Value::as_str);
        assert_eq!(made, bonus, "{}", item.name);
    }
}
