//! Ability score increases.

use super::super::item::{Item, flags, number, whole};
use super::super::prose;
use lorekeeper_content::ABILITIES;
use lorekeeper_content::character_option::AbilityIncrease;
use lorekeeper_content::vocabulary::ability_of as ability;
use serde_json::Value;
use std::collections::BTreeMap;

/// The increases of an item: `:abilities {:dex 2}`, the spread `:ability-increases [[2 :any] [1 :con]]`, or the
/// set of abilities of a feat, one of which increases by 1.
pub(super) fn increases(item: &Item<'_>) -> Vec<AbilityIncrease> {
    let mut fixed: Vec<AbilityIncrease> = Vec::new();
    for (key, value) in item.entries("abilities") {
        // The editors leave 0 where nothing was chosen.
        let bonus = number(value).and_then(whole).filter(|bonus| *bonus != 0);
        if let (Some(name), Some(bonus)) = (ability_of(key), bonus) {
            fixed.push(increase(Some(name), bonus));
        }
    }
    let mut chosen: BTreeMap<i32, i32> = BTreeMap::new();
    for Step { amount, pool, .. } in steps(item, "ability-increases") {
        match pool.as_slice() {
            [one] => fixed.push(increase(Some(one), amount)),
            _ => *chosen.entry(amount).or_default() += 1,
        }
    }
    match legacy(item).as_slice() {
        [] => {}
        [one] => fixed.push(increase(Some(one), 1)),
        _ => *chosen.entry(1).or_default() += 1,
    }
    fixed.sort_by_key(|increase| {
        let name = increase.ability.clone().unwrap_or_default();
        ABILITIES.iter().position(|known| *known == name)
    });
    let chosen = chosen.into_iter().rev().map(|(bonus, count)| AbilityIncrease {
        ability: None,
        bonus,
        choose: Some(count),
        among: Vec::new(),
    });
    fixed.into_iter().chain(chosen).collect()
}

/// The increases in words, where numbers cannot express them: a choice among some abilities only, or a saving throw
/// with the increase. `None` where numbers are enough.
pub(super) fn words(item: &Item<'_>) -> Option<String> {
    let steps = steps(item, "ability-increases");
    let is_plain = |step: &Step| !step.save && (step.pool.len() == 1 || step.pool.len() == ABILITIES.len());
    if !steps.is_empty() {
        if steps.iter().all(is_plain) {
            return None;
        }
        let sentences: Vec<String> = steps.iter().map(Step::sentence).collect();
        return Some(sentences.join(" "));
    }
    let pool = legacy(item);
    if pool.is_empty() {
        return None;
    }
    let mut text = if pool.len() == ABILITIES.len() {
        "Increase one ability score of your choice by 1, to a maximum of 20.".to_owned()
    } else {
        format!("Increase your {} score by 1, to a maximum of 20.", prose::either(&capital(&pool)))
    };
    if item.flags("ability-increases").iter().any(|flag| flag == "saves?") {
        text.push_str(" You gain proficiency in saving throws using that ability.");
    }
    Some(text)
}

/// The saving throws that come by themselves with the increases, or are given on their own.
pub(super) fn saves(item: &Item<'_>) -> Vec<&'static str> {
    let riders = steps(item, "ability-increases").into_iter().filter(|step| step.save);
    let given = riders.chain(steps(item, "save-proficiencies"));
    let mut names: Vec<&str> = given.filter_map(|step| step.only()).collect();
    let legacy = legacy(item);
    if let ([one], true) = (legacy.as_slice(), item.flags("ability-increases").iter().any(|f| f == "saves?")) {
        names.push(one);
    }
    names
}

/// How many saving throws can be chosen, and among which.
pub(super) fn save_choices(item: &Item<'_>) -> Vec<(i32, Vec<&'static str>)> {
    let steps = steps(item, "save-proficiencies").into_iter();
    let open = steps.filter(|step| step.only().is_none());
    open.map(|step| (step.amount, step.pool)).collect()
}

/// A step of a spread: an amount, and the abilities that it may go to. A third part says that a saving throw
/// comes with it.
struct Step {
    amount: i32,
    pool: Vec<&'static str>,
    save: bool,
}

impl Step {
    fn of(value: &Value) -> Option<Self> {
        let parts = value.as_array()?;
        let amount = parts.first().and_then(number).and_then(whole)?;
        let pool = pool(parts.get(1)?);
        (amount != 0 && !pool.is_empty()).then(|| Self {
            amount,
            pool,
            save: parts.get(2).is_some_and(|rider| rider == "save"),
        })
    }

    fn only(&self) -> Option<&'static str> {
        match self.pool.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    fn sentence(&self) -> String {
        let amount = self.amount;
        let names = capital(&self.pool);
        let mut text = match names.as_slice() {
            [one] => format!("Your {one} score increases by {amount}."),
            names if names.len() == ABILITIES.len() => {
                format!("One ability score of your choice increases by {amount}.")
            }
            names => format!("Your {} score increases by {amount}.", prose::either(names)),
        };
        if self.save {
            text.push_str(" You gain proficiency in saving throws using that ability.");
        }
        text
    }
}

/// The steps of a spread; none where something else stands under the key.
fn steps(item: &Item<'_>, key: &str) -> Vec<Step> {
    let entries = item.get(key).and_then(Value::as_array);
    entries.into_iter().flatten().filter_map(Step::of).collect()
}

/// The abilities that a pool names: all, the bodily, the mental, a set, or one.
fn pool(value: &Value) -> Vec<&'static str> {
    match value.as_str() {
        Some("any") => ABILITIES.to_vec(),
        Some("martial") => ABILITIES.into_iter().take(3).collect(),
        Some("mental") => ABILITIES.into_iter().skip(3).collect(),
        _ => options(&flags(value)),
    }
}

/// The abilities of the set that feats had before there were spreads.
fn legacy(item: &Item<'_>) -> Vec<&'static str> {
    options(&item.flags("ability-increases"))
}

fn capital(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| prose::sentence(name)).collect()
}

/// The abilities among flags, in the order of the character sheet.
pub(super) fn options(flags: &[String]) -> Vec<&'static str> {
    let named: Vec<&str> = flags.iter().filter_map(|flag| ability_of(flag)).collect();
    ABILITIES.into_iter().filter(|name| named.contains(name)).collect()
}

/// The ability of a keyword (`str`, `strength`); `any` and `saves?` are none.
pub(super) fn ability_of(keyword: &str) -> Option<&'static str> {
    let bare = super::super::item::bare(keyword).to_lowercase();
    ability(&bare).filter(|name| bare.len() == 3 || *name == bare)
}

fn increase(ability: Option<&str>, bonus: i32) -> AbilityIncrease {
    AbilityIncrease { ability: ability.map(str::to_owned), bonus, choose: None, among: Vec::new() }
}
