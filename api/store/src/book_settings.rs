//! Settings of imported books: what their owner says about them, beside the rows that are drawn of their records.

use crate::error::Result;
use crate::statement::execute;
use crate::unfinished::{Stale, mark_pending};
use crate::{Change, Store, bound, bump_revision, sql};
use sea_orm::{ConnectionTrait, FromQueryResult, TransactionTrait};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The settings of one book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromQueryResult)]
pub struct BookSetting {
    /// The key that the book has in its records, which may differ from that of its document.
    pub book: String,
    /// The name, where it is another than that in the records.
    pub name: Option<String>,
    /// Who brought the book.
    pub owner: Option<String>,
    /// The key or the name of the licence.
    pub licence: Option<String>,
    /// The key of the game system.
    pub edition: Option<String>,
    /// Whether only the owner reads the book.
    pub is_private: bool,
    /// The key of the book that the content goes to; its settings count then.
    pub becomes: Option<String>,
    /// The place among the books that become one: of what several have, the first wins.
    pub place: i32,
}

/// The settings of all books, by key.
pub async fn book_settings(db: &impl ConnectionTrait) -> Result<Vec<BookSetting>> {
    let all = sql("SELECT * FROM book_setting ORDER BY book");
    Ok(BookSetting::find_by_statement(all).all(db).await?)
}

/// Stores the settings of some books, and forgets those of others. The rows of this source are drawn again.
pub async fn put_book_settings(
    store: &Store,
    source: &str,
    settings: &[BookSetting],
    forgotten: &[String],
) -> Result<()> {
    let tx = store.pool.begin().await?;
    mark_pending(&tx, Stale::OfSource(source)).await?;
    let statement = "DELETE FROM book_setting WHERE book = ANY($1)";
    execute(&tx, statement, [forgotten.to_vec().into()]).await?;
    let statement = "INSERT INTO book_setting \
        SELECT * FROM jsonb_populate_recordset(NULL::book_setting, $1) ON CONFLICT (book) DO UPDATE \
        SET name = EXCLUDED.name, owner = EXCLUDED.owner, licence = EXCLUDED.licence, edition = EXCLUDED.edition, \
            is_private = EXCLUDED.is_private, becomes = EXCLUDED.becomes, place = EXCLUDED.place";
    let values = serde_json::to_value(settings).unwrap_or_default();
    execute(&tx, statement, [values.into()]).await?;
    tx.commit().await?;
    Ok(())
}

/// What two books have of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromQueryResult)]
pub struct Overlap {
    /// The family.
    pub family: String,
    /// How many entities only the first book has.
    pub own: i64,
    /// How many both have.
    pub shared: i64,
}

/// What a document has that another one has, too, by family.
pub async fn overlap(db: &impl ConnectionTrait, one: &str, other: &str) -> Result<Vec<Overlap>> {
    let statement = "SELECT family, count(*) - count(o.id) AS own, count(o.id) AS shared FROM search_entry e \
        LEFT JOIN (SELECT id, family, kind, slug FROM search_entry WHERE document_key = $2) o USING (family, kind, slug) \
        WHERE e.document_key = $1 GROUP BY family ORDER BY family";
    let counted = Overlap::find_by_statement(bound(statement, [one.into(), other.into()]));
    Ok(counted.all(db).await?)
}

impl Store {
    /// The keys of the documents that are hidden from everyone but the owner, as this process knows them.
    pub fn hidden(&self) -> BTreeSet<String> {
        self.hidden.read().clone()
    }

    /// Hides documents as well as those that are hidden already, before a row of them is written. Returns the change to
    /// note, if any is new.
    pub async fn hide(&self, documents: &BTreeSet<String>) -> Result<Option<Change>> {
        // Another process may have changed it meanwhile.
        self.read_hidden().await?;
        if documents.is_subset(&self.hidden()) {
            return Ok(None);
        }
        let statement = "INSERT INTO hidden_document SELECT unnest($1::text[]) ON CONFLICT DO NOTHING";
        self.change_hidden(statement, documents).await.map(Some)
    }

    /// Shows all documents but these again, once no row of the others is left that must be hidden. Returns the change to
    /// note, if there is any.
    pub async fn hide_only(&self, documents: &BTreeSet<String>) -> Result<Option<Change>> {
        self.read_hidden().await?;
        if self.hidden().is_subset(documents) {
            return Ok(None);
        }
        let statement = "DELETE FROM hidden_document WHERE key <> ALL($1)";
        self.change_hidden(statement, documents).await.map(Some)
    }

    async fn change_hidden(&self, statement: &str, documents: &BTreeSet<String>) -> Result<Change> {
        let tx = self.pool.begin().await?;
        let keys: Vec<String> = documents.iter().cloned().collect();
        execute(&tx, statement, [keys.into()]).await?;
        let change = bump_revision(&tx, self.kind, Some(BTreeSet::new())).await?;
        tx.commit().await?;
        self.read_hidden().await?;
        Ok(change)
    }

    /// Reads which documents are hidden: before this process learns of a change that another one made.
    pub async fn read_hidden(&self) -> Result<()> {
        let rows = self.pool.query_all_raw(bound("SELECT key FROM hidden_document", [])).await?;
        let keys: Result<BTreeSet<String>, _> = rows.iter().map(|row| row.try_get_by_index(0)).collect();
        *self.hidden.write() = keys?;
        Ok(())
    }
}
