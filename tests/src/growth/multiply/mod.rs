//! Makes a store larger within its database.

mod documents;
mod indexes;
mod originals;
mod vary;
mod vectors;

use self::originals::Originals;
#[cfg(test)]
pub use self::vary::Vary;
use self::vectors::Vectors;
pub use self::vectors::unit;
use lorekeeper::config::{Config, Layer};
use lorekeeper::db::{Db, StoreKind, bound, sql};
use lorekeeper::error::{Error, Result};
use lorekeeper::family::Family;
use lorekeeper::store;
use sea_orm::{ConnectionTrait, TransactionTrait};
use std::time::Instant;

/// The fact that says how many times the original content a store has.
const FACTOR: &str = "growth_factor";

/// What multiplying did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Multiplied {
    /// How many times the original content there was before.
    pub from: usize,
    /// How many times there is now.
    pub to: usize,
    /// Entities added.
    pub entities: usize,
    /// Vectors added; none where the originals have none.
    pub vectors: usize,
}

/// Opens the store at a Postgres address, as the program itself does.
pub async fn open(database_url: &str) -> Result<Db> {
    let layer = Layer::from([("database_url", database_url.to_owned())]);
    Db::open(&Config::resolve(&[layer])?, None).await
}

/// Makes the store at `database_url` (a Postgres server, loaded by a sync; embedded, if vectors are wanted) hold
/// `factor` times what the sync brought: 3 adds two copies of each document (`book-c2`, `book-c3`) with all its
/// entities, each called otherwise and in other words, with vectors near the originals'. It goes on from what there
/// is (3 to 10 adds seven), also after it was broken off. Rows and what search derives from them are written by the
/// store's own code. Indexes but the unique ones are dropped first and made again at the end; that of the vectors is
/// dropped and left to the program to build ([`lorekeeper::store::keep_nearest`]).
///
/// Copies have no upstream records: a sync that draws rows anew would take them out again. Serve the store offline.
///
/// `say` is told how it goes.
pub async fn multiply(
    database_url: &str,
    factor: usize,
    say: &mut (dyn FnMut(String) + Send),
) -> Result<Multiplied> {
    let db = open(database_url).await?;
    let done = multiply_store(&db, factor, say).await;
    db.close().await;
    done
}

async fn multiply_store(
    db: &Db,
    factor: usize,
    say: &mut (dyn FnMut(String) + Send),
) -> Result<Multiplied> {
    if db.kind == StoreKind::Embedded {
        return Err(Error::input(
            "Only a store on a Postgres server can be multiplied.",
        ));
    }
    let begun = Instant::now();
    let known = store::fact(&db.pool, FACTOR).await?;
    let from = known.and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut done = Multiplied {
        from,
        to: factor.max(from),
        ..Multiplied::default()
    };
    documents::forget_beyond(&db.pool, from).await?;
    if factor > from {
        let originals = Originals::read(&db.pool).await?;
        let vectors = Vectors::read(&db.pool, &originals).await?;
        say(format!(
            "{} entities and {} vectors read in {:.0} s",
            originals.count(),
            vectors.count(),
            begun.elapsed().as_secs_f64()
        ));
        indexes::drop(&db.pool).await?;
        for copy in from + 1..=factor {
            let start = Instant::now();
            documents::copy(&db.pool, copy).await?;
            let first = reserve(db, originals.count()).await?;
            done.entities += originals.copy(db, copy, first).await?;
            let wrote = start.elapsed().as_secs_f64();
            done.vectors += vectors.copy(db, copy, first, originals.count()).await?;
            store::set_fact(&db.pool, FACTOR, &copy.to_string()).await?;
            let took = start.elapsed().as_secs_f64();
            say(format!(
                "copy {copy} of {factor}: {took:.1} s ({wrote:.1} s rows)"
            ));
        }
        let tx = db.pool.begin().await?;
        store::bump_revision(&tx, db.kind, Some(Family::ALL.into())).await?;
        tx.commit().await?;
    }
    // Also where an earlier run was broken off before it came to this.
    indexes::restore(&db.pool, say).await?;
    if done.entities > 0 {
        let start = Instant::now();
        db.pool.execute_unprepared("VACUUM (ANALYZE)").await?;
        say(format!(
            "vacuumed and analysed in {:.0} s",
            start.elapsed().as_secs_f64()
        ));
    }
    say(format!("done in {:.0} s", begun.elapsed().as_secs_f64()));
    Ok(done)
}

/// Takes so many keys of entities; answers with the first.
async fn reserve(db: &Db, count: usize) -> Result<i64> {
    let next = db
        .pool
        .query_one_raw(sql("SELECT nextval('entity_id_seq') AS id"))
        .await?;
    let first: i64 = next.map(|r| r.try_get("", "id")).transpose()?.unwrap_or(1);
    let last = first + i64::try_from(count).unwrap_or_default();
    db.pool
        .execute_raw(bound("SELECT setval('entity_id_seq', $1)", [last.into()]))
        .await?;
    Ok(first)
}
