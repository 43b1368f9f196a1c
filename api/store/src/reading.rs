//! Gate of reading: the connections that requests are read over, of which those of the public never show a hidden row.
//!
//! Every statement of the public's gets common table expressions before it that stand in the place of the tables. So no
//! statement has to think of private books, none can forget to, and counts, facets and names come of what is left.

use crate::{Store, StoreKind};
use async_trait::async_trait;
use lorekeeper_content::Family;
use parking_lot::RwLock;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, Statement};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// For whom the store is read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reader {
    /// Everyone: private books do not exist.
    #[default]
    Everyone,
    /// The owner of the store, who reads all of it.
    Owner,
}

/// The keys of the hidden documents.
pub(crate) type Hidden = Arc<RwLock<BTreeSet<String>>>;

/// Connections that requests are read over.
#[derive(Clone, Debug)]
pub struct Connection {
    pool: DatabaseConnection,
    gate: Gate,
}

#[derive(Clone, Debug)]
enum Gate {
    Open,
    /// Closed while anything is hidden.
    Hiding(Hidden),
    Closed,
}

impl Store {
    /// The connections over which a reader's requests are read. Of a Postgres that others write to, this process learns
    /// a moment later what is hidden: there each statement asks.
    pub fn read_as(&self, reader: Reader) -> Connection {
        let gate = match (reader, self.kind) {
            (Reader::Owner, _) => Gate::Open,
            (Reader::Everyone, StoreKind::Embedded) => Gate::Hiding(Arc::clone(&self.hidden)),
            (Reader::Everyone, StoreKind::Postgres) => Gate::Closed,
        };
        let pool = self.reading.clone();
        Connection { pool, gate }
    }
}

/// What stands in the place of the tables, in an order in which each sees the tables behind it.
static VISIBLE: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let hidden = "(ARRAY(SELECT key FROM hidden_document))";
    let of_book = |table, columns: &str, key: &str| {
        let rows = format!("SELECT {columns} FROM {table} WHERE {key} <> ALL {hidden}");
        (table, format!("{table} AS NOT MATERIALIZED ({rows})"))
    };
    // Filters of what is read, not joins before it.
    let of_entity = |table| {
        let is_hidden = "(entity_id IN (SELECT id FROM hidden_entity))";
        let rows = format!("SELECT * FROM {table} WHERE {is_hidden} IS NOT TRUE");
        (table, format!("{table} AS NOT MATERIALIZED ({rows})"))
    };
    let entities = format!("SELECT id FROM search_entry WHERE document_key = ANY {hidden}");
    let mut visible = vec![
        ("passage", format!("hidden_entity AS ({entities})")),
        of_entity("passage"),
        of_entity("passage_vector"),
        of_book("search_entry", "*", "document_key"),
        of_book("document", "*", "key"),
        of_book("removal", "*", "document_key"),
    ];
    let families = Family::ALL.map(Family::name);
    // Versions of rows are told, too.
    visible.extend(families.map(|table| of_book(table, "*, xmin", "document_key")));
    visible
});

/// A statement that reads only what is not hidden.
fn gated(statement: &str) -> String {
    let named = VISIBLE.iter().filter(|(table, _)| statement.contains(table));
    let visible: Vec<&str> = named.map(|(_, visible)| visible.as_str()).collect();
    if visible.is_empty() {
        return statement.to_owned();
    }
    let visible = visible.join(", ");
    match statement.trim_start().strip_prefix("WITH ") {
        Some(rest) => format!("WITH {visible}, {rest}"),
        None => format!("WITH {visible} {statement}"),
    }
}

impl Connection {
    fn passed(&self, mut statement: Statement) -> Statement {
        let is_open = match &self.gate {
            Gate::Open => true,
            Gate::Hiding(hidden) => hidden.read().is_empty(),
            Gate::Closed => false,
        };
        if !is_open {
            statement.sql = gated(&statement.sql);
        }
        statement
    }
}

#[async_trait]
impl ConnectionTrait for Connection {
    fn get_database_backend(&self) -> DbBackend {
        self.pool.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.pool.execute_raw(self.passed(statement)).await
    }

    async fn execute_unprepared(&self, _: &str) -> Result<ExecResult, DbErr> {
        Err(DbErr::Custom("requests only read".to_owned()))
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.pool.query_one_raw(self.passed(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.pool.query_all_raw(self.passed(statement)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_gated_by_the_tables_that_it_names() {
        assert_eq!(gated("SELECT 1"), "SELECT 1");
        let spells = gated("SELECT name FROM \"spell\" WHERE level = $1");
        assert!(spells.starts_with("WITH spell AS NOT MATERIALIZED (SELECT *, xmin FROM spell "));
        assert!(spells.ends_with(") SELECT name FROM \"spell\" WHERE level = $1"));
        let with = gated("WITH own AS (SELECT id FROM search_entry) SELECT id FROM own");
        assert!(with.contains("), own AS (SELECT id FROM search_entry) SELECT id FROM own"));
        // What is hidden is found in the table, before anything stands in its place.
        let vectors = gated("SELECT FROM search_entry JOIN passage_vector USING (id)");
        let places = ["hidden_entity AS (", "passage_vector AS NOT", "search_entry AS NOT"];
        let places = places.map(|text| vectors.find(text));
        assert!(places.is_sorted() && places.iter().all(Option::is_some), "{vectors}");
    }
}
