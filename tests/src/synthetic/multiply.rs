//! Data multiplication inside the database: copies of every document, with varied names, numbers and vectors.

use super::EPITHETS;
use lorekeeper_content::Family;
use lorekeeper_store as store;
use lorekeeper_store::Result;
use lorekeeper_store::tsvector::tsvector;
use lorekeeper_store::{Store, sql};
use sea_orm::{ConnectionTrait, DatabaseTransaction, TransactionTrait};

/// Families whose copies get names and slugs of their own. Rules and character options keep theirs: others refer to
/// them by slug, and books repeat them.
const RENAMED: [Family; 3] = [Family::Spell, Family::Creature, Family::Equipment];

/// The condition that a document is an original. Keys of copies end in `-c2`, `-c3`, …
const IS_ORIGINAL: &str = "!~ '-c[0-9]+$'";

/// How many noise vectors there are to choose from.
const NOISE_VECTORS: usize = 4096;

/// Length of the noise that is added to a vector of length 1: the cosine to the original is some 0.9.
const NOISE_LENGTH: f64 = 0.5;

/// Indexes that slow down a bulk load: dropped before it, created again after it.
const SECONDARY_INDEXES: &str = "
    SELECT c.relname::text AS name, pg_get_indexdef(c.oid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE NOT i.indisunique AND t.relnamespace = current_schema()::regnamespace
        AND t.relname IN ('spell', 'creature', 'equipment', 'character_option', 'rule', 'search_entry',
            'passage', 'passage_vector')
    ORDER BY 1";

/// Makes a store hold `factor` times what was synced (and embedded) into it: 3 adds two copies of each document
/// (`srd-c2`, `srd-c3`) with all its entities, passages and vectors. A store that was multiplied before gets the
/// copies that are missing. Returns the number of copies added.
///
/// Everything happens in one transaction. An index of vectors (HNSW) is dropped and left to the program to build.
/// Copies have no records of a source: a sync that draws rows anew deletes them, so serve the store offline.
pub async fn multiply(db: &Store, factor: usize, progress: &mut (dyn FnMut(String) + Send)) -> Result<usize> {
    let tx = db.pool.begin().await?;
    let present =
        number(&tx, "SELECT coalesce(max((regexp_match(key, '-c([0-9]+)$'))[1]::bigint), 1) FROM document".to_owned());
    let first = usize::try_from(present.await?).unwrap_or(1) + 1;
    if first > factor {
        return Ok(0);
    }
    let span = number(&tx, format!("SELECT coalesce(max(id), 0) FROM search_entry WHERE document_key {IS_ORIGINAL}"));
    let (span, last) = (span.await?, number(&tx, "SELECT coalesce(max(id), 0) FROM search_entry".to_owned()).await?);
    let indexes = drop_indexes(&tx).await?;
    tx.execute_unprepared(&noise()).await?;
    for (copy, past) in (first..=factor).zip(0_i64..) {
        for statement in copy_statements(copy, last + past * span) {
            tx.execute_unprepared(&statement).await?;
        }
        progress(format!("copy {copy} of {factor}"));
    }
    tx.execute_unprepared("SELECT setval('entity_id_seq', (SELECT max(id) FROM search_entry))").await?;
    tx.execute_unprepared("SET LOCAL maintenance_work_mem = '512MB'").await?;
    for definition in indexes.iter().filter(|definition| !definition.contains("USING hnsw")) {
        progress(definition.clone());
        tx.execute_unprepared(definition).await?;
    }
    store::bump_revision(&tx, db.kind, Some(Family::ALL.into())).await?;
    tx.commit().await?;
    db.pool.execute_unprepared("ANALYZE").await?;
    Ok(factor + 1 - first)
}

async fn number(tx: &DatabaseTransaction, statement: String) -> Result<i64> {
    let row = tx.query_one_raw(sql(&statement)).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}

/// Drops the secondary indexes; returns their definitions.
async fn drop_indexes(tx: &DatabaseTransaction) -> Result<Vec<String>> {
    let mut definitions = Vec::new();
    for row in tx.query_all_raw(sql(SECONDARY_INDEXES)).await? {
        let name: String = row.try_get("", "name")?;
        definitions.push(row.try_get("", "definition")?);
        tx.execute_unprepared(&format!("DROP INDEX \"{name}\"")).await?;
    }
    Ok(definitions)
}

/// The statement that creates the noise vectors, for every number of dimensions that vectors have.
fn noise() -> String {
    format!(
        "SELECT setseed(0.5);
        CREATE TEMP TABLE noise ON COMMIT DROP AS
        SELECT i, d, (
            SELECT array_agg(((random() * 2 - 1) * sqrt(3.0 / d) * {NOISE_LENGTH} + 0 * n)::real)
            FROM generate_series(1, d + 0 * i) AS n
        )::vector AS embedding
        FROM (SELECT DISTINCT vector_dims(embedding) AS d FROM passage_vector) AS dimensions,
            generate_series(0, {NOISE_VECTORS} - 1) AS i;
        CREATE INDEX ON noise (i, d); ANALYZE noise"
    )
}

/// The statements that add one copy, whose entities have the ids of the originals plus `offset`.
fn copy_statements(copy: usize, offset: i64) -> Vec<String> {
    let epithets = EPITHETS.map(|epithet| format!("'{epithet}'")).join(", ");
    let choice = format!("[(1 + (e.id * 7 + {copy} * 13) % {})::int]", EPITHETS.len());
    let epithet = format!("(ARRAY[{epithets}]){choice}");
    let terms = EPITHETS.map(|epithet| format!("$${}$$", tsvector([epithet, "", ""])));
    let terms = format!("(ARRAY[{}]::tsvector[]){choice}", terms.join(", "));
    let renamed = RENAMED.map(|family| format!("'{}'", family.name())).join(", ");
    let mut statements = vec![
        format!(
            "INSERT INTO document SELECT r.* FROM document d, LATERAL jsonb_populate_record(d, jsonb_build_object(
                'key', d.key || '-c{copy}', 'name', d.name || ', copy {copy}', 'display_name', NULL,
                'aliases', '[]'::jsonb)) AS r
            WHERE d.key {IS_ORIGINAL}"
        ),
        format!(
            "INSERT INTO search_entry (id, family, document_key, kind, slug, name, terms)
            SELECT e.id + {offset}, e.family, e.document_key || '-c{copy}', e.kind,
                CASE WHEN e.family IN ({renamed}) THEN e.slug || '-c{copy}' ELSE e.slug END,
                CASE WHEN e.family IN ({renamed}) THEN {epithet} || ' ' || e.name ELSE e.name END,
                CASE WHEN e.family IN ({renamed}) THEN {terms} || e.terms
                    ELSE e.terms END
            FROM search_entry e WHERE e.document_key {IS_ORIGINAL} ORDER BY e.id"
        ),
        format!(
            "INSERT INTO passage SELECT p.entity_id + {offset}, p.ord, p.label, p.text, p.hash
            FROM passage p JOIN search_entry e ON e.id = p.entity_id
            WHERE e.document_key {IS_ORIGINAL} ORDER BY p.entity_id, p.ord"
        ),
        format!(
            "INSERT INTO passage_vector (entity_id, ord, family, model, embedding)
            SELECT v.entity_id + {offset}, v.ord, v.family, v.model, l2_normalize(v.embedding + n.embedding)
            FROM passage_vector v JOIN search_entry e ON e.id = v.entity_id
                JOIN noise n ON n.d = vector_dims(v.embedding)
                    AND n.i = (v.entity_id * 31 + v.ord * 7 + {copy} * 101) % {NOISE_VECTORS}
            WHERE e.document_key {IS_ORIGINAL} ORDER BY v.family, v.entity_id, v.ord"
        ),
    ];
    for family in Family::ALL {
        let table = family.name();
        let mut varied = vec![format!("'id', e.id + {offset}")];
        varied.push(format!("'document_key', e.document_key || '-c{copy}'"));
        if RENAMED.contains(&family) {
            varied.push(format!("'name', {epithet} || ' ' || e.name, 'slug', e.slug || '-c{copy}'"));
        }
        if family == Family::Creature {
            varied.push(format!("'hit_points', e.hit_points + {copy} % 50"));
        }
        let varied = varied.join(", ");
        statements.push(format!(
            "INSERT INTO {table} SELECT r.*
            FROM {table} e, LATERAL jsonb_populate_record(e, jsonb_build_object({varied})) AS r
            WHERE e.document_key {IS_ORIGINAL} ORDER BY e.id"
        ));
    }
    statements
}
