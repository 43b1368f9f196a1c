//! Lines of a creature in words: size, type, alignment, armor class, hit points, speed, rating.

use super::super::markdown::words;
use crate::foundry_text::fields::Fields;
use crate::prose::{capitalized, size_of_letter};
use lorekeeper_content::{experience_points, parse_fraction};
use serde_json::Value;

/// `Medium or Small`
pub(super) fn size(fields: Fields<'_>) -> String {
    let one = fields.text("size");
    let codes = fields.words("size");
    let codes = codes.into_iter().chain([one]).filter(|code| !code.is_empty());
    let sizes: Vec<&str> = codes.map(size_of_letter).collect();
    sizes.join(" or ")
}

/// The type, and the tags behind it.
pub(super) fn kind(fields: Fields<'_>) -> (String, String) {
    let kind = fields.filled("type").or_else(|| fields.filled("type.type"));
    let chosen = || fields.words("type.type.choose").join(" or ");
    let kind = words(&kind.unwrap_or_else(chosen));
    let tags = fields.list("type.tags").filter_map(|tag| {
        let whole = format!("{} {}", tag.text("prefix"), tag.text("tag"));
        crate::wire::filled(&whole)
    });
    let plain = fields.words("type.tags").into_iter().map(str::to_owned);
    let tags: Vec<String> = plain.chain(tags).map(|tag| words(&tag)).collect();
    let kind = match fields.filled("type.swarmSize") {
        Some(size) => format!("swarm of {} {}", size_of_letter(&size), plural(&kind)),
        None => kind,
    };
    (kind, tags.join(", "))
}

fn plural(kind: &str) -> String {
    match kind {
        "fey" | "undead" => kind.to_owned(),
        "monstrosity" => "monstrosities".to_owned(),
        kind => format!("{kind}s"),
    }
}

/// The alignment by its letters.
pub(super) fn alignment(fields: Fields<'_>) -> String {
    let parts: Vec<Fields<'_>> = fields.list("alignment").filter(|part| part.text("alignment").is_empty()).collect();
    let letters = fields.words("alignment");
    let text = if letters.is_empty() {
        let parts = parts.into_iter().filter_map(|part| {
            let special = part.filled("special").map(|special| words(&special));
            let chance = part.int("chance").map(|chance| format!(" ({chance}%)"));
            let note = part.filled("note").map(|note| format!(" ({})", words(&note)));
            let letters = of_letters(&part.words("alignment"));
            let named = special.or_else(|| crate::wire::filled(&letters))?;
            Some(format!("{named}{}{}", chance.unwrap_or_default(), note.unwrap_or_default()))
        });
        parts.collect::<Vec<_>>().join(" or ")
    } else {
        of_letters(&letters)
    };
    let text = if text.is_empty() { words(fields.text("alignment")) } else { text };
    format!("{}{text}", fields.text("alignmentPrefix"))
}

fn of_letters(letters: &[&str]) -> String {
    let has = |letter: &str| letters.contains(&letter);
    let word = |letter: &str| match letter {
        "L" => "lawful",
        "C" => "chaotic",
        "G" => "good",
        "E" => "evil",
        "N" | "NX" | "NY" => "neutral",
        "U" => "unaligned",
        "A" => "any alignment",
        _ => "",
    };
    let text = match letters.len() {
        4 | 5 => {
            let non = if letters.len() == 5 { "any non-" } else { "any " };
            let missing = ["G", "E", "L", "C"].into_iter().find(|letter| !has(letter));
            match (letters.len(), missing) {
                (5, Some(letter)) => format!("{non}{} alignment", word(letter)),
                (4, _) if !has("L") && !has("NX") => "any chaotic alignment".to_owned(),
                (4, _) if !has("G") && !has("NY") => "any evil alignment".to_owned(),
                (4, _) if !has("C") && !has("NX") => "any lawful alignment".to_owned(),
                (4, _) if !has("E") && !has("NY") => "any good alignment".to_owned(),
                _ => "any alignment".to_owned(),
            }
        }
        3 if has("NX") && has("NY") && has("N") => "any neutral alignment".to_owned(),
        _ => letters.iter().map(|letter| word(letter)).collect::<Vec<_>>().join(" "),
    };
    text.trim().to_owned()
}

/// `15 (natural armor)`, and what other armor classes there are.
pub(super) fn armor(fields: Fields<'_>) -> String {
    if let Some(number) = fields.word("ac") {
        return words(&number);
    }
    let classes = fields.list("ac").filter_map(|class| {
        if let Some(special) = class.filled("special") {
            return Some(words(&special));
        }
        let number = class.whole().or_else(|| class.int("ac"))?;
        let from: Vec<String> = class.words("from").into_iter().map(words).collect();
        let condition = words(class.text("condition"));
        let mut text = number.to_string();
        if !from.is_empty() {
            text = format!("{text} ({})", from.join(", "));
        }
        if !condition.is_empty() {
            text = format!("{text} {condition}");
        }
        Some(text)
    });
    let classes: Vec<String> = classes.collect();
    match classes.split_first() {
        Some((first, [])) => first.clone(),
        Some((first, rest)) => format!("{first}, {}", rest.join(", ")),
        None => String::new(),
    }
}

/// `22 (4d8 + 4)`
pub(super) fn hit_points(fields: Fields<'_>) -> String {
    let special = fields.word("hp").or_else(|| fields.word("hp.special"));
    if let Some(special) = special {
        return words(&special);
    }
    let formula = words(fields.text("hp.formula"));
    match (fields.whole_amount("hp.average"), formula.is_empty()) {
        (Some(average), false) => format!("{average} ({formula})"),
        (Some(average), true) => average.to_string(),
        (None, _) => formula,
    }
}

const WAYS: [&str; 5] = ["walk", "burrow", "climb", "fly", "swim"];

/// `30 ft., fly 60 ft. (hover)`
pub(in super::super) fn speed(value: &Value) -> String {
    let fields = Fields::of(value);
    if let Some(feet) = value.as_i64() {
        return format!("{feet} ft.");
    }
    let mut parts = Vec::new();
    for way in WAYS {
        let each = [fields.at(way)].into_iter().chain(fields.list(&format!("alternate.{way}")));
        for speed in each {
            let feet = speed.whole().or_else(|| speed.int("number"));
            // A creature may fly as fast as it walks.
            let feet = feet.or_else(|| fields.int("walk").filter(|_| speed.truth() == Some(true)));
            let Some(feet) = feet else { continue };
            let condition = words(speed.text("condition"));
            let hovers = way == "fly" && fields.is("canHover") && !condition.contains("hover");
            let aside = match (condition.is_empty(), hovers) {
                (true, true) => " (hover)".to_owned(),
                (true, false) => String::new(),
                (false, true) => format!(" (hover) {condition}"),
                (false, false) => format!(" {condition}"),
            };
            let way = if way == "walk" { String::new() } else { format!("{way} ") };
            parts.push(format!("{way}{feet} ft.{aside}"));
        }
    }
    let chosen = fields.words("choose.from");
    if let Some(feet) = fields.int("choose.amount").filter(|_| !chosen.is_empty()) {
        parts.push(format!("{} {feet} ft. {}", chosen.join(" or "), fields.text("choose.note")).trim().to_owned());
    }
    if parts.is_empty() { words(value.as_str().unwrap_or_default()) } else { parts.join(", ") }
}

/// `3 (700 XP)`, with what is said of it.
pub(super) fn challenge(fields: Fields<'_>) -> String {
    let rating = fields.word("cr").or_else(|| fields.word("cr.cr")).unwrap_or_default();
    let usual = || experience_points(parse_fraction(&rating)?);
    let lair = fields.int("cr.xpLair");
    match (fields.int("cr.xp").or_else(|| lair.and_then(|_| usual())), lair) {
        (Some(points), Some(lair)) => format!("{rating} (XP {points}, or {lair} in lair)"),
        (Some(points), None) => format!("{rating} (XP {points})"),
        _ => rating,
    }
}

/// What it has with it.
pub(super) fn gear(fields: Fields<'_>) -> String {
    let gear = fields.list("gear").filter_map(|thing| {
        let count = thing.int("quantity").filter(|count| *count > 1);
        Some((thing.filled("item")?, count))
    });
    let plain = fields.words("gear").into_iter().map(|name| (name.to_owned(), None));
    let named = plain.chain(gear).map(|(name, count)| {
        let name = words(name.split('|').next().unwrap_or_default());
        let name = capitalized(&name);
        match count {
            Some(count) => format!("{name} ({count})"),
            None => name,
        }
    });
    named.collect::<Vec<_>>().join(", ")
}
