//! Snippets: the piece of a passage that matches the query best, with what matched marked.

use super::analysis::Phrase;
use lorekeeper_content::stem;
use std::ops::Range;

/// Marks around what matched: no text has them.
const MARKS: [char; 2] = ['\u{E000}', '\u{E001}'];

/// Words of a snippet, at least and at most.
const SNIPPET_WORDS: (usize, usize) = (18, 32);

/// Most words before the first match, where a sentence begins with them.
const MAX_LEAD: usize = 15;

/// Words before the first match in the middle of a longer sentence.
const LEAD: usize = 5;

/// The share of a phrase that occurs once, in a score that a phrase everywhere in the text brings to a tenth.
const ONCE: f32 = 0.06;

/// A piece of text with what matched marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet(String);

impl Snippet {
    /// The text, with these around what matched.
    pub fn marked(&self, before: &str, after: &str) -> String {
        let mut text = String::with_capacity(self.0.len());
        for c in self.0.chars() {
            match MARKS.iter().position(|mark| *mark == c) {
                Some(0) => text.push_str(before),
                Some(_) => text.push_str(after),
                None => text.push(c),
            }
        }
        text
    }
}

/// The phrases of a query, to be found in texts.
pub(crate) struct PhraseMatcher {
    /// The stems of each phrase, and whether the last one may be the beginning of a word.
    phrases: Vec<(Vec<String>, bool)>,
    /// What the stems begin with: most words of a text need not be stemmed.
    starts: Vec<[char; 2]>,
}

/// A text with its words, and the matches among them.
pub(crate) struct MatchedText<'a> {
    text: &'a str,
    /// The words, as places in the text.
    words: Vec<Range<usize>>,
    /// The matches in order, none within another.
    matches: Vec<Match>,
    phrases: usize,
}

/// An occurrence of a phrase.
struct Match {
    phrase: usize,
    words: Range<usize>,
}

impl PhraseMatcher {
    /// A matcher of these phrases.
    pub fn new<'a>(phrases: impl Iterator<Item = &'a Phrase>) -> Self {
        let stems = |phrase: &Phrase| {
            let lexemes = phrase.lexemes.iter();
            let stems = lexemes.flat_map(|lexeme| lexeme.split(|c: char| !c.is_alphanumeric()));
            let stems = stems.filter(|stem| !stem.is_empty()).map(str::to_owned);
            (stems.collect::<Vec<_>>(), phrase.prefix)
        };
        let mut phrases: Vec<_> = phrases.map(stems).collect();
        phrases.retain(|(stems, _)| !stems.is_empty());
        // Where several begin, the longest is found.
        phrases.sort_by_key(|(stems, prefix)| (std::cmp::Reverse(stems.len()), *prefix));
        let stems = phrases.iter().flat_map(|(stems, _)| stems);
        let mut starts: Vec<[char; 2]> = stems.map(|stem| first_two_letters(stem)).collect();
        starts.sort_unstable();
        starts.dedup();
        Self { phrases, starts }
    }

    /// The matches in a text.
    pub fn matches<'a>(&self, text: &'a str) -> MatchedText<'a> {
        let words = words(text);
        let stems: Vec<String> = words.iter().map(|word| self.stem(text, word)).collect();
        let mut matches = Vec::new();
        let mut at = 0;
        while let Some(rest) = stems.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.first().is_some_and(String::is_empty) {
                at += 1;
                continue;
            }
            let begins = |(stems, prefix): &(Vec<String>, bool)| begins(rest, stems, *prefix);
            let found = self.phrases.iter().position(begins);
            let length = found.and_then(|phrase| self.phrases.get(phrase)).map_or(1, |(stems, _)| stems.len());
            matches.extend(found.map(|phrase| Match { phrase, words: at..at + length }));
            at += length;
        }
        MatchedText { text, words, matches, phrases: self.phrases.len() }
    }

    /// The stem of a word; nothing where no phrase has it.
    fn stem(&self, text: &str, word: &Range<usize>) -> String {
        let word = text.get(word.clone()).unwrap_or_default();
        // A phrase may be a single letter, or the beginning of one.
        let [first, second] = first_two_letters(word);
        let begins = |[one, other]: &[char; 2]| *one == first && (*other == second || *other == ' ');
        if self.starts.iter().any(begins) { stem(&word.to_lowercase()) } else { String::new() }
    }
}

/// The first two letters of a word, which are those of its stem: but a *y* may become an *i* (`dying`, `die`).
fn first_two_letters(word: &str) -> [char; 2] {
    let mut letters = word.chars().map(|letter| match letter {
        'y' | 'Y' => 'i',
        _ if letter.is_ascii() => letter.to_ascii_lowercase(),
        _ => letter.to_lowercase().next().unwrap_or(letter),
    });
    [letters.next().unwrap_or(' '), letters.next().unwrap_or(' ')]
}

/// Whether stems begin with those of a phrase.
fn begins(rest: &[String], phrase: &[String], prefix: bool) -> bool {
    let Some((last, others)) = phrase.split_last() else {
        return false;
    };
    let fits = |word: &String| {
        if prefix { word.starts_with(last.as_str()) } else { word == last }
    };
    rest.starts_with(others) && rest.get(others.len()).is_some_and(fits)
}

/// The words of a text: runs of letters and digits.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let end = at + c.len_utf8();
        match words.last_mut() {
            Some(word) if word.end == at => word.end = end,
            _ => words.push(at..end),
        }
    }
    words
}

impl MatchedText<'_> {
    /// Whether anything matches.
    pub fn any(&self) -> bool {
        !self.matches.is_empty()
    }

    /// How much of the query the text has, from 0 to about 0.1: the mean of its phrases, of which each occurrence counts
    /// less than the one before.
    pub fn score(&self) -> f32 {
        let mut counts = vec![0_u16; self.phrases];
        let mut score = 0.0;
        for found in &self.matches {
            if let Some(count) = counts.get_mut(found.phrase) {
                *count = count.saturating_add(1);
                score += ONCE / f32::from(*count).powi(2);
            }
        }
        score / f32::from(u16::try_from(self.phrases.max(1)).unwrap_or(u16::MAX))
    }

    /// The piece with the most of the query: whole sentences where they fit, dots where it was cut.
    pub fn snippet(&self) -> Snippet {
        if self.words.is_empty() {
            return Snippet(plain(self.text));
        }
        let piece = self.piece();
        let place = |word: usize| self.words.get(word).cloned().unwrap_or_default();
        let (first, last) = (place(piece.start), place(piece.end.saturating_sub(1)));
        let before = self.text.get(..first.start).unwrap_or_default();
        let behind = self.text.get(last.end..).unwrap_or_default();
        // What adjoins a word belongs to it: brackets and full stops.
        let adjoins = |c: char| !c.is_whitespace();
        let start = before.trim_end_matches(adjoins).len();
        let end = self.text.len() - behind.trim_start_matches(adjoins).len();
        let mut marked = String::new();
        let mut done = start;
        for found in &self.matches {
            if found.words.start < piece.start || found.words.end > piece.end {
                continue;
            }
            let (from, to) = (place(found.words.start).start, place(found.words.end - 1).end);
            marked.push_str(self.text.get(done..from).unwrap_or_default());
            marked.push(MARKS[0]);
            marked.push_str(self.text.get(from..to).unwrap_or_default());
            marked.push(MARKS[1]);
            done = to;
        }
        marked.push_str(self.text.get(done..end).unwrap_or_default());
        let mut text = plain(&marked);
        if piece.start > 0 {
            text.insert_str(0, "… ");
        }
        if piece.end < self.words.len() {
            text.push_str(" …");
        }
        Snippet(text)
    }

    /// The words of the snippet.
    fn piece(&self) -> Range<usize> {
        let (least, most) = SNIPPET_WORDS;
        let count = self.words.len();
        let from = |(at, first): (usize, &Match)| {
            let most = first.words.start + most;
            let found = self.matches.iter().skip(at);
            let within = found.take_while(|found| found.words.end <= most);
            let end = within.clone().last().map_or(most, |found| found.words.end);
            let mut phrases: Vec<usize> = within.map(|found| found.phrase).collect();
            let all = phrases.len();
            phrases.sort_unstable();
            phrases.dedup();
            ((phrases.len(), all), first.words.start, end)
        };
        // The first of the best.
        let pieces = self.matches.iter().enumerate().rev().map(from);
        let best = pieces.max_by_key(|(found, ..)| *found);
        let (best, matched) = best.map_or((0, 0), |(_, start, end)| (start, end));
        let earliest = best.saturating_sub(MAX_LEAD).max(matched.saturating_sub(most));
        let start = (earliest..=best).rev().find(|word| self.begins_sentence(*word));
        let start = start.unwrap_or_else(|| best.saturating_sub(LEAD).max(earliest));
        let start = start.min(count.saturating_sub(least));
        let (shortest, longest) = (matched.max(start + least), (start + most).min(count));
        let end = (shortest..=longest).find(|end| *end == count || self.begins_sentence(*end));
        start..end.unwrap_or(longest)
    }

    /// Whether a sentence, a line or a cell of a table begins with a word.
    fn begins_sentence(&self, word: usize) -> bool {
        let Some(before) = word.checked_sub(1).and_then(|before| self.words.get(before)) else {
            return true;
        };
        let Some(word) = self.words.get(word) else {
            return true;
        };
        let between = self.text.get(before.end..word.start).unwrap_or_default();
        between.contains(['\n', '|'])
            || between.split_whitespace().next().is_some_and(|mark| {
                between.len() > mark.len()
                    && mark.trim_end_matches(['*', '_', ')', '"', '”']).ends_with(['.', '!', '?'])
            })
    }
}

/// Text without the signs of Markdown, in one line.
fn plain(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let within_word = before.is_alphanumeric() && chars.peek().is_some_and(|c| c.is_alphanumeric());
        if !matches!(c, '*' | '#' | '|' | '`') && (c != '_' || within_word) {
            bare.push(c);
        }
        before = c;
    }
    let words: Vec<&str> = bare.split_whitespace().filter(|word| !word.starts_with("---")).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::lexemes;

    fn phrase(text: &str, prefix: bool) -> Phrase {
        Phrase { lexemes: lexemes(text).collect(), weight: 1.0, prefix }
    }

    fn snippet(phrases: &[&str], text: &str) -> String {
        let phrases: Vec<Phrase> = phrases.iter().map(|text| phrase(text, false)).collect();
        let matcher = PhraseMatcher::new(phrases.iter());
        matcher.matches(text).snippet().marked("<", ">")
    }

    #[test]
    fn what_matched_is_marked_without_the_signs_of_markdown() {
        let text = "A **kettle** bursts | --- | and (scalds _everyone_) near it: 2d6 damage of Fire.";
        assert_eq!(
            snippet(&["kettles", "damage of fire", "fire", "2d6"], text),
            "A <kettle> bursts and (scalds everyone) near it: <2d6> <damage of Fire>."
        );
        assert_eq!(snippet(&["river"], "No match."), "No match.");
        assert_eq!(snippet(&["river"], ""), "");
        assert_eq!(snippet(&["…"], "« … »"), "« … »");
        assert_eq!(snippet(&["äther"], "Im »Äther«."), "Im »<Äther>«.");
    }

    #[test]
    fn a_snippet_is_where_most_of_the_query_is_said() {
        let filler = "One two three four five six seven eight nine ten words that say nothing more. ";
        let text = format!("Smoke at first. {}Then the smoke turns to ice. {}", filler.repeat(3), filler.repeat(3));
        let found = snippet(&["smoke", "ice"], &text);
        assert!(found.starts_with("… Then the <smoke> turns to <ice>. One"), "{found}");
        assert!(found.ends_with(" …"), "{found}");
        let last = snippet(&["ice"], &format!("{filler}{filler}So it is ice."));
        assert!(last.ends_with("So it is <ice>."), "{last}");
        assert!(last.starts_with("… ") && last.split(' ').count() == 19, "{last}");
        let endless = "word ".repeat(200);
        assert_eq!(snippet(&["ice"], &endless).split(' ').count(), SNIPPET_WORDS.1 + 1);
    }

    #[test]
    fn a_text_with_more_of_the_query_scores_more() {
        let phrases = [phrase("hit points", false), phrase("rega", true)];
        let matcher = PhraseMatcher::new(phrases.iter());
        let score = |text| matcher.matches(text).score();
        assert!(!matcher.matches("Hit the points.").any());
        assert!(score("hit points") > 0.0);
        assert!(score("hit points, hit points") > score("Hit points"));
        assert!(score("regains hit points") > score("hit points, hit points, hit points"));
        assert!(score("hit points ".repeat(500).as_str()) < 0.1);
    }
}
