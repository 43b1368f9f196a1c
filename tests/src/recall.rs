//! Recall of the vector index: how many of the exact ten nearest a search with the index finds, and how fast.

use lorekeeper_search::candidates::Candidates;
use lorekeeper_search::hybrid::SIGNAL_CANDIDATES;
use lorekeeper_search::query_vector::QueryVector;
use lorekeeper_search::semantic::{self, Index};
use lorekeeper_search::{Error, Result};
use lorekeeper_store as store;
use lorekeeper_store::{Store, bound};
use sea_orm::ConnectionTrait;
use sea_orm::prelude::PgVector;
use sea_orm::sea_query::{Condition, Expr};
use std::time::Instant;

/// How many of the nearest are compared.
const NEAREST: usize = 10;

/// Recall and times under one filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Recall {
    /// The filter.
    pub filter: &'static str,
    /// Share of the exact ten nearest that are found with the index, from 0 to 1: mean of the queries.
    pub mean: f64,
    /// The same of the worst query.
    pub worst: f64,
    /// Milliseconds without the index, median.
    pub exact_ms: f64,
    /// Milliseconds with the index where the program uses it, median.
    pub index_ms: f64,
}

/// Asks the store's search by meaning with and without the index of vectors: over everything, under a filter that
/// leaves a tenth by chance, and over the spells. `index_from` replaces the number of candidates from which on the
/// program uses the index.
pub async fn recall(db: &Store, queries: u32, index_from: Option<i64>) -> Result<Vec<Recall>> {
    let missing = || Error::Input("There is no index of the vectors.".to_owned());
    let model = store::models_of_vectors(&db.pool).await?.into_iter().next().ok_or_else(missing)?;
    let queries = random_queries(db, &model, queries).await?;
    let dimension = queries.first().map_or(0, |query| query.vector.len());
    let index = semantic::index(&db.pool, &model, dimension).await?.ok_or_else(missing)?;
    let index = index_from.map_or(index, |least| index.from(least));
    let tenth = Expr::cust("(id * 2654435761) % 10 = 0");
    let mut found = Vec::new();
    for (filter, candidates) in [
        ("all", Candidates::of("search_entry", Condition::all())),
        ("10 %", Candidates::of("search_entry", Condition::all().add(tenth))),
        ("spells", Candidates::of("spell", Condition::all())),
    ] {
        found.push(measure(db, index, &queries, (filter, &candidates)).await?);
    }
    Ok(found)
}

async fn measure(
    db: &Store,
    index: Index,
    queries: &[QueryVector],
    (filter, candidates): (&'static str, &Candidates),
) -> Result<Recall> {
    let (mut exact_ms, mut index_ms, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    // The first query is asked twice: once to warm up.
    for (number, query) in queries.iter().take(1).chain(queries).enumerate() {
        let (exact, without) = nearest(db, query, candidates, None).await?;
        let (approximate, with) = nearest(db, query, candidates, Some(index)).await?;
        if number > 0 {
            let common = exact.iter().filter(|id| approximate.contains(id)).count();
            #[expect(clippy::cast_precision_loss, reason = "at most ten")]
            shares.push(common as f64 / exact.len().max(1) as f64);
            exact_ms.push(without);
            index_ms.push(with);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some dozen queries")]
    let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    Ok(Recall {
        filter,
        mean,
        worst: shares.into_iter().fold(1.0, f64::min),
        exact_ms: median(exact_ms),
        index_ms: median(index_ms),
    })
}

/// The nearest entities, and the milliseconds that the search took.
async fn nearest(
    db: &Store,
    vector: &QueryVector,
    candidates: &Candidates,
    index: Option<Index>,
) -> Result<(Vec<i64>, f64)> {
    let start = Instant::now();
    let found = semantic::nearest(&db.pool, candidates, vector, index, SIGNAL_CANDIDATES).await?;
    let took = start.elapsed().as_secs_f64() * 1e3;
    Ok((found.iter().take(NEAREST).map(|(id, _)| *id).collect(), took))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// Vectors as far from those of passages as questions are: those of random passages with noise of length 0.8.
async fn random_queries(db: &Store, model: &str, count: u32) -> Result<Vec<QueryVector>> {
    let statement = "
        SELECT l2_normalize(embedding + (
            SELECT array_agg(((random() * 2 - 1) * 0.8 * sqrt(3.0 / vector_dims(embedding)) + 0 * n)::real)
            FROM generate_series(1, vector_dims(embedding)) AS n
        )::vector) AS query
        FROM (
            SELECT embedding FROM passage_vector WHERE model = $1 ORDER BY hashint8(entity_id), ord LIMIT $2
        ) AS chosen";
    let values = [model.into(), i64::from(count).into()];
    let rows = db.pool.query_all_raw(bound(statement, values)).await?;
    rows.iter()
        .map(|row| Ok(QueryVector { model: model.to_owned(), vector: row.try_get::<PgVector>("", "query")?.to_vec() }))
        .collect()
}
