//! Listing a family: what its filters leave, in an order.
//!
//! Keyset pagination: a page begins beside the sort keys that a cursor carries, so that the last page costs what the
//! first one does, and the row that had them may be gone or changed.

use super::columns::{Columns, Sorted, rows_of};
use super::page::{End, Mark, Page, RowMark, Window};
use super::row_cache::RowReader;
use crate::Result;
use lorekeeper_content::Row;
use lorekeeper_content::filter::Direction;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{
    Alias, Condition, Expr, ExprTrait, NullOrdering, Order, PostgresQueryBuilder, SelectStatement, Value,
};
use std::sync::Arc;

/// What every order ends with, so that no two rows are alike; indexed together.
const LAST: [&str; 3] = ["name", "document_key", "id"];

/// A page of the rows that `condition` leaves.
pub async fn list<R: Row>(
    reader: &RowReader,
    columns: &Columns,
    condition: Condition,
    order: &[(Expr, Direction)],
    window: &Window,
) -> Result<Page<Arc<R>>> {
    let row = |mark: &'_ Option<Mark>| mark.as_ref().and_then(Mark::row).cloned();
    let within = condition
        .add_option(row(&window.after).map(|row| bound(&row, order, Side::After)))
        .add_option(row(&window.before).map(|row| bound(&row, order, Side::Before)));
    let mut query = rows_of::<R>();
    query.cond_where(within).limit(window.count as u64 + 1);
    sort(&mut query, order, window.end);
    let keys: Vec<Expr> = order.iter().map(|(expr, _)| expr.clone()).collect();
    let mut rows = columns.read_sorted::<R>(reader, query, keys).await?;
    let more = rows.len() > window.count;
    rows.truncate(window.count);
    if window.end == End::Back {
        rows.reverse();
    }
    Ok(Page {
        has_previous: window.after.is_some() || (more && window.end == End::Back),
        has_next: window.before.is_some() || (more && window.end == End::Front),
        items: rows.into_iter().map(marked).collect(),
    })
}

/// How many rows `condition` leaves.
pub async fn count<R: Row>(db: &impl ConnectionTrait, condition: Condition) -> Result<usize> {
    let mut query = rows_of::<R>();
    query.expr(Expr::cust("count(*)")).cond_where(condition);
    let (statement, values) = query.build(PostgresQueryBuilder);
    let statement = lorekeeper_store::bound(&statement, values.0);
    let row = db.query_one_raw(statement).await?;
    let count: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(count.map_or(0, |count| usize::try_from(count).unwrap_or(usize::MAX)))
}

fn marked<R: Row>(Sorted { row, keys }: Sorted<R>) -> (Mark, Arc<R>) {
    let mark = RowMark { keys, name: row.name().to_owned(), document: row.document_key().to_owned(), id: row.id() };
    (Mark::Row(mark), row)
}

/// A side of a row.
#[derive(Copy, Clone)]
enum Side {
    Before,
    After,
}

/// What comes on one side of the place that is marked.
fn bound(mark: &RowMark, order: &[(Expr, Direction)], side: Side) -> Condition {
    let RowMark { keys, name, document, id } = mark;
    let compared = match side {
        Side::Before => "(name, document_key, id) < ($1, $2, $3)",
        Side::After => "(name, document_key, id) > ($1, $2, $3)",
    };
    let last: [Value; 3] = [name.as_str().into(), document.as_str().into(), (*id).into()];
    let last = Expr::cust_with_values(compared, last);
    let mut beyond = Condition::any();
    let mut alike = Condition::all();
    for ((expr, direction), key) in order.iter().zip(keys) {
        let expr = || expr.clone();
        // Missing values come last, whichever way.
        let (further, same) = match (value(key), side) {
            (None, Side::After) => (None, expr().is_null()),
            (None, Side::Before) => (Some(expr().is_not_null()), expr().is_null()),
            (Some(key), Side::After) => {
                let further = match direction {
                    Direction::Asc => expr().gt(key.clone()),
                    Direction::Desc => expr().lt(key.clone()),
                };
                (Some(further.or(expr().is_null())), expr().eq(key))
            }
            (Some(key), Side::Before) => {
                let further = match direction {
                    Direction::Asc => expr().lt(key.clone()),
                    Direction::Desc => expr().gt(key.clone()),
                };
                (Some(further), expr().eq(key))
            }
        };
        if let Some(further) = further {
            beyond = beyond.add(alike.clone().add(further));
        }
        alike = alike.add(same);
    }
    Condition::all().add(beyond.add(alike.add(last)))
}

/// A sort key as it is bound, numbers as precisely as the store wrote them; `None` where there is no value.
fn value(json: &str) -> Option<Value> {
    let whole = || json.parse::<i64>().ok().map(Value::from);
    let number = || json.parse().ok().filter(|n: &f64| n.is_finite());
    whole()
        .or_else(|| number().map(Value::from))
        .or_else(|| serde_json::from_str::<bool>(json).ok().map(Value::from))
        .or_else(|| serde_json::from_str::<String>(json).ok().map(Value::from))
}

/// Sorts by what the client wants, then by name and document, so that pages are stable; from the back, all the other
/// way round.
fn sort(query: &mut SelectStatement, order: &[(Expr, Direction)], end: End) {
    let nulls = match end {
        End::Front => NullOrdering::Last,
        End::Back => NullOrdering::First,
    };
    for (expr, direction) in order {
        let order = match (direction, end) {
            (Direction::Asc, End::Front) | (Direction::Desc, End::Back) => Order::Asc,
            (Direction::Desc, End::Front) | (Direction::Asc, End::Back) => Order::Desc,
        };
        query.order_by_expr_with_nulls(expr.clone(), order, nulls);
    }
    let order = match end {
        End::Front => Order::Asc,
        End::Back => Order::Desc,
    };
    for column in LAST {
        query.order_by(Alias::new(column), order.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_keys_are_bound_as_what_they_are() {
        assert_eq!(value("12"), Some(12_i64.into()));
        assert_eq!(value("0.30000000000000004"), Some((0.1 + 0.2).into()));
        assert_eq!(value("\"12\""), Some("12".into()));
        assert_eq!(value("true"), Some(true.into()));
        assert_eq!((value("null"), value("inf")), (None, None));
    }
}
