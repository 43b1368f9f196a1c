//! Hybrid search: words, names and vectors, fused by their scores in one statement.
//!
//! Each signal gives its best 500 entities under the filters, with a score from 0 to 1:
//!
//! - *lexical*: how much of the query the entity has. Every term weighs its inverse document frequency among the
//!   candidates, times how prominently the entity has the term or a synonym (name over facts over text, more than once
//!   over once, in a short text over in a long one), times the square root of the part of the query that it has at all;
//! - *name*: trigram similarity of the query with the name, or with the part of the name that it resembles most;
//! - *semantic*: cosine similarity with the entity as a whole and with its best passage, averaged.
//!
//! The score is the weighted mean of the signals. An exact name scores 1, whatever the signals say.
//!
//! The constants come from two sets of labelled queries over the two SRDs (139 and 120 queries): nDCG@10 was .746
//! and .710 when words were only counted, and is .782 and .771; the README has the steps. Around the values here it
//! is flat: half or double changes it by less than .01.

use super::analysis::{QueryAnalysis, QueryTerm};
use super::candidates::Candidates;
use super::load::PREFERRED_DOCUMENTS;
use super::query_vector::QueryVector;
use super::semantic;
use crate::Result;
use lorekeeper_store::bound;
use lorekeeper_store::vector_text;
use sea_orm::sea_query::PostgresQueryBuilder;
use sea_orm::{ConnectionTrait, DatabaseConnection, QueryResult};

/// Most entities that a signal contributes.
const SIGNAL_CANDIDATES: usize = 500;

/// Weights of the signals.
const WEIGHTS: Weights = Weights {
    lexical: 0.45,
    name: 0.1,
    semantic: 0.45,
};

/// Weight of a synonym, and of the prefix of a word (.3 to .9 do alike; .7 does best).
const SYNONYM_WEIGHT: f64 = 0.7;

/// How much the length of a text counts (0 to .6 do alike).
const LENGTH_NORMALIZATION: f64 = 0.4;

/// Different words of a text of average length, over the two SRDs.
const AVERAGE_WORDS: f64 = 65.0;

/// Similarity of an entity that has no vector yet: about that of one that has little to do with the query, so that a
/// vector is no disadvantage.
const DEFAULT_SIMILARITY: f64 = 0.2;

/// Most words of a query that may be a name; a longer one matches only a name that is the same letter by letter.
const MAX_NAME_WORDS: usize = 6;

struct Weights {
    lexical: f64,
    name: f64,
    semantic: f64,
}

/// A query, analysed, and the signals that take part.
#[derive(Clone, Debug)]
pub struct HybridQuery<'a> {
    /// The analysis of the text.
    pub analysis: &'a QueryAnalysis,
    /// Whether words and names take part.
    pub lexical: bool,
    /// Whether a name may differ from the query.
    pub fuzzy: bool,
    /// The vector, if meaning takes part.
    pub vector: Option<&'a QueryVector>,
    /// The index of the model's vectors, if there is one.
    pub index: Option<semantic::Index>,
}

/// An entity that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The entity's key.
    pub id: i64,
    /// The relevance, 0 to 1.
    pub score: f64,
    /// The lexical score.
    pub lexical: Option<f64>,
    /// The score of the name.
    pub name: Option<f64>,
    /// The semantic score.
    pub semantic: Option<f64>,
    /// Whether the name is the query.
    pub exact: bool,
}

/// A signal's part in the score of a hit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ScoreComponent {
    /// The signal's score, 0 to 1.
    pub score: f64,
    /// The hit's place in the signal's own order, from 1; equal scores share a place.
    pub rank: usize,
    /// The signal's weight beside the others.
    pub weight: f64,
}

impl Hit {
    /// The lexical, name and semantic parts of the score; `hits` are all hits of the search.
    #[must_use]
    pub fn score_components(&self, hits: &[Self]) -> [Option<ScoreComponent>; 3] {
        let component = |of: fn(&Self) -> Option<f64>, weight| {
            let score = of(self)?;
            let better = hits.iter().filter(|hit| of(hit).is_some_and(|s| s > score));
            Some(ScoreComponent {
                score,
                rank: better.count() + 1,
                weight,
            })
        };
        [
            component(|hit| hit.lexical, WEIGHTS.lexical),
            component(|hit| hit.name, WEIGHTS.name),
            component(|hit| hit.semantic, WEIGHTS.semantic),
        ]
    }
}

/// Ranks candidates, best first.
pub async fn search(
    db: &DatabaseConnection,
    candidates: &Candidates,
    query: &HybridQuery<'_>,
) -> Result<Vec<Hit>> {
    let (inner, values) = candidates.ids.build(PostgresQueryBuilder);
    let mut values = values.0;
    let mut bind = |value: sea_orm::Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let analysis = query.analysis;
    if let (false, Some(QueryVector { model, vector })) = (query.lexical, query.vector) {
        let (model, vector) = (bind(model.into()), bind(vector_text(vector).into()));
        let preferred = bind(PREFERRED_DOCUMENTS.map(str::to_owned).to_vec().into());
        let semantic_signal = semantic::signal(
            (&model, &vector),
            SIGNAL_CANDIDATES,
            query.index,
            candidates,
        );
        // What the statement below comes to without the other signals; planning that one takes as long as this.
        let statement = format!(
            "WITH candidate AS MATERIALIZED ({inner}),
            {semantic_signal},
            scored AS (SELECT id, score AS semantic, least(0.999, greatest(0, score))::float8 AS score FROM semantic)
            SELECT scored.id, scored.score, NULL::float8 AS lexical, NULL::float8 AS name, scored.semantic, false AS exact
            FROM scored JOIN search_entry e ON e.id = scored.id
            ORDER BY {}",
            order("scored", &preferred)
        );
        return found(db, &statement, values).await;
    }
    let FullTextTerms {
        numbers,
        texts,
        weights,
        prefixes,
    } = FullTextTerms::new(if query.lexical { &analysis.terms } else { &[] });
    let (numbers, texts) = (bind(numbers.into()), bind(texts.into()));
    let (weights, prefixes) = (bind(weights.into()), bind(prefixes.into()));
    let letters = analysis.slugs.iter().map(|slug| slug.replace('-', ""));
    let letters = bind(letters.collect::<Vec<_>>().into());
    let name = bind(analysis.name.clone().into());
    let lexical = bind(query.lexical.into());
    let model = bind(query.vector.map(|v| v.model.clone()).into());
    let vector = bind(query.vector.map(|v| vector_text(&v.vector)).into());
    let preferred = bind(PREFERRED_DOCUMENTS.map(str::to_owned).to_vec().into());
    let Weights {
        lexical: lexical_weight,
        name: name_weight,
        semantic: semantic_weight,
    } = WEIGHTS;
    let all = if query.lexical {
        lexical_weight + name_weight
    } else {
        0.0
    } + if query.vector.is_some() {
        semantic_weight
    } else {
        0.0
    };
    // Counted, since Postgres would make a list of all that `EXISTS` is true of.
    let unseen = match query.vector {
        Some(_) => format!(
            "CASE (SELECT count(*) FROM (SELECT FROM passage_vector v WHERE v.entity_id = id AND v.model = {model} LIMIT 1) AS vector) \
                WHEN 0 THEN {DEFAULT_SIMILARITY} ELSE 0 END"
        ),
        None => "0".to_owned(),
    };
    // Postgres reads a row before it knows that it is no candidate, unless an index says so.
    let of_family = candidates.family.map_or_else(
        || "true".to_owned(),
        |family| format!("e.family = '{}'", family.name()),
    );
    // Apart, so that the indexes on names can answer them.
    let alike =
        |like: &str| format!("UNION SELECT e.id FROM search_entry e WHERE {of_family} AND {like}");
    let alike = if !query.lexical || analysis.word_count > MAX_NAME_WORDS {
        String::new()
    } else if query.fuzzy {
        [
            alike(&format!("lower(e.name) % {name}")),
            alike(&format!("{name} <% lower(e.name)")),
        ]
        .join(" ")
    } else {
        alike(&format!("strpos(lower(e.name), {name}) > 0"))
    };
    let semantic_signal = match query.vector {
        Some(_) => semantic::signal(
            (&model, &vector),
            SIGNAL_CANDIDATES,
            query.index,
            candidates,
        ),
        None => {
            "semantic AS (SELECT NULL::bigint AS id, NULL::float8 AS score WHERE false)".to_owned()
        }
    };
    let order = order("fused", &preferred);
    let statement = format!(
        "WITH candidate AS MATERIALIZED ({inner}),
        size AS (
            SELECT count(*) AS entities FROM candidate
        ),
        worded AS (
            SELECT n, weight, CASE WHEN prefix THEN to_tsquery('lore', quote_literal(w) || ':*A') ELSE phraseto_tsquery('lore', w) END AS q
            FROM unnest({numbers}::int[], {texts}::text[], {weights}::float8[], {prefixes}::bool[]) AS g(n, w, weight, prefix)
        ),
        word AS MATERIALIZED (
            -- A phrase is met as a phrase, and weighs what its words weigh: Postgres ranks one by all pairs of their places.
            SELECT n, weight, q, regexp_replace(q::text, '<[-0-9]+>|&', '|', 'g')::tsquery AS ranked
            FROM worded WHERE numnode(q) > 0
        ),
        met AS (
            SELECT e.id, word.n, word.weight, ts_rank('{{0.6, 0.6, 0.8, 1.0}}', e.terms, word.ranked)::float8 AS rank, e.words
            FROM word JOIN search_entry e ON e.terms @@ word.q AND {of_family} JOIN candidate c ON c.id = e.id
        ),
        found AS (
            SELECT met.id, met.n, max(met.weight * met.rank / (met.rank + greatest(0, 1 - met.rank) * (1 - {LENGTH_NORMALIZATION} + {LENGTH_NORMALIZATION} * met.words / {AVERAGE_WORDS}))) AS weight
            FROM met GROUP BY met.id, met.n
        ),
        rarity AS (
            SELECT n, ln(1 + (max(size.entities) - count(*) + 0.5) / (count(*) + 0.5)) AS idf
            FROM found, size GROUP BY n
        ),
        lexical AS (
            SELECT f.id, (sum(r.idf * f.weight) / a.idf * sqrt(sum(r.idf) / a.idf))::float8 AS score
            FROM found f JOIN rarity r USING (n), (SELECT greatest(sum(idf), 0.0001) AS idf FROM rarity) a
            GROUP BY f.id, a.idf ORDER BY score DESC, f.id LIMIT {SIGNAL_CANDIDATES}
        ),
        named AS (
            SELECT e.id FROM search_entry e WHERE replace(e.slug, '-', '') = ANY({letters}::text[])
            {alike}
        ),
        name AS (
            SELECT e.id,
                greatest(similarity(lower(e.name), {name}), 0.9 * word_similarity({name}, lower(e.name)))::float8 AS score,
                replace(e.slug, '-', '') = ANY({letters}::text[]) AS exact
            FROM named JOIN candidate c USING (id) JOIN search_entry e USING (id)
            WHERE {lexical}::bool
            ORDER BY exact DESC, score DESC, e.id LIMIT {SIGNAL_CANDIDATES}
        ),
        {semantic_signal},
        fused AS (
            SELECT id, lexical.score AS lexical, name.score AS name, semantic.score AS semantic, coalesce(name.exact, false) AS exact,
                CASE WHEN name.exact THEN 1.0 ELSE least(0.999, greatest(0, (
                    {lexical_weight} * coalesce(lexical.score, 0) + {name_weight} * coalesce(name.score, 0)
                    + {semantic_weight} * coalesce(semantic.score, {unseen})) / {all})) END::float8 AS score
            FROM lexical FULL JOIN name USING (id) FULL JOIN semantic USING (id)
        )
        SELECT fused.id, fused.score, fused.lexical, fused.name, fused.semantic, fused.exact
        FROM fused JOIN search_entry e ON e.id = fused.id
        ORDER BY {order}"
    );
    found(db, &statement, values).await
}

/// Best first; what scores alike, in the order of a listing, the preferred books before others.
fn order(scored: &str, preferred: &str) -> String {
    format!(
        "{scored}.score DESC, e.name, array_position({preferred}::text[], e.document_key), e.document_key, e.id"
    )
}

async fn found(
    db: &DatabaseConnection,
    statement: &str,
    values: Vec<sea_orm::Value>,
) -> Result<Vec<Hit>> {
    // By place: hundreds of rows are not looked through for names.
    let hit = |row: &QueryResult| -> Result<Hit> {
        Ok(Hit {
            id: row.try_get_by_index(0)?,
            score: row.try_get_by_index(1)?,
            lexical: row.try_get_by_index(2)?,
            name: row.try_get_by_index(3)?,
            semantic: row.try_get_by_index(4)?,
            exact: row.try_get_by_index(5)?,
        })
    };
    let rows = db.query_all_raw(bound(statement, values)).await?;
    rows.iter().map(hit).collect()
}

/// The terms of a full text search, column by column: texts of one number say the same.
#[derive(Default)]
pub(super) struct FullTextTerms {
    numbers: Vec<i32>,
    pub(super) texts: Vec<String>,
    weights: Vec<f64>,
    pub(super) prefixes: Vec<bool>,
}

impl FullTextTerms {
    pub(super) fn new(terms: &[QueryTerm]) -> Self {
        let mut columns = Self::default();
        for (number, term) in (0..).zip(terms) {
            let mut push = |text: &str, weight, prefix| {
                columns.numbers.push(number);
                columns.texts.push(text.to_owned());
                columns.weights.push(weight);
                columns.prefixes.push(prefix);
            };
            push(&term.text, 1.0, false);
            for equivalent in &term.equivalents {
                push(equivalent, 1.0, false);
            }
            for synonym in &term.synonyms {
                push(synonym, SYNONYM_WEIGHT, false);
            }
            if term.prefix {
                push(&term.text, SYNONYM_WEIGHT, true);
            }
        }
        columns
    }
}
