//! Uses, recovery and action of a feature, as its text says them.

use super::super::Feature;
use crate::vocabulary::number_word;
use crate::{Pattern, Regex, pattern};
use std::sync::LazyLock;

/// A rest, or a time of the day.
const TIME: &str = r"(?P<rests>short (?:rest )?or (?:a )?long rests?|short rests?|long rests?)|(?P<day>dawn|dusk|sunset|sunrise|midnight|24 hours)|(?P<any>\ba rest\b)";

/// The action that a feature takes.
static ACTION: Pattern = Pattern::new(
    r"\b(?:as an? (?P<as>magic action|bonus action|reaction|action)|(?:use|using|takes?|taking|spend) (?:an?|your) (?P<with>magic action|bonus action|reaction|action)(?: (?:to|and)\b|[.]))",
);

/// An action that is a condition, or another feature's: "when you use your reaction", "you can still take".
static CONDITION: Pattern = Pattern::new(
    r"\b(?:when(?:ever)?|if|after|(?:each|any) time|once) [^.,;:]*$|\b(?:each creature|creatures)\b[^.]*$|\bstill $|\bas part of [^.,;:]*$",
);

/// What must end before something is used or regained again.
static AGAIN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:(?:can['’]?t|cannot)\b[^.]*\bagain (?:until|before|unless)\b|regain(?:s|ing|ed)?\b|must (?:then |have )?finish(?:ed)?\b|(?:once|twice|times|uses?) (?:per|between|before|each)\b)[^.]*?\b(?:{TIME})s?\b"
    ))
});

/// What a rest gives back to somebody else, or besides: hit points, and a limit of each creature (`it can't do so again until it finishes`).
static OTHERWISE: Pattern = Pattern::new(
    r"^regain[a-z]* (?:\w+ ){0,2}(?:hit points|hit dice)\b|\bon (?:that|the same) (?:target|creature) again\b|\b(?:until|before|unless) (?:it|(?:the|that) (?:creature|target)) (?:finish|takes)|\b(?:creature|target)\b[^.]*\b(?:until|before|unless) (?:they|he|she) (?:finish|takes?)",
);

/// The beginning of a sentence that denies what follows, and how many bytes it has at most.
const MAX_BEFORE: usize = 400;
static DENIED: Pattern = Pattern::new(r"\byou (?:can't|cannot) use [^.]*$");

/// A rest that comes before what it gives back.
static AFTER: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"\bfinish an? (?:{TIME}), (?:you )?regain\b")));

/// How often, as a number that depends on something.
static FORMULA: Pattern = Pattern::new(
    r"\bnumber of times (?:per day |each day )?equal to (?:your )?(?P<formula>[^.;,(]+?)(?P<least> \([^)]*\))?(?: (?:before|between|per|and)\b|[.;,]|$)",
);

/// How often, as a number.
static COUNT: Pattern = Pattern::new(
    r"\b(?:use|using|used|cast it|cast the spell|cast this spell)\b[^.]*?\b(?:(?P<word>once|twice)|(?P<number>\w+) times)\b",
);

/// That it cannot be done a second time.
static ONCE: Pattern = Pattern::new(
    r"\b(?:can['’]?t|cannot) (?:use|do|cast|take|gain|create|activate)\b[^.]*\bagain (?:until|before|unless)\b|\bmust (?:then )?finish\b[^.]*\b(?:before you can|to) (?:use|cast|manifest|activate|do)\b|\bonce (?:per|between) (?:(?:short|long) )?rests?\b|\bonce\b[^.]*\bregain the ability to do so\b",
);

/// A use a day, whatever rest it takes.
static DAILY: Pattern = Pattern::new(r"\bonce (?:per|each) day\b");

/// What has no limit of uses, although a rest is named: `at will`, or at a price.
static UNLIMITED: Pattern = Pattern::new(r"\bat will\b|\bif you use this \w+ again before\b");

/// More uses than any feature has without saying the number.
const MAX_UNTOLD_USES: u32 = 9;

/// Fills in what a feature leaves empty: `activation`, `recovery` and `uses`.
pub(super) fn read(feature: &mut Feature) {
    let text = format!("{}\n{}", feature.text, feature.details.join("\n"));
    let main = main_part(&feature.text);
    let stated = feature.activation.take();
    feature.activation = stated
        .filter(|action| main.to_lowercase().contains(&action.replace('-', " ")))
        .or_else(|| activation(main))
        .or_else(|| only_activation(feature.text.get(main.len()..)?));
    if feature.recovery.is_empty() {
        feature.recovery = recovery(&text);
    }
    // A program counts with numbers that the book does not print.
    if let Some(count) = feature.uses.as_deref().and_then(|uses| uses.parse::<u32>().ok())
        && count > MAX_UNTOLD_USES
        && !text.contains(&count.to_string())
    {
        feature.uses = None;
    }
    let told = uses(&text, !feature.recovery.is_empty());
    let is_number = |uses: &String| uses.parse::<u32>().is_ok();
    if told.is_none() && UNLIMITED.is_match(&text) {
        feature.uses = None;
        feature.recovery.clear();
    } else if feature.uses.as_ref().is_none_or(|stated| !is_number(stated) && told.is_some()) {
        feature.uses = told;
    }
    if DAILY.is_match(&text) {
        feature.recovery = vec!["day".to_owned()];
        feature.uses.get_or_insert_with(|| "1".to_owned());
    }
}

/// The text before the first of several parts with labels, each of which has an action of its own.
fn main_part(text: &str) -> &str {
    let mut labels = text.match_indices("**_");
    match (labels.next(), labels.next()) {
        (Some((first, _)), Some(_)) => text.get(..first).unwrap_or(text),
        _ => text,
    }
}

/// The action that parts with labels take, where it is one and the same.
fn only_activation(parts: &str) -> Option<String> {
    let mut actions = parts.split("**_").filter_map(activation);
    let first = actions.next()?;
    actions.all(|action| action == first).then_some(first)
}

/// `action`, `bonus-action` or `reaction`: the first that the text says one takes, outside of tables.
fn activation(text: &str) -> Option<String> {
    let mut lines = text.lines().filter(|line| !line.starts_with('|'));
    let found = lines.find_map(|line| {
        let mut found = ACTION.captures_iter(line);
        found.find(|found| {
            let before = found.get(0).and_then(|all| line.get(..all.start()));
            !CONDITION.is_match(before.unwrap_or_default())
        })
    })?;
    let action = found.name("as").or_else(|| found.name("with"))?;
    let action = action.as_str().to_lowercase();
    let action = action.strip_prefix("magic ").unwrap_or(&action);
    Some(action.replace(' ', "-"))
}

/// `short-rest`, `long-rest` and `day`, in this order.
fn recovery(text: &str) -> Vec<String> {
    let mut found: Vec<&str> = Vec::new();
    let again = AGAIN.captures_iter(text).filter(|again| {
        let words = again[0].to_lowercase();
        let start = again.get(0).map_or(0, |all| all.start());
        let from = text.floor_char_boundary(start.saturating_sub(MAX_BEFORE));
        let sentence = text.get(from..start).and_then(|before| before.rsplit('.').next());
        let counts = ["once", "twice", "times", "use"].iter().any(|word| words.starts_with(word));
        let gives_uses = words.starts_with("regain") && words.contains(" uses ");
        (gives_uses || !OTHERWISE.is_match(&words))
            && (counts || !sentence.is_some_and(|sentence| DENIED.is_match(sentence)))
    });
    for again in again.chain(AFTER.captures_iter(text)) {
        found.extend(again.name("day").map(|_| "day"));
        found.extend(again.name("any").map(|_| ["short-rest", "long-rest"]).into_iter().flatten());
        if let Some(rests) = again.name("rests") {
            let rests = rests.as_str().to_lowercase();
            found.extend(rests.contains("short").then_some("short-rest"));
            found.extend(rests.contains("long").then_some("long-rest"));
        }
    }
    let words = ["short-rest", "long-rest", "day"].into_iter();
    let words = words.filter(|word| found.contains(word));
    words.map(str::to_owned).collect()
}

/// A number, or what it depends on (`Charisma modifier (minimum of once)`).
fn uses(text: &str, recovers: bool) -> Option<String> {
    if let Some(found) = FORMULA.captures(text) {
        let least = found.name("least").map_or("", |least| least.as_str());
        return Some(format!("{}{least}", found.name("formula")?.as_str().replace("your ", "")));
    }
    if !recovers {
        return None;
    }
    // What a later level brings is no count of the first.
    let mut sentences = text.split('.').filter(|sentence| !sentence.contains("level"));
    let counted = sentences.find_map(|sentence| COUNT.captures(sentence));
    let counted = counted.and_then(|found| {
        if let Some(word) = found.name("word") {
            let is_once = word.as_str().eq_ignore_ascii_case("once");
            return Some(if is_once { 1 } else { 2 });
        }
        let number = found.name("number")?.as_str().to_lowercase();
        number.parse().ok().or_else(|| number_word(&number))
    });
    let counted = counted.or_else(|| ONCE.is_match(text).then_some(1));
    counted.map(|count: i32| count.to_string())
}
