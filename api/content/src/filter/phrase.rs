//! Phrases: exact words in any text of a row.

use super::query_language::ValueKind;
use super::{Comparison, Target, like_literal};
use async_graphql::InputObject;
use sea_orm::sea_query::{Condition, Expr};

/// Looks for exact words: whole ones, in this order, ignoring case and what separates them.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct PhraseFilter {
    /// Has these words, next to each other.
    pub contains: Option<String>,
}

impl Comparison for PhraseFilter {
    fn condition(&self, target: Target) -> Condition {
        let phrase = self.contains.as_deref().map(|phrase| {
            let (words, pattern) = (longest_word(phrase), pattern(phrase));
            // The longest word first: a regular expression takes ten times as long.
            let has = |text: &str| format!("(lower({text}) LIKE $2 AND lower({text}) ~ $3)");
            Expr::cust_with_exprs(
                format!(
                    "({} OR EXISTS (SELECT FROM passage WHERE passage.entity_id = $1 AND {}))",
                    has("\"name\""),
                    has("passage.text")
                ),
                [target.expr, Expr::val(format!("%{}%", like_literal(&words))), Expr::val(pattern)],
            )
        });
        Condition::all().add_option(phrase)
    }

    fn kind() -> ValueKind {
        ValueKind::Phrase
    }
}

/// The longest word of a phrase in lower case.
fn longest_word(phrase: &str) -> String {
    let words = phrase.split(|c: char| !c.is_alphanumeric());
    let longest = words.max_by_key(|word| word.len());
    longest.unwrap_or_default().to_lowercase()
}

/// The regular expression of Postgres that finds the words of a phrase. Marks of Markdown may stand around each.
fn pattern(phrase: &str) -> String {
    let words = phrase.split_whitespace().map(|word| {
        word.to_lowercase().chars().fold(String::new(), |mut escaped, c| {
            if !c.is_alphanumeric() && c.is_ascii() {
                escaped.push('\\');
            }
            escaped.push(c);
            escaped
        })
    });
    let words: Vec<String> = words.collect();
    format!("(?<!\\w){}(?!\\w)", words.join("[\\s*_]+"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_signs() {
        assert_eq!(pattern("Fire  Bolt"), "(?<!\\w)fire[\\s*_]+bolt(?!\\w)");
        assert_eq!(pattern("50% (a.k.a)"), "(?<!\\w)50\\%[\\s*_]+\\(a\\.k\\.a\\)(?!\\w)");
        assert_eq!(longest_word("+1 half-dragon"), "dragon");
        assert_eq!(longest_word("???"), "");
    }
}
