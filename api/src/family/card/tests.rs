//! One whole card a family, on invented rows.

use super::*;
use crate::family::character_option::{self, Benefit, ClassLevel, Feature, TableCell};
use crate::family::creature::{self, Abilities, Action, Attack, SkillBonus, Speed};
use crate::family::equipment::{self, WeaponProperty};
use crate::family::{Damage, Json, Quantity, Trait, UsageLimit, document, rule, spell};

fn book() -> document::Model {
    document::Model {
        key: "hearth".into(),
        name: "The Hearthside Compendium".into(),
        publisher: Some("Kettle Press".into()),
        licenses: Json(vec![document::License {
            key: "cc-by-40".into(),
            name: "Creative Commons Attribution 4.0".into(),
            text: None,
        }]),
        game_system: Some("5e-2014".into()),
        game_system_name: Some("5th Edition 2014".into()),
        permalink: Some("https://example.org/hearth".into()),
        description: Some("# The Hearthside Compendium\n\nAll about kettles.".into()),
        ..document::Model::default()
    }
}

#[test]
fn a_spell() {
    let spell = spell::Model {
        document_key: "hearth".into(),
        name: "Kettle Wall".into(),
        level: 3,
        school: Some("evocation".into()),
        ritual: true,
        casting_time_label: "1 reaction".into(),
        reaction_condition: Some("a kettle boils over".into()),
        range_text: Some("Self".into()),
        area_shape: Some("cone".into()),
        area_size: Some(15),
        area_unit: Some("feet".into()),
        verbal: true,
        material: true,
        material_text: Some("A copper lid worth at least 10 gp.".into()),
        duration: "1 minute".into(),
        concentration: true,
        damage_roll: Some("2d6".into()),
        damage_types: vec!["fire".into()],
        saving_throw: Some("dexterity".into()),
        saving_throw_success: Some("half".into()),
        class_slugs: vec!["hearthwarden".into(), "wizard".into()],
        text: "Steam rises. It deals 2d6 fire damage.\n| d4 | Lid |\n|---|---|\n| 1 | Tin |".into(),
        higher_levels: Some("One die more for each slot level above 3rd.".into()),
        casting_options: Json(vec![spell::CastingOption {
            kind: "slot_level_4".into(),
            damage_roll: Some("3d6".into()),
            ..spell::CastingOption::default()
        }]),
        ..spell::Model::default()
    };
    let card = Card::from(&spell);
    assert_eq!(
        card.markdown(Some(&book())),
        "# Kettle Wall

*3rd-level evocation (ritual)*

- **Casting Time:** 1 reaction, which you take when a kettle boils over
- **Range:** Self (15-foot cone)
- **Components:** V, M (a copper lid worth at least 10 gp)
- **Duration:** Concentration, up to 1 minute
- **Classes:** Hearthwarden, Wizard

Steam rises. It deals 2d6 fire damage.

| d4 | Lid |
|---|---|
| 1 | Tin |

**At Higher Levels.** One die more for each slot level above 3rd.

---

*Source: The Hearthside Compendium (hearth), Kettle Press, Creative Commons Attribution 4.0*
"
    );
    assert_eq!(card.excerpt(240), "Steam rises. It deals 2d6 fire damage.");
}

#[test]
fn a_cantrip_without_a_text() {
    let spell = spell::Model {
        name: "Spark".into(),
        school: Some("evocation".into()),
        casting_time_label: "1 action".into(),
        duration: "instantaneous".into(),
        damage_roll: Some("1d4".into()),
        damage_types: vec!["fire".into()],
        casting_options: Json(vec![
            spell::CastingOption {
                kind: "player_level_5".into(),
                damage_roll: Some("2d4".into()),
                ..spell::CastingOption::default()
            },
            spell::CastingOption {
                kind: "slot_level_2".into(),
                ..spell::CastingOption::default()
            },
        ]),
        ..spell::Model::default()
    };
    assert_eq!(
        Card::from(&spell).markdown(None),
        "# Spark

*Evocation cantrip*

- **Casting Time:** 1 action
- **Duration:** Instantaneous

- **Damage:** 1d4 fire

| Cast | Change |
| --- | --- |
| Character level 5 | 2d4 damage |
"
    );
}

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
        ability_scores: Json(Abilities {
            strength: Some(18),
            dexterity: Some(9),
            ..Abilities::default()
        }),
        modifiers: Json(Abilities {
            strength: Some(4),
            ..Abilities::default()
        }),
        saving_throws: Json(Abilities {
            constitution: Some(7),
            ..Abilities::default()
        }),
        skills: Json(vec![SkillBonus {
            skill: "sleight-of-hand".into(),
            bonus: 5,
        }]),
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
            usage: Some(UsageLimit {
                kind: "PER_DAY".into(),
                times: Some(3),
                ..UsageLimit::default()
            }),
            ..Trait::default()
        }]),
        actions: Json(vec![
            Action {
                name: "Steam (Recharge 5-6)".into(),
                text: "It breathes steam.".into(),
                limited_to_form: Some("Kettle Form Only".into()),
                usage: Some(UsageLimit {
                    kind: "RECHARGE_ON_ROLL".into(),
                    minimum: Some(5),
                    ..UsageLimit::default()
                }),
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
    let card = Card::from(&creature);
    assert_eq!(
        card.markdown(None),
        "# Kettle Drake

*Large dragon (iron), lawful neutral*

- **Armor Class:** 17 (natural armor)
- **Hit Points:** 1,136 (16d10 + 48)
- **Speed:** 30 ft., fly 60 ft. (hover)
- **Initiative:** -1

| STR | DEX | CON | INT | WIS | CHA |
| --- | --- | --- | --- | --- | --- |
| 18 (+4) | 9 (-1) | — | — | — | — |

- **Saving Throws:** Con +7
- **Skills:** Sleight of Hand +5
- **Damage Immunities:** fire from kettles
- **Condition Immunities:** prone
- **Senses:** passive Perception 12
- **Languages:** Deep Speech
- **Challenge:** 1/2 (1,100 XP; PB +2)

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
    assert_eq!(card.excerpt(240), "An old drake of iron.");
    let silent = creature::Model {
        text: String::new(),
        ..creature
    };
    assert_eq!(Card::from(&silent).excerpt(25), "Warm (3/Day). It is warm…");
}

#[test]
fn armor_classes_are_as_printed() {
    for (ac, detail, expected) in [
        (
            14,
            Some("14 (natural armor), 11 while prone"),
            "14 (natural armor), 11 while prone",
        ),
        (
            16,
            Some("chain mail) or 18 (chain mail with shield"),
            "16 (chain mail) or 18 (chain mail with shield)",
        ),
        (
            14,
            Some("natural armor), 18 in the dark"),
            "14 (natural armor), 18 in the dark",
        ),
        (
            11,
            Some("in humanoid form, 14 (natural armor) as a kettle"),
            "11 in humanoid form, 14 (natural armor) as a kettle",
        ),
        (
            12,
            Some("15 with _mage armor_"),
            "12 (15 with _mage armor_)",
        ),
        (12, None, "12"),
    ] {
        let creature = creature::Model {
            armor_class: Some(ac),
            armor_detail: detail.map(str::to_owned),
            ..creature::Model::default()
        };
        let card = Card::from(&creature).markdown(None);
        assert!(
            card.contains(&format!("- **Armor Class:** {expected}\n")),
            "{card}"
        );
    }
}

#[test]
fn a_weapon() {
    let weapon = equipment::Model {
        name: "Ladle".into(),
        kind: equipment::Kind::Weapon,
        martial: Some(true),
        weapon_range: Some("melee".into()),
        damage_dice: Some("1d8".into()),
        versatile_dice: Some("1d10".into()),
        damage_type: Some("bludgeoning".into()),
        properties: Json(vec![
            WeaponProperty {
                name: "Versatile".into(),
                detail: Some("1d10".into()),
                text: "Use both hands.".into(),
                ..WeaponProperty::default()
            },
            WeaponProperty {
                name: "Stir".into(),
                kind: Some("Mastery".into()),
                text: "It stirs.".into(),
                ..WeaponProperty::default()
            },
        ]),
        mastery: Some("stir".into()),
        cost: Some(0.5),
        weight: Some(0.25),
        ..equipment::Model::default()
    };
    let card = Card::from(&weapon);
    assert_eq!(
        card.markdown(None),
        "# Ladle

*Martial melee weapon*

- **Damage:** 1d8 bludgeoning
- **Properties:** Versatile (1d10)
- **Mastery:** Stir
- **Cost:** 5 sp
- **Weight:** 1/4 lb.

## Properties

***Versatile.*** Use both hands.

***Stir.*** It stirs.
"
    );
    assert_eq!(
        card.excerpt(50),
        "Martial melee weapon. Damage: 1d8 bludgeoning…"
    );
}

#[test]
fn armor_and_magic_and_packs() {
    let mail = equipment::Model {
        name: "Pot Mail".into(),
        kind: equipment::Kind::MagicItem,
        category: Some("armor".into()),
        armor_category: Some("heavy".into()),
        ac_display: Some("16".into()),
        strength_required: Some(13),
        stealth_disadvantage: Some(true),
        rarity: Some("very-rare".into()),
        requires_attunement: Some(true),
        attunement_detail: Some("by a cook".into()),
        base_armor_slug: Some("chain-mail".into()),
        cost: Some(0.0),
        text: "It clatters.".into(),
        ..equipment::Model::default()
    };
    assert_eq!(
        Card::from(&mail).markdown(None),
        "# Pot Mail

*Armor (chain mail), very rare (requires attunement by a cook)*

- **Armor Class:** 16
- **Strength:** 13
- **Stealth:** Disadvantage

It clatters.
"
    );
    let pack = equipment::Model {
        name: "Cook's Pack".into(),
        category: Some("equipment-pack".into()),
        cost: Some(1.0),
        quantity: Some(20),
        contents: Json(vec![Quantity {
            name: "Candle".into(),
            slug: "candle".into(),
            quantity: 5,
        }]),
        ..equipment::Model::default()
    };
    assert_eq!(
        Card::from(&pack).markdown(None),
        "# Cook's Pack

*Equipment pack*

- **Cost:** 1 gp for 20

## Contents

- Candle (5)
"
    );
}

#[test]
fn a_class() {
    let class = character_option::Model {
        name: "Cook".into(),
        hit_die: Some(8),
        hit_points_at_higher_levels: Some("1D8 (or 5) + your Constitution modifier".into()),
        saving_throws: vec!["wisdom".into()],
        caster_type: Some("HALF".into()),
        spellcasting_ability: Some("wisdom".into()),
        summary: Some("Cuisine".into()),
        starting_equipment: Some("You start with:\n* a ladle".into()),
        multiclassing: Some(Json(character_option::Multiclassing {
            prerequisites: vec![character_option::AbilityMinimum {
                ability: "wisdom".into(),
                minimum: 13,
            }],
            proficiencies: vec!["skill-nature".into()],
            ..character_option::Multiclassing::default()
        })),
        levels: Json(vec![
            ClassLevel {
                level: 1,
                proficiency_bonus: Some(2),
                features: vec!["Stir".into()],
                columns: vec![TableCell {
                    name: "Pots".into(),
                    value: "2".into(),
                }],
                ..ClassLevel::default()
            },
            ClassLevel {
                level: 2,
                proficiency_bonus: Some(2),
                spell_slots: vec![2],
                ..ClassLevel::default()
            },
        ]),
        features: Json(vec![
            Feature {
                name: "Feast".into(),
                text: "Eat.".into(),
                levels: vec![2],
                ..Feature::default()
            },
            Feature {
                name: "Stir".into(),
                text: "## Stir\n\nRound and round.\n\n# Why\nSo.".into(),
                levels: vec![1, 5],
                details: vec!["5th level: twice".into()],
                ..Feature::default()
            },
        ]),
        ..character_option::Model::default()
    };
    let card = Card::from(&class);
    assert_eq!(
        card.markdown(None),
        "# Cook

*Class. Subclasses: Cuisine*

- **Hit Die:** d8
- **Hit Points at Higher Levels:** 1d8 (or 5) + your Constitution modifier
- **Saving Throws:** Wisdom
- **Spellcasting:** Half caster, Wisdom

## Starting Equipment

You start with:

* a ladle

## Multiclassing

- **Prerequisites:** Wisdom 13
- **Proficiencies Gained:** Nature

## The Cook

| Level | Proficiency Bonus | Features | Pots | 1st-Level Slots |
| --- | --- | --- | --- | --- |
| 1st | +2 | Stir | 2 | — |
| 2nd | +2 | — | — | 2 |

## Features

### Stir (1st, 5th level)

Round and round.

#### Why

So.

*5th level: twice*

### Feast (2nd level)

Eat.
"
    );
    assert_eq!(
        card.excerpt(60),
        "Stir (1st, 5th level). Round and round. Why. So. 5th level…"
    );
}

#[test]
fn a_race_and_a_background_and_a_feat() {
    let race = character_option::Model {
        name: "Kettlefolk".into(),
        kind: character_option::Kind::Race,
        sizes: vec!["small".into(), "medium".into()],
        speed: Some(25),
        ability_increases: Json(vec![character_option::AbilityIncrease {
            ability: Some("wisdom".into()),
            bonus: 2,
            choose: None,
        }]),
        traits: Json(vec![Trait {
            name: "Speed".into(),
            text: "You walk 25 feet.".into(),
            ..Trait::default()
        }]),
        ..character_option::Model::default()
    };
    assert_eq!(
        Card::from(&race).markdown(None),
        "# Kettlefolk

*Race*

- **Size:** Small or Medium
- **Ability Scores:** Wisdom +2

## Traits

***Speed.*** You walk 25 feet.
"
    );
    let benefit = |name: Option<&str>, kind: &str, text: &str| Benefit {
        name: name.map(str::to_owned),
        text: text.into(),
        kind: Some(kind.into()),
    };
    let background = character_option::Model {
        name: "Scullion".into(),
        kind: character_option::Kind::Background,
        starting_equipment: Some("A sponge".into()),
        benefits: Json(vec![
            benefit(Some("Equipment"), "equipment", "A sponge"),
            benefit(
                Some("Memories"),
                "feature",
                "You recall\n\n| d4 | Pot |\n|---|---|\n| 1 | Tin |",
            ),
            benefit(Some("Skills"), "skill_proficiency", "Insight"),
        ]),
        ..character_option::Model::default()
    };
    assert_eq!(
        Card::from(&background).markdown(None),
        "# Scullion

*Background*

***Skills.*** Insight

***Equipment.*** A sponge

## Memories

You recall

| d4 | Pot |
|---|---|
| 1 | Tin |
"
    );
    let feat = character_option::Model {
        name: "Scald".into(),
        kind: character_option::Kind::Feat,
        feat_category: Some("epic-boon".into()),
        prerequisites: Some("Level 19+".into()),
        repeatable: Some(true),
        text: "You learn to scald.".into(),
        benefits: Json(vec![
            Benefit {
                text: "You scald.".into(),
                ..Benefit::default()
            },
            Benefit {
                text: "You learn to scald.".into(),
                ..Benefit::default()
            },
        ]),
        ..character_option::Model::default()
    };
    assert_eq!(
        Card::from(&feat).markdown(None),
        "# Scald

*Epic Boon Feat (Prerequisite: Level 19+)*

- **Repeatable:** Yes

You learn to scald.

- You scald.
"
    );
}

#[test]
fn a_rule() {
    let rule = rule::Model {
        name: "Simmering".into(),
        section_name: Some("Heat".into()),
        chapter: Some("cooking-pots".into()),
        related_slugs: vec!["boiling-over".into()],
        text: "Simmering\n\nKeep it low.\n# More\nLower.".into(),
        ..rule::Model::default()
    };
    assert_eq!(
        Card::from(&rule).markdown(None),
        "# Simmering

*Rule*

- **Section:** Heat
- **Chapter:** Cooking Pots
- **See also:** Boiling Over

Keep it low.

## More

Lower.
"
    );
    let language = rule::Model {
        name: "Hiss".into(),
        kind: rule::Kind::Language,
        typical_speakers: vec!["kettles".into()],
        exotic: Some(true),
        secret: Some(false),
        ..rule::Model::default()
    };
    assert_eq!(
        Card::from(&language).markdown(None),
        "# Hiss\n\n*Language*\n\n- **Typical Speakers:** Kettles\n- **Traits:** Exotic\n"
    );
}

#[test]
fn a_document() {
    assert_eq!(
        Card::from(&book()).markdown(None),
        "# The Hearthside Compendium

- **Key:** hearth
- **Publisher:** Kettle Press
- **Game System:** 5th Edition 2014 (5e-2014)
- **Licenses:** Creative Commons Attribution 4.0
- **Permalink:** <https://example.org/hearth>

All about kettles.
"
    );
}
