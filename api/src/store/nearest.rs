//! The approximate index of vectors, on a Postgres server that has many of them: one for the model that answers.
//!
//! It has numbers of 16 bits, which takes half the room and finds as much: what it gives is compared exactly anyway.
//!
//! The embedded store has none: it takes several times as long to build one, and cannot be interrupted.

use crate::db::{Db, StoreKind, bound, sql};
use crate::error::Result;
use sea_orm::sqlx::error::DatabaseError;
use sea_orm::sqlx::{self, AssertSqlSafe, Executor};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, RuntimeErr};
use std::sync::Arc;

/// From so many passages on, an index is built. `tests/scale/vectors.py` measures both ways side by side: with
/// 33,000 passages the index answers in 0.6 to 1.1 of the time of a scan, with 100,000 in 0.3 to 0.5, with 300,000
/// in 0.2, and ever less of what the scan finds is among it (0.99, 0.97, 0.93 of the best hundred).
pub const INDEXED_FROM: i64 = 100_000;

/// What the names of such indexes begin with.
const PREFIX: &str = "passage_vector_half_";

/// What the names of all that there ever were begin with.
const COMMON: &str = "passage_vector_";

/// What a vector takes in an index that is built, beside its numbers: its place and its neighbours, in bytes. (pgvector
/// 0.8 takes about 690.)
const NEIGHBOURS: i64 = 750;

/// What building takes beside that, in bytes.
const BESIDE: i64 = 16 << 20;

/// Builds the index of `model`, if there are `least` passages and it is not there; drops those of models that are not
/// among `used`, which other servers answer with. Nothing waits for it: rows can be read and written meanwhile. Says whether it built one.
pub async fn keep_nearest(
    db: &Db,
    model: &str,
    dimension: usize,
    least: i64,
    used: &[String],
) -> Result<bool> {
    // The name becomes part of a statement that takes no parameters.
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._@".contains(c);
    if db.kind == StoreKind::Embedded || !model.chars().all(plain) {
        return Ok(false);
    }
    let pool = &db.pool;
    let name = index_name(model);
    let used: Vec<String> = used.iter().map(|model| index_name(model)).collect();
    for other in indexes(pool).await? {
        let broken = other.name == name && !other.valid && !other.building;
        if (other.name != name && !used.contains(&other.name)) || broken {
            let statement = format!("DROP INDEX CONCURRENTLY IF EXISTS \"{}\"", other.name);
            pool.execute_unprepared(&statement).await?;
        }
    }
    let count = bound(
        "SELECT count(*) AS number FROM passage_vector WHERE model = $1",
        [model.into()],
    );
    let number: i64 = match pool.query_one_raw(count).await? {
        Some(row) => row.try_get("", "number")?,
        None => 0,
    };
    let there = indexes(pool).await?.iter().any(|index| index.name == name);
    if there || number < least || !can_filter(pool).await? {
        return Ok(false);
    }
    tracing::info!(
        model,
        "building an index of {number} vectors; search goes on meanwhile"
    );
    let start = std::time::Instant::now();
    let width = i64::try_from(dimension).unwrap_or_default() * 2 + NEIGHBOURS;
    let memory = number.saturating_mul(width).saturating_add(BESIDE) / 1024;
    let statement = format!(
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS \"{name}\" ON passage_vector \
         USING hnsw ((embedding::halfvec({dimension})) halfvec_cosine_ops) WHERE model = '{model}'"
    );
    build(pool, &name, &statement, memory).await?;
    let seconds = start.elapsed().as_secs_f64();
    tracing::info!(model, "the index of vectors was built in {seconds:.0} s");
    Ok(true)
}

/// Builds an index over a connection of its own (it takes minutes, and waits for transactions that are open), in so many
/// kilobytes of memory, if the server has them: an index that does not fit takes many times as long.
async fn build(
    pool: &DatabaseConnection,
    name: &str,
    statement: &str,
    kilobytes: i64,
) -> Result<()> {
    // What Postgres believes to have for its files is the best guess at what there is.
    let memory = format!(
        "SELECT set_config('maintenance_work_mem', greatest(least({kilobytes}, pg_size_bytes(current_setting('effective_cache_size')) / 4096), \
            pg_size_bytes(current_setting('maintenance_work_mem')) / 1024)::text || 'kB', false)"
    );
    let mut connection = pool
        .get_postgres_connection_pool()
        .acquire()
        .await
        .map_err(broken)?;
    // What it is set to is for this only, however it ends.
    connection.close_on_drop();
    let mut run = async |statement: String| connection.execute(AssertSqlSafe(statement)).await;
    run(memory).await.map_err(broken)?;
    let Err(cause) = run(statement.to_owned()).await else {
        return Ok(());
    };
    // Several processes need as much shared memory, of which containers often have little.
    let lacks = cause.as_database_error().and_then(DatabaseError::code);
    if !lacks.is_some_and(|code| code.starts_with("53")) {
        return Err(broken(cause).into());
    }
    tracing::warn!(%cause, "the index is built once more, by one process");
    for statement in [
        format!("DROP INDEX CONCURRENTLY IF EXISTS \"{name}\""),
        "SET max_parallel_maintenance_workers = 0".to_owned(),
        statement.to_owned(),
    ] {
        run(statement).await.map_err(broken)?;
    }
    Ok(())
}

fn broken(cause: sqlx::Error) -> DbErr {
    DbErr::Exec(RuntimeErr::SqlxError(Arc::new(cause)))
}

/// The name of a model's index.
#[must_use]
pub fn index_name(model: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    // A name has 63 characters at most, and its end tells models apart.
    let model: Vec<char> = model.chars().map(plain).collect();
    let most = 63 - PREFIX.len();
    let end: String = model
        .iter()
        .skip(model.len().saturating_sub(most))
        .collect();
    format!("{PREFIX}{end}")
}

struct Index {
    name: String,
    valid: bool,
    building: bool,
}

async fn indexes(db: &DatabaseConnection) -> Result<Vec<Index>> {
    let rows = db
        .query_all_raw(bound(
            "SELECT c.relname::text AS name, i.indisvalid AS valid, \
                EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = c.oid) AS building \
             FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
                JOIN pg_am a ON a.oid = c.relam \
             WHERE i.indrelid = 'passage_vector'::regclass AND a.amname = 'hnsw' AND starts_with(c.relname::text, $1)",
            [COMMON.into()],
        ))
        .await?;
    let mut all = Vec::new();
    for row in rows {
        all.push(Index {
            name: row.try_get("", "name")?,
            valid: row.try_get("", "valid")?,
            building: row.try_get("", "building")?,
        });
    }
    Ok(all)
}

/// Whether this pgvector goes on looking where a filter leaves too little: 0.8 or newer.
async fn can_filter(db: &DatabaseConnection) -> Result<bool> {
    let row = db
        .query_one_raw(sql(
            "SELECT string_to_array(extversion, '.')::int[] >= ARRAY[0, 8] AS able FROM pg_extension WHERE extname = 'vector'",
        ))
        .await?;
    Ok(match row {
        Some(row) => row.try_get("", "able")?,
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_and_tell_models_apart() {
        let long = "a".repeat(80);
        let name = index_name(&format!("{long}@0123456789ab"));
        assert_eq!(name.len(), 63);
        assert!(name.ends_with("_0123456789ab"));
        assert_ne!(index_name("bge@1"), index_name("bge@2"));
    }
}
