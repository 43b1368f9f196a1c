//! Coverage warnings: a filter compares a field that some books never fill.

use crate::Result;
use crate::coverage::{Book, coverage};
use crate::scope::Scope;
use crate::{Search, no_results};
use lorekeeper_content::filter::{Field, Filter, Share};
use lorekeeper_content::{Family, Row};
use sea_orm::sea_query::Condition;
use std::collections::BTreeSet;

/// Of so many rows of a book, some have a value that some should have.
const ENOUGH: i64 = 20;

/// Most books that are named.
const NAMED: usize = 3;

/// A field that a filter compares and some books never fill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Name of the field.
    pub field: String,
    /// Keys of the books that never fill it, the largest first.
    pub documents: Vec<String>,
    /// The warning, in a sentence.
    pub message: String,
}

/// The fields that a filter compares and some of the documents asked for never fill. `kinds` is what else the query
/// says about the kind of thing that is meant.
pub async fn gaps<R: Row, F: Filter>(
    search: &Search,
    filter: Option<&F>,
    kinds: Option<&Condition>,
    scope: &Scope,
) -> Result<Vec<Gap>> {
    let Some(filter) = filter else {
        return Ok(Vec::new());
    };
    let compared: BTreeSet<String> = filter.compared_fields().into_iter().collect();
    let mut fields = F::fields();
    fields.retain(|f| f.expected.is_some() && compared.contains(&f.name));
    if fields.is_empty() {
        return Ok(Vec::new());
    }
    let kinds = filter.discriminators().condition().add_option(kinds.cloned());
    let mut gaps = Vec::new();
    for Field { name, expected, .. } in &fields {
        let Some(expected) = expected else { continue };
        let table = R::FAMILY.name();
        let all = coverage(search, table, &kinds, expected).await?;
        let books: Vec<&Book> = all.iter().filter(|b| scope.has(&b.document)).collect();
        let nouns = match R::FAMILY {
            Family::Equipment => "pieces of equipment",
            family => no_results::nouns(family).1,
        };
        let nouns = match expected.applies {
            Some(_) => format!("{nouns} that it applies to"),
            None => nouns.to_owned(),
        };
        gaps.extend(gap(name, &nouns, expected.share, &books));
    }
    Ok(gaps)
}

/// The gap of a field, if any of the books never fills it.
fn gap(field: &str, nouns: &str, share: Share, books: &[&Book]) -> Option<Gap> {
    let mut never: Vec<&&Book> =
        books.iter().filter(|b| b.known == 0 && (share == Share::All || b.rows >= ENOUGH)).collect();
    // Stable: books of a size stay in the order of their keys.
    never.sort_by_key(|b| std::cmp::Reverse(b.rows));
    let mut named: Vec<String> = never.iter().take(NAMED).map(|b| format!("\"{}\"", b.document)).collect();
    if never.is_empty() {
        return None;
    }
    if never.len() > NAMED {
        named.push(format!("{} more", never.len() - NAMED));
    }
    let known = books.iter().map(|b| b.known).sum();
    let rows = books.iter().map(|b| b.rows).sum();
    let message = format!(
        "{field}: known for {} of {} {nouns}. {} never {} it, so `filter.{field}` cannot tell what is in there.",
        grouped(known),
        grouped(rows),
        no_results::joined(&named, "and"),
        if never.len() == 1 { "says" } else { "say" },
    );
    Some(Gap { field: field.to_owned(), documents: never.iter().map(|book| book.document.clone()).collect(), message })
}

/// A number as people write it: `3,541`.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(document: &str, rows: i64, known: i64) -> Book {
        Book { document: document.into(), rows, known }
    }

    fn say(share: Share, books: &[Book]) -> Option<String> {
        let books: Vec<&Book> = books.iter().collect();
        gap("environments", "creatures", share, &books).map(|gap| gap.message)
    }

    #[test]
    fn books_that_never_say_it_are_named() {
        let one = say(Share::All, &[book("hearth", 1_200, 34), book("attic", 5, 0)]);
        assert_eq!(
            one.unwrap(),
            "environments: known for 34 of 1,205 creatures. \"attic\" never says it, so `filter.environments` cannot tell what is in there."
        );
        let many: Vec<Book> = (1..=5).map(|n| book(&format!("b{n}"), n, 0)).collect();
        let many = say(Share::All, &many).unwrap();
        assert!(many.contains("known for 0 of 15 creatures. \"b5\", \"b4\", \"b3\" and 2 more never say it"), "{many}");
    }

    #[test]
    fn nothing_is_said_where_every_book_says_something() {
        assert_eq!(say(Share::All, &[book("hearth", 100, 1)]), None);
        assert_eq!(say(Share::All, &[]), None);
        // That a handful has none of what some have means nothing.
        assert_eq!(say(Share::Some, &[book("attic", ENOUGH - 1, 0)]), None);
        assert!(say(Share::Some, &[book("attic", ENOUGH, 0)]).is_some());
    }

    #[test]
    fn numbers_as_people_write_them() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
