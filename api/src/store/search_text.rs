//! Search text, derived from rows: words, names and passages.

use crate::db::bound;
use crate::digest::sha256;
use crate::family::{Identity, Passage, Row};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, FromQueryResult};
use std::collections::BTreeMap;

/// What search derives from a row.
pub(super) struct SearchText {
    id: i64,
    identity: Identity,
    name: String,
    facts: String,
    body: String,
    passages: Vec<(Passage, String)>,
}

impl SearchText {
    /// The first passage is the entity as a whole: its name, its facts, and the beginning of its text. The
    /// others are its name with one piece of text each; they are left out where the first says it all.
    pub fn of<R: Row>(row: &R) -> Self {
        const WHOLE: usize = 700;
        let name = row.name();
        let mut pieces = row.passages().into_iter();
        let facts = pieces.next().map(|p| p.text).unwrap_or_default();
        let pieces: Vec<Passage> = pieces.filter(|p| !p.text.is_empty()).collect();
        let body = pieces
            .iter()
            .map(|p| p.text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        let whole = format!("{name}. {facts}. {}", beginning(&body, WHOLE));
        let mut passages = vec![Passage::new("whole", whole)];
        if body.len() > WHOLE {
            passages.extend(pieces.into_iter().map(|p| Passage {
                text: format!("{name}. {}", p.text),
                ..p
            }));
        }
        let passages = passages
            .into_iter()
            .map(|p| {
                let hash = sha256(&p.text);
                (p, hash)
            })
            .collect();
        Self {
            id: row.id(),
            identity: row.identity(),
            name: name.to_owned(),
            facts,
            body,
            passages,
        }
    }
}

/// The words of a name that are long enough to be misspelt.
fn words(name: &str) -> impl Iterator<Item = String> {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|w| w.chars().count() > 3)
        .map(|w| w.replace('’', "'"))
        .collect::<Vec<_>>()
        .into_iter()
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
struct KnownPassage {
    entity_id: i64,
    ord: i32,
    hash: String,
}

/// Passages to write, column by column.
#[derive(Default)]
struct Fresh {
    ids: Vec<i64>,
    ords: Vec<i32>,
    labels: Vec<String>,
    texts: Vec<String>,
    hashes: Vec<String>,
}

/// How much of the facts and of the text is searched by words: what Postgres keeps of them, hyphenated words whole and
/// in parts, has to stay below 1 MiB.
const MAX_FACTS_BYTES: usize = 20_000;
const MAX_BODY_BYTES: usize = 200_000;

/// Writes what search reads of rows.
pub(super) async fn write_search_text(
    tx: &DatabaseTransaction,
    rows: &[SearchText],
) -> Result<(), DbErr> {
    let ids: Vec<i64> = rows.iter().map(|r| r.id).collect();
    let text = |of: fn(&SearchText) -> &str| -> Vec<String> {
        rows.iter().map(|r| of(r).to_owned()).collect()
    };
    tx.execute_raw(bound(
        "INSERT INTO search_entry (id, family, document_key, kind, slug, name, terms) \
         SELECT r.id, r.family, r.document_key, r.kind, r.slug, r.name, \
            setweight(to_tsvector('lore', r.name), 'A') || setweight(to_tsvector('lore', r.facts), 'B') || setweight(to_tsvector('lore', r.body), 'D') \
         FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) \
            AS r(id, family, document_key, kind, slug, name, facts, body) \
         ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, terms = EXCLUDED.terms",
        [
            ids.clone().into(),
            text(|r| r.identity.family.name()).into(),
            text(|r| &r.identity.document).into(),
            text(|r| &r.identity.kind).into(),
            text(|r| &r.identity.slug).into(),
            text(|r| &r.name).into(),
            text(|r| beginning(&r.facts, MAX_FACTS_BYTES)).into(),
            text(|r| beginning(&r.body, MAX_BODY_BYTES)).into(),
        ],
    ))
    .await?;

    tx.execute_raw(bound(
        // In order, so that two that write the same words wait for each other one way only.
        "INSERT INTO name_word (word) SELECT DISTINCT w FROM unnest($1::text[]) AS w ORDER BY w ON CONFLICT DO NOTHING",
        [rows.iter().flat_map(|r| words(&r.name)).collect::<Vec<String>>().into()],
    ))
    .await?;

    let known: BTreeMap<(i64, i32), String> = KnownPassage::find_by_statement(bound(
        "SELECT entity_id, ord, hash FROM passage WHERE entity_id = ANY($1)",
        [ids.clone().into()],
    ))
    .all(tx)
    .await?
    .into_iter()
    .map(|k| ((k.entity_id, k.ord), k.hash))
    .collect();
    let mut fresh = Fresh::default();
    let mut counts: Vec<i32> = Vec::new();
    for row in rows {
        for (ord, (passage, hash)) in (0_i32..).zip(&row.passages) {
            if known.get(&(row.id, ord)) != Some(hash) {
                fresh.ids.push(row.id);
                fresh.ords.push(ord);
                fresh.labels.push(passage.label.clone());
                fresh.texts.push(passage.text.clone());
                fresh.hashes.push(hash.clone());
            }
        }
        counts.push(i32::try_from(row.passages.len()).unwrap_or(i32::MAX));
    }
    // A passage that changed loses its vectors with it; one that did not keeps them.
    tx.execute_raw(bound(
        "DELETE FROM passage p USING unnest($1::bigint[], $2::int[]) AS c(id, ord) WHERE p.entity_id = c.id AND p.ord = c.ord",
        [fresh.ids.clone().into(), fresh.ords.clone().into()],
    ))
    .await?;
    tx.execute_raw(bound(
        "DELETE FROM passage p USING unnest($1::bigint[], $2::int[]) AS c(id, count) WHERE p.entity_id = c.id AND p.ord >= c.count",
        [ids.into(), counts.into()],
    ))
    .await?;
    tx.execute_raw(bound(
        "INSERT INTO passage (entity_id, ord, label, text, hash) \
         SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[])",
        [
            fresh.ids.into(),
            fresh.ords.into(),
            fresh.labels.into(),
            fresh.texts.into(),
            fresh.hashes.into(),
        ],
    ))
    .await?;
    Ok(())
}
