//! Planner statistics of tables, which the embedded store has no autovacuum for.

use crate::error::Result;
use crate::statement::{bound, scalar, sql};
use sea_orm::{ConnectionTrait, DatabaseConnection};

/// Updates the statistics of a table once many of its rows were written: 50 and a tenth of it, as autovacuum does. To
/// read a sample of a table takes up to a quarter of a second, in which the embedded store answers nothing else.
pub async fn analyze(db: &DatabaseConnection, table: &str, written: usize) -> Result<()> {
    let statement = bound(
        "SELECT reltuples < 0 OR $2 > 50 + reltuples / 10 FROM pg_class WHERE oid = $1::regclass",
        [
            table.into(),
            i64::try_from(written).unwrap_or(i64::MAX).into(),
        ],
    );
    if scalar(db, statement).await?.unwrap_or(true) {
        db.execute_raw(sql(&format!("ANALYZE {table}"))).await?;
    }
    Ok(())
}
