//! Specimens: a row of each family with one of everything that it is made of, so that all its fields show.

use lorekeeper_content::{
    Damage, Image, Json, Origin, Quantity, SavingThrowDc, Trait, UsageLimit, character_option, creature, document,
    equipment, rule, spell,
};
use serde_json::{Value, json};

/// The specimen of a family.
pub fn of(family: &str) -> Option<Value> {
    let mut row = match family {
        "document" => json!(document()),
        "spell" => json!(spell()),
        "creature" => json!(creature()),
        "equipment" => json!(equipment()),
        "character_option" => json!(character_option()),
        "rule" => json!(rule()),
        _ => return None,
    };
    *row.get_mut("origins")? = json!([Origin::default()]);
    Some(row)
}

/// A list of one.
fn one<T: Default>() -> Json<Vec<T>> {
    Json(vec![T::default()])
}

fn document() -> document::Model {
    document::Model { licenses: one(), ..Default::default() }
}

fn spell() -> spell::Model {
    spell::Model { casting_options: one(), ..Default::default() }
}

fn creature() -> creature::Model {
    let damage = vec![Damage::default()];
    let attack =
        creature::Attack { save: Some(SavingThrowDc::default()), damage: damage.clone(), ..Default::default() };
    let action = creature::Action {
        usage: Some(UsageLimit::default()),
        save: Some(SavingThrowDc::default()),
        attacks: vec![attack],
        damage,
        multiattack: vec![creature::MultiattackPart::default()],
        ..Default::default()
    };
    let actions = || Json(vec![action.clone()]);
    creature::Model {
        skills: one(),
        all_skills: one(),
        traits: traits(),
        actions: actions(),
        bonus_actions: actions(),
        reactions: actions(),
        legendary_actions: actions(),
        lair_actions: actions(),
        illustration: Some(Json(Image::default())),
        ..Default::default()
    }
}

fn traits() -> Json<Vec<Trait>> {
    Json(vec![Trait { usage: Some(UsageLimit::default()), ..Default::default() }])
}

fn equipment() -> equipment::Model {
    equipment::Model {
        image: Some(Json(Image::default())),
        properties: one(),
        contents: one::<Quantity>(),
        utilize: one(),
        ..Default::default()
    }
}

fn character_option() -> character_option::Model {
    let level =
        character_option::ClassLevel { columns: vec![character_option::TableCell::default()], ..Default::default() };
    character_option::Model {
        levels: Json(vec![level]),
        features: one(),
        ability_increases: one(),
        traits: traits(),
        benefits: one(),
        ..Default::default()
    }
}

fn rule() -> rule::Model {
    rule::Model { icon: Some(Json(Image::default())), ..Default::default() }
}
