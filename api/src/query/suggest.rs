//! Autocomplete: names as one types them, typos forgiven.

use super::load::PREFERRED;
use super::scope::Scope;
use crate::db::bound;
use crate::error::Result;
use crate::family::ContentType;
use crate::family::filter::like_literal;
use sea_orm::sea_query::{Alias, Condition, PostgresQueryBuilder, Query};
use sea_orm::{DatabaseConnection, FromQueryResult};

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
/// that starts with it, those like it. Of things with one name, the one of the preferred document stands for all.
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
    let mut values = values.0;
    let mut bind = |value: sea_orm::Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let text = text.trim().to_lowercase();
    let literal = like_literal(&text);
    let prefix = bind(format!("{literal}%").into());
    // Spelt out and separate, so that the index on names can answer them.
    let starts_a_word = WORD_STARTS
        .map(|before| {
            format!(
                "lower(name) LIKE {}",
                bind(format!("%{before}{literal}%").into())
            )
        })
        .join(" OR ");
    let words = bind(words(&text).into());
    let text = bind(text.into());
    let preferred = bind(PREFERRED.map(str::to_owned).to_vec().into());
    let first = bind(i64::try_from(first).unwrap_or(i64::MAX).into());
    let statement = format!(
        "WITH spelt AS (
            SELECT coalesce(string_agg(CASE
                WHEN length(w) < 4 OR EXISTS (SELECT FROM name_word WHERE word LIKE w || '%') THEN w
                ELSE coalesce((SELECT word FROM name_word WHERE word % w ORDER BY similarity(word, w) DESC, word LIMIT 1), w)
            END, ' ' ORDER BY n), '') AS text
            FROM unnest({words}::text[]) WITH ORDINALITY AS g(w, n)
        ),
        hit AS (
            SELECT id FROM search_entry
            WHERE lower(name) LIKE {prefix} OR {starts_a_word} OR lower(name) % {text} OR {text} <% lower(name)
            UNION
            SELECT e.id FROM spelt JOIN search_entry e ON lower(e.name) LIKE '%' || spelt.text || '%' WHERE spelt.text <> ''
        ),
        found AS (
            SELECT c.*, lower(name) AS folded,
                CASE WHEN lower(name) LIKE {prefix} THEN 0 WHEN {starts_a_word} THEN 1 ELSE 2 END AS tier
            FROM ({inner}) c JOIN hit USING (id)
        ),
        named AS (
            SELECT DISTINCT ON (folded) * FROM found
            ORDER BY folded, array_position({preferred}::text[], document_key), document_key, id
        )
        SELECT name, family, kind, document_key, slug FROM named, spelt
        ORDER BY tier,
            CASE WHEN tier = 2 THEN greatest(similarity(folded, {text}), 0.9 * word_similarity({text}, folded), 0.9 * word_similarity(spelt.text, folded))
                - 0.02 * abs(length(folded) - length({text})) END DESC,
            CASE WHEN {text} <> '' THEN length(folded) END, folded
        LIMIT {first}"
    );
    Ok(Suggested::find_by_statement(bound(&statement, values))
        .all(db)
        .await?)
}

/// The words that were typed, without anything that `LIKE` could take for a wildcard.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
