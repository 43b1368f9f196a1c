//! Autocomplete: names that begin with what is typed, typos forgiven.

mod completion;

use super::load::PREFERRED_DOCUMENTS;
use super::scope::Scope;
use crate::Result;
use completion::{TypedWord, typed_words};
use lorekeeper_content::ContentType;
use lorekeeper_content::filter::like_literal;
use lorekeeper_store::bound;
use sea_orm::sea_query::{Alias, Condition, PostgresQueryBuilder, Query};
use sea_orm::{DatabaseConnection, FromQueryResult, Value};

/// What comes before a word within a name.
const WORD_STARTS: [&str; 5] = [" ", "-", "(", "/", ":"];

/// A name to offer.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Suggested {
    /// The name.
    pub name: String,
    /// Name of the family.
    pub family: String,
    /// The kind, lower case; empty where the family has none.
    pub kind: String,
    /// Key of the document.
    pub document_key: String,
    /// The slug.
    pub slug: String,
}

/// The `first` best names for what was typed so far, each once: those that start with it, those with a word
/// that starts with it, those with words that start with each of its words, in any order, as they are typed or
/// without typos; those like it. Of things with one name, the one of the preferred document stands for all.
pub async fn suggest(
    db: &DatabaseConnection,
    text: &str,
    types: Option<&[ContentType]>,
    scope: &Scope,
    first: usize,
) -> Result<Vec<Suggested>> {
    let condition = Condition::all()
        .add(scope.condition())
        .add_option(types.map(ContentType::any_of));
    let candidates = Query::select()
        .columns(["id", "family", "kind", "document_key", "slug", "name"].map(Alias::new))
        .from(Alias::new("search_entry"))
        .cond_where(condition)
        .to_owned();
    let (inner, values) = candidates.build(PostgresQueryBuilder);
    let mut bound_values = Bound(values.0);
    let text = text.trim().to_lowercase();
    let words = typed_words(db, &text).await?;
    let starts = bound_values.starts(&text, &words);
    let starts_a_word = bound_values.starts_a_word(&[like_literal(&text)]);
    let as_typed = bound_values.all_words(&words, TypedWord::prefix_patterns, Bound::begins);
    let corrected = bound_values.all_words(&words, TypedWord::corrected_patterns, Bound::begins);
    // What the index on names answers: it knows nothing of where words begin.
    let has_typed = bound_values.all_words(&words, TypedWord::prefix_patterns, Bound::contains);
    let has_corrected =
        bound_values.all_words(&words, TypedWord::corrected_patterns, Bound::contains);
    let text = bound_values.bind(text);
    let preferred = bound_values.bind(PREFERRED_DOCUMENTS.map(str::to_owned).to_vec());
    let first = bound_values.bind(i64::try_from(first).unwrap_or(i64::MAX));
    let statement = format!(
        "WITH hit AS (
            SELECT id, false AS alike FROM search_entry WHERE {starts}
            UNION SELECT id, false FROM search_entry WHERE {has_typed}
            UNION SELECT id, false FROM search_entry WHERE {has_corrected}
            UNION SELECT id, true FROM search_entry WHERE lower(name) % {text} OR {text} <% lower(name)
        ),
        found AS (
            SELECT c.*, lower(name) AS folded,
                CASE WHEN {starts} THEN 0 WHEN {starts_a_word} THEN 1 WHEN {as_typed} THEN 2 WHEN {corrected} THEN 3 WHEN alike THEN 4 END AS tier
            FROM ({inner}) c JOIN (SELECT id, bool_or(alike) AS alike FROM hit GROUP BY id) hits USING (id)
        ),
        named AS (
            SELECT DISTINCT ON (folded) * FROM found WHERE tier IS NOT NULL
            ORDER BY folded, array_position({preferred}::text[], document_key), document_key, id
        )
        SELECT name, family, kind, document_key, slug FROM named
        ORDER BY tier,
            CASE WHEN tier = 4 THEN greatest(similarity(folded, {text}), 0.9 * word_similarity({text}, folded))
                - 0.02 * abs(length(folded) - length({text})) END DESC,
            CASE WHEN {text} <> '' THEN length(folded) END, folded
        LIMIT {first}"
    );
    Ok(
        Suggested::find_by_statement(bound(&statement, bound_values.0))
            .all(db)
            .await?,
    )
}

/// The values of a statement, and the conditions on names that are made of them.
struct Bound(Vec<Value>);

impl Bound {
    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.0.push(value.into());
        format!("${}", self.0.len())
    }

    /// Patterns are spelt out and separate, so that the index on names can answer them.
    fn like(&mut self, pattern: String) -> String {
        format!("lower(name) LIKE {}", self.bind(pattern))
    }

    /// Names that start with a text, whether its words are written apart or not.
    fn starts(&mut self, text: &str, words: &[TypedWord]) -> String {
        let mut any = vec![self.like(format!("{}%", like_literal(text)))];
        if words.len() > 1 {
            let joined: String = words.iter().map(|word| word.text.as_str()).collect();
            any.push(self.like(format!("{}%", like_literal(&joined))));
        }
        format!("({})", any.join(" OR "))
    }

    /// Names with a word that starts with one of these patterns.
    fn starts_a_word(&mut self, patterns: &[String]) -> String {
        let any: Vec<String> = patterns
            .iter()
            .flat_map(|pattern| WORD_STARTS.map(|before| format!("%{before}{pattern}%")))
            .map(|pattern| self.like(pattern))
            .collect();
        format!("({})", any.join(" OR "))
    }

    /// Names with a word, the first one included, that starts with one of these patterns.
    fn begins(&mut self, patterns: &[String]) -> String {
        let first: Vec<String> = patterns
            .iter()
            .map(|pattern| self.like(format!("{pattern}%")))
            .collect();
        let later = self.starts_a_word(patterns);
        format!("({} OR {later})", first.join(" OR "))
    }

    /// Names with one of these patterns anywhere.
    fn contains(&mut self, patterns: &[String]) -> String {
        let any: Vec<String> = patterns
            .iter()
            .map(|pattern| self.like(format!("%{pattern}%")))
            .collect();
        format!("({})", any.join(" OR "))
    }

    /// Names that have each of the words, in one of its spellings.
    fn all_words(
        &mut self,
        words: &[TypedWord],
        spellings: fn(&TypedWord) -> &[String],
        has: fn(&mut Self, &[String]) -> String,
    ) -> String {
        let each = words.iter().map(|word| has(self, spellings(word)));
        let all: Vec<String> = each.collect();
        if all.is_empty() {
            "false".to_owned()
        } else {
            format!("({})", all.join(" AND "))
        }
    }
}
