//! Columns of rows: a stat block has sixty, and a list shows five of them.
//!
//! A row comes as one JSON text: to decode sixty columns one by one takes longer, and a tenth of a megabyte of code a family.

use crate::row_cache::RowReader;
use crate::{Error, Result};
use lorekeeper_content::Row;
use lorekeeper_store::bound;
use sea_orm::sea_query::{Alias, Condition, Expr, PostgresQueryBuilder, Query, SelectStatement};
use sea_orm::{ConnectionTrait, EntityName, EntityTrait, IdenStatic, Iterable, QueryResult};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

type Column<R> = <<R as lorekeeper_content::RowCore>::Table as EntityTrait>::Column;

/// What is always read: it says which row it is.
const IDENTITY: [&str; 5] = ["id", "document_key", "kind", "slug", "name"];

/// The name of what a row is sorted by.
const SORT_KEYS: &str = "sort_keys";

/// The name of the version of a row, beside its columns.
const VERSION: &str = "version";

/// The version of a row: the transaction that wrote it.
const VERSION_OF_ROW: &str = "xmin::text::bigint";

/// A row, and what it is sorted by.
#[derive(Clone, Debug)]
pub struct Sorted<R> {
    /// The row.
    pub row: Arc<R>,
    /// Its sort keys, as JSON.
    pub keys: Vec<String>,
}

/// Which columns of rows are read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Columns {
    /// All of them.
    All,
    /// Those that tell which row it is, and these; the others may be as in an empty row.
    Only(BTreeSet<String>),
}

/// The key and the version of a row that a query finds, and what the query sorts it by.
struct Found {
    id: i64,
    version: i64,
    keys: Vec<String>,
}

impl Columns {
    /// These columns; all, if the family of `R` has not all of them.
    pub fn only<R: Row>(wanted: impl IntoIterator<Item = String>) -> Self {
        let wanted: BTreeSet<String> = wanted.into_iter().collect();
        let has = |wanted: &String| Column::<R>::iter().any(|column| column.as_str() == wanted);
        if !wanted.iter().all(has) {
            return Self::All;
        }
        Self::Only(wanted)
    }

    /// Whether all columns of `other` are among these.
    pub fn cover(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, _) => true,
            (Self::Only(_), Self::All) => false,
            (Self::Only(these), Self::Only(others)) => these.is_superset(others),
        }
    }

    /// These columns and those of `other`.
    pub fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Only(these), Self::Only(others)) => Self::Only(these | others),
            _ => Self::All,
        }
    }

    /// The rows that a query of [`rows_of`] finds.
    pub async fn read<R: Row>(&self, reader: &RowReader, query: SelectStatement) -> Result<Vec<Arc<R>>> {
        let rows = self.read_sorted(reader, query, Vec::new()).await?;
        Ok(rows.into_iter().map(|sorted| sorted.row).collect())
    }

    /// The rows that a query of [`rows_of`] finds, with what it sorts them by.
    pub async fn read_sorted<R: Row>(
        &self,
        reader: &RowReader,
        query: SelectStatement,
        keys: Vec<Expr>,
    ) -> Result<Vec<Sorted<R>>> {
        let found = find(reader, query, keys).await?;
        let mut rows: HashMap<i64, Arc<R>> = HashMap::new();
        let (mut missing, mut columns) = (Vec::new(), self.clone());
        for Found { id, version, .. } in &found {
            match reader.cache.get::<R>(*id, *version) {
                Some((row, held)) if held.cover(self) => {
                    rows.insert(*id, row);
                }
                Some((_, held)) => {
                    missing.push(*id);
                    // Or requests for different columns would take turns at replacing the row.
                    columns = columns.and(&held);
                }
                None => missing.push(*id),
            }
        }
        if !missing.is_empty() {
            let read = Arc::new(columns).fetch::<R>(reader, missing).await?;
            rows.extend(read.into_iter().map(|row| (row.id(), row)));
        }
        // A row that went away between the two statements is left out.
        let sorted = |Found { id, keys, .. }| Some(Sorted { row: rows.remove(&id)?, keys });
        Ok(found.into_iter().filter_map(sorted).collect())
    }

    /// Reads rows by key from the store, into the cache.
    async fn fetch<R: Row>(self: Arc<Self>, reader: &RowReader, ids: Vec<i64>) -> Result<Vec<Arc<R>>> {
        let is_read = |column: &Column<R>| match &*self {
            Self::All => true,
            Self::Only(wanted) => {
                let name = column.as_str();
                IDENTITY.contains(&name) || wanted.contains(name)
            }
        };
        let mut query = rows_of::<R>();
        query
            .columns(Column::<R>::iter().filter(is_read))
            .expr_as(Expr::cust(VERSION_OF_ROW), VERSION)
            .cond_where(with_ids(ids));
        let mut rows = Query::select();
        rows.expr_as(Expr::cust("row_to_json(r)::text"), Alias::new("row"))
            .column(Alias::new(VERSION))
            .from_subquery(query, Alias::new("r"));
        let (statement, values) = rows.build(PostgresQueryBuilder);
        let statement = bound(&statement, values.0);
        let rows = reader.connection.query_all_raw(statement).await?;
        let read = |row: &QueryResult| {
            let text: String = row.try_get("", "row")?;
            let read =
                serde_json::from_str(&text).map_err(|cause| Error::internal("A stored row cannot be read.", cause))?;
            let (row, version) = (Arc::new(read), row.try_get("", VERSION)?);
            reader.cache.put(&row, version, &self, text.len());
            Ok(row)
        };
        rows.iter().map(read).collect()
    }
}

/// The keys and versions of the rows that a query finds, in its order.
async fn find(reader: &RowReader, mut query: SelectStatement, keys: Vec<Expr>) -> Result<Vec<Found>> {
    query.column(Alias::new("id")).expr_as(Expr::cust(VERSION_OF_ROW), VERSION);
    let sorted = !keys.is_empty();
    if sorted {
        // As JSON each, which tells numbers from texts and loses nothing of them. Not in brackets, within which
        // sea-query puts in nothing.
        let with = "array_append($1, coalesce(to_jsonb($2)::text, 'null'))";
        let all = keys.into_iter().fold(Expr::cust("'{}'::text[]"), |all, key| Expr::cust_with_exprs(with, [all, key]));
        query.expr_as(all, SORT_KEYS);
    }
    let (statement, values) = query.build(PostgresQueryBuilder);
    let rows = reader.connection.query_all_raw(bound(&statement, values.0)).await?;
    let read = |row: &QueryResult| {
        Ok(Found {
            id: row.try_get("", "id")?,
            version: row.try_get("", VERSION)?,
            keys: if sorted { row.try_get("", SORT_KEYS)? } else { Vec::new() },
        })
    };
    rows.iter().map(read).collect()
}

/// Rows that have one of these keys: one parameter, so that the statement is the same however many there are.
pub fn with_ids(ids: Vec<i64>) -> Condition {
    Condition::all().add(Expr::cust_with_values("id = ANY($1)", [ids]))
}

/// A query of a family's rows, still without columns.
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
            (Columns::only::<spell::Model>(names.clone()), Columns::only::<creature::Model>(names))
        };
        let (spell, creature) = only(&["level"]);
        assert_eq!(spell, Columns::Only(BTreeSet::from(["level".to_owned()])));
        assert_eq!(creature, Columns::All);
        assert_ne!(only(&[]).1, Columns::All);
    }
}
