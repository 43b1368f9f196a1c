//! Numbers in a query with their comparisons: `5 or more`, `at most 1/2`, `from 2 to 4`, `3rd`.

use super::words::QueryWords;

/// A range of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NumberRange {
    /// The least number; what is less does not fit.
    pub low: Option<f64>,
    /// The greatest number.
    pub high: Option<f64>,
    /// Whether the bounds themselves do not fit.
    pub is_open: bool,
}

/// A range with the words that it takes.
pub struct Compared {
    /// The range.
    pub range: NumberRange,
    /// The first word.
    pub start: usize,
    /// The word after the last one.
    pub end: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Comparison {
    AtLeast,
    AtMost,
    Over,
    Under,
}
use Comparison::{AtLeast, AtMost, Over, Under};

/// What stands before a number.
const BEFORE: [(&str, Comparison); 27] = [
    ("at least", AtLeast),
    ("no less than", AtLeast),
    ("not less than", AtLeast),
    ("no lower than", AtLeast),
    ("not below", AtLeast),
    ("minimum", AtLeast),
    ("from", AtLeast),
    ("at most", AtMost),
    ("no more than", AtMost),
    ("not more than", AtMost),
    ("no higher than", AtMost),
    ("not above", AtMost),
    ("not over", AtMost),
    ("maximum", AtMost),
    ("up to", AtMost),
    ("until", AtMost),
    ("more than", Over),
    ("higher than", Over),
    ("greater than", Over),
    ("over", Over),
    ("above", Over),
    ("less than", Under),
    ("lower than", Under),
    ("fewer than", Under),
    ("cheaper than", Under),
    ("under", Under),
    ("below", Under),
];

/// What stands behind a number, after `or` or `and`.
const BEHIND: [(&str, Comparison); 14] = [
    ("more", AtLeast),
    ("higher", AtLeast),
    ("greater", AtLeast),
    ("above", AtLeast),
    ("over", AtLeast),
    ("up", AtLeast),
    ("better", AtLeast),
    ("less", AtMost),
    ("lower", AtMost),
    ("fewer", AtMost),
    ("below", AtMost),
    ("under", AtMost),
    ("down", AtMost),
    ("cheaper", AtMost),
];

/// Numbers in words, from one on: how many, and the how manieth.
pub(crate) const NUMBER_WORDS: [(&str, &str); 12] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
    ("five", "fifth"),
    ("six", "sixth"),
    ("seven", "seventh"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("ten", "tenth"),
    ("eleven", "eleventh"),
    ("twelve", "twelfth"),
];

impl NumberRange {
    fn only(number: f64) -> Self {
        Self { low: Some(number), high: Some(number), is_open: false }
    }

    /// Whether a number is in the range.
    pub fn contains(&self, number: f64) -> bool {
        let inside = |bound: f64, beyond: bool| beyond || (!self.is_open && (number - bound).abs() < 1e-9);
        self.low.is_none_or(|low| inside(low, number > low)) && self.high.is_none_or(|high| inside(high, number < high))
    }

    /// The range in words, its bounds written by `shown`.
    pub fn describe(&self, shown: impl Fn(f64) -> String) -> String {
        match (self.low, self.high, self.is_open) {
            (Some(low), Some(high), _) if low >= high => shown(low),
            (Some(low), Some(high), _) => format!("{} to {}", shown(low), shown(high)),
            (Some(low), None, false) => format!("{} or more", shown(low)),
            (None, Some(high), false) => format!("{} or less", shown(high)),
            (Some(low), None, true) => format!("more than {}", shown(low)),
            (None, Some(high), true) => format!("less than {}", shown(high)),
            (None, None, _) => String::new(),
        }
    }

    /// The range in the query language of filters: an operator and its value, the bounds written by `shown`.
    pub fn written(&self, shown: impl Fn(f64) -> String) -> Option<(&'static str, String)> {
        Some(match (self.low, self.high, self.is_open) {
            (Some(low), Some(high), _) if low >= high => (":", shown(low)),
            (Some(low), Some(high), _) => (":", format!("{}..{}", shown(low), shown(high))),
            (Some(low), None, false) => (">=", shown(low)),
            (None, Some(high), false) => ("<=", shown(high)),
            (Some(low), None, true) => (">", shown(low)),
            (None, Some(high), true) => ("<", shown(high)),
            (None, None, _) => return None,
        })
    }

    fn between(one: f64, other: f64) -> Self {
        Self { low: Some(one.min(other)), high: Some(one.max(other)), is_open: false }
    }

    fn compared(self, comparison: Comparison) -> Self {
        let (low, high) = match comparison {
            AtLeast | Over => (self.low, None),
            AtMost | Under => (None, self.high),
        };
        let is_open = [Over, Under].contains(&comparison);
        Self { low, high, is_open }
    }

    fn is_single(&self) -> bool {
        self.low.is_some() && self.low == self.high
    }
}

/// The number or range that stands at a word, and the word after it. Of what has parts, a number may be `half`.
pub fn range(words: &QueryWords, at: usize, has_parts: bool) -> Option<(NumberRange, usize)> {
    let word = |at: usize| words.typed.get(at).map(String::as_str);
    let at = at + usize::from(matches!(word(at), Some("exactly" | "just" | "only")));
    let (comparison, first) = match BEFORE.iter().find(|(phrase, _)| is_at(words, phrase, at)) {
        Some((phrase, comparison)) => (Some(*comparison), at + phrase.split(' ').count()),
        None if word(at) == Some("between") => (None, at + 1),
        None => (None, at),
    };
    let part = has_parts.then(|| part(word(first)?, word(first + 1)));
    let (low, mut end) = match part.flatten() {
        Some((part, length)) => (part, first + length),
        None => (number(word(first)?)?, first + 1),
    };
    let is_between = word(at) == Some("between");
    if joins(word(end), is_between)
        && let Some(high) = word(end + 1).and_then(number)
    {
        return Some((NumberRange::between(low, high), end + 2));
    }
    if is_between {
        return None;
    }
    let mut range = NumberRange::only(low);
    if let Some(comparison) = comparison {
        range = range.compared(comparison);
    } else if let Some((comparison, after)) = behind(words, end) {
        (range, end) = (range.compared(comparison), after);
    }
    Some((range, end))
}

/// A range with the comparisons around a mention (`5th level or higher`, `at least 100 hit points`, `between level 2
/// and 4`).
pub fn compared(range: NumberRange, words: &QueryWords, start: usize, end: usize) -> Compared {
    let whole = Compared { range, start, end };
    let Some(low) = range.low.filter(|_| range.is_single()) else {
        return whole;
    };
    if let Some((high, end)) = other_bound(words, start, end) {
        let before = start.checked_sub(1);
        let opens = |at: &usize| is_at(words, "between", *at) || is_at(words, "from", *at);
        return Compared { range: NumberRange::between(low, high), start: before.filter(opens).unwrap_or(start), end };
    }
    if let Some((comparison, end)) = behind(words, end) {
        let range = range.compared(comparison);
        return Compared { range, start, end };
    }
    for (phrase, comparison) in BEFORE {
        if let Some(begin) = start.checked_sub(phrase.split(' ').count())
            && is_at(words, phrase, begin)
        {
            let range = range.compared(comparison);
            return Compared { range, start: begin, end };
        }
    }
    whole
}

/// Whether a word joins two bounds: `2 to 4`, and `between 2 and 4`, but not `level 3 and 2 rings`.
fn joins(word: Option<&str>, is_between: bool) -> bool {
    matches!(word, Some("to" | "through")) || (is_between && word == Some("and"))
}

/// The other bound of a range that begins with a mention, and the word after it; what is counted may be said again
/// (`between level 2 and level 4`).
fn other_bound(words: &QueryWords, start: usize, end: usize) -> Option<(f64, usize)> {
    let is_between = start.checked_sub(1).is_some_and(|before| is_at(words, "between", before));
    if !joins(words.typed.get(end).map(String::as_str), is_between) {
        return None;
    }
    let mention = words.singular.get(start..end)?;
    let place = mention.iter().position(|word| number(word).is_some())?;
    let (before, after) = (mention.get(..place)?, mention.get(place + 1..)?);
    let skip = |part: &[String], at: usize| {
        let rest = words.singular.get(at..).unwrap_or_default();
        at + if rest.starts_with(part) { part.len() } else { 0 }
    };
    let at = skip(before, end + 1);
    let high = number(words.typed.get(at)?)?;
    Some((high, skip(after, at + 1)))
}

/// The comparison that stands behind a number, and the word after it.
fn behind(words: &QueryWords, at: usize) -> Option<(Comparison, usize)> {
    let word = |at: usize| words.typed.get(at).map(String::as_str);
    if !matches!(word(at)?, "or" | "and") {
        return None;
    }
    let behind = word(at + 1)?;
    let found = BEHIND.iter().find(|(word, _)| *word == behind);
    found.map(|(_, comparison)| (*comparison, at + 2))
}

fn is_at(words: &QueryWords, phrase: &str, at: usize) -> bool {
    let mut typed = words.typed.iter().skip(at);
    phrase.split(' ').all(|word| typed.next().is_some_and(|typed| typed == word))
}

/// A part of one, and how many words it has: `half`, `one quarter`.
fn part(word: &str, next: Option<&str>) -> Option<(f64, usize)> {
    match (word, next) {
        ("half", _) => Some((0.5, 1)),
        ("quarter", _) => Some((0.25, 1)),
        ("one" | "1", Some("half")) => Some((0.5, 2)),
        ("one" | "1", Some("quarter" | "fourth")) => Some((0.25, 2)),
        ("one" | "1", Some("eighth")) => Some((0.125, 2)),
        _ => None,
    }
}

/// A number in digits, as a fraction, in letters, or as a place (`3rd`).
fn number(word: &str) -> Option<f64> {
    if let Some((above, below)) = word.split_once('/') {
        let (above, below): (f64, f64) = (above.parse().ok()?, below.parse().ok()?);
        // `1e999` is infinite to Rust.
        return Some(above / below).filter(|number| below > 0.0 && number.is_finite());
    }
    let place = |(cardinal, ordinal): &(&str, &str)| *cardinal == word || *ordinal == word;
    if let Some(place) = NUMBER_WORDS.iter().position(place) {
        return u32::try_from(place + 1).ok().map(f64::from);
    }
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending));
    let digits = digits.unwrap_or(word);
    // `inf` and `1e9` are numbers to Rust.
    let plain =
        digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    plain.then(|| digits.parse().ok()).flatten()
}
