//! Comparison targets: columns and places inside of `jsonb`, and how a client's words are folded to match them.

#[cfg(test)]
mod tests;

use crate::Family;
use crate::document::is_book_key;
use crate::slugify;
use crate::vocabulary::edition::CORE_DOCUMENT;
use crate::vocabulary::{SIZES, ability_of};
use sea_orm::Iden;
use sea_orm::sea_query::{Expr, IntoColumnRef};

/// The target of a comparison: a column, or a place inside a `jsonb` column. Words may be looked for in several places,
/// and be folded in a way of the target's own.
#[derive(Clone, Debug)]
pub struct Target {
    /// The first place; numbers and truth values have no other.
    pub(super) expr: Expr,
    others: Vec<Expr>,
    fold: fn(&str) -> Vec<String>,
    /// Whether a list has slugs only: an index of the column can answer.
    has_slugs: bool,
    /// What one comparison costs, in comparisons with a short column.
    pub(super) weight: usize,
}

/// What may stand between the parts of a word.
const SEPARATORS: &str = " _-";

/// Cost of a list that is built for each row, of a `jsonb` column or of another list.
const BUILT_LIST_COST: usize = 5;

/// Cost of words that are folded by regular expressions for each row.
const REGEXP_COST: usize = 10;

/// Cost of a whole text of some thousand letters.
const WHOLE_TEXT_COST: usize = 20;

impl Target {
    /// A place whose words are compared ignoring case.
    pub(super) fn new(expr: Expr) -> Self {
        Self { expr, others: Vec::new(), fold: |word| vec![word.to_lowercase()], has_slugs: false, weight: 1 }
    }

    /// The target with another cost of a comparison.
    fn weighing(self, weight: usize) -> Self {
        Self { weight, ..self }
    }

    /// Places that a word is looked for in; `fold` gives the stored words that a client's word stands for.
    fn places(first: Expr, others: Vec<Expr>, fold: fn(&str) -> Vec<String>) -> Self {
        Self { expr: first, others, fold, has_slugs: false, weight: 1 }
    }

    /// The list at the first place, as words are compared with it.
    pub(super) fn list(&self) -> Expr {
        let list = self.expr.clone();
        if self.has_slugs {
            return list;
        }
        // As one text: member by member takes 1.6 times as long (130 instead of 80 ms for 30,000 rows).
        Expr::cust_with_exprs(
            format!("string_to_array({}, chr(31))", folded_sql("array_to_string($1, chr(31))")),
            [list],
        )
    }

    /// What one comparison with the list costs, in comparisons with a short column.
    pub(super) fn weight_of_list(&self) -> usize {
        if self.has_slugs { self.weight } else { self.weight.max(BUILT_LIST_COST) }
    }

    /// All places.
    pub(super) fn all(&self) -> impl Iterator<Item = Expr> {
        std::iter::once(&self.expr).chain(&self.others).cloned()
    }

    /// The stored words that a client's word stands for.
    pub(super) fn spellings(&self, word: &str) -> Vec<String> {
        (self.fold)(word)
    }

    /// The words that a client's words stand for, as stored words are compared with them.
    pub(super) fn words(&self, words: &[String]) -> Vec<String> {
        let spellings = words.iter().flat_map(|word| self.spellings(word));
        spellings.map(|word| folded(&word)).collect()
    }

    /// The same for the members of the list.
    pub(super) fn list_words(&self, words: &[String]) -> Vec<String> {
        if self.has_slugs { words.iter().flat_map(|word| self.spellings(word)).collect() } else { self.words(words) }
    }

    /// All places, as words are compared with them.
    pub(super) fn folded(&self) -> impl Iterator<Item = Expr> {
        self.all().map(|place| Expr::cust_with_exprs(folded_sql("$1"), [place]))
    }
}

impl<C: Iden + IntoColumnRef + Copy> From<C> for Target {
    fn from(column: C) -> Self {
        let weight = match column.unquoted() {
            "text" => WHOLE_TEXT_COST,
            _ => 1,
        };
        Self::new(Expr::col(column)).weighing(weight)
    }
}

impl From<Target> for Expr {
    fn from(target: Target) -> Self {
        target.expr
    }
}

/// Creature sizes in their order; sizes of other books come after them.
pub(crate) fn size_rank() -> Target {
    let sizes = SIZES.join("','");
    Target::new(Expr::cust(format!("array_position(ARRAY['{sizes}'], size)")))
}

/// The size of a creature; it may have several.
pub(crate) fn sizes() -> Target {
    let others = vec![Expr::cust("sizes[2]"), Expr::cust("sizes[3]")];
    Target::places(Expr::cust("size"), others, |word| vec![word.to_lowercase()])
}

/// Places inside `jsonb` columns. The arguments are names from our own code, never user input.
pub(crate) mod path {
    use super::{BUILT_LIST_COST, Target};
    use sea_orm::sea_query::Expr;

    /// An integer at a key.
    pub fn int(column: &'static str, key: &'static str) -> Target {
        Target::new(Expr::cust(format!("(\"{column}\"->>'{key}')::int")))
    }

    /// A text at a key.
    pub fn text(column: &'static str, key: &'static str) -> Target {
        Target::new(Expr::cust(format!("(\"{column}\"->>'{key}')")))
    }

    /// A boolean at a key.
    pub fn bool(column: &'static str, key: &'static str) -> Target {
        Target::new(Expr::cust(format!("(\"{column}\"->>'{key}')::bool")))
    }

    /// The keys of an object whose values are not null, lower case, as a list.
    pub fn keys(column: &'static str) -> Target {
        Target::new(Expr::cust(format!("ARRAY(SELECT lower(key) FROM jsonb_each(\"{column}\") WHERE value <> 'null')")))
            .weighing(BUILT_LIST_COST)
    }

    /// One key of each element of a list, lower case, as a list.
    pub fn each(column: &'static str, key: &'static str) -> Target {
        Target::new(Expr::cust(format!("ARRAY(SELECT lower(x->>'{key}') FROM jsonb_array_elements(\"{column}\") x)")))
            .weighing(BUILT_LIST_COST)
    }
}

/// The truth value of a condition, or another value, which is SQL from our own code.
pub(crate) fn sql_condition(condition: &'static str) -> Target {
    Target::new(Expr::cust(condition))
}

/// A slug or a list of slugs, which also answer to names (`Wizard`) and to upstream's keys (`srd-2024_wizard`).
pub(crate) fn slug(column: &'static str) -> Target {
    let column = Expr::cust(format!("\"{column}\""));
    Target { has_slugs: true, ..Target::places(column, Vec::new(), as_slugs) }
}

/// The game systems of the row's book, as a list (`5e-2024`), which also answer to their years (`2024`). What no book
/// describes is of all.
pub(crate) fn editions() -> Target {
    let systems = Expr::cust(format!(
        "ARRAY(SELECT DISTINCT lower(book.game_system) FROM document book \
         WHERE (book.key = document_key OR document_key = '{CORE_DOCUMENT}') AND book.game_system <> '')"
    ));
    Target::places(systems, Vec::new(), |word| {
        let word = word.trim().to_lowercase();
        vec![format!("5e-{word}"), word]
    })
    .weighing(BUILT_LIST_COST)
}

/// The global id of a row.
pub(crate) fn global_id(family: Family, has_kind: bool) -> Target {
    let kind = if has_kind { "lower(\"kind\"::text) || ':' || " } else { "" };
    Target::new(Expr::cust(format!("'{}:' || \"document_key\" || ':' || {kind}\"slug\"", family.name())))
}

/// The name and all texts of a row, as searches read them.
pub(crate) fn all_texts() -> Target {
    Target::new(Expr::cust("\"id\"")).weighing(WHOLE_TEXT_COST)
}

/// An ability or a list of abilities, which also answer to their abbreviations (`DEX`).
pub(crate) fn ability(column: impl Into<Target>) -> Target {
    Target { fold: |word| vec![as_ability(word)], ..column.into() }
}

/// The slugs that a client's word stands for.
fn as_slugs(word: &str) -> Vec<String> {
    without_book(word).map(slugify).map(|slug| or_itself(slug, word)).collect()
}

/// The ability that a word abbreviates; other words as they are.
fn as_ability(word: &str) -> String {
    let word = word.trim().to_lowercase();
    let abbreviated = ability_of(&word).filter(|_| word.len() == 3);
    abbreviated.map_or(word, str::to_owned)
}

/// Casting times, as code or in words, ignoring case, spaces, hyphens, a plural and a leading `1`.
pub(crate) fn casting_time() -> Target {
    let folded = |column: &str| {
        Expr::cust(format!(
            "regexp_replace(regexp_replace(lower(\"{column}\"), '[^a-z0-9]|s$', '', 'g'), '^1([^0-9])', '\\1')"
        ))
    };
    Target::places(folded("casting_time"), vec![folded("casting_time_label")], |word| {
        let folded = letters(word);
        let folded = folded.strip_suffix('s').unwrap_or(&folded);
        let one = folded.strip_prefix('1').filter(|rest| rest.starts_with(|c: char| !c.is_ascii_digit()));
        vec![or_itself(one.unwrap_or(folded).to_owned(), word)]
    })
    .weighing(REGEXP_COST)
}

/// Where a rule stands: its section, its chapter, or itself where it is a section; by slug, name or upstream's
/// key, ignoring case, spaces and hyphens.
pub(crate) fn place_in_the_rules() -> Target {
    let folded = |place: &str| Expr::cust(format!("regexp_replace(lower({place}), '[^a-z0-9]', '', 'g')"));
    let others = [
        "section_slug",
        "section_name",
        "CASE WHEN kind IN ('RULE', 'SECTION') THEN parent_slug END",
        "CASE WHEN kind = 'SECTION' THEN slug END",
        "CASE WHEN kind = 'SECTION' THEN name END",
    ];
    Target::places(folded("chapter"), others.into_iter().map(folded).collect(), |word| {
        without_book(word).map(|part| or_itself(letters(part), word)).collect()
    })
    .weighing(2 * REGEXP_COST)
}

/// A word as it is and, where it is a key of upstream's (`srd_wizard`), without the book. A name with underscores
/// (`mass_suggestion`) has no book in front.
fn without_book(word: &str) -> impl Iterator<Item = &str> {
    let rest = word.split_once('_').filter(|(book, rest)| is_book_key(book) && !rest.is_empty());
    std::iter::once(word).chain(rest.map(|(_, rest)| rest))
}

/// The letters and digits of a word, in the way that the database folds a stored one.
fn letters(word: &str) -> String {
    slugify(word).replace('-', "")
}

/// What is left of a word where neither case nor spaces, hyphens and underscores matter.
fn folded(word: &str) -> String {
    let letters = word.chars().filter(|c| !SEPARATORS.contains(*c));
    or_itself(letters.flat_map(char::to_lowercase).collect(), word)
}

/// The same of a stored word: SQL around SQL from our own code. Indexes have this expression.
fn folded_sql(word: &str) -> String {
    format!("translate(lower({word}), '{SEPARATORS}', '')")
}

/// A folded word; the word itself where folding leaves nothing, which would match everything.
fn or_itself(folded: String, word: &str) -> String {
    if folded.is_empty() { word.to_lowercase() } else { folded }
}
