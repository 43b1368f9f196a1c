//! Homebrew files of 5etools.

use super::*;

#[test]
fn five_e_tools_get_a_homebrew_file() {
    let file = json_of(&armed(), Format::FiveETools);
    has(
        &file,
        &[
            ("/_meta/sources/0/json", json!("LK-hearth")),
            ("/_meta/edition", json!("classic")),
            ("/monster/0/source", json!("LK-hearth")),
            ("/monster/0/size", json!(["L"])),
            ("/monster/0/alignment", json!(["L", "N"])),
            ("/monster/0/ac", json!([{"ac": 17, "from": ["natural armor"]}])),
            ("/monster/0/speed", json!({"walk": 30, "fly": {"number": 60, "condition": "(hover)"}, "canHover": true})),
            ("/monster/0/save", json!({"con": "+7"})),
            ("/monster/0/skill", json!({"sleight of hand": "+5"})),
            ("/monster/0/immune", json!(["cold", "fire"])),
            ("/monster/0/resist", json!([{"special": "piercing from nonmagical spoons"}])),
            ("/monster/0/cr", json!("1/4")),
            ("/monster/0/action/0", json!({"name": "Boil (Recharge 5-6)", "entries": ["It boils."]})),
            (
                "/monster/0/action/1/entries/0",
                json!("{@atkr m} {@hit 6} to hit, reach 10 ft. {@h}9 ({@dice 1d10 + 4}) Piercing damage."),
            ),
            ("/monster/0/legendaryHeader", json!(["It can take three."])),
        ],
    );
    let text = file["monster"][0]["fluff"]["entries"][0].as_str().unwrap();
    assert!(text.contains("&lt;b&gt;hot&lt;/b&gt; &amp; { @b wet}"), "{text}");
    // A skill of one book is told as it is printed, and the key of a source has six characters.
    let mut drake = armed();
    drake.skills.push(SkillBonus { skill: "stirring".into(), bonus: 4 });
    drake.document_key = "h".into();
    let file = json_of(&drake, Format::FiveETools);
    has(
        &file,
        &[
            ("/monster/0/skill", json!({"sleight of hand": "+5", "special": "Stirring +4"})),
            ("/_meta/sources/0/json", json!("LK-book-h")),
        ],
    );
    let file = json_of(&burst(), Format::FiveETools);
    has(
        &file,
        &[
            ("/spell/0/school", json!("V")),
            ("/spell/0/time", json!([{"number": 1, "unit": "bonus"}])),
            ("/spell/0/range", json!({"type": "cone", "distance": {"type": "feet", "amount": 15}})),
            ("/spell/0/components", json!({"v": true, "m": {"text": "a kettle worth 5 gp", "cost": 500.0}})),
            (
                "/spell/0/duration",
                json!([{"type": "timed", "duration": {"type": "minute", "amount": 1, "upTo": true}, "concentration": true}]),
            ),
            ("/spell/0/classes", json!({"fromClassList": [{"name": "Wizard", "source": "PHB"}]})),
        ],
    );
    let file = json_of(&ladle(), Format::FiveETools);
    has(
        &file,
        &[
            ("/item/0/name", json!("Ladle &amp; Spoon")),
            ("/item/0/type", json!("M")),
            ("/item/0/value", json!(50.0)),
            ("/item/0/dmgType", json!("B")),
            ("/item/0/mastery", json!(["Topple|XPHB"])),
        ],
    );
    // The site computes these, and refuses them in a file.
    assert_eq!(file.pointer("/item/0/weapon"), None);
    has(&json_of(&stirrer(), Format::FiveETools), &[("/feat/0/prerequisite", json!([{"other": "A spoon"}]))]);
}

#[test]
fn items_of_5etools_have_their_bonus_and_the_book_of_their_codes() {
    let ladle = equipment::Model { kind: equipment::Kind::MagicItem, name: "Ladle (+2)".into(), ..ladle() };
    let ring = equipment::Model {
        kind: equipment::Kind::MagicItem,
        name: "Ring of Soup".into(),
        category: Some("ring".into()),
        ..equipment::Model::default()
    };
    let lid = equipment::Model {
        kind: equipment::Kind::MagicItem,
        name: "Lid, +1".into(),
        category: Some("armor".into()),
        armor_category: Some("shield".into()),
        ac_base: Some(2),
        ..equipment::Model::default()
    };
    let item = |row: &equipment::Model, system: &str| {
        let mut book = book();
        book.game_system = Some(system.into());
        let file = export(row, Some(&book), Format::FiveETools).unwrap();
        let file: Value = serde_json::from_str(&file).unwrap();
        file["item"][0].clone()
    };
    let old = item(&ladle, "5e-2014");
    has(&old, &[("/type", json!("M")), ("/property", json!(["V"])), ("/bonusWeapon", json!("+2"))]);
    assert_eq!(old.get("bonusAc"), None);
    has(&item(&ladle, "5e-2024"), &[("/type", json!("M|XPHB")), ("/property", json!(["V|XPHB"]))]);
    assert_eq!(item(&ring, "5e-2014")["type"], "RG|DMG");
    assert_eq!(item(&ring, "5e-2024")["type"], "RG|XDMG");
    has(&item(&lid, "5e-2024"), &[("/type", json!("S|XPHB")), ("/bonusAc", json!("+1")), ("/ac", json!(2))]);
}
