//! Rows of which only some columns are read: a stat block has sixty, and a list shows five of them.

use crate::db::bound;
use crate::error::{Error, Result};
use crate::family::Row;
use sea_orm::sea_query::{Alias, Expr, PostgresQueryBuilder};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, EntityTrait, IdenStatic, Iterable, QuerySelect,
    QueryTrait, Select,
};
use std::collections::BTreeSet;

type Column<R> = <<R as crate::family::Head>::Table as EntityTrait>::Column;

/// What is always read: it says which row it is.
const IDENTITY: [&str; 5] = ["id", "document_key", "kind", "slug", "name"];

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

    /// The rows that a query finds.
    pub async fn read<R: Row>(
        &self,
        db: &DatabaseConnection,
        query: Select<R::Table>,
    ) -> Result<Vec<R>> {
        let Self::Only(wanted) = self else {
            return Ok(query.all(db).await?);
        };
        let read = Column::<R>::iter().filter(|column| {
            let name = column.as_str();
            IDENTITY.contains(&name) || wanted.contains(name)
        });
        let mut query = query.select_only().columns(read);
        // Around what is sorted and cut: of the rows that are left only.
        let rows = sea_orm::sea_query::Query::select()
            .expr_as(Expr::cust("row_to_json(r)::text"), Alias::new("row"))
            .from_subquery(QueryTrait::query(&mut query).take(), Alias::new("r"))
            .to_owned();
        let (statement, values) = rows.build(PostgresQueryBuilder);
        let statement = bound(&statement, values.0);
        let rows = db.query_all_raw(statement).await?;
        rows.iter()
            .map(|row| {
                let text: String = row.try_get("", "row")?;
                serde_json::from_str(&text)
                    .map_err(|cause| Error::internal("A stored row cannot be read.", cause))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{creature, spell};

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
