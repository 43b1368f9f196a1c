//! Vector index (HNSW) of the model that answers, on a Postgres server with many passages: beyond some number of them
//! a scan is too slow.
//!
//! It stores numbers of 16 bits, which take half the room and find as much: its hits are compared exactly anyway. The
//! embedded store has no index: building takes several times as long there, and cannot be interrupted.

use crate::error::Result;
use crate::statement::scalar;
use crate::{Store, StoreKind, bound, sql};
use sea_orm::sqlx::error::DatabaseError;
use sea_orm::sqlx::{self, AssertSqlSafe, Executor};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, RuntimeErr};
use std::sync::Arc;

/// An index is built from this number of passages on. `tests/scale/vectors.py` measures both ways side by side: with
/// 33,000 passages the index answers in 0.6 to 1.1 of the time of a scan, with 100,000 in 0.3 to 0.5, with 300,000
/// in 0.2. The share of the scan's best hundred that it finds falls: 0.99, 0.97, 0.93.
pub const VECTOR_INDEX_THRESHOLD: i64 = 100_000;

/// How many bytes a dimension of a vector takes where a process holds it.
pub const HELD_BYTES_A_DIMENSION: usize = 2;

/// The prefix of the names of these indexes.
const NAME_PREFIX: &str = "passage_vector_half_";

/// Memory in bytes that a vector takes while an index is built, beside its numbers: its place and its neighbours.
/// (pgvector 0.8 takes about 690.)
const NODE_BYTES: i64 = 750;

/// Memory in bytes that building takes beside the vectors.
const BUILD_BYTES: i64 = 16 << 20;

/// Builds the index of `model` if it is missing and there are at least `threshold` passages, and drops those of models
/// that are not among `used`, which other servers answer with. Rows can be read and written meanwhile. Returns whether
/// an index was built.
pub async fn ensure_vector_index(
    store: &Store,
    model: &str,
    dimension: usize,
    threshold: i64,
    used: &[String],
) -> Result<bool> {
    // The model becomes part of a statement that takes no parameters.
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._@".contains(c);
    if store.kind == StoreKind::Embedded || store.is_standby() || !model.chars().all(plain) {
        return Ok(false);
    }
    let pool = &store.pool;
    let name = index_name(model);
    let used: Vec<String> = used.iter().map(|model| index_name(model)).collect();
    for other in indexes(pool).await? {
        let invalid = other.name == name && !other.valid && !other.building;
        if (other.name != name && !used.contains(&other.name)) || invalid {
            let statement = format!("DROP INDEX CONCURRENTLY IF EXISTS \"{}\"", other.name);
            pool.execute_unprepared(&statement).await?;
        }
    }
    let count = bound("SELECT count(*) FROM passage_vector WHERE model = $1", [model.into()]);
    let number: i64 = scalar(pool, count).await?.unwrap_or_default();
    let exists = indexes(pool).await?.iter().any(|index| index.name == name);
    if exists || number < threshold || !can_filter(pool).await? {
        return Ok(false);
    }
    tracing::info!(model, "An index of {number} vectors is being built. Search goes on meanwhile.");
    let start = std::time::Instant::now();
    let width = i64::try_from(dimension).unwrap_or_default() * 2 + NODE_BYTES;
    let memory = number.saturating_mul(width).saturating_add(BUILD_BYTES) / 1024;
    let statement = format!(
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS \"{name}\" ON passage_vector \
         USING hnsw ((embedding::halfvec({dimension})) halfvec_cosine_ops) WHERE model = '{model}'"
    );
    build(pool, &name, &statement, memory).await?;
    let seconds = start.elapsed().as_secs_f64();
    tracing::info!(model, "The index of vectors was built in {seconds:.0} s.");
    Ok(true)
}

/// Builds an index over a connection of its own (it takes minutes, and waits for open transactions), in so many
/// kilobytes of memory if the server has them: an index that does not fit takes many times as long.
async fn build(pool: &DatabaseConnection, name: &str, statement: &str, kilobytes: i64) -> Result<()> {
    // Postgres does not know the memory of its machine; the best estimate is its cache size.
    let memory = format!(
        "SELECT set_config('maintenance_work_mem', greatest(least({kilobytes}, pg_size_bytes(current_setting('effective_cache_size')) / 4096), \
            pg_size_bytes(current_setting('maintenance_work_mem')) / 1024)::text || 'kB', false)"
    );
    let mut connection = pool.get_postgres_connection_pool().acquire().await.map_err(exec_error)?;
    // Its session settings are for this build only.
    connection.close_on_drop();
    let mut run = async |statement: String| connection.execute(AssertSqlSafe(statement)).await;
    run(memory).await.map_err(exec_error)?;
    let Err(cause) = run(statement.to_owned()).await else {
        return Ok(());
    };
    // Parallel building needs shared memory, of which containers often have little.
    let code = cause.as_database_error().and_then(DatabaseError::code);
    if !code.is_some_and(|code| code.starts_with("53")) {
        return Err(exec_error(cause).into());
    }
    tracing::warn!(%cause, "The index of vectors is built again, by one process.");
    for statement in [
        format!("DROP INDEX CONCURRENTLY IF EXISTS \"{name}\""),
        "SET max_parallel_maintenance_workers = 0".to_owned(),
        statement.to_owned(),
    ] {
        run(statement).await.map_err(exec_error)?;
    }
    Ok(())
}

fn exec_error(cause: sqlx::Error) -> DbErr {
    DbErr::Exec(RuntimeErr::SqlxError(Arc::new(cause)))
}

/// The name of a model's index.
pub fn index_name(model: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }
    };
    // A name has 63 characters at most, and the end of a model's name tells models apart.
    let model: Vec<char> = model.chars().map(plain).collect();
    let max = 63 - NAME_PREFIX.len();
    let end: String = model.iter().skip(model.len().saturating_sub(max)).collect();
    format!("{NAME_PREFIX}{end}")
}

#[derive(FromQueryResult)]
struct Index {
    name: String,
    valid: bool,
    building: bool,
}

async fn indexes(db: &DatabaseConnection) -> Result<Vec<Index>> {
    let statement = bound(
        "SELECT c.relname::text AS name, i.indisvalid AS valid, \
            EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = c.oid) AS building \
         FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
         WHERE i.indrelid = 'passage_vector'::regclass AND starts_with(c.relname::text, $1)",
        [NAME_PREFIX.into()],
    );
    Ok(Index::find_by_statement(statement).all(db).await?)
}

/// Whether this pgvector has iterative scans, which go on where a filter leaves too few hits: 0.8 or newer.
async fn can_filter(db: &DatabaseConnection) -> Result<bool> {
    let statement =
        sql("SELECT string_to_array(extversion, '.')::int[] >= ARRAY[0, 8] FROM pg_extension WHERE extname = 'vector'");
    Ok(scalar(db, statement).await?.unwrap_or_default())
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
