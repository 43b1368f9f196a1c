//! Actions by the sections of the stat block.

use super::{CreatureRecord, per_day};
use crate::srd_data::notation::ability;
use crate::srd_data::prose::{About, markdown};
use crate::srd_data::wire::Activity;
use crate::stat_block::usage::printed;
use lorekeeper_content::creature::{Action, Attack, Model};
use lorekeeper_content::{Damage, SavingThrowDc, UsageLimit};

/// Fills in the actions.
pub(super) fn fill<'a>(
    wire: &'a CreatureRecord,
    about: &dyn Fn(&'a [Activity]) -> About<'a>,
    row: &mut Model,
) {
    let all = wire
        .actions
        .iter()
        .chain(&wire.legendary_actions)
        .chain(&wire.lair_actions);
    for action in all {
        let section = match action.kind.as_str() {
            "bonus_action" => &mut row.bonus_actions,
            "reaction" => &mut row.reactions,
            "legendary" => &mut row.legendary_actions,
            "lair" => &mut row.lair_actions,
            _ => &mut row.actions,
        };
        let order = i32::try_from(section.len()).ok();
        let drawn = draw(action, &about(&action.activities), order);
        section.push(drawn);
    }
}

fn draw(wire: &super::Action, about: &About<'_>, order: Option<i32>) -> Action {
    let name = wire.name.trim().to_owned();
    let attacks: Vec<Attack> = about
        .activities
        .iter()
        .filter(|activity| activity.kind == "attack")
        .map(|activity| attack(activity, &name, about))
        .collect();
    let save = about
        .activities
        .iter()
        .find(|activity| activity.kind == "save");
    let dealt = save.or_else(|| {
        about
            .activities
            .iter()
            .find(|activity| activity.kind == "damage")
    });
    Action {
        text: markdown(&wire.description, about),
        order,
        legendary_cost: wire.legendary_cost.filter(|_| wire.kind == "legendary"),
        usage: usage(wire),
        save: save.and_then(|activity| saving_throw(activity, about)),
        damage: dealt
            .map(|activity| damage(activity, about))
            .unwrap_or_default(),
        attacks,
        name,
        ..Action::default()
    }
}

/// The usage limit of an action.
pub(super) fn usage(wire: &super::Action) -> Option<UsageLimit> {
    if let Some(recharge) = &wire.recharge {
        let minimum = recharge
            .split(['-', '–'])
            .next()
            .and_then(|first| first.trim().parse().ok());
        return Some(UsageLimit {
            kind: "RECHARGE_ON_ROLL".to_owned(),
            minimum,
            ..UsageLimit::default()
        });
    }
    wire.uses_per_day
        .map(per_day)
        .or_else(|| printed(&wire.name))
}

fn attack(activity: &Activity, name: &str, about: &About<'_>) -> Attack {
    let feet = activity
        .range
        .value
        .as_deref()
        .and_then(|value| value.parse().ok());
    let feet: Option<i32> = feet.filter(|_| activity.range.units == "ft");
    let ranged = activity.attack.kind.value == "ranged";
    Attack {
        name: name.to_owned(),
        attack_type: match activity.attack.kind.classification.as_str() {
            "spell" => Some("SPELL".to_owned()),
            _ => Some("WEAPON".to_owned()),
        },
        to_hit: about.stats.and_then(|stats| stats.to_hit(activity)),
        reach: feet.filter(|_| !ranged),
        range: feet.filter(|_| ranged),
        unit: feet.map(|_| "feet".to_owned()),
        damage: damage(activity, about),
        ..Attack::default()
    }
}

/// The damage of an activity. Of several damage types the first is named: the others are a choice.
fn damage(activity: &Activity, about: &About<'_>) -> Vec<Damage> {
    let dealt = about
        .stats
        .map(|stats| stats.damage(activity))
        .unwrap_or_default();
    dealt
        .into_iter()
        .map(|(amount, kinds)| {
            let (dice, bonus) = split(&amount);
            Damage {
                dice,
                bonus,
                damage_type: kinds.first().filter(|_| kinds.len() == 1).cloned(),
            }
        })
        .collect()
}

/// Dice and bonus of an amount (`2d6 + 3`).
fn split(amount: &str) -> (Option<String>, Option<i32>) {
    if !amount.contains('d') {
        return (None, amount.trim().parse().ok());
    }
    for (sign, factor) in [(" + ", 1), (" - ", -1)] {
        if let Some((dice, bonus)) = amount.split_once(sign) {
            let bonus: Option<i32> = bonus.trim().parse().ok();
            return (
                Some(dice.trim().to_owned()),
                bonus.map(|bonus| bonus * factor),
            );
        }
    }
    (Some(amount.trim().to_owned()), None)
}

fn saving_throw(activity: &Activity, about: &About<'_>) -> Option<SavingThrowDc> {
    Some(SavingThrowDc {
        ability: activity
            .save
            .ability
            .iter()
            .find_map(|code| ability(code))?
            .to_owned(),
        dc: about.stats.and_then(|stats| stats.save_dc(activity)),
        success: success(activity),
    })
}

/// The effect of a success, where the save is about damage.
fn success(activity: &Activity) -> Option<String> {
    if activity.damage.parts.is_empty() {
        return None;
    }
    match activity.damage.on_save.as_str() {
        "half" => Some("half".to_owned()),
        "none" => Some("none".to_owned()),
        "full" => Some("other".to_owned()),
        _ => None,
    }
}
