//! Creatures.

use super::{finding, tells};
use crate::creature::{Abilities, Action, Attack, Model, SkillBonus, Speed, Spellcasting};
use crate::lint::{Finding, Lint};
use crate::{Damage, SavingThrowDc};

/// A toad of rating 5: Dexterity 14, Constitution 16, Wisdom 12.
fn toad() -> Model {
    let scores = Abilities {
        strength: Some(10),
        dexterity: Some(14),
        constitution: Some(16),
        intelligence: Some(3),
        wisdom: Some(12),
        charisma: Some(6),
    };
    Model { ability_scores: scores.into(), challenge_rating: Some(5.0), proficiency_bonus: Some(3), ..Model::default() }
}

#[test]
fn numbers_follow_the_arithmetic_of_the_game() {
    let of =
        |hit_points: i32, dice: &str| Model { hit_points: Some(hit_points), hit_dice: Some(dice.to_owned()), ..toad() };
    tells("hit-points-of-dice", &of(75, "10d8 + 30"), &of(57, "10d8 + 30"));
    tells("hit-dice-constitution", &of(75, "10d8 + 30"), &of(55, "10d8 + 10"));
    let of = |experience: i32, proficiency: i32| Model {
        experience_points: Some(experience),
        proficiency_bonus: Some(proficiency),
        ..toad()
    };
    tells("experience-of-rating", &of(1800, 3), &of(180, 3));
    tells("proficiency-of-rating", &of(1800, 3), &of(1800, 2));
    let of = |save: i32| Model {
        saving_throws: Abilities { dexterity: Some(save), ..Abilities::default() }.into(),
        ..toad()
    };
    tells("saving-throw-bonus", &of(5), &of(0));
    let of = |perception: i32, passive: i32| Model {
        skills: vec![SkillBonus { skill: "perception".to_owned(), bonus: perception }].into(),
        passive_perception: Some(passive),
        ..toad()
    };
    tells("skill-bonus", &of(4, 14), &of(9, 19));
    tells("passive-perception", &of(4, 14), &of(4, 11));
    let of = |initiative: i32| Model { initiative_bonus: Some(initiative), ..toad() };
    tells("initiative-bonus", &of(2), &of(4));
    let of = |dc: i32, to_hit: i32| Model {
        spellcasting: Some(
            Spellcasting {
                ability: Some("wisdom".to_owned()),
                dc: Some(dc),
                to_hit: Some(to_hit),
                ..Spellcasting::default()
            }
            .into(),
        ),
        ..toad()
    };
    tells("spell-save-dc", &of(12, 4), &of(15, 7));
    tells("spell-attack-bonus", &of(12, 4), &of(12, 7));
}

#[test]
fn a_saving_throw_that_was_cut_short_is_computed() {
    let of = |constitution: i32, save: i32| Model {
        challenge_rating: Some(17.0),
        proficiency_bonus: Some(6),
        ability_scores: Abilities { constitution: Some(constitution), ..Abilities::default() }.into(),
        saving_throws: Abilities { constitution: Some(save), ..Abilities::default() }.into(),
        ..Model::default()
    };
    assert_eq!(of(20, 1).computed(), [("saving_throws.constitution", 11.into())]);
    assert!(of(20, 11).computed().is_empty());
    assert!(of(1, 1).computed().is_empty());
}

#[test]
fn a_proficiency_bonus_that_is_added_throughout_is_told_once() {
    let of = |dexterity: i32, constitution: i32, wisdom: i32| Model {
        saving_throws: Abilities {
            dexterity: Some(dexterity),
            constitution: Some(constitution),
            wisdom: Some(wisdom),
            ..Abilities::default()
        }
        .into(),
        ..toad()
    };
    tells("proficiency-added", &of(5, 6, 4), &of(6, 7, 5));
    tells("saving-throw-bonus", &of(6, 7, 5), &of(6, 6, 4));
}

#[test]
fn perception_at_the_bare_modifier_is_computed_from_passive_perception() {
    let of = |bonus: i32, passive: i32| Model {
        skills: vec![SkillBonus { skill: "perception".to_owned(), bonus }].into(),
        passive_perception: Some(passive),
        ..toad()
    };
    let computed = serde_json::json!([{"skill": "perception", "bonus": 4}]);
    assert_eq!(of(1, 14).computed(), [("skills", computed)]);
    assert!(of(1, 13).computed().is_empty());
    assert!(of(4, 14).computed().is_empty());
}

#[test]
fn an_expertise_die_adds_half_of_it_to_a_passive_score() {
    let of = |document: &str, passive: i32| Model {
        document_key: document.to_owned(),
        skills: vec![SkillBonus { skill: "perception".to_owned(), bonus: 4 }].into(),
        passive_perception: Some(passive),
        ..toad()
    };
    tells("passive-perception", &of("a5e-mm", 16), &of("pond", 16));
}

#[test]
fn actions_agree_with_their_texts() {
    let of = |to_hit: i32, reach: i32, dice: &str, kind: &str, dc: i32| {
        let attack = Attack {
            to_hit: Some(to_hit),
            reach: Some(reach),
            damage: vec![Damage {
                dice: Some(dice.to_owned()),
                damage_type: Some(kind.to_owned()),
                ..Damage::default()
            }],
            ..Attack::default()
        };
        let bite = Action {
            name: "Bite".to_owned(),
            text: "*Melee Attack:* +5 to hit, reach 10 ft. *Hit:* 7 (2d4 + 2) piercing damage, and a DC 13 \
                Constitution saving throw."
                .to_owned(),
            attacks: vec![attack],
            save: Some(SavingThrowDc { ability: "constitution".to_owned(), dc: Some(dc), success: None }),
            ..Action::default()
        };
        Model { actions: vec![bite].into(), ..toad() }
    };
    let right = of(5, 10, "2d4", "piercing", 13);
    tells("attack-bonus", &right, &of(15, 10, "2d4", "piercing", 13));
    tells("attack-to-hit", &right, &of(6, 10, "2d4", "piercing", 13));
    tells("attack-reach", &right, &of(5, 5, "2d4", "piercing", 13));
    tells("attack-damage", &right, &of(5, 10, "2d6", "piercing", 13));
    tells("attack-damage-type", &right, &of(5, 10, "2d4", "thunder", 13));
    tells("action-save", &right, &of(5, 10, "2d4", "piercing", 15));
}

#[test]
fn lists_are_those_printed() {
    let of = |walk: i32, crawl: Option<i32>| Model {
        text: "It likes to crawl.".to_owned(),
        speed: Speed { walk: Some(walk), crawl, ..Speed::default() }.into(),
        ..toad()
    };
    tells("speed", &of(20, None), &of(0, None));
    let silent = Model { text: String::new(), ..of(20, Some(10)) };
    tells("crawl", &of(20, Some(10)), &silent);
    let of = |languages: &[&str], text: &str| Model {
        languages: languages.iter().map(|l| (*l).to_owned()).collect(),
        languages_text: Some(text.to_owned()),
        ..toad()
    };
    let printed = "Common, Infernal; telepathy 60 ft.";
    tells("languages", &of(&["common", "infernal"], printed), &of(&["common"], printed));
    tells("languages", &of(&["common"], "Common"), &of(&["giant"], "Common"));
    let of = |kinds: &[&str]| Model {
        damage_resistances: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
        damage_resistances_text: Some("cold; nonmagical B/P/S attacks".to_owned()),
        ..toad()
    };
    let all = ["bludgeoning", "cold", "piercing", "slashing"];
    tells("damage-modifiers", &of(&all), &of(&["cold"]));
    let of = |conditions: &[&str]| Model {
        condition_immunities: conditions.iter().map(|c| (*c).to_owned()).collect(),
        condition_immunities_text: Some("Prone, charmed".to_owned()),
        ..toad()
    };
    tells("condition-immunities", &of(&["charmed", "prone"]), &of(&["prone"]));
    let says = |text: &str| Model { text: text.to_owned(), ..toad() };
    tells("creature-joined-words", &says("It croaks. It leaps."), &says("It croaks.It leaps."));
    tells("creature-raw-links", &says("It is prone."), &says("It is {@condition prone}."));
}

#[test]
fn what_is_said_once_is_not_checked() {
    for rule in ["hit-points-of-dice", "languages", "damage-modifiers", "speed", "crawl"] {
        assert_eq!(finding(rule, &toad()), None::<Finding>, "{rule}");
    }
}
