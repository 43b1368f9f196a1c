//! Coverage: how many rows of each book have a value for a field.

use crate::{Result, Search};
use lorekeeper_content::filter::Expected;
use lorekeeper_store::bound;
use sea_orm::FromQueryResult;
use sea_orm::sea_query::{Alias, Condition, Expr, Order, PostgresQueryBuilder, Query};
use std::sync::Arc;

/// The coverage of a field in one book.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Book {
    /// Key of the document.
    pub document: String,
    /// To how many of its rows the field applies.
    pub rows: i64,
    /// How many of them have a value.
    pub known: i64,
}

/// The coverage of a field in each book, of the rows that `kinds` leaves of a table; books to which the field does not
/// apply are left out.
pub async fn coverage(
    search: &Search,
    table: &'static str,
    kinds: &Condition,
    expected: &Expected,
) -> Result<Arc<[Book]>> {
    let count = |condition: &'static str| Expr::cust(condition);
    let statement = Query::select()
        .expr_as(Expr::cust("document_key"), Alias::new("document"))
        .expr_as(count("count(*)"), Alias::new("rows"))
        .expr_as(Expr::cust_with_exprs("count(*) FILTER (WHERE $1)", [expected.known.clone()]), Alias::new("known"))
        .from(Alias::new(table))
        .cond_where(kinds.clone())
        .cond_where(Condition::all().add_option(expected.applies.map(|sql| Expr::cust(format!("({sql})")))))
        .add_group_by([Expr::cust("document_key")])
        .order_by(Alias::new("document_key"), Order::Asc)
        .to_owned();
    let (text, values) = statement.build(PostgresQueryBuilder);
    let key = format!("{text} {values:?}");
    let read = async {
        let books = Book::find_by_statement(bound(&text, values.0));
        let books = books.all(&search.connection()).await?;
        Ok(search.computed(Arc::from(books)))
    };
    search.coverage.get(&search.generation(), &key, read).await
}
