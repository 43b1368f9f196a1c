//! Hybrid search: full text, names and passages, fused by their scores in one statement.
//!
//! A word that nothing stored has is first corrected to the word of a name that it resembles most. Then
//! each leg gives its best 500 entities under the filters, with a score from 0 to 1:
//!
//! - *lexical*: every query word weighs what it tells apart (inverse document frequency among what the
//!   filters leave), times how prominently the entity has it (name over facts over text);
//! - *name*: trigram similarity of the query with the name, or with the part of the name it resembles most;
//! - *semantic*: cosine similarity with the entity as a whole and with its best passage, averaged.
//!
//! The score is the weighted mean of the legs. An exact name scores 1, whatever the legs say.

use super::load::PREFERRED;
use super::semantic;
use crate::db::bound;
use crate::error::Result;
use crate::family::slugify;
use crate::store::vector_text;
use sea_orm::sea_query::{PostgresQueryBuilder, SelectStatement};
use sea_orm::{DatabaseConnection, FromQueryResult};

/// Longest query, in characters; what is longer is cut, with a warning.
pub const LONGEST: usize = 512;

/// Most entities a leg contributes.
const LEG: usize = 500;

/// Weights of the legs: lexical, name, semantic. From the evaluation set; see the README.
const WEIGHTS: Weights = Weights {
    lexical: 0.3,
    name: 0.3,
    semantic: 0.6,
};

/// What the semantic leg is taken to give what has no vector yet: about what it gives an entity that has little
/// to do with the query, so that a vector is no disadvantage.
const UNJUDGED: f64 = 0.2;

struct Weights {
    lexical: f64,
    name: f64,
    semantic: f64,
}

/// Words that say nothing about what is looked for.
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
    "im",
];

/// What becomes of typos.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// A word that nothing has is taken for the word that it resembles, and so is a name.
    #[default]
    Forgiven,
    /// Words and names are taken as they are written.
    Exact,
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// The query, not blank.
    pub text: &'a str,
    /// Whether full text and names take part.
    pub lexical: bool,
    /// What becomes of typos.
    pub spelling: Spelling,
    /// The query's vector with its model, if meaning takes part.
    pub vector: Option<(&'a str, &'a [f32])>,
    /// The index of the model's vectors, if there is one.
    pub index: Option<semantic::Index>,
}

/// An entity that was found.
#[derive(Clone, Debug, PartialEq, FromQueryResult)]
pub struct Hit {
    /// Its key.
    pub id: i64,
    /// Its relevance, 0 to 1.
    pub score: f64,
    /// What the full text leg gave it.
    pub lexical: Option<f64>,
    /// What the name leg gave it.
    pub name: Option<f64>,
    /// What the semantic leg gave it.
    pub semantic: Option<f64>,
    /// Whether its name is what was searched for.
    pub exact: bool,
}

/// What one leg made of a hit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LegScore {
    /// Its score, 0 to 1.
    pub score: f64,
    /// Its place in the leg's own order, from 1; what scores alike shares a place.
    pub rank: usize,
    /// How much the leg weighs beside the others.
    pub weight: f64,
}

impl Hit {
    /// What the legs made of it, in the order lexical, name, semantic: `hits` are all that the search found.
    #[must_use]
    pub fn legs(&self, hits: &[Self]) -> [Option<LegScore>; 3] {
        let leg = |of: fn(&Self) -> Option<f64>, weight| {
            let score = of(self)?;
            let better = hits.iter().filter(|hit| of(hit).is_some_and(|s| s > score));
            Some(LegScore {
                score,
                rank: better.count() + 1,
                weight,
            })
        };
        [
            leg(|hit| hit.lexical, WEIGHTS.lexical),
            leg(|hit| hit.name, WEIGHTS.name),
            leg(|hit| hit.semantic, WEIGHTS.semantic),
        ]
    }
}

/// Ranks what `candidates` (a select of ids) leaves, best first.
pub async fn search(
    db: &DatabaseConnection,
    candidates: &SelectStatement,
    search: &Search<'_>,
    min_score: Option<f64>,
) -> Result<Vec<Hit>> {
    let (inner, values) = candidates.build(PostgresQueryBuilder);
    let mut values = values.0;
    let mut bind = |value: sea_orm::Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let name = search.text.trim().to_lowercase();
    let words = bind(words(search.text).into());
    let slug = bind(slugify(search.text).into());
    let name = bind(name.into());
    let lexical = bind(search.lexical.into());
    let model = bind(search.vector.map(|(model, _)| model.to_owned()).into());
    let vector = bind(search.vector.map(|(_, vector)| vector_text(vector)).into());
    let preferred = bind(PREFERRED.map(str::to_owned).to_vec().into());
    let minimum = bind(min_score.unwrap_or(-1.0).into());
    let Weights {
        lexical: lexical_weight,
        name: name_weight,
        semantic: semantic_weight,
    } = WEIGHTS;
    let all = if search.lexical {
        lexical_weight + name_weight
    } else {
        0.0
    } + if search.vector.is_some() {
        semantic_weight
    } else {
        0.0
    };
    let unjudged = if search.vector.is_some() {
        UNJUDGED
    } else {
        0.0
    };
    let (all_known, alike) = match search.spelling {
        Spelling::Forgiven => (
            "false",
            "lower(e.name) % phrase.name OR phrase.name <% lower(e.name)",
        ),
        Spelling::Exact => ("true", "strpos(lower(e.name), phrase.name) > 0"),
    };
    let semantic_leg = semantic::leg(&model, &vector, LEG, search.index);
    let statement = format!(
        "WITH candidate AS MATERIALIZED ({inner}),
        given AS (
            SELECT w, n, {all_known} OR length(w) < 4 OR EXISTS (SELECT FROM search_entry e WHERE e.terms @@ plainto_tsquery('lore', w)) AS known
            FROM unnest({words}::text[]) WITH ORDINALITY AS g(w, n) WHERE {lexical}::bool
        ),
        spelt AS (
            SELECT n, CASE WHEN known THEN w ELSE coalesce((
                SELECT word FROM name_word WHERE word % w
                ORDER BY similarity(word, w) - 0.05 * abs(length(word) - length(w)) DESC, word LIMIT 1), w) END AS w
            FROM given
        ),
        phrase AS (
            SELECT CASE WHEN (SELECT bool_and(known) FROM given) THEN {name} ELSE (SELECT string_agg(w, ' ' ORDER BY n) FROM spelt) END AS name
        ),
        word AS (
            SELECT row_number() OVER () AS n, q FROM (
                SELECT DISTINCT plainto_tsquery('lore', w) AS q FROM spelt
            ) words WHERE numnode(q) > 0
        ),
        found AS (
            SELECT e.id, word.n, ts_rank('{{0.35, 0.35, 0.6, 1.0}}', e.terms, word.q) AS weight
            FROM word JOIN search_entry e ON e.terms @@ word.q JOIN candidate c ON c.id = e.id
        ),
        rarity AS (
            SELECT n, ln(1 + ((SELECT count(*) FROM candidate) - count(*) + 0.5) / (count(*) + 0.5)) AS idf
            FROM found GROUP BY n
        ),
        lexical AS (
            SELECT f.id, (sum(r.idf * (0.5 + 0.5 * least(1, f.weight * 1.65))) / (SELECT greatest(sum(idf), 0.0001) FROM rarity))::float8 AS score
            FROM found f JOIN rarity r USING (n) GROUP BY f.id ORDER BY score DESC, f.id LIMIT {LEG}
        ),
        name AS (
            SELECT e.id,
                greatest(similarity(lower(e.name), phrase.name), 0.9 * word_similarity(phrase.name, lower(e.name)))::float8 AS score,
                e.slug = {slug} AS exact
            FROM phrase, search_entry e JOIN candidate c ON c.id = e.id
            WHERE {lexical}::bool AND ({alike} OR e.slug = {slug})
            ORDER BY exact DESC, score DESC, e.id LIMIT {LEG}
        ),
        {semantic_leg},
        fused AS (
            SELECT id, lexical.score AS lexical, name.score AS name, semantic.score AS semantic, coalesce(name.exact, false) AS exact,
                CASE WHEN name.exact THEN 1.0 ELSE least(0.999, greatest(0, (
                    {lexical_weight} * coalesce(lexical.score, 0) + {name_weight} * coalesce(name.score, 0)
                    + {semantic_weight} * coalesce(semantic.score, CASE WHEN NOT EXISTS (
                        SELECT FROM passage_vector v WHERE v.entity_id = id AND v.model = {model}) THEN {unjudged} ELSE 0 END)) / {all})) END::float8 AS score
            FROM lexical FULL JOIN name USING (id) FULL JOIN semantic USING (id)
        )
        SELECT fused.id, fused.score, fused.lexical, fused.name, fused.semantic, fused.exact
        FROM fused JOIN search_entry e ON e.id = fused.id
        WHERE fused.score >= {minimum}
        ORDER BY fused.score DESC, e.name, array_position({preferred}::text[], e.document_key), e.document_key, e.id"
    );
    Ok(Hit::find_by_statement(bound(&statement, values))
        .all(db)
        .await?)
}

/// The words of a query that say something; all of them if none does.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let all: Vec<String> = lower
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(|w| w.trim_matches(['\'', '’']).replace('’', "'"))
        .filter(|w| !w.is_empty())
        .collect();
    let telling: Vec<String> = all
        .iter()
        .filter(|w| !STOP_WORDS.contains(&w.as_str()))
        .cloned()
        .collect();
    if telling.is_empty() { all } else { telling }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telling_words_remain() {
        assert_eq!(words("What lets me fly?"), ["fly"]);
        assert_eq!(words("the who"), ["the", "who"]);
        assert_eq!(words("Hunter’s Mark"), ["hunter's", "mark"]);
        assert!(words("?!").is_empty());
    }
}
