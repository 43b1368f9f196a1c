//! Indexes that are in the way of a large load: dropped before it, made again after it, exactly as they were.

use lorekeeper::db::sql;
use lorekeeper::error::{Error, Result};
use lorekeeper::store;
use sea_orm::{ConnectionTrait, DatabaseConnection, TransactionTrait};
use serde_json::Value;
use std::time::Instant;

/// The fact that keeps the statements by which what was dropped is made again.
const DROPPED: &str = "growth_indexes";

/// What is dropped: the indexes that nothing depends on, and the reference from vectors to passages, which is
/// checked row by row. A table, a name, the statement that drops it, the one that makes it.
const DROPPABLE: &str = "
    SELECT c.relname::text AS name, format('DROP INDEX %I', c.relname) AS away,
        pg_get_indexdef(c.oid) AS again
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE NOT i.indisunique AND t.relnamespace = current_schema()::regnamespace
        AND t.relname IN ('spell', 'creature', 'equipment', 'character_option', 'rule', 'search_entry', 'name_word',
            'passage', 'passage_vector')
    UNION ALL
    SELECT conname::text, format('ALTER TABLE %I DROP CONSTRAINT %I', r.relname, conname),
        format('ALTER TABLE %I ADD CONSTRAINT %I %s', r.relname, conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k JOIN pg_class r ON r.oid = k.conrelid
    WHERE k.contype = 'f' AND r.relname = 'passage_vector' AND r.relnamespace = current_schema()::regnamespace
    ORDER BY name";

/// Drops them, and remembers them in the same transaction. The index of the vectors is not remembered: the program
/// builds it.
pub async fn drop(db: &DatabaseConnection) -> Result<()> {
    let mut again: Vec<Value> = remembered(db).await?;
    let tx = db.begin().await?;
    for row in tx.query_all_raw(sql(DROPPABLE)).await? {
        let (away, made): (String, String) = (row.try_get("", "away")?, row.try_get("", "again")?);
        tx.execute_unprepared(&away).await?;
        if !made.contains("USING hnsw") {
            again.push(made.into());
        }
    }
    store::set_fact(&tx, DROPPED, &Value::Array(again).to_string()).await?;
    tx.commit().await?;
    Ok(())
}

/// Makes them again.
pub async fn restore(db: &DatabaseConnection, say: &mut (dyn FnMut(String) + Send)) -> Result<()> {
    let mut again = remembered(db).await?;
    while let Some(statement) = again.pop() {
        let statement = statement.as_str().unwrap_or_default();
        let start = Instant::now();
        let tx = db.begin().await?;
        tx.execute_unprepared("SET LOCAL maintenance_work_mem = '1GB'")
            .await?;
        tx.execute_unprepared(statement).await?;
        store::set_fact(&tx, DROPPED, &Value::Array(again.clone()).to_string()).await?;
        tx.commit().await?;
        say(format!(
            "{:6.1} s  {statement}",
            start.elapsed().as_secs_f64()
        ));
    }
    Ok(())
}

async fn remembered(db: &DatabaseConnection) -> Result<Vec<Value>> {
    let Some(fact) = store::fact(db, DROPPED).await? else {
        return Ok(Vec::new());
    };
    serde_json::from_str(&fact)
        .map_err(|cause| Error::internal("The list of dropped indexes cannot be read.", cause))
}
