//! Actions: attacks, damage and saving throws against the texts of the actions.

use crate::Pattern;
use crate::Regex;
use crate::creature::{Action, Model};
use crate::lint::Finding;
use crate::vocabulary::ability_of;
use regex::Captures;
use std::collections::BTreeSet;

/// The checks of all actions.
fn each(row: &Model, check: fn(&Action) -> Vec<Finding>) -> Vec<Finding> {
    let actions = row.all_actions();
    let named = actions.flat_map(|action| {
        check(action).into_iter().map(move |finding| match finding {
            Finding::Holds => Finding::Holds,
            Finding::Contradiction { stated, expected } => {
                Finding::contradiction(format!("{}: {stated}", action.name), expected)
            }
        })
    });
    named.collect()
}

fn number(found: &Captures, name: &str) -> Option<i32> {
    found.name(name)?.as_str().parse().ok()
}

static TO_HIT: Pattern =
    Pattern::new(r"\+\s*(?P<bonus>\d+)\s*(?:\([^)]*\) )?to hit|attack(?: roll)?:[*_]* *\+(?P<other>\d+)");

pub(super) fn to_hit(row: &Model) -> Vec<Finding> {
    each(row, |action| {
        let printed: Vec<i32> = TO_HIT
            .captures_iter(&action.text)
            .filter_map(|found| number(&found, "bonus").or(number(&found, "other")))
            .collect();
        if printed.is_empty() {
            return Vec::new();
        }
        let stated = action.attacks.iter().filter_map(|attack| attack.to_hit);
        stated.map(|bonus| Finding::among(bonus, &printed)).collect()
    })
}

static REACH: Pattern = Pattern::new(r"\breach (?P<feet>\d+) ?f");
static RANGE: Pattern = Pattern::new(r"\brange (?P<feet>\d+)(?:(?: ft\.?)? ?/ ?(?P<long>\d+))? ?f");

pub(super) fn reach(row: &Model) -> Vec<Finding> {
    each(row, |action| {
        let numbers = |regex: &Regex, name: &str| -> Vec<i32> {
            let found = regex.captures_iter(&action.text);
            found.filter_map(|found| number(&found, name)).collect()
        };
        let printed = [numbers(&REACH, "feet"), numbers(&RANGE, "feet"), numbers(&RANGE, "long")];
        let mut findings = Vec::new();
        for attack in &action.attacks {
            let stated = [attack.reach, attack.range, attack.long_range];
            for (stated, printed) in stated.into_iter().zip(&printed) {
                if let (Some(stated), false) = (stated.filter(|feet| *feet > 0), printed.is_empty()) {
                    findings.push(Finding::among(stated, printed));
                }
            }
        }
        findings
    })
}

static DICE: Pattern = Pattern::new(r"\b\d+d\d+\b");

/// The dice of damage, which stand in the text of the action.
pub(super) fn damage(row: &Model) -> Vec<Finding> {
    each(row, |action| {
        let printed: BTreeSet<String> =
            DICE.find_iter(&action.text).map(|found| found.as_str().to_lowercase()).collect();
        if printed.is_empty() {
            return Vec::new();
        }
        let printed: Vec<String> = printed.into_iter().collect();
        let attacks = action.attacks.iter().flat_map(|attack| &attack.damage);
        let stated = attacks.chain(&action.damage).filter_map(|damage| {
            let dice = DICE.find(damage.dice.as_deref()?)?;
            Some(dice.as_str().to_lowercase())
        });
        stated.map(|dice| Finding::among(dice, &printed)).collect()
    })
}

pub(super) fn damage_types(row: &Model) -> Vec<Finding> {
    each(row, |action| {
        let text = action.text.to_lowercase();
        if !text.contains("damage") {
            return Vec::new();
        }
        let attacks = action.attacks.iter().flat_map(|attack| &attack.damage);
        let stated = attacks.chain(&action.damage).filter_map(|d| d.damage_type.as_deref());
        stated
            .map(|kind| if text.contains(kind) { Finding::Holds } else { Finding::contradiction(kind, "not named") })
            .collect()
    })
}

static SAVE: Pattern = Pattern::new(
    r"\bDC (?P<dc>\d+)[,:]? (?P<ability>str|dex|con|int|wis|cha)\w*|\b(?P<first>str|dex|con|int|wis|cha)\w* sav(?:ing throw|e)[*_:]*,? ?\(?DC (?P<last>\d+)",
);

pub(super) fn save(row: &Model) -> Vec<Finding> {
    each(row, |action| {
        let printed: Vec<String> = SAVE
            .captures_iter(&action.text)
            .filter_map(|found| {
                let dc = number(&found, "dc").or(number(&found, "last"))?;
                let word = found.name("ability").or(found.name("first"))?;
                let ability = ability_of(&word.as_str().to_lowercase())?;
                Some(format!("{ability} {dc}"))
            })
            .collect();
        if printed.is_empty() {
            return Vec::new();
        }
        let saves = action.attacks.iter().filter_map(|attack| attack.save.as_ref());
        let stated = action.save.iter().chain(saves);
        let stated = stated.filter_map(|save| Some(format!("{} {}", save.ability, save.dc?)));
        stated.map(|save| Finding::among(save, &printed)).collect()
    })
}
