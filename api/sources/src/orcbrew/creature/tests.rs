use super::super::fixtures::creature;

#[test]
fn a_stat_block_is_read_whole() {
    let row = creature("toad-cook");
    assert_eq!(
        (row.size.as_deref(), row.creature_type.as_deref()),
        (Some("small"), Some("humanoid"))
    );
    assert_eq!(
        (row.subtype.as_deref(), row.alignment.as_deref()),
        (Some("toad"), Some("neutral good"))
    );
    assert_eq!(
        (row.armor_class, row.armor_detail.as_deref()),
        (Some(13), Some("apron"))
    );
    assert_eq!(
        (row.hit_points, row.hit_dice.as_deref()),
        (Some(18), Some("4d6 + 4"))
    );
    assert_eq!(
        (row.speed.walk, row.speed.swim, row.speed.fly),
        (Some(20), Some(30), None)
    );
    assert_eq!(row.challenge_rating, Some(0.25));
    assert_eq!(
        (row.ability_scores.strength, row.modifiers.strength),
        (Some(8), Some(-1))
    );
    assert_eq!(
        (row.saving_throws.dexterity, row.saving_throws.constitution),
        (Some(4), None)
    );
    assert_eq!(
        (row.all_saving_throws.constitution, row.initiative_bonus),
        (Some(1), Some(2))
    );
    let skills: Vec<_> = row
        .skills
        .iter()
        .map(|s| (s.skill.as_str(), s.bonus))
        .collect();
    assert_eq!(skills, [("perception", 3), ("stealth", 6)]);
    assert_eq!(
        (row.senses.darkvision, row.passive_perception),
        (Some(60), Some(13))
    );
    assert_eq!(row.languages, ["common", "porcelain"]);
    assert_eq!(row.damage_resistances, ["fire"]);
    assert_eq!(row.damage_immunities, ["poison"]);
    assert_eq!(row.damage_vulnerabilities, ["thunder"]);
    assert_eq!(row.condition_immunities, ["poisoned"]);
    assert_eq!(row.text, "A cook of the marsh.");
}

#[test]
fn the_type_of_an_entry_says_where_it_belongs() {
    let row = creature("toad-cook");
    assert_eq!(row.traits.len(), 1);
    assert_eq!(row.traits[0].name, "Slippery");
    assert_eq!(
        (
            row.actions.len(),
            row.bonus_actions.len(),
            row.reactions.len(),
            row.legendary_actions.len()
        ),
        (1, 1, 1, 1)
    );
    let attack = &row.actions[0].attacks[0];
    assert_eq!((attack.to_hit, attack.reach), (Some(4), Some(5)));
    assert_eq!(row.bonus_actions[0].name, "Duck");
    assert!(row.reactions[0].usage.is_some());
    assert_eq!(row.legendary_actions[0].legendary_cost, Some(2));
    assert!(
        row.legendary_preamble
            .as_deref()
            .unwrap()
            .contains("3 legendary actions")
    );
}

#[test]
fn what_is_missing_is_unknown() {
    let row = creature("old-kettle");
    assert_eq!(
        (row.hit_points, row.hit_dice.as_deref()),
        (Some(5), Some("2d4"))
    );
    assert_eq!(
        (
            row.challenge_rating,
            row.armor_class,
            row.passive_perception
        ),
        (Some(0.125), None, None)
    );
    assert_eq!(
        (row.modifiers.strength, row.languages_text.as_deref()),
        (None, None)
    );
    assert_eq!(row.actions[0].name, "Whistle (3/Day)");
    assert!(row.actions[0].usage.is_some());
}
