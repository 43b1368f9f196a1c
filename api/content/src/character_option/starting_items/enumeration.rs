//! Enumerations of starting equipment: `leather armor, a longbow, and 20 arrows`, `a club, handaxe, or spear`.

use super::catalogue::Shelf;
use super::phrase::{self, Opening, Phrase};
use super::{StartingItem, StartingItemChoice, StartingItemOption, StartingItems};

/// Most words of an alternative that is not in the lists of equipment.
const MAX_ALTERNATIVE_WORDS: usize = 2;

/// A part of an enumeration.
enum Part<'a> {
    One(&'a str),
    /// Alternatives.
    Any(Vec<&'a str>),
}

/// Reads an enumeration; `None` where a part of it cannot be understood.
pub(super) fn read(text: &str, shelf: &Shelf<'_>) -> Option<StartingItems> {
    let text = text.trim().trim_end_matches(['.', ',', ';']).trim();
    let whole = phrase::read(text, shelf).filter(|p| p.item.is_some() && p.is_known());
    if let Some(whole) = whole {
        return Some(all_of([whole]));
    }
    let mut phrases = Vec::new();
    let mut choices = Vec::new();
    for part in parts(text, shelf)? {
        match part {
            Part::One(words) => phrases.push(phrase::read(words, shelf)?),
            Part::Any(words) => choices.push(alternatives(&words, shelf)?),
        }
    }
    // Where other items have articles, a bare name that no list has is a part of what stands before it.
    let has_articles = phrases.iter().any(|p| p.opening == Opening::Article);
    let is_item = |p: &Phrase| p.is_known() || p.opening != Opening::Name || (!has_articles && p.is_name());
    if !phrases.iter().all(is_item) {
        return None;
    }
    let mut read = all_of(phrases);
    for options in choices {
        add_choice(&mut read, options);
    }
    Some(read)
}

/// Reads alternatives, each with its own number: `2 × poker, shield or ladle`.
pub(super) fn choice(text: &str, shelf: &Shelf<'_>) -> Option<StartingItems> {
    let mut read = StartingItems::default();
    let options = options(&segments(text, &[",", " or "]), shelf)?;
    add_choice(&mut read, options);
    Some(read)
}

/// What phrases give together.
fn all_of(phrases: impl IntoIterator<Item = Phrase>) -> StartingItems {
    let mut all = StartingItems::default();
    for phrase in phrases {
        all.items.extend(phrase.item);
        all.items.extend(phrase.contents);
        all.gold = match (all.gold, phrase.gold) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
    }
    all
}

/// The options that alternatives of a sentence are. A number before the first would belong to all, and a clause after
/// any but the last to what follows.
fn alternatives(words: &[&str], shelf: &Shelf<'_>) -> Option<Vec<StartingItemOption>> {
    let (first, others) = words.split_first()?;
    let bare = |words: &&str| phrase::opening(words).1 == Opening::Name;
    let is_shared = phrase::opening(first).0 != 1 && others.iter().any(bare);
    let (_, before_last) = words.split_last()?;
    let has_clause = before_last.iter().any(|words| phrase::has_clause(words));
    (!is_shared && !has_clause).then(|| options(words, shelf))?
}

/// The options that alternatives are: all in the lists of equipment, or all plain names. In `a collection of bones,
/// shells, or other natural objects` nothing is chosen.
fn options(words: &[&str], shelf: &Shelf<'_>) -> Option<Vec<StartingItemOption>> {
    let phrases = words.iter().map(|words| phrase::read(words, shelf));
    let phrases: Vec<Phrase> = phrases.collect::<Option<_>>()?;
    let are_known = phrases.iter().all(Phrase::is_known);
    let is_plain = |p: &Phrase| !p.is_known() && p.is_plain(MAX_ALTERNATIVE_WORDS);
    if !are_known && !phrases.iter().all(is_plain) {
        return None;
    }
    let options = phrases.into_iter().map(|phrase| {
        let given = all_of([phrase]);
        StartingItemOption { label: None, items: given.items, gold: given.gold }
    });
    Some(options.collect())
}

/// Adds a choice: as one item where all that is chosen are categories.
fn add_choice(read: &mut StartingItems, options: Vec<StartingItemOption>) {
    match merged(&options) {
        Some(item) => read.items.push(item),
        None => read.choices.push(StartingItemChoice { options }),
    }
}

/// One item chosen from several categories, where that is all that the options are.
fn merged(options: &[StartingItemOption]) -> Option<StartingItem> {
    let items = options.iter().map(|option| match option.items.as_slice() {
        [item] if !item.categories.is_empty() => Some(item),
        _ => None,
    });
    let items: Vec<&StartingItem> = items.collect::<Option<_>>()?;
    let (first, last) = (items.first()?, items.last()?);
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    let is_even = items.iter().all(|item| item.count == first.count);
    is_even.then(|| StartingItem {
        count: first.count,
        name: names.join(" or "),
        note: last.note.clone(),
        categories: items.iter().flat_map(|i| i.categories.clone()).collect(),
        equipment_slug: None,
    })
}

/// The parts of an enumeration.
fn parts<'a>(text: &'a str, shelf: &Shelf<'_>) -> Option<Vec<Part<'a>>> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    for words in segments(text, &[",", ";"]) {
        let words = without(words, "and ");
        if is_known(words, shelf) {
            parts.push(Part::One(words));
            continue;
        }
        let conjuncts = segments(words, &[" and "]);
        // In "a ladle or a poker and a lid" the lid may go with the poker alone.
        if conjuncts.len() > 1 && conjuncts.iter().any(|words| words.contains(" or ")) {
            return None;
        }
        for words in conjuncts {
            if let Some(last) = words.strip_prefix("or ") {
                let any = closed(&mut parts, last)?;
                parts.push(Part::Any(any));
                continue;
            }
            match segments(words, &[" or "]).as_slice() {
                [] => return None,
                [one] => parts.push(Part::One(one)),
                any => parts.push(Part::Any(any.to_vec())),
            }
        }
    }
    (!parts.is_empty()).then_some(parts)
}

/// Whether words are the name of equipment, which may have "and" and "or" in it.
fn is_known(words: &str, shelf: &Shelf<'_>) -> bool {
    let phrase = phrase::read(words, shelf);
    phrase.is_some_and(|p| p.item.is_some() && p.is_known())
}

/// The alternatives that `or` and the last of them close: back to the one with an article or a number.
fn closed<'a>(parts: &mut Vec<Part<'a>>, last: &'a str) -> Option<Vec<&'a str>> {
    let mut any = vec![last];
    while let Some(part) = parts.pop() {
        let Part::One(words) = part else { return None };
        any.push(words);
        if phrase::opening(words).1 != Opening::Name {
            break;
        }
    }
    any.reverse();
    (any.len() > 1).then_some(any)
}

/// The text between separators that do not stand in brackets or in a number.
fn segments<'a>(text: &'a str, separators: &[&str]) -> Vec<&'a str> {
    let mut segments = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for (at, c) in text.char_indices() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        let Some(rest) = text.get(at..).filter(|_| depth == 0 && at >= start) else {
            continue;
        };
        let found = separators.iter().find(|s| rest.starts_with(**s));
        let Some(after) = found.and_then(|s| rest.get(s.len()..)) else {
            continue;
        };
        let is_number = c == ',' && after.starts_with(|c: char| c.is_ascii_digit());
        if !is_number {
            segments.extend(text.get(start..at));
            start = text.len() - after.len();
        }
    }
    segments.extend(text.get(start..));
    let trimmed = segments.into_iter().map(str::trim);
    trimmed.filter(|segment| !segment.is_empty()).collect()
}

fn without<'a>(words: &'a str, first: &str) -> &'a str {
    words.strip_prefix(first).unwrap_or(words)
}
