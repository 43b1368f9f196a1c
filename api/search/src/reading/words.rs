//! The words of a query that say something, and the numbers that belong to them.

/// Most words that full text looks for.
pub(super) const WORDS: usize = 24;

/// Most words of a query whose last one may be the beginning of a longer one: whoever writes more asks a question.
const TYPING: usize = 3;

/// A word of a query, or a phrase that counts as one (`level 3`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// What says the same.
    pub same: Vec<String>,
    /// What may say the same, and counts for less.
    pub also: Vec<String>,
    /// Whether it may be the beginning of a word of a name.
    pub begins: bool,
}

impl Word {
    /// A word that nothing stands beside.
    pub(super) fn new(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

/// The words that say something, each once; all of them if none does.
pub(super) fn telling(read: Vec<Word>) -> Vec<Word> {
    let end = read.last().map(|word| word.text.clone());
    let mut units = units(read);
    let telling = units.iter().filter(|w| !is_stop_word(&w.text)).count();
    if telling > 0 {
        units.retain(|word| !is_stop_word(&word.text));
    }
    if units.len() <= TYPING
        && let Some(last) = units.last_mut()
        && end.as_ref() == Some(&last.text)
    {
        last.begins = last.text.chars().all(char::is_alphabetic);
    }
    let mut words: Vec<Word> = Vec::new();
    for word in units {
        if !words.iter().any(|other| other.text == word.text) {
            words.push(word);
        }
    }
    words.truncate(WORDS);
    words
}

/// Words, and the numbers that belong to what is before or behind them: the facts of an entity say `level 3` and
/// `challenge rating 5`.
fn units(read: Vec<Word>) -> Vec<Word> {
    let mut units: Vec<Word> = Vec::new();
    let mut words = read.into_iter().peekable();
    while let Some(read) = words.next() {
        let word = read.text.as_str();
        let before = |back: usize| {
            let at = units.len().checked_sub(back)?;
            units.get(at).map(|unit| unit.text.as_str())
        };
        let counted = if let (Some("level"), Some(number)) = (before(1), number(word)) {
            Some((1, format!("level {number}")))
        } else if is_rating(word) && (before(2), before(1)) == (Some("challenge"), Some("rating")) {
            Some((2, format!("challenge rating {word}")))
        } else {
            None
        };
        if let Some((taken, text)) = counted {
            units.truncate(units.len() - taken);
            units.push(Word::new(text));
            continue;
        }
        if let Some(number) = ordinal(word)
            && words.next_if(|next| next.text == "level").is_some()
        {
            units.push(Word {
                same: vec![format!("{word} level")],
                ..Word::new(format!("level {number}"))
            });
            continue;
        }
        units.push(read);
    }
    units
}

fn is_rating(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || c == '/')
}

const NUMBERS: [(&str, &str); 9] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
    ("five", "fifth"),
    ("six", "sixth"),
    ("seven", "seventh"),
    ("eight", "eighth"),
    ("nine", "ninth"),
];

/// A number in digits or in letters.
fn number(word: &str) -> Option<usize> {
    let named = NUMBERS.iter().position(|(name, _)| *name == word);
    named.map(|at| at + 1).or_else(|| word.parse().ok())
}

/// The number of a place: `3rd` and `third` are 3.
fn ordinal(word: &str) -> Option<usize> {
    if let Some(at) = NUMBERS.iter().position(|(_, name)| *name == word) {
        return Some(at + 1);
    }
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))?;
    digits.parse().ok()
}

/// Words that say nothing about what is looked for.
pub(super) fn is_stop_word(word: &str) -> bool {
    const STOP_WORDS: [&str; 71] = [
        "a",
        "about",
        "all",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "d",
        "did",
        "do",
        "does",
        "for",
        "from",
        "get",
        "had",
        "has",
        "have",
        "how",
        "i",
        "if",
        "im",
        "in",
        "into",
        "is",
        "it",
        "its",
        "let",
        "lets",
        "like",
        "ll",
        "me",
        "my",
        "of",
        "on",
        "or",
        "s",
        "so",
        "some",
        "something",
        "t",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "to",
        "was",
        "what",
        "when",
        "where",
        "which",
        "who",
        "will",
        "with",
        "would",
        "you",
        "your",
    ];
    STOP_WORDS.contains(&word)
}
