//! Listing a family: what its filters leave, in an order.

use super::page::{Page, Window};
use crate::error::Result;
use crate::family::Row;
use crate::family::filter::Direction;
use sea_orm::sea_query::{Alias, Condition, Expr, NullOrdering, Order, SelectStatement};
use sea_orm::{
    DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect, QueryTrait,
};

/// A page of the rows that `condition` leaves, with the number of all where it was needed anyway.
pub async fn list<R: Row>(
    db: &DatabaseConnection,
    condition: Condition,
    order: &[(Expr, Direction)],
    window: Window,
) -> Result<Page<R>> {
    let total = if window.needs_total() {
        Some(count::<R>(db, condition.clone()).await?)
    } else {
        None
    };
    let range = window.range(total);
    let wanted = range.end - range.start;
    let mut query = R::Table::find()
        .filter(condition)
        .offset(range.start as u64)
        .limit(wanted as u64 + 1);
    sort(QueryTrait::query(&mut query), order);
    let mut items = query.all(db).await?;
    let has_next = items.len() > wanted;
    items.truncate(wanted);
    Ok(Page {
        has_previous: range.start > 0,
        has_next,
        start: range.start,
        items,
    })
}

/// How many rows `condition` leaves.
pub async fn count<R: Row>(db: &DatabaseConnection, condition: Condition) -> Result<usize> {
    let count = PaginatorTrait::count(R::Table::find().filter(condition), db).await?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

/// Sorts by what the client wants, then by name and document, so that pages are stable.
fn sort(query: &mut SelectStatement, order: &[(Expr, Direction)]) {
    for (expr, direction) in order {
        let order = match direction {
            Direction::Asc => Order::Asc,
            Direction::Desc => Order::Desc,
        };
        query.order_by_expr_with_nulls(expr.clone(), order, NullOrdering::Last);
    }
    for column in ["name", "document_key", "id"] {
        query.order_by(Alias::new(column), Order::Asc);
    }
}
