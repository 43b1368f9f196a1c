//! Character options.

use crate::character_option::{self, Benefit, ClassLevel, Feature, TableCell};
use crate::markdown::{Layout, Printed as _};
use crate::{Json, Trait};

#[test]
fn a_class() {
    let class = character_option::Model {
        name: "Cook".into(),
        hit_die: Some(8),
        hit_points_at_higher_levels: Some("1d8 (or 5) + your Constitution modifier".into()),
        saving_throws: vec!["wisdom".into()],
        caster_type: Some("HALF".into()),
        spellcasting_ability: Some("wisdom".into()),
        summary: Some("Cuisine".into()),
        starting_equipment: Some("You start with:\n* a ladle".into()),
        multiclassing: Some(Json(character_option::Multiclassing {
            prerequisites: vec![character_option::AbilityMinimum { ability: "wisdom".into(), minimum: 13 }],
            proficiencies: vec!["skill-nature".into()],
            ..character_option::Multiclassing::default()
        })),
        levels: Json(vec![
            ClassLevel {
                level: 1,
                proficiency_bonus: Some(2),
                feature_names: vec!["Stir".into()],
                columns: vec![TableCell { name: "Pots".into(), value: "2".into() }],
                ..ClassLevel::default()
            },
            ClassLevel { level: 2, proficiency_bonus: Some(2), spell_slots: vec![2], ..ClassLevel::default() },
        ]),
        features: Json(vec![
            Feature { name: "Feast".into(), text: "Eat.".into(), levels: vec![2], ..Feature::default() },
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
    let document = class.printed(Layout::Rules2014);
    assert_eq!(
        document.render(None),
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
    assert_eq!(document.excerpt(60), "Stir (1st, 5th level). Round and round. Why. So. 5th level…");
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
            among: Vec::new(),
        }]),
        traits: Json(vec![Trait { name: "Speed".into(), text: "You walk 25 feet.".into(), ..Trait::default() }]),
        ..character_option::Model::default()
    };
    assert_eq!(
        race.printed(Layout::Rules2014).render(None),
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
            benefit(Some("Skills"), "skill_proficiency", "Insight"),
            benefit(Some("Equipment"), "equipment", "A sponge"),
            benefit(Some("Memories"), "feature", "You recall\n\n| d4 | Pot |\n|---|---|\n| 1 | Tin |"),
        ]),
        ..character_option::Model::default()
    };
    assert_eq!(
        background.printed(Layout::Rules2014).render(None),
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
            Benefit { text: "You scald.".into(), ..Benefit::default() },
            Benefit { text: "You learn to scald.".into(), ..Benefit::default() },
        ]),
        ..character_option::Model::default()
    };
    assert_eq!(
        feat.printed(Layout::Rules2014).render(None),
        "# Scald

*Epic Boon Feat (Prerequisite: Level 19+)*

- **Repeatable:** Yes

You learn to scald.

- You scald.
"
    );
}
