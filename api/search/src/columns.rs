//! Rows of which only some columns are read: a stat block has sixty, and a list shows five of them.
//!
//! A row comes as one JSON text: to decode sixty columns one by one takes longer, and a tenth of a megabyte of code a family.

use crate::{Error, Result};
use lorekeeper_content::Row;
use lorekeeper_store::bound;
use sea_orm::sea_query::{Alias, Expr, PostgresQueryBuilder, Query, SelectStatement};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, EntityName, EntityTrait, IdenStatic, Iterable, QueryResult,
};
use std::collections::BTreeSet;

type Column<R> = <<R as lorekeeper_content::RowCore>::Table as EntityTrait>::Column;

/// What is always read: it says which row it is.
const IDENTITY: [&str; 5] = ["id", "document_key", "kind", "slug", "name"];

/// The name of what a row is sorted by, beside its columns.
const SORT_KEYS: &str = "sort_keys";

/// A row, and what it is sorted by.
#[derive(Clone, Debug)]
pub struct Sorted<R> {
    /// The row.
    pub row: R,
    /// Its sort keys, as JSON.
    pub keys: Vec<String>,
}

/// Which columns of rows are read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Columns {
    /// All of them.
    All,
    /// Those that tell which row it is, and these; the others are as in an empty row.
    Only(BTreeSet<String>),
}

impl Columns {
    /// These columns; all, if the family of `R` has not all of them.
    #[must_use]
    pub fn only<R: Row>(wanted: impl IntoIterator<Item = String>) -> Self {
        let wanted: BTreeSet<String> = wanted.into_iter().collect();
        let has = |wanted: &String| Column::<R>::iter().any(|column| column.as_str() == wanted);
        if !wanted.iter().all(has) {
            return Self::All;
        }
        Self::Only(wanted)
    }

    /// The rows that a query of [`rows_of`] finds.
    pub async fn read<R: Row>(
        &self,
        db: &DatabaseConnection,
        query: SelectStatement,
    ) -> Result<Vec<R>> {
        let rows = self.read_sorted(db, query, Vec::new()).await?;
        Ok(rows.into_iter().map(|sorted| sorted.row).collect())
    }

    /// The rows that a query of [`rows_of`] finds, with what it sorts them by.
    pub async fn read_sorted<R: Row>(
        &self,
        db: &DatabaseConnection,
        mut query: SelectStatement,
        keys: Vec<Expr>,
    ) -> Result<Vec<Sorted<R>>> {
        let is_read = |column: &Column<R>| match self {
            Self::All => true,
            Self::Only(wanted) => {
                let name = column.as_str();
                IDENTITY.contains(&name) || wanted.contains(name)
            }
        };
        query.columns(Column::<R>::iter().filter(is_read));
        let sorted = !keys.is_empty();
        if sorted {
            // As JSON each, which tells numbers from texts and loses nothing of them. Not in brackets, within which
            // sea-query puts in nothing.
            let with = "array_append($1, coalesce(to_jsonb($2)::text, 'null'))";
            let all = keys
                .into_iter()
                .fold(Expr::cust("'{}'::text[]"), |all, key| {
                    Expr::cust_with_exprs(with, [all, key])
                });
            query.expr_as(all, SORT_KEYS);
        }
        // Around what is sorted and cut: of the rows that are left only.
        let mut rows = Query::select();
        rows.expr_as(Expr::cust("row_to_json(r)::text"), Alias::new("row"));
        if sorted {
            rows.column(Alias::new(SORT_KEYS));
        }
        rows.from_subquery(query, Alias::new("r"));
        let (statement, values) = rows.build(PostgresQueryBuilder);
        let rows = db.query_all_raw(bound(&statement, values.0)).await?;
        let read = |row: &QueryResult| {
            let keys = if sorted {
                row.try_get("", SORT_KEYS)?
            } else {
                Vec::new()
            };
            let text: String = row.try_get("", "row")?;
            let row = serde_json::from_str(&text)
                .map_err(|cause| Error::internal("A stored row cannot be read.", cause))?;
            Ok(Sorted { row, keys })
        };
        rows.iter().map(read).collect()
    }
}

/// A query of a family's rows, still without columns.
#[must_use]
pub fn rows_of<R: Row>() -> SelectStatement {
    let mut query = Query::select();
    query.from(R::Table::default().table_ref());
    query
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{creature, spell};

    #[test]
    fn what_a_family_does_not_have_takes_the_whole_row() {
        let only = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
            (
                Columns::only::<spell::Model>(names.clone()),
                Columns::only::<creature::Model>(names),
            )
        };
        let (spell, creature) = only(&["level"]);
        assert_eq!(spell, Columns::Only(BTreeSet::from(["level".to_owned()])));
        assert_eq!(creature, Columns::All);
        assert_ne!(only(&[]).1, Columns::All);
    }
}
