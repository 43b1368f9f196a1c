//! Building the index: search entries and vectors are read from the store in short statements, so that requests get
//! their turn on the embedded store's one connection.

use super::entities::{DocSet, Entity};
use super::folder::Files;
use super::low_priority::at_low_priority;
use super::names::NameIndex;
use super::passage_vectors::{PassageVectors, VectorKey};
use super::postings_writer::PostingsWriter;
use crate::vocabulary::looks_of;
use crate::{Connection, Error, Result};
use lorekeeper_content::Family;
use lorekeeper_embed::Requests;
use lorekeeper_store::tsvector::{self, FIELDS, Lexeme};
use lorekeeper_store::{HELD_BYTES_A_DIMENSION, bound};
use sea_orm::FromQueryResult;
use sea_orm::prelude::PgVector;
use std::collections::HashMap;

/// Most entries that one statement reads.
const ENTRIES: i64 = 200;

/// How much memory the writer of all postings takes at first, and that of a few.
const WRITER_BYTES: usize = 32 << 20;
const UPDATE_BYTES: usize = 2 << 20;

/// The field of facts, and the place in it from which on it says what a creature looks like.
const FACTS: usize = 1;
const LOOKS_FROM: u16 = 10_000;

/// Most keys of vectors that one statement reads.
const KEYS: i64 = 1000;

/// Most vectors that one statement reads.
const VECTORS: usize = 400;

/// 64 bits of the digest of a passage's text.
///
/// A subquery for each row, never a join: a planner may read all passages for each page of keys.
const TEXT_KEY: &str = "COALESCE((SELECT ('x' || left(hash, 16))::bit(64)::bigint FROM passage p \
                        WHERE p.entity_id = v.entity_id AND p.ord = v.ord), 0)";

#[derive(FromQueryResult)]
struct Entry {
    id: i64,
    family: String,
    kind: String,
    document_key: String,
    slug: String,
    name: String,
    words: i32,
    terms: String,
    variant_of: Option<String>,
    owner: Option<i64>,
}

/// The versions of all rows, by the keys of entities and in their order.
pub async fn versions(db: &Connection) -> Result<Vec<(i64, i64)>> {
    let mut versions = Vec::new();
    for family in Family::ALL {
        let table = family.name();
        let read = Versions::find_by_statement(bound(
            &format!(
                "SELECT coalesce(array_agg(id), '{{}}') AS ids, \
                 coalesce(array_agg(xmin::text::bigint), '{{}}') AS versions FROM {table}"
            ),
            [],
        ));
        if let Some(read) = read.one(db).await? {
            versions.extend(read.ids.into_iter().zip(read.versions));
        }
    }
    versions.sort_unstable();
    Ok(versions)
}

#[derive(FromQueryResult)]
struct Versions {
    ids: Vec<i64>,
    versions: Vec<i64>,
}

/// Reads all entries, or those of some keys: the entities in the order of keys, and the files of their postings.
pub async fn entries(db: &Connection, requests: &Requests, only: Option<&[i64]>) -> Result<(Vec<Entity>, Files)> {
    let bytes = only.map_or(WRITER_BYTES, |_| UPDATE_BYTES);
    let only = only.map(<[i64]>::to_vec);
    let mut writer = PostingsWriter::new(bytes)?;
    let mut entities: Vec<Entity> = Vec::new();
    loop {
        let after = entities.last().map_or(i64::MIN, |entity| entity.id);
        let read = Entry::find_by_statement(bound(
            "SELECT id, family, kind, document_key, slug, name, words, terms::text AS terms, \
             (SELECT variant_of_slug FROM equipment WHERE equipment.id = entry.id) AS variant_of, \
             (SELECT owner.id FROM character_option feature JOIN character_option owner \
              ON owner.document_key = feature.document_key AND owner.kind = feature.owner_kind \
              AND owner.slug = feature.owner_slug WHERE feature.id = entry.id) AS owner \
             FROM search_entry entry WHERE id > $1 AND ($3::bigint[] IS NULL OR id = ANY($3)) \
             ORDER BY id LIMIT $2",
            [after.into(), ENTRIES.into(), only.clone().into()],
        ));
        let read = read.all(db).await?;
        let more = !read.is_empty();
        (writer, entities) = at_low_priority(requests, move || {
            for entry in read {
                let mut lexemes = tsvector::lexemes(&entry.terms);
                lexemes.extend(looks(&entry.slug));
                writer.add(&lexemes)?;
                // Every row has a family that this version knows.
                let family = Family::parse(&entry.family)
                    .ok_or_else(|| Error::input(format!("The store has a family \"{}\".", entry.family)))?;
                entities.push(Entity {
                    id: entry.id,
                    family,
                    kind: entry.kind,
                    document: entry.document_key,
                    slug: entry.slug,
                    name: entry.name,
                    words: u32::try_from(entry.words).unwrap_or_default(),
                    variant_of: entry.variant_of,
                    owner: entry.owner,
                });
            }
            Ok::<_, Error>((writer, entities))
        })
        .await?;
        if !more {
            break;
        }
    }
    let files = at_low_priority(requests, move || writer.finish()).await?;
    Ok((entities, files))
}

/// What a creature looks like, among its facts, behind all others.
fn looks(slug: &str) -> impl Iterator<Item = Lexeme> {
    (LOOKS_FROM..).zip(looks_of(slug)).map(|(position, text)| {
        let mut positions: [Vec<u16>; FIELDS] = Default::default();
        positions[FACTS].push(position);
        Lexeme { text, positions }
    })
}

/// The entities of each family.
pub fn families(entities: &[Entity]) -> HashMap<Family, DocSet> {
    let mut families: HashMap<Family, DocSet> = HashMap::new();
    for (doc, entity) in (0..).zip(entities) {
        let family = families.entry(entity.family);
        let docs = family.or_insert_with(|| DocSet::empty(entities.len()));
        docs.insert(doc);
    }
    families
}

/// The names of entities.
pub fn names(entities: &[Entity]) -> NameIndex {
    let mut names = NameIndex::default();
    for entity in entities {
        names.add(&entity.name, &entity.slug);
    }
    names
}

#[derive(FromQueryResult)]
struct Key {
    entity_id: i64,
    ord: i32,
    text: i64,
}

#[derive(FromQueryResult)]
struct Vector {
    entity_id: i64,
    ord: i32,
    text: i64,
    embedding: PgVector,
}

/// The keys of a model's vectors, in order; none where the vectors would take more than so many bytes.
pub async fn keys(db: &Connection, model: &str, dimension: usize, max_bytes: u64) -> Result<Option<Vec<VectorKey>>> {
    let bytes_a_vector = (dimension * HELD_BYTES_A_DIMENSION) as u64;
    let mut keys: Vec<VectorKey> = Vec::new();
    loop {
        let (entity, ord) = keys.last().map_or((i64::MIN, 0), |key| (key.entity, key.ord));
        let read = Key::find_by_statement(bound(
            &format!(
                "SELECT entity_id, ord, {TEXT_KEY} AS text FROM passage_vector v \
                 WHERE model = $1 AND (entity_id, ord) > ($2, $3) ORDER BY entity_id, ord LIMIT $4"
            ),
            [model.into(), entity.into(), ord.into(), KEYS.into()],
        ));
        let read = read.all(db).await?;
        if read.is_empty() {
            return Ok(Some(keys));
        }
        keys.extend(read.into_iter().map(|key| VectorKey { entity: key.entity_id, ord: key.ord, text: key.text }));
        if keys.len() as u64 * bytes_a_vector > max_bytes {
            return Ok(None);
        }
    }
}

/// Reads the vectors of the keys that are not among `known`; both are in order.
pub async fn read_missing(
    db: &Connection,
    keys: &[VectorKey],
    known: &[VectorKey],
    vectors: &mut PassageVectors,
) -> Result<()> {
    let mut known = known.iter().peekable();
    let missing: Vec<&VectorKey> = keys
        .iter()
        .filter(|key| {
            while known.next_if(|known| known.place() < key.place()).is_some() {}
            known.peek() != Some(key)
        })
        .collect();
    for missing in missing.chunks(VECTORS) {
        read(db, missing, vectors).await?;
    }
    Ok(())
}

async fn read(db: &Connection, missing: &[&VectorKey], vectors: &mut PassageVectors) -> Result<()> {
    let ids: Vec<i64> = missing.iter().map(|key| key.entity).collect();
    let ords: Vec<i32> = missing.iter().map(|key| key.ord).collect();
    let read = Vector::find_by_statement(bound(
        &format!(
            "SELECT entity_id, ord, {TEXT_KEY} AS text, embedding \
             FROM unnest($2::bigint[], $3::int[]) AS wanted(entity_id, ord) \
             JOIN passage_vector v USING (entity_id, ord) \
             WHERE v.model = $1 ORDER BY entity_id, ord"
        ),
        [vectors.model.clone().into(), ids.into(), ords.into()],
    ));
    for vector in read.all(db).await? {
        let key = VectorKey { entity: vector.entity_id, ord: vector.ord, text: vector.text };
        vectors.push(key, vector.embedding.as_slice());
    }
    Ok(())
}
