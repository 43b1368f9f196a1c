//! Commands in double brackets: `[[/attack extended]]`, `[[lookup @save.dc.value activity=x]]`, `[[/r 1d6]]`.

use super::fields::Fields;
use super::lookup;
use super::notation::{dice, skill, title};
use super::{About, Edition};
use lorekeeper_content::dice_average;
use lorekeeper_content::vocabulary::{ABILITIES, ability_of, skill_ability};

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
        "item" => item(rest, about),
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
        let (settings, words) = text.split_whitespace().partition::<Vec<_>, _>(|w| w.contains('='));
        Self { words, settings: settings.into_iter().filter_map(|w| w.split_once('=')).collect() }
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    fn setting(&self, name: &str) -> Option<&'a str> {
        let found = self.settings.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }

    /// The activity that is meant: the one that is named, else the first of a kind.
    pub fn activity<'b>(&self, about: &About<'b>, kinds: &[&str]) -> Option<Fields<'b>> {
        let mut activities = about.thing.list("activities");
        let named = self.setting("activity");
        let named = named.and_then(|id| activities.clone().find(|a| a.text("id") == id));
        named.or_else(|| activities.find(|activity| kinds.contains(&activity.text("kind"))))
    }

    /// The code of the ability that is named.
    fn ability(&self) -> Option<&'a str> {
        let is_code = |word: &&str| ABILITIES.iter().any(|name| name.get(..3) == Some(*word));
        let mut words = self.words.iter().copied();
        self.setting("ability").or_else(|| words.find(is_code))
    }

    /// The first word that begins with a digit.
    fn formula(&self) -> Option<&'a str> {
        let mut words = self.words.iter().copied();
        words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    }
}

fn attack(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let activity = arguments.activity(about, &["attack"])?;
    let bonus = about.stats.and_then(|stats| stats.to_hit(activity));
    let bonus = bonus.map(|bonus| format!("{bonus:+}"));
    if !arguments.has("extended") {
        return bonus;
    }
    let kind = activity.text("attack.type.value");
    let distance = distance(activity, kind);
    let kind = match kind {
        "melee" => "Melee",
        "ranged" => "Ranged",
        MELEE_OR_RANGED => "Melee or Ranged",
        _ => "",
    };
    if about.edition == Edition::Of2014 {
        let by = match activity.text("attack.type.classification") {
            "spell" => "Spell",
            _ => "Weapon",
        };
        let bonus = bonus.map(|bonus| format!("{bonus} to hit"));
        let parts: Vec<String> = bonus
            .into_iter()
            .chain(distance.map(|distance| format!("{distance}.")))
            .chain(["one target".to_owned()])
            .collect();
        return Some(format!("{kind} {by} Attack: {}", parts.join(", ")));
    }
    let parts: Vec<String> = bonus.into_iter().chain(distance).collect();
    let kind = format!("{kind} Attack Roll");
    Some(match parts.as_slice() {
        [] => kind.trim().to_owned(),
        parts => format!("{}: {}", kind.trim(), parts.join(", ")),
    })
}

/// The kind of an attack with a weapon that can be thrown, too.
pub const MELEE_OR_RANGED: &str = "melee-or-ranged";

/// How far an attack goes: `reach 5 ft. or range 20/60 ft`.
fn distance(activity: Fields<'_>, kind: &str) -> Option<String> {
    let range = activity.at("range");
    if range.text("units") != "ft" {
        return None;
    }
    let melee = kind != "ranged";
    let reach = range.word("reach").filter(|_| melee);
    let reach = reach.or_else(|| range.word("value").filter(|_| melee && kind != MELEE_OR_RANGED));
    let far = range.word("value").filter(|_| kind.contains("ranged"));
    let far = far.map(|feet| match range.word("long") {
        Some(long) => format!("range {feet}/{long} ft"),
        None => format!("range {feet} ft"),
    });
    let parts: Vec<String> = reach.map(|feet| format!("reach {feet} ft")).into_iter().chain(far).collect();
    Some(parts.join(". or ")).filter(|distance| !distance.is_empty())
}

fn damage(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    const MANNERS: [&str; 2] = ["average", "extended"];
    if let Some(formula) = arguments.formula() {
        let mut others = arguments.words.iter().copied();
        let other = others.find(|word| *word != formula && !MANNERS.contains(word));
        let dice = if arguments.has("average") { averaged(formula) } else { formula.to_owned() };
        let kind = arguments.setting("type").or(other);
        let kind = kind.map(|kind| about.edition.term(kind));
        return Some(format!("{dice} {}", kind.unwrap_or_default()).trim_end().to_owned());
    }
    if !arguments.words.iter().all(|word| MANNERS.contains(word)) {
        return None;
    }
    let activity = arguments.activity(about, &["attack", "save", "damage"])?;
    let parts: Vec<String> = if let Some(stats) = about.stats {
        let two_handed = arguments.setting("attackMode") == Some("twoHanded");
        let parts = stats.damage(activity, two_handed).into_iter();
        parts.map(|(amount, kinds)| format!("{} {}", averaged(&amount), typed(&kinds, about.edition))).collect()
    } else {
        let parts = activity.list("damage.parts");
        parts
            .filter_map(|part| Some(format!("{} {}", dice(part, 0)?, typed(&part.words("types"), about.edition))))
            .collect()
    };
    let parts = parts.iter().map(|part| part.trim_end());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let said = parts.join(" damage plus ");
    if said.is_empty() {
        return None;
    }
    Some(if arguments.has("extended") { format!("Hit: {said} damage") } else { said })
}

/// Damage types as the book writes them; nothing where any of many is meant.
fn typed(kinds: &[&str], edition: Edition) -> String {
    if kinds.len() > 3 {
        return String::new();
    }
    let kinds: Vec<String> = kinds.iter().map(|kind| edition.term(kind)).collect();
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
    let temporary = if arguments.has("temp") { "Temporary " } else { "" };
    let amount = match arguments.formula() {
        Some(formula) => formula.to_owned(),
        None => averaged(&lookup::healing(arguments.activity(about, &["heal"])?, about)?),
    };
    let points = format!("{temporary}Hit Points");
    Some(match about.edition {
        Edition::Of2014 => format!("{amount} {}", points.to_lowercase()),
        Edition::Of2024 => format!("{amount} {points}"),
    })
}

fn save(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let activity = arguments.activity(about, &["save"]);
    let own = || activity?.words("save.ability").first().copied();
    let code = arguments.ability().or_else(own)?;
    let given = number(arguments, about);
    let dc = given.or_else(|| about.stats?.save_dc(activity?));
    Some(with_dc(dc, &title(ability_of(code)?), "saving throw", arguments))
}

fn check(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let activity = arguments.activity(about, &["check"]);
    let mut words = arguments.words.iter().copied();
    let named = arguments.setting("skill").into_iter();
    let mut skills: Vec<&str> = named.chain(words.find(|word| skill(word).is_some())).collect();
    let bare = skills.is_empty() && arguments.setting("ability").is_none();
    if bare {
        skills.extend(activity.map(|a| a.words("check.associated")).unwrap_or_default());
    }
    let by = |code: &str| skill_ability(skill(code)?);
    let own = || Some(activity?.text("check.ability")).filter(|code| !code.is_empty());
    let code = arguments.ability().or_else(own);
    let code = code.or_else(|| by(skills.first()?));
    let dc = number(arguments, about).or_else(|| about.stats?.check_dc(activity.filter(|_| bare)?));
    // Where each skill goes by its own ability, each says so.
    let printed = skills.iter().filter_map(|code| {
        let ability = arguments.setting("ability").and_then(ability_of);
        let ability = ability.or_else(|| by(code))?;
        Some(format!("{} ({})", title(ability), title(skill(code)?)))
    });
    let printed = printed.collect::<Vec<_>>().join(" or ");
    let said = match (printed.is_empty(), code) {
        (false, _) => printed,
        (true, code) => title(ability_of(code?)?),
    };
    Some(with_dc(dc, &said, "check", arguments))
}

/// `DC 15 Dexterity saving throw`, with as much as is known and asked for.
fn with_dc(dc: Option<i32>, of: &str, what: &str, arguments: &Arguments<'_>) -> String {
    let dc = dc.map(|dc| format!("DC {dc} ")).unwrap_or_default();
    let long = arguments.setting("format") == Some("long");
    let what = if long { what } else { "" };
    format!("{dc}{of} {what}").trim_end().to_owned()
}

/// The number to reach, where the command says it.
fn number(arguments: &Arguments<'_>, about: &About<'_>) -> Option<i32> {
    match arguments.setting("dc") {
        Some(formula) => super::notation::sum(formula, |name| about.stats?.value(name, None)),
        None => arguments.words.iter().find_map(|word| word.parse().ok()),
    }
}

fn item(rest: &str, about: &About<'_>) -> Option<String> {
    let words = rest.split_whitespace().filter(|word| !word.contains('='));
    let name = words.collect::<Vec<_>>().join(" ");
    match name.strip_prefix('.') {
        // An address within the creature.
        Some(id) => about.links.part(id),
        None => Some(name).filter(|name| !name.is_empty()),
    }
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
