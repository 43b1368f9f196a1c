//! Tests of the derived facts, on invented stat blocks.

mod numbers;

use super::apply;
use crate::creature::{Action, Attack, Model};
use crate::{Damage, Trait, UsageLimit};

fn action(name: &str, text: &str) -> Action {
    Action { name: name.into(), text: text.into(), ..Action::default() }
}

fn usage(kind: &str) -> UsageLimit {
    UsageLimit { kind: kind.into(), ..UsageLimit::default() }
}

/// A goat with the facts of its actions.
fn goat(actions: Vec<Action>) -> Model {
    let mut creature = Model { name: "Old Bog Goat".into(), actions: actions.into(), ..Model::default() };
    apply(&mut creature);
    creature
}

fn of_text(text: &str) -> Model {
    goat(vec![action("Bleat", text)])
}

#[test]
fn saves_that_others_make() {
    for (text, saves) in [
        ("The target must succeed on a DC 12 Strength saving throw or fall prone.", "strength"),
        ("Each creature there makes a DC 12 DEX save, then a DC 11 Cha save.", "dexterity charisma"),
        ("The target makes a DC 13 Wisdom or Intelligence saving throw (its choice).", "intelligence wisdom"),
        ("_Constitution Saving Throw_: DC 15, each creature in a Cone.", "constitution"),
        ("Area: 7 (2d6) fire (DC 12 Dex half).", "dexterity"),
        ("Target: DC 12 Wis or charmed 1 min.", "wisdom"),
        ("Target is knocked prone (DC 12 Str not prone).", "strength"),
        ("A creature that starts its turn there must make a Wisdom saving throw.", "wisdom"),
        ("The goat can force it to make a DC 12 Constitution saving throw.", "constitution"),
        (
            "The goat takes 3 (1d6) acid damage, and all creatures near it must make a DC 12 Dexterity saving throw.",
            "dexterity",
        ),
        // Its own, and checks.
        ("If it takes 20 damage, the goat must succeed on a DC 14 Constitution saving throw or spit it out.", ""),
        ("If damage reduces the goat to 0 hit points, it must make a Constitution saving throw with a DC of 5.", ""),
        ("When the goat makes a Dexterity saving throw, it takes no damage.", ""),
        ("It must succeed on a DC 14 Constitution saving throw at the end of that turn or regurgitate everybody.", ""),
        ("The goat has advantage on Wisdom saving throws.", ""),
        ("A creature can use its action to make a DC 12 Strength check.", ""),
        ("A successful DC 12 Wisdom (Perception) check finds the goat.", ""),
    ] {
        assert_eq!(of_text(text).saves_forced.join(" "), saves, "{text}");
    }
}

#[test]
fn damage_that_others_take() {
    for (text, types) in [
        ("Hit: 7 (2d6) piercing damage plus 3 (1d6) fire damage.", "fire piercing"),
        ("The target takes 5 cold or acid damage.", "acid cold"),
        ("The target: 9 (2d8) psychic, half on a success.", "psychic"),
        ("Its hooves deal an extra 1d6 thunder damage.", "thunder"),
        ("A creature that touches the goat takes 5 (2d4) acid damage.", "acid"),
        ("The target takes necrotic damage equal to its level.", "necrotic"),
        // Its own, and mentions.
        ("The goat takes 20 radiant damage when it starts its turn in sunlight.", ""),
        (
            "The goat can move through other creatures. It takes 5 (1d10) force damage if it ends its turn inside an object.",
            "",
        ),
        ("If the goat takes acid or fire damage, it doesn't heal.", ""),
        ("The goat takes 15 or more cold damage and stops.", ""),
        ("A creature gets free by dealing 5 slashing damage to the net.", ""),
        ("The goat has resistance to fire damage.", ""),
    ] {
        assert_eq!(of_text(text).damage_types_dealt.join(" "), types, "{text}");
    }
    let structured = Action {
        attacks: vec![Attack {
            damage: vec![Damage { damage_type: Some("fire".into()), ..Damage::default() }],
            ..Attack::default()
        }],
        ..action("Spit", "A hot spit.")
    };
    assert_eq!(goat(vec![structured]).damage_types_dealt, ["fire"]);
}

#[test]
fn attacks_by_kind_reach_and_range() {
    let structured = Action {
        attacks: vec![
            Attack { reach: Some(10), ..Attack::default() },
            Attack { attack_type: Some("SPELL".into()), range: Some(30), long_range: Some(120), ..Attack::default() },
        ],
        ..action("Horn or Hex", "It does either.")
    };
    let creature = goat(vec![structured]);
    assert_eq!(creature.attack_kinds, ["melee", "ranged", "spell"]);
    assert_eq!((creature.reach, creature.longest_range), (Some(10), Some(120)));
    for (text, kinds, reach, range) in [
        ("*Melee Weapon Attack:* +4 to hit, reach 5 ft., one target.", "melee", Some(5), None),
        (
            "Melee or Ranged Weapon Attack: +4 to hit, reach 5 ft. or range 20/60 ft., one target.",
            "melee ranged",
            Some(5),
            Some(60),
        ),
        ("Ranged Spell Attack: +4 to hit, range 90 feet, one target.", "ranged spell", None, Some(90)),
        ("_Melee Attack Roll:_ +5, reach 5 feet.", "melee", Some(5), None),
        ("It bleats within a range 60 ft. wide.", "", None, None),
    ] {
        let creature = of_text(text);
        assert_eq!(creature.attack_kinds.join(" "), kinds, "{text}");
        assert_eq!((creature.reach, creature.longest_range), (reach, range), "{text}");
    }
}

#[test]
fn attacks_in_a_round() {
    for (text, attacks) in [
        ("The goat makes two attacks: one with its horns and one with its hooves.", Some(2)),
        ("The goat makes three attacks.", Some(3)),
        ("The goat makes one Horn attack and two Hoof attacks.", Some(3)),
        ("The goat makes two horn attacks or three spit attacks.", Some(3)),
        ("The goat makes two Horn attacks, or it makes one Spit attack.", Some(2)),
        ("The goat makes two Horn or Spit attacks.", Some(2)),
        ("The goat makes two horn attacks, two hoof attacks, or one of each.", Some(2)),
        ("The goat uses its Bleat. It then makes three attacks: one with its horns and two with its hooves.", Some(3)),
        ("The goat makes two Horn attacks. It can replace one attack with a use of Bleat.", Some(2)),
        ("The goat makes three attacks, only one of which can be a kick.", Some(3)),
        ("The goat makes two attacks with its horns, uses Reel, and makes one attack with its hooves.", Some(3)),
        ("The goat attacks once with its horns and twice with its hooves.", Some(3)),
        ("The goat attacks with its horns and twice with its hooves.", Some(3)),
        ("The goat attacks with its horns and hooves.", Some(2)),
        ("The goat uses Bleat and then attacks with its horns.", Some(1)),
        ("A great goat makes two horn attacks.", Some(2)),
        ("One Horn and two Hooves or four Spits.", Some(4)),
        ("Uses Bleat then two Hooves.", Some(2)),
        ("Two Horns or it makes one Horn attack and uses Bleat.", Some(2)),
        (
            "The goat makes two attacks. If both attacks hit, the target must make a DC 13 Strength saving throw.",
            Some(2),
        ),
        ("The goat makes a kick attack and a butt attack against two different targets.", Some(2)),
        ("The goat makes two horn attacks. If it is angry, it can also make a kick attack.", Some(3)),
        ("The goat makes as many bite attacks as it has heads.", None),
        ("The goat makes 1d4 hoof attacks.", None),
        ("The goat uses its Bleat.", None),
    ] {
        let creature = goat(vec![action("Multiattack", text)]);
        assert_eq!(creature.multiattack, attacks, "{text}");
    }
    let horn = action("Horn", "Melee Weapon Attack: +4 to hit, reach 5 ft., one target.");
    assert_eq!(goat(vec![horn]).multiattack, Some(1));
    assert_eq!(of_text("It bleats.").multiattack, None);
}

#[test]
fn what_gives_uses_back() {
    let usage = |kind: &str, rests: &[&str]| UsageLimit {
        kind: kind.into(),
        rests: rests.iter().map(|rest| (*rest).to_owned()).collect(),
        ..UsageLimit::default()
    };
    for (limit, words) in [
        (usage("RECHARGE_ON_ROLL", &[]), "roll"),
        (usage("PER_DAY", &[]), "day"),
        (usage("RECHARGE_AFTER_REST", &["long"]), "long-rest"),
        (usage("PER_REST", &[]), "short-rest long-rest"),
        (usage("AT_WILL", &[]), ""),
    ] {
        let mut creature =
            Model { traits: vec![Trait { usage: Some(limit), ..Trait::default() }].into(), ..Model::default() };
        apply(&mut creature);
        assert_eq!(creature.recovers_on.join(" "), words);
    }
    for (text, words) in [
        ("The goat can't use this bleat again until it finishes a short or long rest.", "short-rest long-rest"),
        ("It can't do so again until the next dawn.", "day"),
        ("The goat regains all expended uses when it finishes a long rest.", "long-rest"),
        ("The target's hit point maximum is reduced until it finishes a long rest.", ""),
    ] {
        assert_eq!(of_text(text).recovers_on.join(" "), words, "{text}");
    }
}
