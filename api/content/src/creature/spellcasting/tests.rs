use super::*;
use crate::Trait;
use crate::creature::Action;

fn reading(texts: &[(&str, &str)]) -> Model {
    let traits: Vec<Trait> = texts
        .iter()
        .map(|(name, text)| Trait { name: (*name).to_owned(), text: (*text).to_owned(), ..Trait::default() })
        .collect();
    let mut creature = Model { traits: traits.into(), ..Model::default() };
    read_prose(&mut creature);
    creature
}

#[test]
fn a_caster_of_a_class_has_slots() {
    let creature = reading(&[(
        "Spellcasting",
        "The stove sage is a 5th-level spellcaster. Its spellcasting ability is Wisdom (spell save DC 13, +5 to hit with \
         spell attacks). The sage has the following druid spells prepared:\n\n\
         - **Cantrips** (at will): ember tongue, mend pot\n\
         - **1st Level** (4 slots): *warm hands*, broth of mending\n\
         - **3rd Level** (2 slots): enlarge/reduce (spoons only), wall of soup",
    )]);
    let casting = creature.spellcasting.unwrap();
    assert_eq!((casting.level, casting.dc, casting.to_hit), (Some(5), Some(13), Some(5)));
    assert_eq!(casting.ability.as_deref(), Some("wisdom"));
    assert_eq!(casting.school.as_deref(), Some("druid"));
    assert_eq!(casting.slots, [4, 0, 2]);
    assert_eq!(casting.components_required, ["V", "S", "M"]);
    let spells: Vec<_> = casting.spells.iter().map(|s| (s.name.as_str(), s.level, s.notes.as_deref())).collect();
    assert_eq!(
        spells,
        [
            ("Ember Tongue", Some(0), None),
            ("Mend Pot", Some(0), None),
            ("Warm Hands", Some(1), None),
            ("Broth of Mending", Some(1), None),
            ("Enlarge/Reduce", Some(3), Some("spoons only")),
            ("Wall of Soup", Some(3), None),
        ]
    );
    assert!(creature.spell_slugs.contains(&"wall-of-soup".to_owned()));
}

#[test]
fn an_innate_caster_has_uses() {
    let creature = reading(&[(
        "Innate Spellcasting",
        "The drake casts one of these spells, requiring no material components and using CHA as the spellcasting ability \
         (spell save DC 15):\n\nat will: _soot sight_\n3/day each: _fly_, _fear_\n1/week: great oven\n\n\
         The drake sleeps afterwards, and dreams of soup, bread, and cheese.",
    )]);
    let casting = creature.spellcasting.unwrap();
    assert_eq!(casting.ability.as_deref(), Some("charisma"));
    assert_eq!(casting.components_required, ["V", "S"]);
    let spells: Vec<_> = casting
        .spells
        .iter()
        .map(|s| {
            let usage = s.usage.as_ref().map(|u| (u.kind.as_str(), u.times));
            (s.slug.as_str(), usage, s.notes.as_deref())
        })
        .collect();
    assert_eq!(
        spells,
        [
            ("soot-sight", Some(("AT_WILL", None)), None),
            ("fly", Some(("PER_DAY", Some(3))), None),
            ("fear", Some(("PER_DAY", Some(3))), None),
            ("great-oven", None, Some("1/week")),
        ]
    );
}

#[test]
fn one_spell_can_stand_in_a_sentence() {
    let mut creature = Model {
        traits: vec![Trait {
            name: "Innate Spellcasting (1/Day)".into(),
            text: "The kettle mephit can innately cast *wall of steam* (spell save DC 10), requiring no material components. \
                   Its innate spellcasting ability is Charisma."
                .into(),
            usage: Some(UsageLimit {
                kind: "PER_DAY".into(),
                times: Some(1),
                ..UsageLimit::default()
            }),
            ..Trait::default()
        }]
        .into(),
        ..Model::default()
    };
    read_prose(&mut creature);
    let casting = creature.spellcasting.unwrap();
    assert_eq!(casting.dc, Some(10));
    assert_eq!(creature.spell_slugs, ["wall-of-steam"]);
    assert_eq!(casting.spells[0].usage.as_ref().unwrap().times, Some(1));
}

#[test]
fn a_structure_stands_and_other_prose_is_none() {
    let mut creature = reading(&[]);
    assert!(creature.spellcasting.is_none());
    creature.spell_slugs = vec!["known".into()];
    creature.traits =
        vec![Trait { name: "Spellcasting".into(), text: "At will: other".into(), ..Trait::default() }].into();
    read_prose(&mut creature);
    assert_eq!(creature.spell_slugs, ["known"]);
    let forgetful =
        reading(&[("Detect Spellcasting", "It notices whenever somebody within 1 mile uses magic, at any hour.")]);
    assert!(forgetful.spellcasting.is_none());
}

#[test]
fn spells_that_an_action_may_cast_instead_are_cast() {
    let action = |text: &str| Action { text: text.to_owned(), ..Action::default() };
    let actions = [
        "With two others, the toad can cast one of the following spells, requiring no pond (spell save DC 11): *Rain*, *Old Song*, or *Leap*.",
        "The toad casts *Mud* twice. It can replace one Mud with *Hold Fly* (level 7 version) or *Wall of Rain*.",
        "The toad makes two attacks. It can replace one attack with Tongue Lash.",
    ];
    let mut toad = Model { actions: actions.map(action).to_vec().into(), ..Model::default() };
    add_cast_in_actions(&mut toad);
    let cast = ["hold-fly", "leap", "mud", "old-song", "rain", "wall-of-rain"];
    assert_eq!(toad.spell_slugs, cast);
}

#[test]
fn components_are_those_that_the_text_leaves() {
    for (intro, expected) in [
        ("It casts these spells.", "VSM"),
        ("requiring no components:", ""),
        ("requiring no spell components:", ""),
        ("requiring no material components", "VS"),
        ("requiring no material or somatic components", "V"),
        ("requiring no verbal or material components:", "S"),
        ("without requiring material or somatic components", "V"),
        ("requiring only somatic components", "S"),
        ("requiring only verbal components", "V"),
    ] {
        assert_eq!(components(intro).concat(), expected, "{intro}");
    }
}
