//! Lists of actions: their order, and what the options behind an action share with it.

use super::{Action, Model};
use std::collections::HashMap;

/// Correction (creatures): Actions stand in the order that their numbers give, where all have one.
pub(super) fn sort(creature: &mut Model) {
    for section in creature.own_action_lists_mut() {
        if section.iter().all(|action| action.order.is_some()) {
            section.sort_by_key(|action| action.order);
        }
    }
}

/// Correction (creatures): What a Multiattack repeats is melee or ranged as the attack of that name is, and an ability where it is no
/// attack.
pub(super) fn name_kinds(creature: &mut Model) {
    let mut kinds: HashMap<String, Option<&str>> = HashMap::new();
    for action in creature.own_actions() {
        let attacks = &action.attacks;
        let (reaches, ranges) =
            (attacks.iter().any(|attack| attack.reach.is_some()), attacks.iter().any(|attack| attack.range.is_some()));
        let kind = match (reaches, ranges) {
            (true, false) => Some("melee"),
            (false, true) => Some("ranged"),
            (false, false) if !action.text.contains("Attack") => Some("ability"),
            _ => None,
        };
        // Two actions of one name leave it open.
        kinds.entry(action.name.clone()).and_modify(|known| *known = None).or_insert(kind);
    }
    for action in creature.own_actions_mut() {
        for part in &mut action.multiattack {
            let stated = part.kind.as_deref();
            if let Some(Some(kind)) = kinds.get(&part.action)
                && matches!(stated, Some("melee" | "ranged" | "ability"))
            {
                part.kind = Some((*kind).to_owned());
            }
        }
    }
}

/// Correction (creatures): An action that repeats an attack (`makes a Grab attack`) deals damage of the same type.
pub(super) fn share_damage_types(creature: &mut Model) {
    let attacks = creature.own_actions().flat_map(|action| &action.attacks);
    let damage = attacks.flat_map(|attack| &attack.damage);
    let mut typed: HashMap<(Option<String>, Option<i32>), Option<String>> = HashMap::new();
    for damage in damage.filter(|damage| damage.damage_type.is_some()) {
        let known = typed.entry((damage.dice.clone(), damage.bonus));
        let known = known.or_insert_with(|| damage.damage_type.clone());
        // Of two types for one roll neither is certain.
        if *known != damage.damage_type {
            *known = None;
        }
    }
    for action in creature.own_actions_mut() {
        let damage = action.attacks.iter_mut().flat_map(|attack| &mut attack.damage);
        for damage in damage.filter(|damage| damage.damage_type.is_none()) {
            let dice = damage.dice.as_deref();
            if dice.is_some_and(|dice| !action.text.contains(dice)) {
                let roll = (damage.dice.clone(), damage.bonus);
                damage.damage_type = typed.get(&roll).cloned().flatten();
            }
        }
    }
}

/// Whether an action is an option of a breath weapon.
fn is_breath(action: &Action) -> bool {
    action.name.ends_with(" Breath") || action.text.contains(" exhales ")
}

/// Correction (creatures): The options of a breath weapon, which a source lists as actions behind it, have its usage.
pub(super) fn share_usage(creature: &mut Model) {
    let mut shared = None;
    for action in creature.actions.iter_mut() {
        if shared.is_some() && is_breath(action) && action.attacks.is_empty() {
            action.usage = action.usage.take().or_else(|| shared.clone());
        } else {
            let lists = action.text.trim_end().ends_with(':') || action.text.contains("one of the following");
            shared = action.usage.clone().filter(|_| lists && action.name.contains("Breath"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::creature::{Attack, MultiattackPart};
    use crate::{Damage, Json, UsageLimit};

    #[test]
    fn a_multiattack_has_the_kinds_of_its_attacks() {
        let attack = |reach, range| Attack { reach, range, ..Attack::default() };
        let action = |name: &str, attacks| Action { name: name.to_owned(), attacks, ..Action::default() };
        let part = |name: &str, kind: &str| MultiattackPart {
            action: name.to_owned(),
            kind: Some(kind.to_owned()),
            ..MultiattackPart::default()
        };
        let multiattack = Action {
            multiattack: vec![
                part("Tongue", "ability"),
                part("Spit", "melee"),
                part("Dart", "ranged"),
                part("Swallow", "melee"),
            ],
            ..action("Multiattack", vec![])
        };
        let mut toad = Model {
            actions: Json(vec![
                multiattack,
                action("Tongue", vec![attack(Some(5), None)]),
                action("Spit", vec![attack(None, Some(20))]),
                action("Dart", vec![attack(Some(5), None), attack(None, Some(20))]),
                action("Swallow", vec![]),
            ]),
            ..Model::default()
        };
        name_kinds(&mut toad);
        let kinds = toad.actions[0].multiattack.iter();
        let kinds: Vec<_> = kinds.filter_map(|part| part.kind.as_deref()).collect();
        assert_eq!(kinds, ["melee", "ranged", "ranged", "ability"]);
    }

    #[test]
    fn options_share_the_usage_of_their_action() {
        let action = |order, name: &str, text: &str| Action {
            order: Some(order),
            name: name.to_owned(),
            text: text.to_owned(),
            ..Action::default()
        };
        let breath = Action {
            usage: Some(UsageLimit { kind: "RECHARGE_ON_ROLL".to_owned(), ..UsageLimit::default() }),
            ..action(1, "Breath Weapons", "The toad uses one of the following:")
        };
        let mut toad = Model {
            actions: Json(vec![action(3, "Hop", "It hops."), action(2, "Mud Breath", "It spits mud."), breath]),
            ..Model::default()
        };
        sort(&mut toad);
        share_usage(&mut toad);
        let limited: Vec<_> =
            toad.actions.iter().map(|action| (action.name.as_str(), action.usage.is_some())).collect();
        assert_eq!(limited, [("Breath Weapons", true), ("Mud Breath", true), ("Hop", false)]);
    }

    #[test]
    fn a_repeated_attack_deals_the_same_damage() {
        let damage = |kind: Option<&str>| Damage {
            dice: Some("2d6".to_owned()),
            bonus: Some(3),
            damage_type: kind.map(str::to_owned),
        };
        let action = |text: &str, kind: Option<&str>| Action {
            text: text.to_owned(),
            attacks: vec![crate::creature::Attack { damage: vec![damage(kind)], ..crate::creature::Attack::default() }],
            ..Action::default()
        };
        let mut toad = Model {
            actions: Json(vec![action("10 (2d6 + 3) acid damage", Some("acid"))]),
            legendary_actions: Json(vec![
                action("The toad makes a Tongue attack.", None),
                action("10 (2d6 + 3) damage of its color", None),
            ]),
            ..Model::default()
        };
        share_damage_types(&mut toad);
        let kinds = toad.legendary_actions.iter().map(|action| &action.attacks[0].damage[0]);
        let kinds: Vec<_> = kinds.map(|damage| damage.damage_type.as_deref()).collect();
        assert_eq!(kinds, [Some("acid"), None]);
    }
}
