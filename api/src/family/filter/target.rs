//! What a comparison looks at, and how it reads what clients write.

use crate::family::ABILITIES;
use sea_orm::Iden;
use sea_orm::sea_query::{Expr, IntoColumnRef};

/// What a comparison looks at: a column, or a place inside a `jsonb` column. Words may be looked for in
/// several places, and be read in a way of their own.
#[derive(Clone, Debug)]
pub struct Target {
    /// The first place, which is all that numbers and truth values look at.
    pub(super) expr: Expr,
    also: Vec<Expr>,
    read: fn(&str) -> Vec<String>,
    /// What one comparison costs, in comparisons with a short column.
    pub(super) weight: usize,
}

/// A list that is made of a `jsonb` column for each row.
const MADE_LIST: usize = 5;

/// Words that are folded by regular expressions for each row.
const FOLDED: usize = 10;

/// A whole text of some thousand letters.
const WHOLE_TEXT: usize = 20;

impl Target {
    /// A place whose words are compared ignoring case.
    pub(super) fn new(expr: Expr) -> Self {
        Self {
            expr,
            also: Vec::new(),
            read: |word| vec![word.to_lowercase()],
            weight: 1,
        }
    }

    /// The same, where a comparison costs so much more than with a short column.
    fn weighing(self, weight: usize) -> Self {
        Self { weight, ..self }
    }

    /// Places that a word is looked for in; `read` says which stored words a client's word stands for.
    pub(super) fn places(first: Expr, also: Vec<Expr>, read: fn(&str) -> Vec<String>) -> Self {
        Self {
            expr: first,
            also,
            read,
            weight: 1,
        }
    }

    /// All places.
    pub(super) fn all(&self) -> impl Iterator<Item = Expr> {
        std::iter::once(&self.expr).chain(&self.also).cloned()
    }

    /// The stored words that a client's word stands for.
    pub(super) fn spellings(&self, word: &str) -> Vec<String> {
        (self.read)(word)
    }
}

impl<C: Iden + IntoColumnRef + Copy> From<C> for Target {
    fn from(column: C) -> Self {
        let weight = match column.unquoted() {
            "text" => WHOLE_TEXT,
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
#[must_use]
pub fn size_rank() -> Target {
    Target::new(Expr::cust(
        "array_position(ARRAY['tiny','small','medium','large','huge','gargantuan','titanic'], size)",
    ))
}

/// Places inside `jsonb` columns. The arguments are names from our own code, never user input.
pub mod path {
    use super::{MADE_LIST, Target};
    use sea_orm::sea_query::Expr;

    /// An integer at a key.
    #[must_use]
    pub fn int(column: &'static str, key: &'static str) -> Target {
        Target::new(Expr::cust(format!("(\"{column}\"->>'{key}')::int")))
    }

    /// A boolean at a key.
    #[must_use]
    pub fn bool(column: &'static str, key: &'static str) -> Target {
        Target::new(Expr::cust(format!("(\"{column}\"->>'{key}')::bool")))
    }

    /// The keys of an object whose values are not null, as a list.
    #[must_use]
    pub fn keys(column: &'static str) -> Target {
        Target::new(Expr::cust(format!(
            "ARRAY(SELECT key FROM jsonb_each(\"{column}\") WHERE value <> 'null')"
        )))
        .weighing(MADE_LIST)
    }

    /// One key of each element of a list, lower case, as a list.
    #[must_use]
    pub fn each(column: &'static str, key: &'static str) -> Target {
        Target::new(Expr::cust(format!(
            "ARRAY(SELECT lower(x->>'{key}') FROM jsonb_array_elements(\"{column}\") x)"
        )))
        .weighing(MADE_LIST)
    }
}

/// Whether a condition of our own holds, as a truth value. The condition is SQL from our own code.
#[must_use]
pub fn whether(condition: &'static str) -> Target {
    Target::new(Expr::cust(condition))
}

/// A list of slugs, which also answers to names (`Wizard`) and to upstream's keys (`srd-2024_wizard`).
#[must_use]
pub fn slugs(column: &'static str) -> Target {
    Target::places(column_of(column), Vec::new(), as_slugs)
}

/// A slug, which also answers to the name and to upstream's key.
#[must_use]
pub fn slug(column: &'static str) -> Target {
    slugs(column)
}

/// A list of abilities, which also answers to their abbreviations (`DEX`).
#[must_use]
pub fn abilities(list: impl Into<Target>) -> Target {
    let Target { expr, weight, .. } = list.into();
    Target::places(expr, Vec::new(), |word| vec![as_ability(word)]).weighing(weight)
}

/// An ability, which also answers to its abbreviation (`DEX`).
#[must_use]
pub fn ability(column: impl Into<Target>) -> Target {
    abilities(column)
}

fn column_of(column: &str) -> Expr {
    Expr::cust(format!("\"{column}\""))
}

/// The slugs that a client's word stands for.
fn as_slugs(word: &str) -> Vec<String> {
    without_book(word)
        .map(super::super::slugify)
        .map(|slug| or_itself(slug, word))
        .collect()
}

/// The ability that a word abbreviates; other words as they are.
fn as_ability(word: &str) -> String {
    let word = word.trim().to_lowercase();
    let short = ABILITIES
        .iter()
        .find(|name| name.get(..3) == Some(word.as_str()));
    short.map_or(word, |name| (*name).to_owned())
}

/// Casting times, as code or in words, ignoring case, spaces, hyphens, a plural and a leading `1`.
#[must_use]
pub fn casting_time() -> Target {
    let folded = |column: &str| {
        Expr::cust(format!(
            "regexp_replace(regexp_replace(lower(\"{column}\"), '[^a-z0-9]|s$', '', 'g'), '^1([^0-9])', '\\1')"
        ))
    };
    Target::places(
        folded("casting_time"),
        vec![folded("casting_time_label")],
        |word| {
            let folded = letters(word);
            let folded = folded.strip_suffix('s').unwrap_or(&folded);
            let one = folded
                .strip_prefix('1')
                .filter(|rest| rest.starts_with(|c: char| !c.is_ascii_digit()));
            vec![or_itself(one.unwrap_or(folded).to_owned(), word)]
        },
    )
    .weighing(FOLDED)
}

/// Where a rule stands: its section, its chapter, or itself where it is a section; by slug, name or upstream's
/// key, ignoring case, spaces and hyphens.
#[must_use]
pub fn place_in_the_rules() -> Target {
    let folded = |place: &str| {
        Expr::cust(format!(
            "regexp_replace(lower({place}), '[^a-z0-9]', '', 'g')"
        ))
    };
    let also = [
        "section_slug",
        "section_name",
        "CASE WHEN kind IN ('RULE', 'SECTION') THEN parent_slug END",
        "CASE WHEN kind = 'SECTION' THEN slug END",
        "CASE WHEN kind = 'SECTION' THEN name END",
    ];
    Target::places(
        folded("chapter"),
        also.into_iter().map(folded).collect(),
        |word| {
            without_book(word)
                .map(|part| or_itself(letters(part), word))
                .collect()
        },
    )
    .weighing(2 * FOLDED)
}

/// A word as it is, and, where it may be a key of upstream's (`srd_wizard`), without the book.
fn without_book(word: &str) -> impl Iterator<Item = &str> {
    let rest = word.rsplit_once('_').map(|(_, rest)| rest);
    std::iter::once(word).chain(rest.filter(|rest| !rest.is_empty()))
}

/// The letters and digits of a word, in the way that the database folds a stored one.
fn letters(word: &str) -> String {
    super::super::slugify(word).replace('-', "")
}

/// What is left of a word; the word itself where nothing is, so that it does not match everything.
fn or_itself(folded: String, word: &str) -> String {
    if folded.is_empty() {
        word.to_lowercase()
    } else {
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_by_slug_name_or_key() {
        let read = |word| slugs("class_slugs").spellings(word);
        assert_eq!(read("Wizard"), ["wizard"]);
        assert_eq!(read("Blood Hunter"), ["blood-hunter"]);
        assert_eq!(read("srd-2024_wizard"), ["srd-2024-wizard", "wizard"]);
        assert_eq!(read("blood_hunter"), ["blood-hunter", "hunter"]);
        assert_eq!(read("魔"), ["魔"]);
    }

    #[test]
    fn abilities_by_name_or_abbreviation() {
        let read = |word| ability(crate::family::spell::Column::SavingThrow).spellings(word);
        for dexterity in ["dex", "DEX", "Dexterity", " dex "] {
            assert_eq!(read(dexterity), ["dexterity"], "{dexterity}");
        }
        assert_eq!(read("Con"), ["constitution"]);
        // The beginning of one, for `startsWith`.
        assert_eq!(read("d"), ["d"]);
        assert_eq!(read("luck"), ["luck"]);
    }

    #[test]
    fn casting_times_as_people_write_them() {
        let read = |word: &str| casting_time().spellings(word).concat();
        for action in ["action", "1 Action", "1action", "ACTION", "1 actions"] {
            assert_eq!(read(action), "action", "{action}");
        }
        for bonus in [
            "Bonus Action",
            "1 bonus action",
            "bonus-action",
            "bonus_action",
        ] {
            assert_eq!(read(bonus), "bonusaction", "{bonus}");
        }
        for minute in ["1minute", "1 minute", "minute", "1 Minute"] {
            assert_eq!(read(minute), "minute", "{minute}");
        }
        assert_eq!(read("10 minutes"), "10minute");
        assert_eq!(read("12hours"), "12hour");
        assert_eq!(read("1"), "1");
        assert_eq!(read("?"), "?");
    }

    #[test]
    fn places_in_the_rules_as_people_write_them() {
        let read = |word| place_in_the_rules().spellings(word);
        assert_eq!(read("Damage and Healing"), ["damageandhealing"]);
        assert_eq!(read("damage-and-healing"), ["damageandhealing"]);
        assert_eq!(read("srd-2024_combat"), ["srd2024combat", "combat"]);
    }
}
