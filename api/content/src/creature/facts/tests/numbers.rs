//! Tests of the numbers of a creature, of its spellcasting and its lair.

use super::{action, apply, goat, of_text, usage};
use crate::creature::{CreatureSpell, Model, Spellcasting};

#[test]
fn highest_bonus_and_dc() {
    let creature = goat(vec![
        action("Horn", "Melee Weapon Attack: +4 to hit, reach 5 ft., one target."),
        action("Spit", "*Ranged Attack Roll:* +6, range 30 ft. *Hit:* 3 (1d6) Acid damage."),
        action("Spellcasting", "The goat casts bleat (spell save DC 19, +11 to hit with spell attacks)."),
        action(
            "Bleat",
            "*Wisdom Saving Throw*: DC 13, one creature. Or: it must succeed on a DC 14 Charisma saving throw.",
        ),
        action("Balk", "When damage fells the goat, it must succeed on a DC 20 Constitution saving throw."),
    ]);
    assert_eq!(creature.attack_bonus_max, Some(6));
    assert_eq!(creature.save_dc_max, Some(14));
    let calm = of_text("The goat chews.");
    assert_eq!((calm.attack_bonus_max, calm.save_dc_max), (None, None));
}

#[test]
fn damage_of_a_round() {
    let attacks = || {
        vec![
            action(
                "Horns",
                "_Melee Weapon Attack:_ +4 to hit. _Hit:_ 5 (1d6 + 2) piercing damage plus 3 (1d6) fire damage.",
            ),
            action(
                "Hoof",
                "Melee Attack Roll: +4. Hit: 4 (1d4 + 2) Bludgeoning damage, plus 2 (1d4) Acid damage if the goat jumped.",
            ),
            action("Spit", "Ranged Weapon Attack: +4 to hit. Hit: the target is wet."),
            action(
                "Dreadful Bleat",
                "Each creature near the goat must succeed on a DC 12 Wisdom saving throw or flee.",
            ),
            action("Hot Breath", "Each creature near the goat takes 30 (7d8) fire damage."),
        ]
    };
    assert_eq!(goat(attacks()).damage_per_round, Some(8));
    for (multiattack, damage) in [
        ("The goat makes two Hoof attacks.", Some(8)),
        ("The goat attacks once with its horns and twice with its hoofs.", Some(16)),
        ("The goat attacks twice with its horn.", Some(16)),
        ("The goat attacks with its horn or its hoof.", None),
        ("The goat makes either two melee attacks—two with its hoofs—or two ranged attacks with its horn.", None),
        ("The goat makes three attacks: one with its horns and two with its hooves.", None),
        ("The goat makes three attacks: one with its horns and two with its hoofs.", Some(16)),
        (
            "The goat makes one Horn attack and two Hoof attacks. It can replace one attack with a use of Hot Breath.",
            Some(16),
        ),
        (
            "The goat can use its Dreadful Bleat. It then makes two attacks: one with its horn and one with its hoof.",
            Some(12),
        ),
        ("The goat can use its Hot Breath. It then makes two hoof attacks.", None),
        ("The goat makes two Horn or Hoof attacks.", None),
        ("The goat makes two Hoof attacks or one Horn attack.", None),
        ("The goat makes two melee attacks.", None),
        ("Two Hoof attacks.", Some(8)),
        ("The goat makes two Hoof attacks. If both attacks hit one creature, it falls.", Some(8)),
        ("The goat makes two Spit attacks.", None),
        ("The goat makes one Hoof attack and uses Hot Breath.", None),
        ("The goat makes as many Hoof attacks as it has hooves.", None),
    ] {
        let mut actions = attacks();
        actions.push(action("Multiattack", multiattack));
        assert_eq!(goat(actions).damage_per_round, damage, "{multiattack}");
    }
    let mut alone = attacks();
    alone.remove(0);
    alone.push(action("Multiattack", "The goat attacks twice."));
    assert_eq!(goat(alone).damage_per_round, Some(8));
    assert_eq!(of_text("The goat chews.").damage_per_round, None);
    let mut limited = attacks();
    limited.truncate(1);
    limited[0].usage = Some(usage("PER_DAY"));
    assert_eq!(goat(limited).damage_per_round, None);
}

#[test]
fn lairs_and_regional_effects() {
    let told = |text: &str, legendary: bool| {
        let mut creature = Model { name: "Bog Goat".into(), text: text.into(), ..Model::default() };
        if legendary {
            creature.legendary_actions = vec![action("Hop", "The goat hops.")].into();
        }
        apply(&mut creature);
        (creature.has_lair, creature.has_regional_effects)
    };
    let book = "It eats.\n\n## A Bog Goat’s Lair\n\nIt is wet.\n\n### Regional Effects\n\nThe grass is short.";
    assert_eq!(told(book, true), (true, true));
    // The young of a kind share its description.
    assert_eq!(told(book, false), (false, false));
    assert_eq!(told("The goat leaves its lair to eat.", true), (false, false));
    let mut creature = Model { experience_points_in_lair: Some(50), ..Model::default() };
    apply(&mut creature);
    assert!(creature.has_lair);
}

#[test]
fn kinds_of_spellcasting() {
    let cast = |slots: Vec<i32>, usages: &[&str]| {
        let spell = |kind: &&str| CreatureSpell { usage: Some(usage(kind)), ..CreatureSpell::default() };
        let mut creature = Model {
            spellcasting: Some(
                Spellcasting { slots, spells: usages.iter().map(spell).collect(), ..Spellcasting::default() }.into(),
            ),
            ..Model::default()
        };
        apply(&mut creature);
        creature.spellcasting_kinds.join(" ")
    };
    assert_eq!(cast(vec![4, 2], &[]), "slots");
    assert_eq!(cast(vec![], &["PER_DAY", "AT_WILL"]), "at-will per-day");
    assert_eq!(cast(vec![], &[]), "");
}
