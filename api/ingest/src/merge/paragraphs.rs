//! Paragraph breaks: those of a source whose markup has kept them, put into a text that runs its paragraphs together.

mod false_breaks;

use super::fields::{NAMED_LISTS, part_key};
use false_breaks::{API, Doubt, PACKS, Stated};
use lorekeeper_content::{Family, letters};
use serde_json::{Map, Value};
use std::ops::Range;

/// How many words on both sides of a break must be the same; or how many behind it, where a source names another book before it.
const CONTEXT: usize = 4;
const CONTEXT_BEHIND: usize = 8;

/// Most breaks, or dashes, of a text that are looked for in another one: each is held against all of its words.
const MAX_PLACES: usize = 500;

/// Puts the breaks that other sources have into the texts of a row, and takes out those that one of them invents. No word changes.
///
/// Correction (text): Paragraphs that a source runs together are parted as another source has them, and a label that begins one
/// (`Curse.`) is emphasised. A list that stands on one line with hyphens is a list where another source has one.
///
/// Correction (text): Of two texts with the same words, the one is taken that emphasises more labels.
///
/// Correction (text): A dash that a source lost, or has as a hyphen, stands where another source has it.
pub(super) fn part(family: Family, row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    let doubt = Doubt::assess(family, row);
    for field in ["text", "higher_levels"] {
        let stated: Vec<Stated<'_>> = statements
            .iter()
            .filter_map(|(source, other)| Some((source.as_str(), other.get(field)?.as_str()?)))
            .collect();
        if let Some(Value::String(mine)) = row.get_mut(field) {
            for (_, theirs) in &stated {
                take_labels(mine, theirs);
            }
            take_marks(mine, &stated, doubt);
        }
    }
    for list in NAMED_LISTS {
        let Some(Value::Array(mine)) = row.get_mut(list) else {
            continue;
        };
        for part in mine {
            let stated: Vec<Stated<'_>> = statements
                .iter()
                .filter_map(|(source, other)| Some((source.as_str(), text_of(other, list, part)?)))
                .collect();
            if let Some(Value::String(mine)) = part.get_mut("text") {
                take_marks(mine, &stated, doubt);
            }
        }
    }
}

/// The text that a source states of a part.
fn text_of<'s>(stated: &'s Map<String, Value>, list: &str, part: &Value) -> Option<&'s str> {
    let mut parts = stated.get(list)?.as_array()?.iter();
    let same = parts.find(|other| part_key(other) == part_key(part))?;
    same.get("text")?.as_str()
}

/// Takes the breaks and the dashes of the texts that sources state.
fn take_marks(mine: &mut String, stated: &[Stated<'_>], doubt: Doubt) {
    let packs = stated.iter().find(|(source, _)| *source == PACKS);
    let packs = packs.map(|(_, text)| letters(text));
    for (source, theirs) in stated {
        // The packs part the same words better.
        let is_known = || packs.as_deref() == Some(&letters(mine));
        if *source != API || !doubt.is_gear && !is_known() {
            take_breaks(mine, theirs);
        }
        take_dashes(mine, theirs);
    }
    false_breaks::join(mine, stated, doubt);
}

/// A word of a text, and where it stands.
struct Word {
    start: usize,
    end: usize,
    /// In small letters.
    lower: String,
}

fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    let ends = text.char_indices().chain([(text.len(), ' ')]);
    for (at, c) in ends {
        let is_part = c.is_alphanumeric() || matches!(c, '\'' | '’');
        match start {
            None if is_part => start = Some(at),
            Some(from) if !is_part => {
                let word = text.get(from..at).unwrap_or_default().to_lowercase();
                words.push(Word { start: from, end: at, lower: word.replace('’', "'") });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// A break of a text.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Break<'t> {
    /// A paragraph begins, with a label in bold letters where there is one.
    Paragraph(Option<&'t str>),
    /// An item of a list begins.
    Item,
    /// A list ends before a paragraph.
    ListEnd(Option<&'t str>),
}

/// Puts the paragraph breaks and lists of another text where this one has only a blank between the same words.
fn take_breaks(mine: &mut String, theirs: &str) {
    if !theirs.contains("\n\n") || mine.is_empty() || mine == theirs {
        return;
    }
    let (own, other) = (words(mine), words(theirs));
    let breaks = other.windows(2).enumerate().filter_map(|(at, pair)| {
        let [before, after] = pair else { return None };
        let between = theirs.get(before.end..after.start)?;
        Some((at + 1, break_between(theirs, before.end, between)?))
    });
    let breaks: Vec<(usize, Break<'_>)> = breaks.take(MAX_PLACES).collect();
    let placed = |(split, kind)| Some((place(&own, &other, split)?, kind));
    let mut broken: Vec<(usize, Break<'_>)> = breaks.into_iter().filter_map(placed).collect();
    let mut parted = std::mem::take(mine);
    broken.sort_by_key(|(at, _)| *at);
    broken.dedup_by_key(|(at, _)| *at);
    for (at, kind) in broken.into_iter().rev() {
        match kind {
            Break::Paragraph(label) => part_at(&mut parted, &own, at, label),
            Break::Item | Break::ListEnd(_) => part_list(&mut parted, &own, at, kind),
        }
    }
    *mine = parted;
}

/// Puts the dashes of another text where this one has a hyphen or a blank between the same words.
fn take_dashes(mine: &mut String, theirs: &str) {
    if !theirs.contains('—') || mine == theirs {
        return;
    }
    let (own, other) = (words(mine), words(theirs));
    let dashes = other.windows(2).enumerate().filter_map(|(at, pair)| {
        let [before, after] = pair else { return None };
        let between = theirs.get(before.end..after.start)?;
        (between.trim() == "—").then_some(at + 1)
    });
    let dashes = dashes.take(MAX_PLACES);
    let mut places: Vec<usize> = dashes.filter_map(|at| place(&own, &other, at)).collect();
    places.sort_unstable();
    places.dedup();
    for at in places.into_iter().rev() {
        let before = at.checked_sub(1).and_then(|last| own.get(last));
        let Some((before, after)) = before.zip(own.get(at)) else {
            continue;
        };
        let between = before.end..after.start;
        let is_lost = mine.get(between.clone()).is_some_and(|between| matches!(between.trim(), "" | "-" | "--" | "–"));
        if is_lost {
            mine.replace_range(between, "—");
        }
    }
}

/// The break between two words of a text, of which the first ends at `end`.
fn break_between<'t>(text: &'t str, end: usize, between: &str) -> Option<Break<'t>> {
    // Lines of tables and headings are no paragraphs.
    if !between.contains('\n') || between.contains(['|', '#']) {
        return None;
    }
    let (_, line) = between.rsplit_once('\n')?;
    if line.trim_start().starts_with("- ") || line.trim_start().starts_with("* ") {
        return Some(Break::Item);
    }
    let before = text.get(..end)?;
    let begin = before.rsplit('\n').next()?.trim_start();
    let is_item = begin.starts_with("- ") || begin.starts_with("* ");
    if !between.contains("\n\n") {
        return None;
    }
    let label = label(text.get(end..)?);
    Some(if is_item { Break::ListEnd(label) } else { Break::Paragraph(label) })
}

/// Begins or ends a list before a word, where the items stand on one line with hyphens between them.
fn part_list(text: &mut String, own: &[Word], at: usize, kind: Break<'_>) {
    let Some((before, word)) = at.checked_sub(1).and_then(|last| own.get(last)).zip(own.get(at)) else {
        return;
    };
    let between = text.get(before.end..word.start).unwrap_or_default();
    let end = between.trim_end_matches(['-', ' ']).len();
    let rest = between.get(end..).unwrap_or_default();
    let line = text.get(..before.end).and_then(|t| t.rsplit('\n').next());
    let is_in_list = line.is_some_and(|line| line.contains(" - "));
    let mark = match (kind, rest) {
        (Break::Item, " - ") if between.starts_with(':') => "\n\n- ",
        (Break::Item, " - ") => "\n- ",
        (Break::ListEnd(label), " ") if is_in_list => {
            if let Some(label) = label {
                emphasise(text, word.start, label);
            }
            "\n\n"
        }
        _ => return,
    };
    text.replace_range(before.end + end..word.start, mark);
}

/// The label in bold letters that a paragraph begins with.
fn label(paragraph: &str) -> Option<&str> {
    let begin = paragraph.split_once("\n\n")?.1.trim_start();
    let marked = begin.strip_prefix("**").map(|rest| rest.trim_start_matches('_'))?;
    let label = marked.split("**").next()?.trim_end_matches('_').trim();
    label.ends_with('.').then_some(label)
}

/// Takes another text with the same words that emphasises more labels.
fn take_labels(mine: &mut String, theirs: &str) {
    let count = |text: &str| text.matches("**").count();
    if count(theirs) > count(mine) {
        let same = |own: Vec<Word>, other: Vec<Word>| {
            own.iter().map(|word| &word.lower).eq(other.iter().map(|word| &word.lower))
        };
        if same(words(mine), words(theirs)) {
            theirs.clone_into(mine);
        }
    }
}

/// The word of `own` that stands where a break of `other` is: the words around the break are the same, or more words behind it.
fn place(own: &[Word], other: &[Word], split: usize) -> Option<usize> {
    let around = only_place(own, other, split.saturating_sub(CONTEXT)..split + CONTEXT);
    let at = around.map(|at| at + split.min(CONTEXT));
    let is_whole = split + CONTEXT_BEHIND <= other.len();
    at.or_else(|| only_place(own, other, split..split + CONTEXT_BEHIND).filter(|_| is_whole))
}

/// Where `own` has the words of a part of `other`, if there is one such place.
fn only_place(own: &[Word], other: &[Word], part: Range<usize>) -> Option<usize> {
    let wanted: Vec<&str> =
        other.get(part.start..part.end.min(other.len()))?.iter().map(|word| word.lower.as_str()).collect();
    let mut places = own
        .windows(wanted.len())
        .enumerate()
        .filter(|(_, words)| words.iter().zip(&wanted).all(|(word, wanted)| word.lower == *wanted));
    let (at, _) = places.next()?;
    places.next().is_none().then_some(at)
}

/// Parts a text before a word, where a sentence ends there on the same line.
fn part_at(text: &mut String, own: &[Word], at: usize, label: Option<&str>) {
    let Some((before, word)) = at.checked_sub(1).and_then(|last| own.get(last)).zip(own.get(at)) else {
        return;
    };
    let between = text.get(before.end..word.start).unwrap_or_default();
    if let (true, Some(label)) = (between.ends_with("\n\n"), label) {
        emphasise(text, word.start, label);
        return;
    }
    let ends = between.starts_with(['.', '!', '?', ':', ')', '"', '”']);
    if !ends || between.contains(['\n', '|', '*', '_']) {
        return;
    }
    let line_start = text.get(..word.start).and_then(|t| t.rfind('\n'));
    let line = text.get(line_start.map_or(0, |at| at + 1)..word.start);
    if line.is_some_and(|line| line.trim_start().starts_with(['|', '-', '*', '#'])) {
        return;
    }
    // Opening marks belong to the word behind them.
    let Some(gap) = between.find(char::is_whitespace) else {
        return;
    };
    let opening = between.get(gap..).unwrap_or_default().trim_start();
    if !opening.chars().all(|c| matches!(c, '"' | '“' | '(')) {
        return;
    }
    let (from, to) = (before.end + gap, word.start - opening.len());
    if let (true, Some(label)) = (opening.is_empty(), label) {
        emphasise(text, word.start, label);
    }
    text.replace_range(from..to, "\n\n");
}

/// Sets a label that begins at `start` in bold letters.
fn emphasise(text: &mut String, start: usize, label: &str) {
    let rest = text.get(start..).unwrap_or_default();
    if rest.starts_with(label) {
        let end = start + label.len();
        // A star is left of an emphasis that lost its other end.
        let is_starred = text.get(end..).is_some_and(|rest| rest.starts_with("* "));
        text.replace_range(start..end + usize::from(is_starred), &format!("**{label}**"));
    }
}

#[cfg(test)]
mod tests;
