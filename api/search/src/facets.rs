//! Facets: which values the rows of a result have, and how many rows have each.

use crate::Result;
use lorekeeper_content::CORE_DOCUMENT;
use lorekeeper_content::filter::{Facet, FacetKind};
use lorekeeper_store::bound;
use sea_orm::sea_query::{Alias, Condition, Expr, PostgresQueryBuilder, Query, SelectStatement, SqlWriterValues};
use sea_orm::{ConnectionTrait, FromQueryResult};
use std::fmt::Write;

/// Facets of the rows that one condition leaves.
#[derive(Debug)]
pub struct Counting<'a> {
    /// The condition on the table.
    pub condition: Condition,
    /// The facets.
    pub facets: Vec<&'a Facet>,
    /// What a row is counted as, as SQL: rows that have it in common count once. `None`: each row counts.
    pub thing: Option<String>,
}

/// A value of a facet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value, as a filter takes it.
    pub value: String,
    /// What people call it, where the value is a key.
    pub label: Option<String>,
    /// How many rows have it.
    pub count: i64,
}

#[derive(FromQueryResult)]
struct Row {
    facet: i32,
    value: String,
    label: Option<String>,
    count: i64,
}

/// Counts all facets in one statement: for each one, in the order given, its values in their own order, else the
/// most frequent ones first. A missing value is none.
pub async fn count(
    db: &impl ConnectionTrait,
    table: &'static str,
    countings: &[Counting<'_>],
) -> Result<Vec<Vec<Value>>> {
    let facets: Vec<&Facet> = countings.iter().flat_map(|c| &c.facets).copied().collect();
    if facets.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = SqlWriterValues::new("$", true);
    let mut counts = Vec::new();
    for (place, counting) in countings.iter().enumerate() {
        let before = counts.len();
        let rows = format!("rows{place}");
        let opening = if place == 0 { "WITH" } else { "," };
        // Writing into memory does not fail.
        let _ = write!(sql, "{opening} {rows} AS MATERIALIZED (");
        rows_of(table, counting, before).build_collect_any_into(&PostgresQueryBuilder, &mut sql);
        let _ = write!(sql, ")");
        let numbered = counting.facets.iter().zip(before..);
        let is_distinct = counting.thing.is_some();
        counts.extend(numbered.map(|(facet, number)| counted(facet, number, &rows, is_distinct)));
    }
    let _ = write!(
        sql,
        " SELECT facet, value, label, count FROM ({}) AS counts ORDER BY facet, rank NULLS LAST, count DESC, value COLLATE \"C\"",
        counts.join(" UNION ALL ")
    );
    let (text, values) = sql.into_parts();
    let rows = Row::find_by_statement(bound(&text, values.0)).all(db).await?;
    let mut found = vec![Vec::new(); facets.len()];
    for row in rows {
        let number = usize::try_from(row.facet).unwrap_or(usize::MAX);
        if let (Some(facet), Some(values)) = (facets.get(number), found.get_mut(number)) {
            values.push(Value { value: (facet.display)(row.value), label: row.label, count: row.count });
        }
    }
    Ok(found)
}

/// Most facets whose values are counted together first: of three there are some hundred combinations among hundreds
/// of thousands of rows, of all there are nearly as many as rows.
const TOGETHER: usize = 4;

/// The rows that a condition leaves, with nothing but the values (`f0`, `f1`, ...) and ranks (`r0`, `r1`, ...) of facets;
/// those that have the same ones as one, with their number (`n`). Where rows are counted as something else, each has it
/// (`thing`).
fn rows_of(table: &'static str, counting: &Counting<'_>, first: usize) -> SelectStatement {
    let mut select = Query::select();
    for (facet, number) in counting.facets.iter().zip(first..) {
        select.expr_as(facet.values.clone(), Alias::new(format!("f{number}")));
        let rank = facet.rank.clone().unwrap_or(Expr::cust("NULL::int"));
        select.expr_as(rank, Alias::new(format!("r{number}")));
    }
    if let Some(thing) = &counting.thing {
        select.expr_as(Expr::cust(format!("ROW({thing})")), Alias::new("thing"));
    } else if counting.facets.len() <= TOGETHER {
        // By their places: what they are made of may have parameters, which would be others there.
        let places = (1..=counting.facets.len() * 2).map(|place| Expr::cust(place.to_string()));
        select.expr_as(Expr::cust("count(*)::int"), Alias::new("n")).add_group_by(places);
    } else {
        select.expr_as(Expr::cust("1"), Alias::new("n"));
    }
    select.from(Alias::new(table)).cond_where(counting.condition.clone()).to_owned()
}

/// The statement that counts one facet.
fn counted(facet: &Facet, number: usize, rows: &str, is_distinct: bool) -> String {
    let select = |value: &str, label: &str, count: &str| {
        format!(
            "SELECT {number} AS facet, {value} AS value, {label} AS label, {count} AS count, min(r{number})::float8 AS rank"
        )
    };
    let value = format!("f{number}");
    let count = if is_distinct { "count(DISTINCT thing)" } else { "sum(n)::bigint" };
    let text = format!("{value}::text");
    match facet.kind {
        FacetKind::Single => format!(
            "{} FROM {rows} WHERE {text} <> '' GROUP BY {value}",
            select(&text, "NULL::text", count)
        ),
        FacetKind::List => format!(
            "{} FROM {rows}, LATERAL (SELECT DISTINCT unnest({value})) AS member(value) WHERE member.value <> '' GROUP BY member.value",
            select("member.value", "NULL::text", count)
        ),
        FacetKind::Document => format!(
            "{} FROM {rows} LEFT JOIN document d ON d.key = {value} GROUP BY {value}, d.display_name, d.name",
            // The name under which results show it.
            select(&text, "coalesce(d.display_name, d.name)", count)
        ),
        // What no book describes belongs to every game system.
        FacetKind::GameSystem => format!(
            "{} FROM {rows} AS books
            JOIN (
                SELECT key, lower(game_system) AS system, game_system_name AS name FROM document
                WHERE game_system <> '' AND key <> '{CORE_DOCUMENT}'
                UNION ALL
                SELECT '{CORE_DOCUMENT}', lower(game_system), max(game_system_name) FROM document WHERE game_system <> '' GROUP BY 2
            ) AS systems ON systems.key = {value} GROUP BY systems.system",
            select("systems.system", "max(systems.name)", count)
        ),
    }
}
