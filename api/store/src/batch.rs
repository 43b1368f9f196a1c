//! Batch writes of records: a batch in one statement, and one record at a time where the store refuses a batch.

use crate::batch_size::{BatchSize, fitting};
use crate::bound;
use crate::comparison::Fresh;
use crate::data_errors;
use crate::error::Result;
use crate::unfinished::mark_pending;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, TransactionTrait};
use serde_json::Value;
use std::time::Instant;

/// The destination of records: their listing in the store, or in an import that is under way.
pub(super) struct Target<'a> {
    pub db: &'a DatabaseConnection,
    /// The import; `None` for the store itself.
    pub import: Option<&'a str>,
    pub source: &'a str,
    pub endpoint: &'a str,
}

impl Target<'_> {
    /// Writes records, batch by batch. Returns those that the store refuses, each with the reason.
    pub async fn write<'f, 'r>(
        &self,
        records: &'f [Fresh<'r>],
    ) -> Result<Vec<(&'f Fresh<'r>, String)>> {
        let mut size = BatchSize::new(8, 100);
        let mut refused = Vec::new();
        let mut rest = records;
        while !rest.is_empty() {
            let start = Instant::now();
            let (batch, after) = rest.split_at(fitting(rest.iter().map(|f| f.bytes), size.get()));
            refused.extend(self.write_or_refuse(batch).await?);
            rest = after;
            size.adapt(start).await;
        }
        Ok(refused)
    }

    async fn write_or_refuse<'f, 'r>(
        &self,
        batch: &'f [Fresh<'r>],
    ) -> Result<Vec<(&'f Fresh<'r>, String)>> {
        let Err(error) = self.write_batch(batch).await else {
            return Ok(Vec::new());
        };
        if !data_errors::is_data_error(&error) {
            return Err(error.into());
        }
        let mut refused = Vec::new();
        for fresh in batch {
            if let Err(error) = self.write_batch(std::slice::from_ref(fresh)).await {
                refused.push((fresh, data_errors::reason(error, &fresh.record.key)?));
            }
        }
        Ok(refused)
    }

    async fn write_batch(&self, records: &[Fresh<'_>]) -> Result<(), DbErr> {
        match self.import {
            Some(import) => self.stage(import, records).await,
            None => self.store(records).await,
        }
    }

    async fn store(&self, records: &[Fresh<'_>]) -> Result<(), DbErr> {
        let statement = "INSERT INTO source_record (source, endpoint, key, url, raw, hash, fetched_at) \
             SELECT $1, $2, r.key, r.url, r.raw::jsonb, r.hash, now() \
             FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS r(key, url, raw, hash) \
             ON CONFLICT (source, endpoint, key) DO UPDATE \
             SET url = EXCLUDED.url, raw = EXCLUDED.raw, hash = EXCLUDED.hash, fetched_at = EXCLUDED.fetched_at";
        let values = [self.source.into(), self.endpoint.into()]
            .into_iter()
            .chain(columns(records));
        let tx = self.db.begin().await?;
        mark_pending(&tx).await?;
        tx.execute_raw(bound(statement, values)).await?;
        tx.commit().await
    }

    async fn stage(&self, import: &str, records: &[Fresh<'_>]) -> Result<(), DbErr> {
        let statement = "INSERT INTO staged_record (import, source, endpoint, key, url, raw, hash) \
             SELECT $1, $2, $3, r.key, r.url, r.raw::jsonb, r.hash \
             FROM unnest($4::text[], $5::text[], $6::text[], $7::text[]) AS r(key, url, raw, hash) \
             ON CONFLICT (import, source, endpoint, key) DO UPDATE \
             SET url = EXCLUDED.url, raw = EXCLUDED.raw, hash = EXCLUDED.hash";
        let values = [import.into(), self.source.into(), self.endpoint.into()]
            .into_iter()
            .chain(columns(records));
        self.db
            .execute_raw(bound(statement, values))
            .await
            .map(drop)
    }
}

/// The columns of records, for `unnest`: keys, addresses, JSON and hashes.
fn columns(records: &[Fresh<'_>]) -> [sea_orm::Value; 4] {
    let texts = |of: fn(&Fresh<'_>) -> String| -> Vec<String> { records.iter().map(of).collect() };
    [
        texts(|f| f.record.key.clone()).into(),
        texts(|f| f.record.url.clone()).into(),
        texts(|f| storable(&f.record.raw)).into(),
        texts(|f| f.hash.clone()).into(),
    ]
}

/// The JSON of a record without U+0000, which Postgres cannot store.
fn storable(raw: &Value) -> String {
    let text = raw.to_string();
    if text.contains("\\u0000") {
        without_nul(raw).to_string()
    } else {
        text
    }
}

fn without_nul(value: &Value) -> Value {
    match value {
        Value::String(text) => text.replace('\0', "").into(),
        Value::Array(items) => items.iter().map(without_nul).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.replace('\0', ""), without_nul(value)))
            .collect(),
        other => other.clone(),
    }
}
