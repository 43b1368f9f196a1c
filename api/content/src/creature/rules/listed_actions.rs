//! Lists of actions: their order, and what the options behind an action share with it.

use super::{Action, Model};

/// Correction (creatures): Actions stand in the order that their numbers give, where all have one.
pub(super) fn sort(creature: &mut Model) {
    for section in creature.own_action_lists_mut() {
        if section.iter().all(|action| action.order.is_some()) {
            section.sort_by_key(|action| action.order);
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
            let lists = action.text.trim_end().ends_with(':')
                || action.text.contains("one of the following");
            shared = action
                .usage
                .clone()
                .filter(|_| lists && action.name.contains("Breath"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Json, UsageLimit};

    #[test]
    fn options_share_the_usage_of_their_action() {
        let action = |order, name: &str, text: &str| Action {
            order: Some(order),
            name: name.to_owned(),
            text: text.to_owned(),
            ..Action::default()
        };
        let breath = Action {
            usage: Some(UsageLimit {
                kind: "RECHARGE_ON_ROLL".to_owned(),
                ..UsageLimit::default()
            }),
            ..action(1, "Breath Weapons", "The toad uses one of the following:")
        };
        let mut toad = Model {
            actions: Json(vec![
                action(3, "Hop", "It hops."),
                action(2, "Mud Breath", "It spits mud."),
                breath,
            ]),
            ..Model::default()
        };
        sort(&mut toad);
        share_usage(&mut toad);
        let limited: Vec<_> = toad
            .actions
            .iter()
            .map(|action| (action.name.as_str(), action.usage.is_some()))
            .collect();
        assert_eq!(
            limited,
            [
                ("Breath Weapons", true),
                ("Mud Breath", true),
                ("Hop", false)
            ]
        );
    }
}
