//! Documents of copies.

use lorekeeper::db::{bound, sql};
use lorekeeper::error::Result;
use lorekeeper::family::Family;
use lorekeeper::store;
use sea_orm::{ConnectionTrait, DatabaseConnection};

/// What the keys of copies end in, as Postgres reads patterns.
const COPY: &str = "-c([0-9]+)$";

/// The key of a document's copy.
pub fn key_of(document: &str, copy: usize) -> String {
    format!("{document}-c{copy}")
}

/// Whether a document is a copy.
pub fn is_copy(key: &str) -> bool {
    let number = key.rsplit_once("-c").map(|(_, number)| number);
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Adds the documents of a copy.
pub async fn copy(db: &DatabaseConnection, copy: usize) -> Result<()> {
    let mut all = store::documents(db).await?;
    let copies: Vec<_> = all
        .iter()
        .filter(|document| !is_copy(&document.key))
        .map(|document| {
            let mut made = document.clone();
            made.key = key_of(&document.key, copy);
            made.name = format!("{}, Copy {copy}", document.name);
            made.display_name = None;
            made.aliases = Vec::new();
            made
        })
        .collect();
    all.extend(copies);
    store::put_documents(db, all).await?;
    Ok(())
}

/// Deletes what a run that was broken off left of copies beyond `factor`.
pub async fn forget_beyond(db: &DatabaseConnection, factor: usize) -> Result<()> {
    let factor = i64::try_from(factor).unwrap_or(i64::MAX);
    let statement =
        format!("SELECT key FROM document WHERE (regexp_match(key, '{COPY}'))[1]::bigint > $1");
    let left = db.query_all_raw(bound(&statement, [factor.into()])).await?;
    let keys: Vec<String> = left
        .iter()
        .map(|row| row.try_get("", "key"))
        .collect::<std::result::Result<_, _>>()?;
    if keys.is_empty() {
        return Ok(());
    }
    let theirs = "DELETE FROM passage WHERE entity_id IN (SELECT id FROM search_entry WHERE document_key = ANY($1))";
    // Their vectors hang on the passages only while that key of the table is there.
    let vectors = theirs.replace("FROM passage WHERE", "FROM passage_vector WHERE");
    for statement in [vectors.as_str(), theirs] {
        db.execute_raw(bound(statement, [keys.clone().into()]))
            .await?;
    }
    let tables = Family::ALL.iter().map(|family| family.name());
    for table in tables.chain(["search_entry"]) {
        let statement = format!("DELETE FROM {table} WHERE document_key = ANY($1)");
        db.execute_raw(bound(&statement, [keys.clone().into()]))
            .await?;
    }
    db.execute_raw(bound(
        "DELETE FROM document WHERE key = ANY($1)",
        [keys.into()],
    ))
    .await?;
    db.execute_raw(sql("ANALYZE search_entry")).await?;
    Ok(())
}
