//! Phrases of starting equipment: `two handaxes`, `Book (prayers)`, `a pouch containing 15 gp`.

use super::catalogue::{Shelf, key};
use super::{StartingItem, StartingItemCategory};
use crate::Pattern;
use crate::vocabulary::{in_gold, number_word};

/// Most words of a plain name.
const MAX_PLAIN_WORDS: usize = 3;

/// What a phrase gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Phrase {
    /// The item; `None` for coins alone.
    pub item: Option<StartingItem>,
    /// What the item holds.
    pub contents: Option<StartingItem>,
    /// Coins, in gold pieces.
    pub gold: Option<f64>,
    /// What the phrase begins with.
    pub opening: Opening,
}

/// What a phrase begins with.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Opening {
    /// An article, or `any`.
    Article,
    /// A number.
    Number,
    /// The name.
    #[default]
    Name,
}

impl Phrase {
    /// Whether its item is in the lists of equipment, or chosen from a category of them.
    pub fn is_known(&self) -> bool {
        let known = |item: &StartingItem| item.equipment_slug.is_some() || !item.categories.is_empty();
        self.item.as_ref().is_none_or(known)
    }

    /// Whether its name is that of a thing, in a few words without any that join or describe things.
    pub fn is_plain(&self, max_words: usize) -> bool {
        const JOINING: [&str; 9] = ["and", "for", "more", "of", "or", "other", "that", "with", "your"];
        self.item.as_ref().is_none_or(|item| {
            let words: Vec<&str> = item.name.split_whitespace().collect();
            let joins = |word: &&str| JOINING.contains(&word.to_lowercase().as_str());
            (1..=max_words).contains(&words.len()) && !words.iter().any(joins)
        })
    }

    /// Whether the phrase can stand in a list whose other items begin with names, too.
    pub fn is_name(&self) -> bool {
        self.opening == Opening::Name && self.is_plain(MAX_PLAIN_WORDS)
    }
}

/// Reads a phrase; `None` where it names no thing, or a number of them that is rolled.
pub(super) fn read(words: &str, shelf: &Shelf<'_>) -> Option<Phrase> {
    static DICE: Pattern = Pattern::new(r"\b\d+d\d+\b");
    static HOLDS: Pattern = Pattern::new(r"^([^()]+?) (?:containing|holding|with|of) (.+)$");
    if let Some(gold) = coins(words) {
        return Some(Phrase { gold: Some(gold), ..Phrase::default() });
    }
    if DICE.is_match(words) {
        return None;
    }
    let (item, opening) = item(words, shelf)?;
    let phrase = Phrase { item: Some(item), opening, ..Phrase::default() };
    let holds = HOLDS.captures(words).and_then(|c| Some((c.get(1)?.as_str(), c.get(2)?.as_str())));
    let Some((holder, held)) = holds.filter(|_| !phrase.is_known()) else {
        return Some(phrase);
    };
    let Some((holder, _)) = self::item(holder, shelf) else {
        return Some(phrase);
    };
    if let Some(gold) = coins(held) {
        return Some(Phrase { item: Some(holder), gold: Some(gold), ..phrase });
    }
    match self::item(held, shelf) {
        Some((contents, _)) if is_equipment(&holder) && is_equipment(&contents) => {
            Some(Phrase { item: Some(holder), contents: Some(contents), ..phrase })
        }
        _ => Some(phrase),
    }
}

fn is_equipment(item: &StartingItem) -> bool {
    item.equipment_slug.is_some()
}

/// So many pieces as a number of bundles that a list sells (`arrows-20`).
fn bundles(count: i32, slug: &str) -> i32 {
    let size = slug.rsplit_once('-').and_then(|(_, size)| size.parse::<i32>().ok());
    match size {
        Some(size) if size > 1 && count % size == 0 => count / size,
        _ => count,
    }
}

/// Coins in gold pieces: `15 gp`, `10g`.
fn coins(words: &str) -> Option<f64> {
    static COINS: Pattern = Pattern::new(r"^(\d[\d,]*) ?(cp|sp|ep|gp|pp|g|gold pieces?)$");
    let found = COINS.captures(words.trim())?;
    let number: f64 = found.get(1)?.as_str().replace(',', "").parse().ok()?;
    match found.get(2)?.as_str().to_lowercase().as_str() {
        coin if coin.starts_with('g') => Some(number),
        coin => in_gold(number, coin),
    }
}

/// Reads an item: its number, its name, what is noted beside the name, and what it is in the lists.
fn item(words: &str, shelf: &Shelf<'_>) -> Option<(StartingItem, Opening)> {
    static SHEETS: Pattern = Pattern::new(r"^(\d+)(?: sheets)?$");
    static DAYS: Pattern = Pattern::new(r"^days?['’]?(?: worth)? (?:of )?");
    let (mut count, opening, rest) = opening(words.trim());
    let (named, mut note) = split_note(DAYS.replace(rest, "").as_ref());
    let in_brackets = note.as_deref().and_then(|note| SHEETS.captures(note));
    if let Some(number) = in_brackets.and_then(|c| c.get(1)?.as_str().parse().ok()) {
        count = number;
        note = None;
    }
    let name = named.strip_prefix("other ").unwrap_or(&named);
    let name = name.replacen("either ", "", 1);
    if key(&name).is_empty() {
        return None;
    }
    let category = StartingItemCategory::of_key(&key(&name));
    // "Any" of a category that is not known leaves open what can be chosen.
    if category.is_none() && words.to_lowercase().starts_with("any ") {
        return None;
    }
    let focus = category.and_then(|c| shelf.find_focus(c, &name, note.as_deref()?));
    let equipment = focus.or_else(|| match category {
        Some(_) => None,
        None => find(&name, shelf),
    });
    let item = StartingItem {
        count: equipment.map_or(count, |slug| bundles(count, slug)),
        categories: category.filter(|_| equipment.is_none()).into_iter().collect(),
        equipment_slug: equipment.map(str::to_owned),
        name,
        note,
    };
    Some((item, opening))
}

/// The number that a phrase begins with, and the rest. `50 feet of rope` and `one person tent` begin with a measure.
pub(super) fn opening(words: &str) -> (i32, Opening, &str) {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let rest = rest.trim_start_matches(['×', ' ']);
    let measure = ["feet", "foot", "person", "pound", "pounds", "ounce"];
    let is_measure = measure.iter().any(|unit| {
        let after = rest.strip_prefix(unit);
        after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    });
    if rest.is_empty() {
        return (1, Opening::Name, words);
    }
    let lower = first.to_lowercase();
    if matches!(lower.as_str(), "a" | "an" | "any" | "the") {
        return (1, Opening::Article, rest.strip_prefix("of ").unwrap_or(rest));
    }
    let number = number_word(&lower).or_else(|| first.replace(',', "").parse().ok());
    match number.filter(|number| *number > 0) {
        Some(_) if is_measure => (1, Opening::Number, words),
        Some(number) => (number, Opening::Number, rest),
        None => (1, Opening::Name, words),
    }
}

/// A name, and apart from it what stands in brackets or describes the thing.
fn split_note(words: &str) -> (String, Option<String>) {
    static BRACKETS: Pattern = Pattern::new(r"^([^()]+?)\s*\(([^()]+)\)$");
    let found = BRACKETS.captures(words).or_else(|| CLAUSE.captures(words));
    let parts = found.and_then(|c| Some((c.get(1)?.as_str(), c.get(2)?.as_str())));
    match parts {
        Some((name, note)) => (name.to_owned(), Some(note.trim().to_owned())),
        None => (words.to_owned(), None),
    }
}

/// A name, and the clause that describes the thing.
static CLAUSE: Pattern = Pattern::new(
    r"^([^(),;]+?) ((?:of your choice|bearing|chosen|collecting|depicting|detailing|emblazoned|except|from|in which|including|matching|of your|to match|wearing)\b[^(),;]*)$",
);

/// Whether a phrase describes its thing in a clause, to which what follows may belong.
pub(super) fn has_clause(words: &str) -> bool {
    CLAUSE.is_match(words)
}

/// The equipment of a name, or of what a measure is of: `bottle of ink`, `50 feet of hempen rope`.
fn find<'a>(name: &str, shelf: &'a Shelf<'_>) -> Option<&'a str> {
    static MEASURE: Pattern = Pattern::new(
        r"^(?:\d+-foot |(?:\d+ feet|bags?|bottles?|decks?|flasks?|pieces?|sheets?|sticks?|suits?|vials?) of (?:[\d,]+ )?)",
    );
    let measured = MEASURE.replace(name, "");
    shelf.find(name).or_else(|| shelf.find(&measured))
}
