//! Coverage: of how much the books say something.

use crate::{Error, Result};
use lorekeeper_content::filter::Expected;
use lorekeeper_store::bound;
use sea_orm::sea_query::{Alias, Condition, Expr, Order, PostgresQueryBuilder, Query};
use sea_orm::{DatabaseConnection, FromQueryResult};
use std::sync::Arc;

/// How many answers are remembered.
const REMEMBERED: u64 = 1_000;

/// Of how much one book says something.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Book {
    /// Key of the document.
    pub document: String,
    /// To how many of its rows the field applies.
    pub rows: i64,
    /// How many of them have a value.
    pub known: i64,
}

/// What is known about fields, remembered until content changes.
pub struct Coverage {
    known: moka::future::Cache<String, Arc<[Book]>>,
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            known: moka::future::Cache::new(REMEMBERED),
        }
    }
}

impl Coverage {
    /// Of how many of the rows that `kinds` leaves of a table each book has what is expected, at a revision of
    /// the content; books to which it does not apply are left out.
    pub async fn of(
        &self,
        db: &DatabaseConnection,
        revision: &str,
        table: &'static str,
        kinds: &Condition,
        expected: &Expected,
    ) -> Result<Arc<[Book]>> {
        let count = |condition: &'static str| Expr::cust(condition);
        let statement = Query::select()
            .expr_as(Expr::cust("document_key"), Alias::new("document"))
            .expr_as(count("count(*)"), Alias::new("rows"))
            .expr_as(
                Expr::cust_with_exprs("count(*) FILTER (WHERE $1)", [expected.known.clone()]),
                Alias::new("known"),
            )
            .from(Alias::new(table))
            .cond_where(kinds.clone())
            .cond_where(
                Condition::all()
                    .add_option(expected.applies.map(|sql| Expr::cust(format!("({sql})")))),
            )
            .add_group_by([Expr::cust("document_key")])
            .order_by(Alias::new("document_key"), Order::Asc)
            .to_owned();
        let (text, values) = statement.build(PostgresQueryBuilder);
        let key = format!("{revision} {text} {values:?}");
        let read = async {
            let books = Book::find_by_statement(bound(&text, values.0));
            Ok::<_, Error>(Arc::from(books.all(db).await?))
        };
        self.known
            .try_get_with(key, read)
            .await
            .map_err(|cause: Arc<Error>| Error::clone(&cause))
    }
}
