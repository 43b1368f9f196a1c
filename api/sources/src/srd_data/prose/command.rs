//! Commands in double brackets: `[[/attack extended]]`, `[[lookup @save.dc.value activity=x]]`, `[[/r 1d6]]`.

use super::super::notation::{ability, dice, signed, skill, skill_ability, title};
use super::super::wire::{Activity, Part};
use super::About;
use super::lookup;
use lorekeeper_content::dice_average;

/// The words of a command with that label; `None` where they depend on a character.
pub(super) fn words(command: &str, label: Option<&str>, about: &About<'_>) -> Option<String> {
    let command = command.trim();
    if let Some(path) = command.strip_prefix("lookup ") {
        let found = lookup::lookup(&Arguments::of(path), about);
        return found.or_else(|| label.map(str::to_owned));
    }
    let Some(command) = command.strip_prefix('/') else {
        // A formula with a name: the name says what the number is, not what it means.
        return roll(command);
    };
    if let Some(label) = label {
        return Some(label.trim().to_owned());
    }
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let arguments = Arguments::of(rest);
    match name {
        "attack" => attack(&arguments, about),
        "damage" => damage(&arguments, about),
        "healing" | "heal" => healing(&arguments, about),
        "save" => save(&arguments, about),
        "check" | "skill" | "tool" => check(&arguments, about),
        "item" => item(rest),
        "award" => award(rest),
        _ => roll(rest),
    }
}

/// The arguments of a command: words, and settings such as `activity=x`.
pub(super) struct Arguments<'a> {
    pub words: Vec<&'a str>,
    settings: Vec<(&'a str, &'a str)>,
}

impl<'a> Arguments<'a> {
    pub fn of(text: &'a str) -> Self {
        let (settings, words) = text
            .split_whitespace()
            .partition::<Vec<_>, _>(|w| w.contains('='));
        Self {
            words,
            settings: settings
                .into_iter()
                .filter_map(|w| w.split_once('='))
                .collect(),
        }
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    fn setting(&self, name: &str) -> Option<&'a str> {
        let found = self.settings.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }

    /// The activity that is meant: the one that is named, else the first of a kind.
    pub fn activity<'b>(&self, about: &About<'b>, kinds: &[&str]) -> Option<&'b Activity> {
        let named = self.setting("activity");
        let named = named.and_then(|id| about.activities.iter().find(|a| a.id == id));
        named.or_else(|| {
            let fits = |activity: &&Activity| kinds.contains(&activity.kind.as_str());
            about.activities.iter().find(fits)
        })
    }
}

fn attack(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let activity = arguments.activity(about, &["attack"])?;
    let bonus = about
        .stats
        .and_then(|stats| stats.to_hit(activity))
        .map(signed);
    if !arguments.has("extended") {
        return bonus;
    }
    let kind = match activity.attack.kind.value.as_str() {
        "melee" => "Melee Attack Roll",
        "ranged" => "Ranged Attack Roll",
        _ => "Attack Roll",
    };
    let distance = activity
        .range
        .value
        .as_deref()
        .filter(|value| !value.is_empty());
    let distance = distance
        .filter(|_| activity.range.units == "ft")
        .map(|feet| {
            let word = if activity.attack.kind.value == "ranged" {
                "range"
            } else {
                "reach"
            };
            format!("{word} {feet} ft.")
        });
    let parts: Vec<String> = bonus.into_iter().chain(distance).collect();
    if parts.is_empty() {
        return Some(kind.to_owned());
    }
    Some(format!(
        "{kind}: {}",
        parts.join(", ").trim_end_matches('.')
    ))
}

fn damage(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let formula = arguments
        .words
        .iter()
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    if let Some(formula) = formula {
        let kind = arguments.setting("type").or_else(|| {
            let words = ["average", "extended"];
            arguments
                .words
                .iter()
                .find(|word| *word != formula && !words.contains(word))
                .copied()
        });
        let dice = if arguments.has("average") {
            averaged(formula)
        } else {
            (*formula).to_owned()
        };
        let kind = kind
            .map(|kind| format!(" {}", title(kind)))
            .unwrap_or_default();
        return Some(format!("{dice}{kind}"));
    }
    if !arguments
        .words
        .iter()
        .all(|word| ["average", "extended"].contains(word))
    {
        return None;
    }
    let activity = arguments.activity(about, &["attack", "save", "damage"])?;
    let parts: Vec<String> = match about.stats {
        Some(stats) => {
            let parts = stats.damage(activity).into_iter();
            parts
                .map(|(amount, kinds)| format!("{} {}", averaged(&amount), typed(&kinds)))
                .collect()
        }
        None => activity.damage.parts.iter().filter_map(plain).collect(),
    };
    let parts: Vec<&str> = parts
        .iter()
        .map(|part| part.trim_end())
        .filter(|p| !p.is_empty())
        .collect();
    let said = parts.join(" damage plus ");
    if said.is_empty() {
        return None;
    }
    Some(if arguments.has("extended") {
        format!("Hit: {said} damage")
    } else {
        said
    })
}

fn plain(part: &Part) -> Option<String> {
    Some(format!("{} {}", dice(part)?, typed(&part.types)))
}

/// Damage types as the book writes them; nothing where any of many is meant.
fn typed(kinds: &[String]) -> String {
    if kinds.len() > 3 {
        return String::new();
    }
    let kinds: Vec<String> = kinds.iter().map(|kind| title(kind)).collect();
    kinds.join(" or ")
}

/// Dice with their average before them: `7 (2d6)`.
pub(super) fn averaged(dice: &str) -> String {
    match dice_average(dice) {
        Some(average) if dice.contains('d') => format!("{average} ({dice})"),
        _ => dice.to_owned(),
    }
}

fn healing(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let temporary = if arguments.has("temp") {
        "Temporary "
    } else {
        ""
    };
    let given = arguments
        .words
        .iter()
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let amount = match given {
        Some(formula) => (*formula).to_owned(),
        None => averaged(&lookup::healing(
            arguments.activity(about, &["heal"])?,
            about,
        )?),
    };
    Some(format!("{amount} {temporary}Hit Points"))
}

fn save(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let activity = arguments.activity(about, &["save"]);
    let code = arguments.setting("ability").or_else(|| {
        arguments
            .words
            .iter()
            .copied()
            .find(|word| ability(word).is_some())
    });
    let code =
        code.or_else(|| activity.and_then(|a| a.save.ability.first().map(String::as_str)))?;
    let given = number(arguments, about);
    let dc = given.or_else(|| about.stats?.save_dc(activity?));
    let dc = dc.map(|dc| format!("DC {dc} ")).unwrap_or_default();
    let name = title(ability(code)?);
    let long = if arguments.setting("format") == Some("long") {
        " saving throw"
    } else {
        ""
    };
    Some(format!("{dc}{name}{long}"))
}

fn check(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let activity = arguments.activity(about, &["check"]);
    let check = activity.map(|activity| &activity.check);
    let word = |known: fn(&str) -> bool| arguments.words.iter().copied().find(|word| known(word));
    let named: Vec<&str> = arguments
        .setting("skill")
        .into_iter()
        .chain(word(|w| skill(w).is_some()))
        .collect();
    let bare = named.is_empty() && arguments.setting("ability").is_none();
    let associated = check
        .filter(|_| bare)
        .map_or(&[][..], |check| check.associated.as_slice());
    let skills: Vec<&str> = named
        .into_iter()
        .chain(associated.iter().map(String::as_str))
        .collect();
    let code = arguments
        .setting("ability")
        .or_else(|| word(|w| ability(w).is_some()))
        .or_else(|| {
            check
                .map(|check| check.ability.as_str())
                .filter(|code| !code.is_empty())
        })
        .or_else(|| skills.first().and_then(|code| skill_ability(code)));
    let dc = number(arguments, about).or_else(|| about.stats?.check_dc(activity.filter(|_| bare)?));
    let dc = dc.map(|dc| format!("DC {dc} ")).unwrap_or_default();
    // Where each skill goes by its own ability, each says so.
    let printed = skills.iter().filter_map(|code| {
        let own = arguments.setting("ability").or(skill_ability(code));
        let name = ability(own?).map(title)?;
        Some(format!("{name} ({})", title(skill(code)?)))
    });
    let printed: Vec<String> = printed.collect();
    let said = match (printed.is_empty(), code) {
        (false, _) => printed.join(" or "),
        (true, Some(code)) => title(ability(code)?),
        (true, None) => return None,
    };
    let long = if arguments.setting("format") == Some("long") {
        " check"
    } else {
        ""
    };
    Some(format!("{dc}{said}{long}"))
}

/// The number to reach, where the command says it.
fn number(arguments: &Arguments<'_>, about: &About<'_>) -> Option<i32> {
    match arguments.setting("dc") {
        Some(formula) => {
            super::super::notation::sum(formula, |name| about.stats?.value(name, None))
        }
        None => arguments.words.iter().find_map(|word| word.parse().ok()),
    }
}

fn item(rest: &str) -> Option<String> {
    let words = rest.split_whitespace().filter(|word| !word.contains('='));
    let name = words.collect::<Vec<_>>().join(" ");
    // Without its name it is an address within the creature.
    (!name.is_empty() && !name.starts_with('.')).then_some(name)
}

fn award(rest: &str) -> Option<String> {
    let amount = rest.trim();
    let digits = amount.find(|c: char| !c.is_ascii_digit())?;
    let (number, coin) = amount.split_at(digits);
    Some(format!("{number} {}", coin.trim().to_uppercase()))
}

/// Dice to roll, without what is said of them and how a success is counted.
fn roll(formula: &str) -> Option<String> {
    let formula = formula.split('#').next().unwrap_or_default();
    let formula = match formula.find("cs").or_else(|| formula.find("kh")) {
        Some(at) => formula.get(..at)?,
        None => formula,
    };
    let formula = formula.split('[').next()?.trim();
    let known = |c: char| c.is_ascii_digit() || " d+-−*×".contains(c);
    (!formula.is_empty() && formula.chars().all(known)).then(|| formula.replace('*', "×"))
}
