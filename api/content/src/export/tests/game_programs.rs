//! Foundry, 5etools and Fight Club: a creature that attacks, forces a saving throw and casts, a spell, a weapon, a feat.

use super::*;
use crate::character_option;
use crate::creature::{Attack, CreatureSpell, Spellcasting};
use crate::equipment::{self, WeaponProperty};
use crate::rule;
use crate::spell::CastingOption;
use crate::{Damage, SavingThrowDc};

mod five_e_tools;
mod foundry;

fn damage(dice: &str, bonus: Option<i32>, kind: &str) -> Damage {
    Damage { dice: Some(dice.into()), bonus, damage_type: Some(kind.into()) }
}

/// The drake, armed.
fn armed() -> creature::Model {
    let mut drake = drake();
    drake.text = "It nests in [[ovens]], @UUID[x], &Reference[y], <b>hot</b> & {@b wet}.".into();
    drake.proficiency_bonus = Some(3);
    drake.damage_resistances = vec!["piercing".into()];
    drake.damage_resistances_text = Some("piercing from nonmagical spoons".into());
    drake.legendary_uses = Some(3);
    drake.senses.blindsight = Some(60);
    drake.senses.notes = Some("blindsight 60 ft. (blind beyond this radius)".into());
    drake.environments = vec!["mountain".into(), "plane-of-steam".into()];
    drake.gear = vec!["Ladles (2)".into()];
    drake.bonus_actions.push(Action {
        name: "Simmer".into(),
        text: "It simmers.".into(),
        limited_to_form: Some("Kettle Form Only".into()),
        ..Action::default()
    });
    let bite = Action {
        name: "Bite".into(),
        text: "*Melee Attack Roll:* +6 to hit, reach 10 ft. *Hit:* 9 (1d10 + 4) Piercing damage.".into(),
        attacks: vec![Attack {
            name: "Bite".into(),
            attack_type: Some("WEAPON".into()),
            to_hit: Some(6),
            reach: Some(10),
            damage: vec![damage("1d10", Some(4), "piercing")],
            ..Attack::default()
        }],
        ..Action::default()
    };
    drake.actions.push(bite);
    if let Some(boil) = drake.actions.first_mut() {
        boil.damage = vec![damage("8d6", None, "fire")];
        boil.save = Some(SavingThrowDc { ability: "dexterity".into(), dc: Some(15), success: Some("half".into()) });
    }
    drake.spellcasting = Some(Json(Spellcasting {
        level: Some(3),
        ability: Some("wisdom".into()),
        slots: vec![4, 2],
        spells: vec![CreatureSpell {
            name: "Kettle Burst".into(),
            slug: "kettle-burst".into(),
            level: Some(1),
            ..CreatureSpell::default()
        }],
        ..Spellcasting::default()
    }));
    drake
}

fn burst() -> spell::Model {
    spell::Model {
        document_key: "hearth".into(),
        slug: "kettle-burst".into(),
        name: "Kettle Burst".into(),
        text: "A kettle bursts for 2d8 damage.".into(),
        higher_levels: Some("It bursts louder.".into()),
        level: 1,
        school: Some("evocation".into()),
        class_slugs: vec!["wizard".into()],
        casting_time: "bonus-action".into(),
        casting_time_label: "1 bonus action".into(),
        range_text: Some("Self".into()),
        area_shape: Some("cone".into()),
        area_size: Some(15),
        area_unit: Some("feet".into()),
        verbal: true,
        material: true,
        material_text: Some("a kettle worth 5 gp".into()),
        material_cost: Some(5.0),
        duration: "1 minute".into(),
        concentration: true,
        saving_throw: Some("dexterity".into()),
        saving_throw_success: Some("half".into()),
        damage_roll: Some("2d8".into()),
        damage_types: vec!["fire".into()],
        casting_options: Json(vec![CastingOption {
            kind: "slot_level_2".into(),
            damage_roll: Some("3d8".into()),
            ..CastingOption::default()
        }]),
        ..spell::Model::default()
    }
}

fn ladle() -> equipment::Model {
    equipment::Model {
        document_key: "hearth".into(),
        kind: equipment::Kind::Weapon,
        slug: "ladle".into(),
        name: "Ladle & Spoon".into(),
        category: Some("weapon".into()),
        cost: Some(0.5),
        weight: Some(2.0),
        damage_dice: Some("1d6".into()),
        versatile_dice: Some("1d8".into()),
        damage_type: Some("bludgeoning".into()),
        properties: Json(vec![WeaponProperty {
            name: "Versatile".into(),
            slug: "versatile-wp".into(),
            ..WeaponProperty::default()
        }]),
        weapon_range: Some("melee".into()),
        martial: Some(true),
        mastery: Some("topple".into()),
        ..equipment::Model::default()
    }
}

fn stirrer() -> character_option::Model {
    character_option::Model {
        document_key: "hearth".into(),
        kind: character_option::Kind::Feat,
        slug: "stirrer".into(),
        name: "Stirrer".into(),
        text: "You stir.".into(),
        prerequisites: Some("A spoon".into()),
        ..character_option::Model::default()
    }
}

fn json_of<R: Row>(row: &R, format: Format) -> Value {
    serde_json::from_str(&export(row, Some(&book()), format).unwrap()).unwrap()
}

/// The values at some pointers are as expected.
fn has(made: &Value, expected: &[(&str, Value)]) {
    for (pointer, value) in expected {
        assert_eq!(made.pointer(pointer), Some(value), "{pointer} of {made:#}");
    }
}

#[test]
fn fight_club_gets_elements_of_a_compendium() {
    let made = export(&ladle(), Some(&book()), Format::FightClub).unwrap();
    let expected = "<item>
<name>Ladle &amp; Spoon</name>
<type>M</type>
<weight>2</weight>
<value>0.5</value>
<dmg1>1d6</dmg1>
<dmg2>1d8</dmg2>
<dmgType>B</dmgType>
<property>V,M</property>
<text>Source: The Hearthside Compendium, Creative Commons Attribution 4.0. Tales by Kettle Press.</text>
</item>
";
    assert_eq!(made, expected);
    let made = export(&armed(), Some(&book()), Format::FightClub).unwrap();
    for part in [
        "<monster>\n<name>Kettle Drake</name>\n<size>L</size>\n<type>dragon</type>\n",
        "<ac>17 (natural armor)</ac>\n<hp>136 (16d10+48)</hp>\n<speed>30 ft., fly 60 ft. (hover)</speed>\n<str>10</str>\n<dex>14</dex>\n",
        "<save>Con +7</save>\n<skill>Sleight of Hand +5</skill>\n",
        "<action>\n<name>Bite</name>\n<text>Melee Attack Roll: +6 to hit, reach 10 ft. Hit: 9 (1d10 + 4) Piercing damage.</text>\n<attack>Bite|6|1d10+4</attack>\n</action>\n",
        "<action>\n<name>Bonus Action: Simmer (Kettle Form Only)</name>\n",
        "<spells>Kettle Burst</spells>\n<slots>4,2</slots>\n",
        "&lt;b&gt;hot&lt;/b&gt; &amp; {@b wet}.",
    ] {
        assert!(made.contains(part), "{part}\n{made}");
    }
    let made = export(&burst(), Some(&book()), Format::FightClub).unwrap();
    for part in [
        "<level>1</level>\n<school>EV</school>\n<ritual>NO</ritual>\n<time>1 bonus action</time>\n<range>Self</range>\n",
        "<components>V, M (a kettle worth 5 gp)</components>\n<duration>Concentration, up to 1 minute</duration>\n<classes>Wizard</classes>\n",
        "<roll>2d8</roll>\n</spell>\n",
    ] {
        assert!(made.contains(part), "{part}\n{made}");
    }
    let prone = creature::Model { armor_detail: Some("17 (natural armor), 11 while prone".into()), ..armed() };
    let made = export(&prone, Some(&book()), Format::FightClub).unwrap();
    let class = "<ac>17 (natural armor, 11 while prone)</ac>";
    assert!(made.contains(class), "{made}");
    // Dice have no spaces, and a reaction says when.
    let parry = spell::Model {
        casting_time: "reaction".into(),
        casting_time_label: "1 reaction".into(),
        reaction_condition: Some("which you take when it boils over".into()),
        damage_roll: Some("1d4 + 1".into()),
        ..burst()
    };
    let made = export(&parry, Some(&book()), Format::FightClub).unwrap();
    for part in ["<time>1 reaction, which you take when it boils over</time>", "<roll>1d4+1</roll>"] {
        assert!(made.contains(part), "{part}\n{made}");
    }
}

#[test]
fn what_a_program_has_no_place_for_is_not_exported() {
    let rule = rule::Model {
        document_key: "hearth".into(),
        name: "Stirring".into(),
        text: "Stir.".into(),
        ..rule::Model::default()
    };
    let made = |format| export(&rule, Some(&book()), format);
    assert_eq!((made(Format::Foundry), made(Format::FightClub)), (None, None));
    has(&json_of(&rule, Format::FiveETools), &[("/variantrule/0/name", json!("Stirring"))]);
    // A feature stands with its class.
    let feature = character_option::Model {
        kind: character_option::Kind::Feature,
        name: "Boil".into(),
        owner_slug: Some("cook".into()),
        ..character_option::Model::default()
    };
    let made = |format| export(&feature, Some(&book()), format);
    assert_eq!((made(Format::FiveETools), made(Format::FightClub)), (None, None));
    assert!(made(Format::Foundry).is_some());
}

#[test]
fn a_class_is_exported_with_its_features() {
    let boil = character_option::Feature {
        name: "Boil".into(),
        text: "You boil water.".into(),
        levels: vec![2],
        ..character_option::Feature::default()
    };
    let class = character_option::Model {
        document_key: "hearth".into(),
        name: "Cook".into(),
        hit_die: Some(8),
        saving_throws: vec!["constitution".into()],
        features: vec![boil].into(),
        ..character_option::Model::default()
    };
    has(
        &json_of(&class, Format::FiveETools),
        &[
            ("/class/0/hd/faces", json!(8)),
            ("/class/0/proficiency", json!(["con"])),
            ("/class/0/classFeatures/0", json!("Boil|Cook|LK-hearth|2")),
            ("/classFeature/0/className", json!("Cook")),
            ("/classFeature/0/entries/0", json!("You boil water.")),
        ],
    );
    let made = export(&class, Some(&book()), Format::FightClub).unwrap();
    let level = "<autolevel level=\"2\">\n<feature>\n<name>Boil</name>\n<text>You boil water.</text>";
    assert!(made.contains(level), "{made}");
    // The program shows the credit among the features.
    let credit =
        "<autolevel level=\"1\">\n<feature optional=\"YES\">\n<name>Starting Cook</name>\n<text>Source: The Hearthside";
    assert!(made.contains(credit) && !made.contains("<trait>"), "{made}");
}

#[test]
fn a_swarm_has_the_size_of_its_members() {
    let mut drakes = drake();
    drakes.creature_type = Some("dragon".into());
    drakes.subtype = Some("swarm of tiny dragons".into());
    has(&json_of(&drakes, Format::FiveETools), &[("/monster/0/type", json!({"type": "dragon", "swarmSize": "T"}))]);
    has(
        &json_of(&drakes, Format::Foundry),
        &[("/system/details/type", json!({"value": "dragon", "custom": "", "subtype": "", "swarm": "tiny"}))],
    );
}
