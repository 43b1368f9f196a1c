//! Hybrid search: full text, names and passages, fused by their scores in one statement.
//!
//! A query is read first (`reading`); then each leg gives its best 500 entities under the filters, with a score
//! from 0 to 1:
//!
//! - *lexical*: how much of the query the entity has. Every word weighs what it tells apart (inverse document
//!   frequency among what the filters leave), times how prominently the entity has it or what says the same
//!   (name over facts over text, more than once over once, in a short text over in a long one), times the square
//!   root of the part of the query that it has at all;
//! - *name*: trigram similarity of the query with the name, or with the part of the name it resembles most;
//! - *semantic*: cosine similarity with the entity as a whole and with its best passage, averaged.
//!
//! The score is the weighted mean of the legs. An exact name scores 1, whatever the legs say.
//!
//! The constants come from two sets of labelled queries over the two SRDs (139 and 120 queries): nDCG@10 was .746
//! and .710 when words were only counted, and is .782 and .771; the README has the steps. Around the values here it
//! is flat: half or double changes it by less than .01.

use super::candidates::Candidates;
use super::load::PREFERRED_DOCUMENTS;
use super::reading::{Reading, Word};
use super::semantic;
use crate::Result;
use lorekeeper_store::bound;
use lorekeeper_store::vector_text;
use sea_orm::sea_query::PostgresQueryBuilder;
use sea_orm::{ConnectionTrait, DatabaseConnection, QueryResult};

/// Most entities a leg contributes.
const LEG: usize = 500;

/// Weights of the legs: lexical, name, semantic.
const WEIGHTS: Weights = Weights {
    lexical: 0.45,
    name: 0.1,
    semantic: 0.45,
};

/// What a word counts that may say the same (.3 to .9 do alike; .7 does best).
const WORDING: f64 = 0.7;

/// How much the length of a text counts (0 to .6 do alike).
const LENGTH: f64 = 0.4;

/// How many different words a text of ordinary length has: the mean over the two SRDs.
const ORDINARY: f64 = 65.0;

/// What the semantic leg is taken to give what has no vector yet: about what it gives an entity that has little
/// to do with the query, so that a vector is no disadvantage.
const UNJUDGED: f64 = 0.2;

/// Most words of a query that may be a name: longer ones are only compared with names letter by letter.
const LONGEST_NAME: usize = 6;

struct Weights {
    lexical: f64,
    name: f64,
    semantic: f64,
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// The query as it was read.
    pub reading: &'a Reading,
    /// Whether full text and names take part.
    pub lexical: bool,
    /// Whether a name may differ from the query.
    pub fuzzy: bool,
    /// The query's vector with its model, if meaning takes part.
    pub vector: Option<(&'a str, &'a [f32])>,
    /// The index of the model's vectors, if there is one.
    pub index: Option<semantic::Index>,
}

/// An entity that was found.
#[derive(Clone, Debug, PartialEq)]
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

/// Ranks candidates, best first.
pub async fn search(
    db: &DatabaseConnection,
    candidates: &Candidates,
    search: &Search<'_>,
) -> Result<Vec<Hit>> {
    let (inner, values) = candidates.ids.build(PostgresQueryBuilder);
    let mut values = values.0;
    let mut bind = |value: sea_orm::Value| {
        values.push(value);
        format!("${}", values.len())
    };
    let reading = search.reading;
    if let (false, Some((model, vector))) = (search.lexical, search.vector) {
        let (model, vector) = (bind(model.into()), bind(vector_text(vector).into()));
        let preferred = bind(PREFERRED_DOCUMENTS.map(str::to_owned).to_vec().into());
        let semantic_leg = semantic::leg((&model, &vector), LEG, search.index, candidates);
        // What the statement below comes to where the other legs are left out; planning that takes as long as this.
        let statement = format!(
            "WITH candidate AS MATERIALIZED ({inner}),
            {semantic_leg},
            scored AS (SELECT id, score AS semantic, least(0.999, greatest(0, score))::float8 AS score FROM semantic)
            SELECT scored.id, scored.score, NULL::float8 AS lexical, NULL::float8 AS name, scored.semantic, false AS exact
            FROM scored JOIN search_entry e ON e.id = scored.id
            ORDER BY {}",
            order("scored", &preferred)
        );
        return found(db, &statement, values).await;
    }
    let Looked {
        of,
        texts,
        weights,
        begins,
    } = Looked::of(if search.lexical { &reading.words } else { &[] });
    let (of, texts) = (bind(of.into()), bind(texts.into()));
    let (weights, begins) = (bind(weights.into()), bind(begins.into()));
    let letters = reading.slugs.iter().map(|slug| slug.replace('-', ""));
    let letters = bind(letters.collect::<Vec<_>>().into());
    let name = bind(reading.name.clone().into());
    let lexical = bind(search.lexical.into());
    let model = bind(search.vector.map(|(model, _)| model.to_owned()).into());
    let vector = bind(search.vector.map(|(_, vector)| vector_text(vector)).into());
    let preferred = bind(PREFERRED_DOCUMENTS.map(str::to_owned).to_vec().into());
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
    // Counted, since Postgres would make a list of all that `EXISTS` is true of.
    let unseen = match search.vector {
        Some(_) => format!(
            "CASE (SELECT count(*) FROM (SELECT FROM passage_vector v WHERE v.entity_id = id AND v.model = {model} LIMIT 1) AS vector) \
                WHEN 0 THEN {UNJUDGED} ELSE 0 END"
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
    let alike = if !search.lexical || reading.tokens > LONGEST_NAME {
        String::new()
    } else if search.fuzzy {
        [
            alike(&format!("lower(e.name) % {name}")),
            alike(&format!("{name} <% lower(e.name)")),
        ]
        .join(" ")
    } else {
        alike(&format!("strpos(lower(e.name), {name}) > 0"))
    };
    let semantic_leg = match search.vector {
        Some(_) => semantic::leg((&model, &vector), LEG, search.index, candidates),
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
            SELECT n, weight, CASE WHEN begins THEN to_tsquery('lore', quote_literal(w) || ':*A') ELSE phraseto_tsquery('lore', w) END AS q
            FROM unnest({of}::int[], {texts}::text[], {weights}::float8[], {begins}::bool[]) AS g(n, w, weight, begins)
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
            SELECT met.id, met.n, max(met.weight * met.rank / (met.rank + greatest(0, 1 - met.rank) * (1 - {LENGTH} + {LENGTH} * met.words / {ORDINARY}))) AS weight
            FROM met GROUP BY met.id, met.n
        ),
        rarity AS (
            SELECT n, ln(1 + (max(size.entities) - count(*) + 0.5) / (count(*) + 0.5)) AS idf
            FROM found, size GROUP BY n
        ),
        lexical AS (
            SELECT f.id, (sum(r.idf * f.weight) / a.idf * sqrt(sum(r.idf) / a.idf))::float8 AS score
            FROM found f JOIN rarity r USING (n), (SELECT greatest(sum(idf), 0.0001) AS idf FROM rarity) a
            GROUP BY f.id, a.idf ORDER BY score DESC, f.id LIMIT {LEG}
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
            ORDER BY exact DESC, score DESC, e.id LIMIT {LEG}
        ),
        {semantic_leg},
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

/// What full text looks for, column by column: words, what says the same, and beginnings of names' words.
#[derive(Default)]
pub(super) struct Looked {
    of: Vec<i32>,
    pub(super) texts: Vec<String>,
    weights: Vec<f64>,
    pub(super) begins: Vec<bool>,
}

impl Looked {
    pub(super) fn of(words: &[Word]) -> Self {
        let mut looked = Self::default();
        for (n, word) in (0..).zip(words) {
            looked.push(n, &word.text, 1.0, false);
            for same in &word.same {
                looked.push(n, same, 1.0, false);
            }
            for wording in &word.also {
                looked.push(n, wording, WORDING, false);
            }
            if word.begins {
                looked.push(n, &word.text, WORDING, true);
            }
        }
        looked
    }

    fn push(&mut self, n: i32, text: &str, weight: f64, begins: bool) {
        self.of.push(n);
        self.texts.push(text.to_owned());
        self.weights.push(weight);
        self.begins.push(begins);
    }
}
