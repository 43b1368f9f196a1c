//! Entries of a stat block that upstream cut in the wrong place: a sentence for a heading, a heading within a text.

use super::form;
use super::input::Action;
use crate::wire::text;
use lorekeeper_content::{Pattern, Trait, letters};

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
    for part in traits.into_iter().flat_map(parted_trait) {
        let entry = Action { name: part.name.clone(), desc: part.text.clone(), ..Action::default() };
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
        match named.or(place.checked_sub(1)).and_then(|at| joined.get_mut(at)) {
            Some(owner) => owner.text.extend(["\n\n", &passage]),
            None => first.push(part),
        }
    }
    joined.splice(0..0, first);
    joined
}

/// A trait, and those that its text has swallowed.
fn parted_trait(part: Trait) -> Vec<Trait> {
    let mut parts = vec![part];
    while let Some(last) = parts.last_mut()
        && let Some((text, name, rest)) = headed(&last.text)
    {
        last.text = text;
        let usage = super::usage::printed(&name);
        parts.push(Trait { name, text: rest, usage, ..Trait::default() });
    }
    parts
}

/// Whether a passage tells of the world, and has no word of the game.
pub(super) fn is_lore(passage: &str) -> bool {
    static GAME: Pattern = Pattern::new(
        r"\b(?:creature|target|sav(?:e|ing)|DC|AC|armor|weapon|damage|attack|action|feet|ft|hit point|check|roll|turn|round|spell|condition)s?\b",
    );
    !GAME.is_match(passage)
}

/// A heading with brackets within a text: `... in the pond. Flyby (Toad Form Only). The toad ...`.
static HEADING: Pattern = Pattern::new(
    r"(?-i)(?P<end>[.!?)]) (?P<name>\p{Lu}[\p{L}'’-]+(?: (?:of|the|and|\p{Lu}[\p{L}'’-]+)){0,4} \((?:Recharges? [^()]*|(?:Costs? )?\d Actions?|\d+/Day[^()]*|[^()]* Form Only)\))\.? (?P<rest>\p{Lu})",
);

/// A text up to the heading of the next entry within it, and the entries from there on.
fn headed(text: &str) -> Option<(String, String, String)> {
    let found = HEADING.captures(text)?;
    let before = text.get(..found.name("end")?.end())?;
    let rest = text.get(found.name("rest")?.start()..)?;
    Some((before.to_owned(), found["name"].to_owned(), rest.to_owned()))
}

/// What tells two actions of a stat block apart.
fn section_and_text(action: &Action) -> (String, String) {
    (action.kind.clone(), letters(&action.desc))
}

/// An action, and those that its text has swallowed, unless they are `known`.
fn parted(action: Action, known: &[(String, String)]) -> Vec<Action> {
    let mut parts = vec![action];
    while let Some(last) = parts.last_mut()
        && let Some((text, name, rest)) = headed(&last.desc)
    {
        last.desc = text;
        let next = Action {
            name,
            desc: rest,
            kind: last.kind.clone(),
            order_in_statblock: last.order_in_statblock,
            legendary_action_cost: last.legendary_action_cost,
            ..Action::default()
        };
        parts.push(next);
    }
    let rest = parts.split_off(1).into_iter();
    parts.extend(rest.filter(|part| !known.contains(&section_and_text(part))));
    parts
}

/// Puts usages and repeated entries where they belong.
///
/// Correction (creatures): An entry with brackets behind its name that stands within the text of the one before it (`Flyby (Toad Form Only).`)
/// is an entry of its own.
///
/// Correction (creatures): How often, or in which form, an action can be used stands in its heading, not at the
/// beginning of its text. An action that is repeated at the end of another one's text is cut off there.
pub(super) fn part(actions: &mut Vec<Action>) {
    static USAGE: Pattern = Pattern::new(r"^(?P<usage>\((?:\d+/day[^()]*|recharge [^()]*|[^()]* form only)\)) *");
    for action in actions.iter_mut() {
        let found = USAGE.captures(&action.desc);
        if let Some(usage) = found.as_ref().and_then(|found| found.name("usage")) {
            action.name = format!("{} {}", action.name.trim(), usage.as_str());
            action.desc = USAGE.replace(&action.desc, "").into_owned();
        }
    }
    let known: Vec<(String, String)> = actions.iter().map(section_and_text).collect();
    let parted = std::mem::take(actions).into_iter();
    *actions = parted.flat_map(|action| self::parted(action, &known)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swallowed_entries_are_parted() {
        let action =
            |name: &str, desc: &str| Action { name: name.to_owned(), desc: desc.to_owned(), ..Action::default() };
        let mut actions = vec![
            action(
                "Hop",
                "The toad hops. Croak (Costs 2 Actions). The toad croaks (see Swim). Rain Song (Recharge 5-6). It sings.",
            ),
            action("Rain Song", "It sings."),
        ];
        part(&mut actions);
        let parts: Vec<_> = actions.iter().map(|action| (action.name.as_str(), action.desc.as_str())).collect();
        assert_eq!(
            parts,
            [
                ("Hop", "The toad hops."),
                ("Croak (Costs 2 Actions)", "The toad croaks (see Swim)."),
                ("Rain Song", "It sings."),
            ]
        );
        let swim = Trait {
            name: "Swim".to_owned(),
            text: "It swims. Gills (Tadpole Form Only). It breathes water.".to_owned(),
            ..Trait::default()
        };
        assert_eq!(parted_trait(swim).len(), 2);
    }
}
