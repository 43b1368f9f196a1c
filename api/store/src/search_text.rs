//! Search text of rows: the full-text entry, and the passages that are embedded.

use crate::bound;
use crate::tsvector::tsvector;
use lorekeeper_content::digest::sha256;
use lorekeeper_content::{Identity, Passage, Row};
use rayon::prelude::*;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, FromQueryResult};
use std::collections::BTreeMap;

/// The version of the recipe of search text and passages: raise it with every change to what is made of the same row.
/// The tests' snapshots (`tests/rows`) hold to it.
pub const SEARCH_TEXT_VERSION: u32 = 6;

/// How much of the body the first passage contains.
const WHOLE_BODY_BYTES: usize = 700;

/// The search text of a row.
pub struct SearchText {
    id: i64,
    identity: Identity,
    name: String,
    /// The facts, which weigh more than the body.
    pub facts: String,
    /// The text beside the facts.
    pub body: String,
    /// The passages, each with the SHA-256 of its text.
    pub passages: Vec<(Passage, String)>,
}

impl SearchText {
    /// Derives the search text. The first passage is the entity as a whole: its name, its facts, and the beginning of
    /// its text. The others are its name with one piece of text each; a short text has none of these.
    pub fn from_row<R: Row>(row: &R) -> Self {
        let name = row.name();
        let mut pieces = row.passages().into_iter();
        let facts = pieces.next().map(|p| p.text).unwrap_or_default();
        let pieces: Vec<Passage> = pieces.filter(|p| !p.text.is_empty()).collect();
        let body = pieces.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join("\n");
        let whole = format!("{name}. {facts}. {}", beginning(&body, WHOLE_BODY_BYTES));
        let mut passages = vec![Passage::new("whole", whole)];
        if body.len() > WHOLE_BODY_BYTES {
            passages.extend(pieces.into_iter().map(|p| Passage { text: format!("{name}. {}", p.text), ..p }));
        }
        let passages = passages
            .into_iter()
            .map(|p| {
                let hash = sha256(&p.text);
                (p, hash)
            })
            .collect();
        Self { id: row.id(), identity: row.identity(), name: name.to_owned(), facts, body, passages }
    }
}

/// The beginning of a text, cut between characters.
fn beginning(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

#[derive(FromQueryResult)]
struct StoredPassage {
    entity_id: i64,
    ord: i32,
    hash: String,
}

/// How much of the facts and of the body is searched by words: their `tsvector` has to stay below 1 MiB.
const MAX_FACTS_BYTES: usize = 20_000;
const MAX_BODY_BYTES: usize = 200_000;

/// Writes the search text of rows. Where all of them `are_new`, none has passages yet.
pub(super) async fn write_search_text(
    tx: &DatabaseTransaction,
    rows: &[SearchText],
    are_new: bool,
) -> Result<(), DbErr> {
    let ids: Vec<i64> = rows.iter().map(|r| r.id).collect();
    let text = |of: fn(&SearchText) -> &str| -> Vec<String> { rows.iter().map(|r| of(r).to_owned()).collect() };
    let terms = |row: &SearchText| {
        let facts = beginning(&row.facts, MAX_FACTS_BYTES);
        tsvector([&row.name, facts, beginning(&row.body, MAX_BODY_BYTES)])
    };
    let terms: Vec<String> = rows.par_iter().map(terms).collect();
    tx.execute_raw(bound(
        "INSERT INTO search_entry (id, family, document_key, kind, slug, name, terms) \
         SELECT r.id, r.family, r.document_key, r.kind, r.slug, r.name, r.terms::tsvector \
         FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) \
            AS r(id, family, document_key, kind, slug, name, terms) \
         ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, terms = EXCLUDED.terms",
        [
            ids.clone().into(),
            text(|r| r.identity.family.name()).into(),
            text(|r| &r.identity.document).into(),
            text(|r| &r.identity.kind).into(),
            text(|r| &r.identity.slug).into(),
            text(|r| &r.name).into(),
            terms.into(),
        ],
    ))
    .await?;

    let known = if are_new { BTreeMap::new() } else { stored_passages(tx, &ids).await? };
    let mut fresh = Vec::new();
    let mut counts: Vec<i32> = Vec::new();
    for row in rows {
        for (ord, (passage, hash)) in (0_i32..).zip(&row.passages) {
            if known.get(&(row.id, ord)) != Some(hash) {
                fresh.push((row.id, ord, passage, hash.clone()));
            }
        }
        counts.push(i32::try_from(row.passages.len()).unwrap_or(i32::MAX));
    }
    let fresh_ids: Vec<i64> = fresh.iter().map(|(id, ..)| *id).collect();
    let fresh_ords: Vec<i32> = fresh.iter().map(|(_, ord, ..)| *ord).collect();
    let texts = |of: fn(&Passage) -> &String| -> Vec<String> {
        fresh.iter().map(|(_, _, passage, _)| of(passage).clone()).collect()
    };
    let (labels, texts) = (texts(|p| &p.label), texts(|p| &p.text));
    let hashes: Vec<String> = fresh.into_iter().map(|(.., hash)| hash).collect();
    // A passage that changed loses its vectors with it; one that did not keeps them.
    if !are_new {
        tx.execute_raw(bound(
            "DELETE FROM passage p USING unnest($1::bigint[], $2::int[]) AS c(id, ord) WHERE p.entity_id = c.id AND p.ord = c.ord",
            [fresh_ids.clone().into(), fresh_ords.clone().into()],
        ))
        .await?;
        tx.execute_raw(bound(
            "DELETE FROM passage p USING unnest($1::bigint[], $2::int[]) AS c(id, count) WHERE p.entity_id = c.id AND p.ord >= c.count",
            [ids.into(), counts.into()],
        ))
        .await?;
    }
    tx.execute_raw(bound(
        "INSERT INTO passage (entity_id, ord, label, text, hash) \
         SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[])",
        [fresh_ids.into(), fresh_ords.into(), labels.into(), texts.into(), hashes.into()],
    ))
    .await?;
    Ok(())
}

/// The hashes of the stored passages of entities, by entity and place.
async fn stored_passages(tx: &DatabaseTransaction, ids: &[i64]) -> Result<BTreeMap<(i64, i32), String>, DbErr> {
    let stored = StoredPassage::find_by_statement(bound(
        "SELECT entity_id, ord, hash FROM passage WHERE entity_id = ANY($1)",
        [ids.to_vec().into()],
    ));
    let stored = stored.all(tx).await?.into_iter();
    Ok(stored.map(|k| ((k.entity_id, k.ord), k.hash)).collect())
}
