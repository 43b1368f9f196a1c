//! Vector search in the store: the entities nearest to a query, where the vectors take too much memory to be held.
//!
//! All passages of the candidates are compared, exactly, unless there is an index of the vectors and there are many
//! candidates. Then the index gives the passages that are nearest, and their entities are compared exactly.
//!
//! The vectors of many candidates are read with all others of their family in one go, those of few are looked up one by
//! one. That is not left to Postgres: it expects more passages of an entity than there are, and reads all that is stored.

use super::candidates::Candidates;
use super::hybrid::{SIGNAL_CANDIDATES, Semantic};
use super::index::{Doc, DocSet, SearchIndex};
use super::query_vector::QueryVector;
use crate::{Error, Result, Search};
use lorekeeper_content::Family;
use lorekeeper_store::StoreKind;
use lorekeeper_store::bound;
use lorekeeper_store::{index_name, vector_text};
use moka::future::Cache;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::PostgresQueryBuilder;
use std::collections::HashSet;
use std::time::Duration;

/// With fewer candidates than this, all their passages are compared: an index would have to look long for some
/// that a selective filter leaves.
const INDEX_FROM: i64 = 10_000;

/// They are few, too, if they are less than one in so many of all that is indexed: of a fifth of 100,000 entities, spells,
/// an index found 0.89 of the ten best, and no sooner than all were compared. And if they are less than one in so many of
/// their family, or of all: to look one up takes as long as to read some three that lie together.
const MIN_SHARE: i64 = 3;

/// How many passages the index gives.
const INDEX_PASSAGES: usize = 1000;

/// An index of the vectors of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    dimension: usize,
    /// From how many candidates on it is used.
    least: i64,
}

impl Index {
    /// The same, used from so many candidates on.
    pub const fn from(self, least: i64) -> Self {
        Self { least, ..self }
    }
}

/// Of more entities than these that fit all constraints, only the nearest of all candidates are compared.
const MAX_FITTING: usize = 2000;

/// How long it is remembered whether there is an index: building one takes longer.
const INDEX_CACHE_TTL: Duration = Duration::from_secs(10);

/// What is known about the indexes of models.
pub struct VectorIndexes(Cache<String, Option<Index>>);

impl Default for VectorIndexes {
    fn default() -> Self {
        Self(Cache::builder().time_to_live(INDEX_CACHE_TTL).build())
    }
}

impl VectorIndexes {
    /// The index of a model's vectors, as it was a moment ago.
    pub async fn of(&self, db: &impl ConnectionTrait, model: &str, dimension: usize) -> Result<Option<Index>> {
        let found = index(db, model, dimension);
        let known = self.0.try_get_with(model.to_owned(), found).await;
        known.map_err(|cause| Error::clone(&cause))
    }
}

/// The index of a model's vectors, where there is one that can be used.
pub async fn index(db: &impl ConnectionTrait, model: &str, dimension: usize) -> Result<Option<Index>> {
    let statement = bound(
        "SELECT (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'search_entry'::regclass) AS entities \
         FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid \
         WHERE c.relname = $1 AND i.indisvalid AND i.indrelid = 'passage_vector'::regclass",
        [index_name(model).into()],
    );
    let Some(row) = db.query_one_raw(statement).await? else {
        return Ok(None);
    };
    let entities: i64 = row.try_get("", "entities")?;
    Ok(Some(Index { dimension, least: INDEX_FROM.max(entities / MIN_SHARE) }))
}

/// The semantic signal from the store, for vectors that the index does not hold.
pub(crate) async fn stored(
    search: &Search,
    index: &SearchIndex,
    candidates: &Candidates,
    fitting: &DocSet,
    vector: &QueryVector,
) -> Result<Semantic> {
    let db = &search.connection();
    let vector_index = match search.store.kind {
        StoreKind::Embedded => None,
        StoreKind::Postgres => {
            let indexes = &search.vector_indexes;
            indexes.of(db, &vector.model, vector.vector.len()).await?
        }
    };
    let limit = SIGNAL_CANDIDATES;
    let mut found = nearest(db, candidates, vector, vector_index, limit).await?;
    // What fits all constraints is compared, however far it is.
    if (1..=MAX_FITTING).contains(&fitting.len()) {
        let entities = &index.words.entities;
        let ids = fitting.iter().filter_map(|doc| entities.get(doc as usize));
        let known: HashSet<i64> = found.iter().map(|(id, _)| *id).collect();
        let fitting = candidates.only(ids.map(|entity| entity.id).collect());
        let further = nearest(db, &fitting, vector, None, limit).await?;
        found.extend(further.into_iter().filter(|(id, _)| !known.contains(id)));
    }
    #[expect(clippy::cast_possible_truncation, reason = "similarities are from -1 to 1")]
    let nearest = found.into_iter().filter_map(|(id, score)| {
        let entities = &index.words.entities;
        let place = entities.binary_search_by_key(&id, |entity| entity.id).ok()?;
        Some((Doc::try_from(place).ok()?, score as f32))
    });
    Ok(Semantic { nearest: nearest.collect(), embedded: None })
}

/// The candidates nearest to a query's vector, nearest first, with their similarity.
pub async fn nearest(
    db: &impl ConnectionTrait,
    candidates: &Candidates,
    QueryVector { model, vector }: &QueryVector,
    index: Option<Index>,
    limit: usize,
) -> Result<Vec<(i64, f64)>> {
    let (inner, values) = candidates.ids.build(PostgresQueryBuilder);
    let mut values = values.0;
    values.extend([model.as_str().into(), vector_text(vector).into()]);
    let parameters = (format!("${}", values.len() - 1), format!("${}", values.len()));
    let signal = signal((&parameters.0, &parameters.1), limit, index, candidates);
    let statement = format!(
        "WITH candidate AS MATERIALIZED ({inner}), {signal} SELECT id, score FROM semantic ORDER BY score DESC, id"
    );
    let rows = db.query_all_raw(bound(&statement, values)).await?;
    let nearest = rows.iter().map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?)));
    nearest.collect()
}

/// The semantic signal as common table expressions, of which the last is `semantic (id, score)`. `model` and `vector` are
/// parameters; `candidate (id)`, of which are `candidates`, stands before it.
pub fn signal((model, vector): (&str, &str), most: usize, index: Option<Index>, candidates: &Candidates) -> String {
    let family = candidates.family.map(Family::name);
    let its = family.map_or_else(String::new, |family| format!(" AND v.family = '{family}'"));
    let its = format!("v.model = {model}{its}");
    if let (true, None) = (candidates.whole, index) {
        let all = scored(vector, &format!("passage_vector v WHERE {its}"));
        return format!("semantic AS ({all} ORDER BY score DESC, id LIMIT {most})");
    }
    let stored = format!(
        "(SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = '{}'::regclass)",
        family.unwrap_or("search_entry")
    );
    let (number, held) = if candidates.whole {
        (&*stored, "")
    } else {
        (
            "(SELECT count(*) FROM candidate)",
            // `IS TRUE` keeps the condition a filter of what is read, instead of a join before it.
            " AND (v.entity_id IN (SELECT id FROM candidate)) IS TRUE",
        )
    };
    let way = |way: &str| format!("(SELECT way FROM chosen) = '{way}'");
    let each = |of: &str| {
        let its = format!("v.entity_id = c.id AND v.model = {model}");
        let lateral = format!("(SELECT * FROM passage_vector v WHERE {its} OFFSET 0) v");
        scored(vector, &format!("({of}) c CROSS JOIN LATERAL {lateral}"))
    };
    let mut compared = vec![
        scored(vector, &format!("passage_vector v WHERE {} AND {its}{held}", way("scan"))),
        each(&format!("SELECT id FROM candidate WHERE {}", way("one by one"))),
    ];
    let (mut when, mut nearest) = (String::new(), String::new());
    if let Some(Index { dimension, least }) = index {
        when = format!("WHEN number >= {least} THEN 'index'");
        nearest = format!(
            "nearest AS MATERIALIZED (
                SELECT v.entity_id AS id FROM passage_vector v WHERE {} AND {its}{held}
                ORDER BY v.embedding::halfvec({dimension}) <=> {vector}::vector::halfvec({dimension}) LIMIT {INDEX_PASSAGES}
            ),",
            way("index")
        );
        compared.push(each("SELECT DISTINCT id FROM nearest"));
    }
    format!(
        "chosen AS MATERIALIZED (
            SELECT CASE {when} WHEN number * {MIN_SHARE} >= {stored} THEN 'scan' ELSE 'one by one' END AS way
            FROM (SELECT {number} AS number) candidates
        ),
        {nearest}
        semantic AS (
            SELECT id, score FROM ({}) found ORDER BY score DESC, id LIMIT {most}
        )",
        compared.join(" UNION ALL ")
    )
}

/// The scores of the entities whose vectors `vectors` reads, as `v`. Vectors have length 1, so their inner product is
/// their cosine, at a third of the cost. `OFFSET 0` keeps it from being worked out once for each of its uses.
fn scored(vector: &str, vectors: &str) -> String {
    format!(
        "SELECT id, ((max(alike) + coalesce(max(alike) FILTER (WHERE ord = 0), 0)) / 2)::float8 AS score FROM (
            SELECT v.entity_id AS id, v.ord, -(v.embedding <#> {vector}::vector) AS alike FROM {vectors} OFFSET 0
        ) compared GROUP BY id"
    )
}
