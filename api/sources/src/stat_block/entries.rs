//! Entries of a stat block that upstream cut in the wrong place: a sentence for a heading, a heading within a text.

use super::form;
use super::input::Action;
use crate::wire::text;
use lorekeeper_content::{Pattern, Trait};

/// Fewest words of a heading that is a sentence.
const MIN_WORDS: usize = 6;

/// The passage that an entry is, where its heading is a sentence and no name.
pub(super) fn passage(entry: &Action) -> Option<String> {
    let name = entry.name.trim().trim_end_matches('.');
    let bare = form::without_brackets(name);
    let words = bare.split_whitespace().count();
    let large = bare.split_whitespace();
    let large = large.filter(|word| word.starts_with(char::is_uppercase));
    let is_sentence = words >= MIN_WORDS && large.count() * 2 <= words;
    let body = text(&entry.desc).filter(|_| is_sentence && entry.attacks.is_empty())?;
    // What a colon announces is an entry of its own.
    (!body.ends_with(':')).then(|| format!("{name}. {body}"))
}

/// Joins traits whose headings are sentences to the ones that they name, or to the ones before them.
///
/// Correction (creatures): A trait with a sentence for a name is the end of the one that it names, or of the one before it, and is joined
/// to that.
pub fn join_passages(traits: Vec<Trait>) -> Vec<Trait> {
    let mut joined: Vec<Trait> = Vec::with_capacity(traits.len());
    let mut passages = Vec::new();
    for part in traits {
        let entry = Action {
            name: part.name.clone(),
            desc: part.text.clone(),
            ..Action::default()
        };
        match passage(&entry) {
            Some(passage) => passages.push((joined.len(), passage, part)),
            None => joined.push(part),
        }
    }
    let mut first = Vec::new();
    for (place, passage, part) in passages {
        let sentence = part.name.to_lowercase();
        let is_named = |other: &Trait| {
            let name = other.name.to_lowercase();
            name.contains(' ') && sentence.contains(&name)
        };
        let named = joined.iter().position(is_named);
        match named
            .or(place.checked_sub(1))
            .and_then(|at| joined.get_mut(at))
        {
            Some(owner) => owner.text.extend(["\n\n", &passage]),
            None => first.push(part),
        }
    }
    joined.splice(0..0, first);
    joined
}

/// Whether a passage tells of the world, and has no word of the game.
pub(super) fn is_lore(passage: &str) -> bool {
    static GAME: Pattern = Pattern::new(
        r"\b(?:creature|target|sav(?:e|ing)|DC|AC|armor|weapon|damage|attack|action|feet|ft|hit point|check|roll|turn|round|spell|condition)s?\b",
    );
    !GAME.is_match(passage)
}

/// Puts usages and repeated entries where they belong.
///
/// Correction (creatures): How often, or in which form, an action can be used stands in its heading, not at the
/// beginning of its text. An action that is repeated at the end of another one's text is cut off there.
pub(super) fn part(actions: &mut [Action]) {
    static USAGE: Pattern =
        Pattern::new(r"^(?P<usage>\((?:\d+/day[^()]*|recharge [^()]*|[^()]* form only)\)) *");
    for action in actions.iter_mut() {
        let found = USAGE.captures(&action.desc);
        if let Some(usage) = found.as_ref().and_then(|found| found.name("usage")) {
            action.name = format!("{} {}", action.name.trim(), usage.as_str());
            action.desc = USAGE.replace(&action.desc, "").into_owned();
        }
    }
    let lines = |action: &Action| {
        let (text, last) = action.desc.trim_end().rsplit_once('\n')?;
        Some((text.to_owned(), last.to_owned()))
    };
    for at in 0..actions.len() {
        let Some((text, last)) = actions.get(at).and_then(lines) else {
            continue;
        };
        let repeated = actions.iter_mut().find_map(|other| {
            let rest = last.strip_prefix(other.name.trim())?;
            let usage = rest.strip_suffix(other.desc.trim())?.trim().to_owned();
            (!other.desc.trim().is_empty()).then_some((other, usage))
        });
        if let Some((other, usage)) = repeated {
            other.name = format!("{} {usage}", other.name.trim());
            if let Some(action) = actions.get_mut(at) {
                action.desc = text;
            }
        }
    }
}
