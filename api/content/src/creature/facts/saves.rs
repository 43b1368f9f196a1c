//! Saving throws that a creature forces on others: `each target must succeed on a DC 14 Dexterity saving throw`.

use super::texts;
use crate::Pattern;
use crate::condition_extraction::{Sentence, SentenceContext, sentences};
use crate::creature::Model;
use crate::vocabulary::{ABILITIES, ability_of};

/// Words that end the name of a saving throw.
const SAVES: &[&str] = &["saving", "save", "saves", "negates", "half"];

/// Words between the abilities of a choice.
const SEPARATORS: &[&str] = &[",", "and", "or", "and/or"];

/// Verbs whose subject saves, in the finite forms.
const FINITE: &[&str] = &["must", "makes", "succeeds", "can", "may", "rolls", "attempts"];

/// Verbs whose subject saves, as auxiliaries leave them.
const BARE: &[&str] = &["make", "succeed"];

/// Verbs whose object saves.
const FORCING: &[&str] = &["force", "forces", "forcing"];

/// Words by which a clause only says when somebody saves.
const PREMISES: &[&str] = &["when", "whenever", "if", "while", "that", "which", "allow", "allows"];

static SAVE: Pattern = Pattern::new(r"\bDC \d+ \w+ (?:sav|half|negates)|\bsaving throw[\s_*]*:");

static CHECK: Pattern = Pattern::new(r"\bDC \d+ \w+ (?:\(\w+\) )?check\b");
static SAVED: Pattern = Pattern::new(r"\bsav(?:e|es|ing)\b|\bDC \d+ \w+ (?:half|negates|or)\b");

/// A saving throw, and who makes it.
static OWN: Pattern = Pattern::new(
    r"(?:^|[.,;:] )the (?P<subject>[\p{L}'’-]+(?: [\p{L}'’-]+){0,2}) (?:must (?:succeed on|make)|makes|can attempt)(?: an?)? DC \d+ \w+ sav",
);

/// The saving throws that a creature forces.
pub(super) struct Forced {
    /// Their abilities, in the order of a stat block.
    pub(super) abilities: Vec<String>,
    pub(super) highest_dc: Option<i32>,
}

/// What the structures of the sources and the texts say.
pub(super) fn forced(creature: &Model, actor: &[String]) -> Forced {
    let mut found: Vec<&str> = Vec::new();
    let mut highest_dc = None;
    let saves = creature.all_actions().flat_map(|action| {
        let of_attacks = action.attacks.iter().filter_map(|a| a.save.as_ref());
        of_attacks.chain(&action.save)
    });
    let mut structured: Vec<&str> = Vec::new();
    for save in saves {
        structured.extend(ability_of(&save.ability));
        highest_dc = highest_dc.max(save.dc);
    }
    for text in texts(creature) {
        let sentences = sentences(text);
        for context in SentenceContext::each(&sentences, actor) {
            for (abilities, dc) in forced_in(&context) {
                found.extend(abilities);
                highest_dc = highest_dc.max(dc);
            }
        }
    }
    found.extend(structured);
    let abilities = ABILITIES.into_iter().filter(|name| found.contains(name));
    Forced { abilities: abilities.map(str::to_owned).collect(), highest_dc }
}

/// Takes the saving throw from actions in whose texts the creature alone saves, or nobody does.
///
/// Correction (creatures): A saving throw that the creature itself makes (`the kraken must succeed on a DC 25 Constitution saving throw`) is not
/// one that its action calls for, and neither is a check (`a DC 14 Strength (Athletics) check`).
pub(super) fn drop_own(creature: &mut Model) {
    let name = creature.name.to_lowercase();
    let actions = creature.own_actions_mut();
    for action in actions.filter(|action| action.save.is_some()) {
        let is_check = CHECK.is_match(&action.text) && !SAVED.is_match(&action.text);
        let own = OWN.captures_iter(&action.text).filter(|found| {
            let last = found["subject"].rsplit([' ', '-']).next().map(str::to_lowercase);
            last.is_some_and(|last| name.split(|c: char| !c.is_alphabetic()).any(|word| word == last))
        });
        let own = own.count();
        if is_check || own > 0 && own == SAVE.find_iter(&action.text).count() {
            action.save = None;
        }
    }
}

/// The abilities of the saving throws that a sentence forces on others, each with its DC.
fn forced_in(context: &SentenceContext<'_>) -> Vec<(Vec<&'static str>, Option<i32>)> {
    let words = context.sentence;
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (abilities, end) = choice(words, at);
        if !abilities.is_empty() && is_save(context, at, end) {
            found.push((abilities, dc(words, at, end)));
        }
        at = end.max(at + 1);
    }
    found
}

/// The DC beside the abilities from `start` to `end`: `DC 14 Dexterity saving throw`, `Dexterity saving throw: DC 14`.
fn dc(words: &Sentence, start: usize, end: usize) -> Option<i32> {
    let named = |at: usize| words.is(at, &["dc"]);
    let before = start.checked_sub(2).filter(|at| named(*at));
    let place = before.or_else(|| (end..end + 5).find(|at| named(*at)))?;
    words.word(place + 1)?.parse().ok()
}

/// The abilities of a choice that begins at a place, and the place after it.
fn choice(words: &Sentence, start: usize) -> (Vec<&'static str>, usize) {
    let mut abilities = Vec::new();
    let mut end = start;
    let mut at = start;
    while let Some(named) = words.word(at).and_then(named) {
        abilities.extend(named);
        end = at + 1;
        at = end;
        while words.is(at, SEPARATORS) {
            at += 1;
        }
    }
    (abilities, end)
}

/// The abilities that a word names: `dexterity`, `dex`, `str/dex`.
fn named(word: &str) -> Option<Vec<&'static str>> {
    let name = |part: &str| {
        let ability = ability_of(part)?;
        (part.len() == 3 || part == ability).then_some(ability)
    };
    word.split('/').map(name).collect()
}

/// Whether the abilities from `start` to `end` are those of a saving throw of others.
fn is_save(context: &SentenceContext<'_>, start: usize, end: usize) -> bool {
    let words = context.sentence;
    let near = |at: usize| words.is(at, &["dc"]);
    let dc = start.checked_sub(2).filter(|at| near(*at));
    // `DC 12 Wis or prone`, `(DC 12 Str not prone)`: short stat blocks leave the word out.
    let bracketed = dc.is_some_and(|dc| dc > 0 && words.is(dc - 1, &["("]));
    let check = words.is(end, &["(", "check", "checks", "ability"]);
    let short = dc.is_some() && words.is(end, &["or"]) || (bracketed && !check);
    if !short && !words.is(end, SAVES) {
        return false;
    }
    // Who swallowed somebody saves, or gives them back.
    let mut behind = (end..end + 20).map_while(|at| words.word(at));
    if behind.any(|word| word.starts_with("regurgitat")) {
        return false;
    }
    let clause = words.clause(start);
    let verb = (clause..start).find(|at| words.is(*at, FINITE));
    let verb = verb.or_else(|| (clause..start).find(|at| words.is(*at, BARE)));
    // `the goat can force it to make`
    if (clause..start).any(|at| words.is(at, FORCING)) {
        return true;
    }
    let has_dc = (start.saturating_sub(3)..start).any(near) || (end..end + 5).any(near);
    let must = verb.is_some_and(|verb| words.is(verb, &["must"]));
    let makes = verb.is_some_and(|verb| words.is(verb, &["makes", "make"]));
    let premise = (clause..start).any(|at| words.is(at, PREMISES));
    (has_dc || must || (makes && !premise)) && !verb.is_some_and(|verb| context.befalls_actor(verb))
}
