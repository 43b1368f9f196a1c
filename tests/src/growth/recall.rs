//! How much of what is nearest in meaning the index of vectors finds, and what it saves.

use super::draw::Draw;
use super::library::SEED;
use super::multiply::{open, unit};
use lorekeeper::db::{Db, bound, sql};
use lorekeeper::error::{Error, Result};
use lorekeeper::query::candidates::Candidates;
use lorekeeper::query::reading::Reading;
use lorekeeper::query::search::{Search, search};
use lorekeeper::query::semantic::{self, Index};
use lorekeeper::store;
use sea_orm::ConnectionTrait;
use sea_orm::prelude::PgVector;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Query};
use std::collections::HashSet;
use std::time::Instant;

/// How many of the best are compared.
const BEST: usize = 10;

/// Filters by which part of the entities they leave, by chance, in thousandths.
const FILTERS: [(&str, u32); 4] = [("all", 1000), ("10 %", 100), ("1 %", 10), ("0.1 %", 1)];

/// What to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// How many queries: vectors between those of two passages, and off the way.
    pub queries: usize,
    /// From how many candidates on the index is used; `None`: as the program decides.
    pub index_from: Option<i64>,
}

/// What came of it, under one filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Recall {
    /// The filter.
    pub filter: String,
    /// How many entities it leaves.
    pub candidates: usize,
    /// Which part of the exact best ten are among the best ten that are found with the index: the mean, and the
    /// worst of the queries.
    pub recall: (f64, f64),
    /// Milliseconds without the index, median.
    pub exact_ms: f64,
    /// Milliseconds with it, median.
    pub index_ms: f64,
}

/// Builds the index of the vectors as the program does, if it is not there; answers with the seconds that took.
pub async fn build_index(database_url: &str) -> Result<f64> {
    let db = open(database_url).await?;
    let start = Instant::now();
    let built = async {
        let (model, dimension) = model(&db).await?;
        store::keep_nearest(&db, &model, dimension, 1, &[]).await
    };
    let built = built.await;
    db.close().await;
    built.map(|_| start.elapsed().as_secs_f64())
}

/// Asks the program's own search by meaning with and without the index of the vectors, over all entities and under
/// filters that leave a tenth, a hundredth and a thousandth of them, and under those of one family and one document.
pub async fn recall(database_url: &str, asked: Asked) -> Result<Vec<Recall>> {
    let db = open(database_url).await?;
    let found = recall_of(&db, asked).await;
    db.close().await;
    found
}

async fn recall_of(db: &Db, asked: Asked) -> Result<Vec<Recall>> {
    let (model, dimension) = model(db).await?;
    let index = semantic::index(&db.pool, &model, dimension).await?;
    let index = index.ok_or_else(|| Error::input("There is no index of the vectors."))?;
    let index = asked.index_from.map_or(index, |least| index.from(least));
    let queries = queries(db, &model, asked.queries).await?;
    let mut all = Vec::new();
    for (filter, candidates) in filters(db).await? {
        all.push(one(db, &model, index, &queries, filter, &candidates).await?);
    }
    Ok(all)
}

async fn filters(db: &Db) -> Result<Vec<(String, Candidates)>> {
    let all = |condition| Candidates::of("search_entry", condition);
    let some = |(name, part): &(&str, u32)| {
        let by_chance = Expr::cust(format!("(id * 2654435761) % 1000 < {part}"));
        ((*name).to_owned(), all(Condition::all().add(by_chance)))
    };
    let mut filters: Vec<(String, Candidates)> = FILTERS.iter().map(some).collect();
    filters.push((
        "spells".to_owned(),
        Candidates::of("spell", Condition::all()),
    ));
    let largest =
        sql("SELECT document_key FROM search_entry GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1");
    if let Some(row) = db.pool.query_one_raw(largest).await? {
        let key: String = row.try_get("", "document_key")?;
        let its = Expr::col(Alias::new("document_key")).eq(key.clone());
        filters.push((key, all(Condition::all().add(its))));
    }
    Ok(filters)
}

async fn one(
    db: &Db,
    model: &str,
    index: Index,
    queries: &[Vec<f32>],
    filter: String,
    candidates: &Candidates,
) -> Result<Recall> {
    let (mut exact_ms, mut index_ms, mut recalls) = (Vec::new(), Vec::new(), Vec::new());
    // The first queries only warm up.
    let warming = queries.len().min(2);
    for (number, query) in queries.iter().take(warming).chain(queries).enumerate() {
        let (exact, without) = best(db, model, query, candidates, None).await?;
        let (found, with) = best(db, model, query, candidates, Some(index)).await?;
        if number < warming {
            continue;
        }
        exact_ms.push(without);
        index_ms.push(with);
        let among = exact.iter().filter(|id| found.contains(id)).count();
        recalls.push(part(among, exact.len()));
    }
    let statement = Query::select()
        .expr(Expr::cust("count(*)"))
        .from_subquery(candidates.ids.clone(), Alias::new("candidate"))
        .to_owned();
    let row = db.pool.query_one(&statement).await?;
    let count: i64 = row
        .map(|row| row.try_get_by_index(0))
        .transpose()?
        .unwrap_or_default();
    let sum: f64 = recalls.iter().sum();
    Ok(Recall {
        filter,
        candidates: usize::try_from(count).unwrap_or_default(),
        recall: (
            sum / float(recalls.len().max(1)),
            recalls.iter().copied().fold(1.0, f64::min),
        ),
        exact_ms: median(exact_ms),
        index_ms: median(index_ms),
    })
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand")]
fn float(count: usize) -> f64 {
    count as f64
}

fn part(some: usize, all: usize) -> f64 {
    if all == 0 {
        1.0
    } else {
        float(some) / float(all)
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// The best ten, and how many milliseconds it took to find them.
async fn best(
    db: &Db,
    model: &str,
    query: &[f32],
    candidates: &Candidates,
    index: Option<Index>,
) -> Result<(HashSet<i64>, f64)> {
    let reading = Reading::default();
    let asked = Search {
        reading: &reading,
        lexical: false,
        fuzzy: false,
        vector: Some((model, query)),
        index,
    };
    let start = Instant::now();
    let hits = search(&db.pool, candidates, &asked).await?;
    let took = start.elapsed().as_secs_f64() * 1000.0;
    Ok((hits.iter().take(BEST).map(|hit| hit.id).collect(), took))
}

/// The model that has most vectors, and how many dimensions it has.
async fn model(db: &Db) -> Result<(String, usize)> {
    let none = || Error::input("There are no vectors.");
    let models = store::models_of_vectors(&db.pool).await?;
    let model = models.into_iter().next().ok_or_else(none)?;
    let statement =
        "SELECT vector_dims(embedding) AS dimension FROM passage_vector WHERE model = $1 LIMIT 1";
    let row = db
        .pool
        .query_one_raw(bound(statement, [model.clone().into()]))
        .await?;
    let dimension: i32 = row.ok_or_else(none)?.try_get("", "dimension")?;
    Ok((model, usize::try_from(dimension).unwrap_or_default()))
}

/// Vectors as far from those of passages as questions are: mostly like one, a little like another, and off the way.
async fn queries(db: &Db, model: &str, count: usize) -> Result<Vec<Vec<f32>>> {
    let mut draw = Draw::of(SEED, "queries", count, 0);
    let row = db
        .pool
        .query_one_raw(sql("SELECT max(id) AS last FROM search_entry"))
        .await?;
    let last: Option<i64> = row
        .map(|row| row.try_get("", "last"))
        .transpose()?
        .flatten();
    let last = usize::try_from(last.unwrap_or_default()).unwrap_or_default();
    let mut vectors: Vec<Vec<f32>> = Vec::new();
    while vectors.len() < count * 2 {
        let statement = "SELECT embedding FROM passage_vector WHERE model = $1 AND entity_id >= $2 ORDER BY entity_id, ord LIMIT 1";
        let at = i64::try_from(draw.below(last)).unwrap_or_default();
        let row = db
            .pool
            .query_one_raw(bound(statement, [model.into(), at.into()]))
            .await?;
        let row = row.ok_or_else(|| Error::input("There are no vectors."))?;
        let vector: PgVector = row.try_get("", "embedding")?;
        vectors.push(vector.to_vec());
    }
    let pairs = vectors
        .chunks(2)
        .filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
    let mixed = pairs.map(|(one, other)| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "noise as long as 0.8"
        )]
        let mut noise = || (draw.part() * 2.0 - 1.0) as f32 * 0.8 * (3.0 / one.len() as f32).sqrt();
        unit(
            one.iter()
                .zip(other)
                .map(|(a, b)| 0.75 * a + 0.25 * b + noise())
                .collect(),
        )
    });
    Ok(mixed.collect())
}
