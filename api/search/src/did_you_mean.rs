//! Did you mean: names like one that was not found, and whether a filter leaves anything. Only empty results ask.

use crate::Result;
use lorekeeper_store::sql;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Condition, Expr, Order, PostgresQueryBuilder, Query, SelectStatement};

/// Most names that are suggested.
const MAX_NAMES: u64 = 3;

/// Whether no entity is stored at all.
pub async fn is_empty(db: &impl ConnectionTrait) -> Result<bool> {
    let statement = sql("SELECT FROM search_entry LIMIT 1");
    Ok(db.query_one_raw(statement).await?.is_none())
}

/// Whether `condition` leaves anything of a table.
pub async fn any(db: &impl ConnectionTrait, table: &'static str, condition: Condition) -> Result<bool> {
    let statement = Query::select()
        .expr_as(Expr::cust("1"), Alias::new("one"))
        .from(Alias::new(table))
        .cond_where(condition)
        .limit(1)
        .to_owned();
    Ok(!texts(db, &statement, None).await?.is_empty())
}

/// The names that resemble `name` most, of what `condition` leaves of a table.
pub async fn names_like(
    db: &impl ConnectionTrait,
    table: &'static str,
    condition: Condition,
    name: &str,
) -> Result<Vec<String>> {
    let name = || Expr::val(name.trim().to_lowercase());
    let alike = |operator: &'static str| Expr::cust_with_exprs(operator, [name()]);
    let statement = Query::select()
        .expr_as(Expr::cust("name"), Alias::new("name"))
        .from(Alias::new(table))
        .cond_where(condition)
        .cond_where(Condition::any().add(alike("lower(name) % $1")).add(alike("$1 <% lower(name)")))
        .add_group_by([Expr::cust("name")])
        .order_by_expr(
            Expr::cust_with_exprs(
                "greatest(similarity(lower(name), $1), 0.9 * word_similarity($2, lower(name)))",
                [name(), name()],
            ),
            Order::Desc,
        )
        .order_by(Alias::new("name"), Order::Asc)
        .limit(MAX_NAMES)
        .to_owned();
    texts(db, &statement, Some("name")).await
}

/// The texts in a column of what a statement gives; an empty text for each row when there is no column.
async fn texts(db: &impl ConnectionTrait, statement: &SelectStatement, column: Option<&str>) -> Result<Vec<String>> {
    let (text, values) = statement.build(PostgresQueryBuilder);
    let rows = db.query_all_raw(lorekeeper_store::bound(&text, values.0)).await?;
    rows.iter()
        .map(|row| column.map_or(Ok(String::new()), |c| row.try_get("", c)))
        .collect::<Result<_, _>>()
        .map_err(Into::into)
}
