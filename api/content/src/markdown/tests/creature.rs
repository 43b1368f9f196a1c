//! Creatures.

use crate::creature::{self, Abilities, Action, Attack, SkillBonus, Speed};
use crate::markdown::{Layout, Printed as _};
use crate::{Damage, Json, Trait, UsageLimit};

#[test]
fn a_creature() {
    let creature = creature::Model {
        document_key: "hearth".into(),
        name: "Kettle Drake".into(),
        size: Some("large".into()),
        creature_type: Some("dragon".into()),
        subtype: Some("iron".into()),
        alignment: Some("lawful neutral".into()),
        armor_class: Some(17),
        armor_detail: Some("natural armor".into()),
        hit_points: Some(1136),
        hit_dice: Some("16d10 + 48".into()),
        initiative_bonus: Some(-1),
        speed: Json(Speed {
            walk: Some(30),
            fly: Some(60),
            crawl: Some(15),
            hover: Some(true),
            unit: Some("feet".into()),
            ..Speed::default()
        }),
        ability_scores: Json(Abilities { strength: Some(18), dexterity: Some(9), ..Abilities::default() }),
        modifiers: Json(Abilities { strength: Some(4), ..Abilities::default() }),
        saving_throws: Json(Abilities { constitution: Some(7), ..Abilities::default() }),
        skills: Json(vec![SkillBonus { skill: "sleight-of-hand".into(), bonus: 5 }]),
        damage_immunities: vec!["fire".into()],
        damage_immunities_text: Some("fire from kettles".into()),
        condition_immunities: vec!["prone".into()],
        passive_perception: Some(12),
        languages: vec!["deep-speech".into()],
        challenge_rating: Some(0.5),
        experience_points: Some(1100),
        proficiency_bonus: Some(2),
        traits: Json(vec![Trait {
            name: "Warm".into(),
            text: "It is warm.".into(),
            usage: Some(UsageLimit { kind: "PER_DAY".into(), times: Some(3), ..UsageLimit::default() }),
            ..Trait::default()
        }]),
        actions: Json(vec![
            Action {
                name: "Steam (Recharge 5-6)".into(),
                text: "It breathes steam.".into(),
                limited_to_form: Some("Kettle Form Only".into()),
                usage: Some(UsageLimit { kind: "RECHARGE_ON_ROLL".into(), minimum: Some(5), ..UsageLimit::default() }),
                ..Action::default()
            },
            Action {
                name: "Bite".into(),
                text: "It bites.".into(),
                attacks: vec![Attack {
                    name: "Bite attack".into(),
                    to_hit: Some(6),
                    reach: Some(10),
                    unit: Some("feet".into()),
                    damage: vec![Damage {
                        dice: Some("2d6".into()),
                        bonus: Some(4),
                        damage_type: Some("piercing".into()),
                    }],
                    ..Attack::default()
                }],
                ..Action::default()
            },
        ]),
        legendary_preamble: Some("It can take 3 legendary actions.".into()),
        legendary_actions: Json(vec![Action {
            name: "Boil".into(),
            text: "It boils.".into(),
            legendary_cost: Some(2),
            ..Action::default()
        }]),
        text: "An old drake of iron.".into(),
        environments: vec!["kitchen".into()],
        ..creature::Model::default()
    };
    let document = creature.printed(Layout::Rules2014);
    assert_eq!(
        document.render(None),
        "# Kettle Drake

*Large dragon (iron), lawful neutral*

- **Armor Class:** 17 (natural armor)
- **Hit Points:** 1,136 (16d10 + 48)
- **Speed:** 30 ft., fly 60 ft. (hover)

| STR | DEX | CON | INT | WIS | CHA |
| --- | --- | --- | --- | --- | --- |
| 18 (+4) | 9 (-1) | — | — | — | — |

- **Saving Throws:** Con +7
- **Skills:** Sleight of Hand +5
- **Damage Immunities:** fire from kettles
- **Condition Immunities:** prone
- **Senses:** passive Perception 12
- **Languages:** Deep Speech
- **Challenge:** 1/2 (1,100 XP)

## Traits

***Warm (3/Day).*** It is warm.

## Actions

***Steam (Recharge 5-6; Kettle Form Only).*** It breathes steam.

***Bite.*** It bites. *Bite attack:* +6 to hit, reach 10 ft. Hit: 11 (2d6 + 4) piercing damage.

## Legendary Actions

It can take 3 legendary actions.

***Boil (Costs 2 Actions).*** It boils.

## Description

An old drake of iron.

## Environments

Kitchen

---

*Source: hearth*
"
    );
    assert_eq!(document.excerpt(240), "An old drake of iron.");
    let silent = creature::Model { text: String::new(), ..creature };
    assert_eq!(silent.printed(Layout::Rules2014).excerpt(25), "Warm (3/Day). It is warm…");
}

#[test]
fn armor_classes_are_as_printed() {
    for (ac, detail, expected) in [
        (14, Some("14 (natural armor), 11 while prone"), "14 (natural armor), 11 while prone"),
        (16, Some("chain mail) or 18 (chain mail with shield"), "16 (chain mail) or 18 (chain mail with shield)"),
        (14, Some("natural armor), 18 in the dark"), "14 (natural armor), 18 in the dark"),
        (
            11,
            Some("in humanoid form, 14 (natural armor) as a kettle"),
            "11 in humanoid form, 14 (natural armor) as a kettle",
        ),
        (12, Some("15 with _mage armor_"), "12 (15 with _mage armor_)"),
        (12, None, "12"),
    ] {
        let creature = creature::Model {
            armor_class: Some(ac),
            armor_detail: detail.map(str::to_owned),
            ..creature::Model::default()
        };
        let document = creature.printed(Layout::Rules2014).render(None);
        assert!(document.contains(&format!("- **Armor Class:** {expected}\n")), "{document}");
    }
}

#[test]
fn a_creature_of_2024() {
    let scores = |dexterity| Json(Abilities { dexterity: Some(dexterity), ..Abilities::default() });
    let mut creature = creature::Model {
        document_key: "hearth".into(),
        name: "Kettle Drake".into(),
        sizes: vec!["medium".into(), "small".into()],
        creature_type: Some("dragon".into()),
        subtype: Some("iron".into()),
        alignment: Some("lawful neutral".into()),
        armor_class: Some(17),
        hit_points: Some(136),
        hit_dice: Some("16d10 + 48".into()),
        initiative_bonus: Some(12),
        speed: Json(Speed { walk: Some(30), fly: Some(60), ..Speed::default() }),
        ability_scores: scores(14),
        all_saving_throws: scores(6),
        damage_immunities: vec!["fire".into()],
        condition_immunities: vec!["prone".into()],
        gear: vec!["Poker".into(), "Lid (2)".into()],
        passive_perception: Some(23),
        senses: Json(creature::Senses { darkvision: Some(120), ..creature::Senses::default() }),
        languages: vec!["common".into()],
        challenge_rating: Some(17.0),
        experience_points: Some(18_000),
        experience_points_in_lair: Some(20_000),
        legendary_preamble: Some("Legendary Action Uses: 3 (4 in Lair). It boils.".into()),
        legendary_actions: Json(vec![Action { name: "Boil".into(), text: "It boils.".into(), ..Action::default() }]),
        ..creature::Model::default()
    };
    crate::Row::apply_rules(&mut creature);
    assert_eq!(creature.size.as_deref(), Some("medium"));
    assert_eq!(creature.tags, ["iron"]);
    let uses = (creature.legendary_uses, creature.legendary_uses_in_lair);
    assert_eq!(uses, (Some(3), Some(4)));
    assert_eq!(
        creature.printed(Layout::Rules2024).render(None),
        "# Kettle Drake

*Medium or Small Dragon (Iron), Lawful Neutral*

- **AC** 17  **Initiative** +12 (22)
- **HP** 136 (16d10 + 48)
- **Speed** 30 ft., Fly 60 ft.

| Ability | Score | MOD | SAVE |
| --- | --- | --- | --- |
| Dex | 14 | +2 | +6 |

- **Immunities** Fire; Prone
- **Gear** Poker, Lid (2)
- **Senses** Darkvision 120 ft.; Passive Perception 23
- **Languages** Common
- **CR** 17 (XP 18,000, or 20,000 in lair; PB +6)

## Legendary Actions

Legendary Action Uses: 3 (4 in Lair). It boils.

***Boil.*** It boils.

---

*Source: hearth*
"
    );
}
