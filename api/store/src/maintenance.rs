//! Maintenance of tables, which the embedded store has no autovacuum for: planner statistics, and the room of dead rows.

use crate::error::Result;
use crate::statement::{bound, scalar, sql};
use sea_orm::{ConnectionTrait, DatabaseConnection};

/// Updates the statistics of a table once many of its rows were written: 50 and a tenth of it, as autovacuum does. To
/// read a sample of a table takes up to a quarter of a second, in which the embedded store answers nothing else.
pub async fn analyze(db: &DatabaseConnection, table: &str, written: usize) -> Result<()> {
    if is_much(db, table, written, 10).await? {
        db.execute_raw(sql(&format!("ANALYZE {table}"))).await?;
    }
    Ok(())
}

/// Writes a table anew once a third of its rows were changed or removed, so that no room is left between them: an upgrade
/// that makes rows in another way changes all of them.
pub async fn compact(db: &DatabaseConnection, table: &str, dead: usize) -> Result<()> {
    if is_much(db, table, dead, 3).await? {
        db.execute_raw(sql(&format!("VACUUM (FULL, ANALYZE) {table}"))).await?;
    }
    Ok(())
}

/// Whether so many rows are more than 50 and a part of a table.
async fn is_much(db: &DatabaseConnection, table: &str, rows: usize, part: i64) -> Result<bool> {
    let statement = bound(
        "SELECT reltuples < 0 OR $2 > 50 + reltuples / $3 FROM pg_class WHERE oid = $1::regclass",
        [table.into(), i64::try_from(rows).unwrap_or(i64::MAX).into(), part.into()],
    );
    Ok(scalar(db, statement).await?.unwrap_or(true))
}
