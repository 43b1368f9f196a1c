//! SQL statements of our own: written as text, with every value bound.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, TryGetable, Value};

/// A statement without parameters.
pub fn sql(text: &str) -> Statement {
    Statement::from_string(DbBackend::Postgres, text)
}

/// A statement with bound parameters.
pub fn bound(text: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// The first column of the first row; `None` without rows.
pub(crate) async fn scalar<T: TryGetable>(db: &impl ConnectionTrait, statement: Statement) -> Result<Option<T>, DbErr> {
    let row = db.query_one_raw(statement).await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

/// Executes a statement with bound parameters. Returns how many rows it affected.
pub(crate) async fn execute(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, DbErr> {
    let done = db.execute_raw(bound(text, values)).await?;
    Ok(done.rows_affected())
}

/// Records a statement in the metrics.
pub(crate) fn observe(statement: &sea_orm::metric::Info<'_>) {
    let outcome = if statement.failed { "error" } else { "ok" };
    metrics::counter!("lorekeeper_store_statements_total", "outcome" => outcome).increment(1);
    metrics::histogram!("lorekeeper_store_statement_duration_seconds").record(statement.elapsed);
}
