//! Listing a family: what its filters leave, in an order.
//!
//! A page begins beside the row that a cursor marks, so that the last page costs what the first one does. Where that
//! row is gone, its position says where it was.

use super::columns::Columns;
use super::page::{End, Mark, Page, Window};
use crate::error::{Error, Result};
use crate::family::Row;
use crate::family::filter::Direction;
use sea_orm::sea_query::{
    Alias, Condition, Expr, ExprTrait, NullOrdering, Order, Query, SelectStatement,
};
use sea_orm::{
    DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect, QueryTrait, Select,
};

/// What every order ends with, so that no two rows are alike; indexed together.
const LAST: [&str; 3] = ["name", "document_key", "id"];

/// A page of the rows that `condition` leaves.
pub async fn list<R: Row>(
    db: &DatabaseConnection,
    columns: &Columns,
    condition: Condition,
    order: &[(Expr, Direction)],
    window: Window,
) -> Result<Page<R>> {
    let within = condition
        .clone()
        .add_option(bound::<R>(window.after, order, Side::After))
        .add_option(bound::<R>(window.before, order, Side::Before));
    let mut query = R::Table::find()
        .filter(within)
        .limit(window.count as u64 + 1);
    sort(QueryTrait::query(&mut query), order, window.end);
    let rows = columns.read::<R>(db, query).await?;
    if rows.is_empty() && gone::<R>(db, window).await? {
        let query = R::Table::find().filter(condition);
        return by_position(db, columns, query, order, window).await;
    }
    let more = rows.len() > window.count;
    let mut rows: Vec<R> = rows.into_iter().take(window.count).collect();
    if window.end == End::Back {
        rows.reverse();
    }
    let position = |mark: Option<Mark>| mark.and_then(|mark| mark.position);
    let start = match (window.end, window.after) {
        (End::Front, None) => Some(0),
        (End::Front, after) => position(after).map(|position| position + 1),
        (End::Back, _) => {
            position(window.before).and_then(|position| position.checked_sub(rows.len()))
        }
    };
    Ok(Page {
        has_previous: window.after.is_some() || (more && window.end == End::Back),
        has_next: window.before.is_some() || (more && window.end == End::Front),
        items: marked(rows, start),
    })
}

/// How many rows `condition` leaves.
pub async fn count<R: Row>(db: &DatabaseConnection, condition: Condition) -> Result<usize> {
    let count = PaginatorTrait::count(R::Table::find().filter(condition), db).await?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

fn marked<R: Row>(rows: Vec<R>, start: Option<usize>) -> Vec<(Mark, R)> {
    let mark = |offset: usize, row: &R| Mark {
        position: start.map(|start| start + offset),
        id: Some(row.id()),
    };
    let rows = rows.into_iter().enumerate();
    rows.map(|(offset, row)| (mark(offset, &row), row))
        .collect()
}

/// A side of a row.
#[derive(Copy, Clone)]
enum Side {
    Before,
    After,
}

/// What comes on one side of the row that is marked.
fn bound<R: Row>(mark: Option<Mark>, order: &[(Expr, Direction)], side: Side) -> Option<Condition> {
    let id = mark?.id?;
    // What the row itself has there: read once, by its key.
    let its = |exprs: &[Expr]| {
        let row = Query::select()
            .exprs(exprs.iter().cloned())
            .from(Alias::new(R::FAMILY.name()))
            .and_where(Expr::col(Alias::new("id")).eq(id))
            .to_owned();
        Expr::SubQuery(None, Box::new(row.into()))
    };
    let compared = match side {
        Side::Before => "(name, document_key, id) < $1",
        Side::After => "(name, document_key, id) > $1",
    };
    let last = its(&LAST.map(|column| Expr::col(Alias::new(column))));
    let last = Expr::cust_with_exprs(compared, [last]);
    let mut beyond = Condition::any();
    let mut alike = Condition::all();
    for (expr, direction) in order {
        let both = || [expr.clone(), its(std::slice::from_ref(expr))];
        // Missing values come last, whichever way.
        let further = match (side, direction) {
            (Side::After, Direction::Asc) => "($1 > $2 OR ($1 IS NULL AND $2 IS NOT NULL))",
            (Side::After, Direction::Desc) => "($1 < $2 OR ($1 IS NULL AND $2 IS NOT NULL))",
            (Side::Before, Direction::Asc) => "($1 < $2 OR ($2 IS NULL AND $1 IS NOT NULL))",
            (Side::Before, Direction::Desc) => "($1 > $2 OR ($2 IS NULL AND $1 IS NOT NULL))",
        };
        beyond = beyond.add(alike.clone().add(Expr::cust_with_exprs(further, both())));
        alike = alike.add(Expr::cust_with_exprs("$1 IS NOT DISTINCT FROM $2", both()));
    }
    Some(Condition::all().add(beyond.add(alike.add(last))))
}

/// Whether a row that is marked is not there any more.
async fn gone<R: Row>(db: &DatabaseConnection, window: Window) -> Result<bool> {
    for mark in [window.after, window.before].into_iter().flatten() {
        let Some(id) = mark.id else { continue };
        let condition = Condition::all().add(Expr::col(Alias::new("id")).eq(id));
        if count::<R>(db, condition).await? == 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A page where a row that is marked is gone: from where it was.
async fn by_position<R: Row>(
    db: &DatabaseConnection,
    columns: &Columns,
    query: Select<R::Table>,
    order: &[(Expr, Direction)],
    window: Window,
) -> Result<Page<R>> {
    let marks = [window.after, window.before];
    if marks.iter().flatten().any(|mark| mark.position.is_none()) {
        return Err(Error::input(
            "What the cursor marks is not there any more. Start again without a cursor.",
        ));
    }
    let total = PaginatorTrait::count(query.clone(), db).await?;
    // What came after the row has moved to where it was.
    let window = Window {
        after: window.after.map(|mark| Mark {
            position: mark.position.and_then(|position| position.checked_sub(1)),
            ..mark
        }),
        ..window
    };
    let range = window.range(usize::try_from(total).unwrap_or(usize::MAX));
    let mut query = query
        .offset(range.start as u64)
        .limit((range.end - range.start) as u64);
    sort(QueryTrait::query(&mut query), order, End::Front);
    Ok(Page {
        has_previous: range.start > 0,
        has_next: (range.end as u64) < total,
        items: marked(columns.read::<R>(db, query).await?, Some(range.start)),
    })
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
