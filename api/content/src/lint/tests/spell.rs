//! Spells.

use super::tells;
use crate::lint::{Lint, lint};
use crate::spell::{CastingOption, Model};
use serde_json::Value;

fn spell(text: &str) -> Model {
    Model { text: text.to_owned(), ..Model::default() }
}

fn types(types: &[&str]) -> Vec<String> {
    types.iter().map(|kind| (*kind).to_owned()).collect()
}

#[test]
fn the_effect_is_that_of_the_text() {
    let of = |ability: Option<&str>| Model {
        saving_throw: ability.map(str::to_owned),
        ..spell("Each toad must make a Wisdom saving throw or fall asleep.")
    };
    tells("spell-saving-throw", &of(Some("wisdom")), &of(None));
    tells("spell-saving-throw", &of(Some("wisdom")), &of(Some("charisma")));

    let of = |ability: &str| Model {
        saving_throw: Some(ability.to_owned()),
        ..spell("It has disadvantage on Dexterity saving throws, and can make a DC 12 Wisdom saving throw to stop.")
    };
    tells("spell-saving-throw", &of("wisdom"), &of("dexterity"));
    let of = |kinds: &[&str]| Model {
        damage_types: types(kinds),
        ..spell("It takes 4d6 fire damage and 4d6 radiant damage.")
    };
    tells("spell-damage-dealt", &of(&["fire", "radiant"]), &of(&["fire"]));
    tells("spell-damage-named", &of(&["fire"]), &of(&["cold"]));

    let of = |roll: &str| Model { damage_roll: Some(roll.to_owned()), ..spell("It takes 2d8 cold damage.") };
    tells("spell-damage-roll", &of("2d8"), &of("3d8"));
    let of = |roll: &str| Model { damage_roll: Some(roll.to_owned()), ..spell("It takes 2d8 + 5 cold damage.") };
    tells("spell-damage-roll", &of("2d8+5"), &of("2d8"));

    let of = |attack_roll: bool, kind: &str| Model {
        attack_roll,
        attack_type: Some(kind.to_owned()),
        ..spell("Make a ranged spell attack against a toad.")
    };
    tells("spell-attack", &of(true, "ranged"), &of(false, "ranged"));
    tells("spell-attack-type", &of(true, "ranged"), &of(true, "melee"));

    let of = |shape: &str, size: i32| Model {
        area_shape: Some(shape.to_owned()),
        area_size: Some(size),
        ..spell("Mud covers a 20-foot-radius sphere, and a 60-foot cone beside it.")
    };
    tells("spell-area", &of("sphere", 20), &of("sphere", 30));
    tells("spell-area", &of("cone", 60), &of("cone", 20));

    let one = |shape: &str, size: i32| Model {
        area_shape: Some(shape.to_owned()),
        area_size: Some(size),
        ..spell("Mud fills a 20-foot-radius, 40-foot-high cylinder.")
    };
    let area = |row: &Model| {
        let told = row.told().into_iter();
        let told = told.filter(|(column, _)| column.starts_with("area_s"));
        told.map(|(_, value)| value).collect::<Vec<_>>()
    };
    assert_eq!(area(&one("cylinder", 40)), ["cylinder".into(), Value::from(20)]);
    // The text has none.
    assert_eq!(area(&one("cone", 40)), [Value::Null, Value::Null]);
    let of = |healing: Option<&str>| Model {
        healing: healing.map(str::to_owned),
        ..spell("A toad regains a number of hit points equal to 2d4 + your spellcasting ability modifier.")
    };
    tells("spell-healing", &of(Some("2d4 + MOD")), &of(None));
}

#[test]
fn the_text_tells_what_no_source_says() {
    let told = |row: &Model, column: &str| {
        let told = row.told().into_iter();
        let mut values = told.filter(|(name, _)| *name == column);
        values.next().map(|(_, value)| value)
    };
    let saves = |text: &str| Model { saving_throw: Some("wisdom".to_owned()), ..spell(text) };
    let success = |text| told(&saves(text), "saving_throw_success");
    let sleeps = "It must succeed on a Wisdom saving throw or fall asleep.";
    assert_eq!(success(sleeps), Some("none".into()));
    assert_eq!(success(&format!("{sleeps} On a success it yawns.")), None);

    let deals = |roll: Option<&str>, text: &str| Model {
        damage_roll: roll.map(str::to_owned),
        damage_types: types(&["cold"]),
        ..spell(text)
    };
    let roll = |stated, text| told(&deals(stated, text), "damage_roll");
    let hail = "It takes 2d8+5 cold damage.";
    assert_eq!(roll(None, hail), Some("2d8+5".into()));
    assert_eq!(roll(Some("2d8"), hail), Some("2d8+5".into()));
    assert_eq!(roll(Some("2d8 + 5"), hail), None);
    let twice = "It takes 2d8 cold damage, then 1d8 cold damage.";
    assert_eq!(roll(None, twice), Some("2d8".into()));
    let grows = "Its hit point maximum increases by 2d10.";
    assert_eq!(roll(Some("2d10"), grows), Some(Value::Null));

    let attacks = |text| {
        let row = Model { attack_roll: true, ..spell(text) };
        told(&row, "attack_roll")
    };
    assert_eq!(attacks("It has disadvantage on attack rolls."), Some(false.into()));
    assert_eq!(attacks("Its spell attacks hit."), None);

    let area = |text: &str| {
        let row = spell(text);
        (told(&row, "area_shape"), told(&row, "area_size"))
    };
    let save = |text| told(&saves(text), "saving_throw");
    for (text, ability) in [
        ("It has advantage on Wisdom saving throws.", Value::Null),
        ("It makes all Wisdom saving throws with advantage.", Value::Null),
        ("It must succeed on a Strength saving throw or fall.", "strength".into()),
    ] {
        assert_eq!(save(text), Some(ability), "{text}");
    }
    assert_eq!(save("On a failed save it falls."), None);
    assert_eq!(save("If it gets a failure on a Wisdom saving throw, it falls."), None);

    let resists = deals(None, "It has resistance to cold damage.");
    assert_eq!(told(&resists, "damage_types"), Some(Value::Array(Vec::new())));

    let targets = |text: &str| {
        let row = Model { target_count: Some(1), target_type: Some("creature".to_owned()), ..spell(text) };
        (told(&row, "target_count"), told(&row, "target_type"))
    };
    assert_eq!(targets("You bless up to three creatures within range."), (Some(3.into()), None));
    assert_eq!(targets("You touch a toad. It hops."), (None, None));
    let point = targets("Mud bursts from a point you choose within range.");
    assert_eq!(point, (None, Some("point".into())));

    let sphere = |size: i32| (Some("sphere".into()), Some(size.into()));
    assert_eq!(area("Each toad leaps."), (None, None));
    assert_eq!(area("Each creature in a 20-foot radius leaps."), sphere(20));
    assert_eq!(area("Toads within 15 feet of that point leap."), sphere(15));
    assert_eq!(area("It sheds light in a 20-foot radius."), (None, None));
    assert_eq!(area("A 30-foot cone meets a 60-foot cone."), (None, None));
}

#[test]
fn damage_grows_evenly() {
    let of = |roll: &str| Model {
        damage_roll: Some("3d6".to_owned()),
        higher_levels: Some("The damage increases by 1d6 for each slot level above 1st.".to_owned()),
        casting_options: vec![CastingOption {
            kind: "slot_level_3".to_owned(),
            damage_roll: Some(roll.to_owned()),
            ..CastingOption::default()
        }]
        .into(),
        ..Model::default()
    };
    tells("spell-higher-levels", &of("5d6"), &of("4d6"));
}

#[test]
fn the_material_is_priced_and_consumed_in_words() {
    let of = |cost: Option<f64>, consumed: bool| Model {
        material: true,
        material_text: Some("a pearl worth 25+ GP, which the spell consumes".to_owned()),
        material_cost: cost,
        material_consumed: consumed,
        ..Model::default()
    };
    tells("spell-material-cost", &of(Some(25.0), true), &of(None, true));
    tells("spell-material-consumed", &of(Some(25.0), true), &of(Some(25.0), false));
    let without = Model { material: false, ..of(Some(25.0), true) };
    tells("spell-components", &of(Some(25.0), true), &without);
    let several = Model {
        material_text: Some("incense worth 250 gp and ivory worth 50 gp".to_owned()),
        ..of(Some(300.0), false)
    };
    assert!(lint(&several).all(|(_, finding)| finding == crate::lint::Finding::Holds));
}

#[test]
fn range_and_duration_are_those_printed() {
    let of = |range: f64| Model {
        range_text: Some("60 feet".to_owned()),
        range: Some(range),
        range_unit: Some("feet".to_owned()),
        ..Model::default()
    };
    tells("spell-range", &of(60.0), &of(30.0));
    let of = |concentration: bool| Model {
        duration: "Concentration, up to 1 minute".to_owned(),
        concentration,
        ..Model::default()
    };
    tells("spell-concentration", &of(true), &of(false));
    tells("spell-joined-words", &spell("It rains. Frogs fall."), &spell("It rains.Frogs fall."));
    tells("spell-raw-links", &spell("It is prone."), &spell("It is [prone](srd:prone)."));
    let long = "The toad sits on its stone for the whole of the day, and does nothing else.";
    tells("spell-said-once", &spell(long), &spell(&format!("{long}\n{long}")));
}
