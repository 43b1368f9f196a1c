//! The semantic leg: cosine similarity with the entity as a whole and with its best passage, averaged.
//!
//! All passages of the candidates are compared, exactly, unless a family has an index of its vectors and many candidates.
//! Then the index gives the passages that are nearest, and their entities are compared exactly.

use super::candidates::Candidates;
use crate::db::bound;
use crate::error::{Error, Result};
use crate::family::Family;
use crate::store::index_name;
use moka::future::Cache;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use std::sync::Arc;
use std::time::Duration;

/// With fewer passages than this, about, all those of the candidates are compared: an index would have to look long for
/// some that a selective filter leaves.
const MANY: i64 = 20_000;

/// They are few, too, if they are less than one in so many of all that is indexed: of a fifth of 100,000 entities
/// an index found 0.89 of the ten best, and no sooner than all were compared.
const SHARE: i64 = 3;

/// How many passages the indexes give.
const NEAREST: usize = 1000;

/// The indexes of a model's vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    dimension: usize,
    families: Vec<Indexed>,
}

/// A family that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Indexed {
    family: Family,
    /// How many entities there are, about.
    entities: i64,
    /// From how many candidates on it is used.
    least: i64,
}

impl Index {
    /// The same, used from so many candidates on.
    #[must_use]
    pub fn from(mut self, least: i64) -> Self {
        for indexed in &mut self.families {
            indexed.least = least;
        }
        self
    }
}

/// How long it is remembered which indexes there are: building one takes longer.
const REMEMBERED: Duration = Duration::from_secs(10);

/// What is known about the indexes of models.
pub struct Indexes(Cache<String, Option<Index>>);

impl Default for Indexes {
    fn default() -> Self {
        Self(Cache::builder().time_to_live(REMEMBERED).build())
    }
}

impl Indexes {
    /// The indexes of a model's vectors, as they were a moment ago.
    pub async fn of(
        &self,
        db: &DatabaseConnection,
        model: &str,
        dimension: usize,
    ) -> Result<Option<Index>> {
        self.0
            .try_get_with_by_ref(model, index(db, model, dimension))
            .await
            .map_err(|cause: Arc<Error>| Error::clone(&cause))
    }
}

/// The indexes of a model's vectors, where there are some that can be used.
pub async fn index(
    db: &DatabaseConnection,
    model: &str,
    dimension: usize,
) -> Result<Option<Index>> {
    let (tables, names): (Vec<String>, Vec<String>) = Family::ALL
        .iter()
        .map(|&family| (family.name().to_owned(), index_name(family, model)))
        .unzip();
    let statement = bound(
        "SELECT family, greatest(t.reltuples, 0)::bigint AS entities, greatest(c.reltuples, 1)::bigint AS passages \
         FROM unnest($1::text[], $2::text[]) AS wanted(family, name) \
            JOIN pg_class t ON t.oid = family::regclass \
            JOIN pg_class c ON c.relname = wanted.name JOIN pg_index i ON i.indexrelid = c.oid \
         WHERE i.indisvalid AND i.indrelid = 'passage_vector'::regclass",
        [tables.into(), names.into()],
    );
    let mut families = Vec::new();
    for row in db.query_all_raw(statement).await? {
        let family: String = row.try_get("", "family")?;
        let entities: i64 = row.try_get("", "entities")?;
        let passages: i64 = row.try_get("", "passages")?;
        let many = entities.saturating_mul(MANY) / passages;
        families.extend(Family::parse(&family).map(|family| Indexed {
            family,
            entities,
            least: many.max(entities / SHARE),
        }));
    }
    Ok((!families.is_empty()).then_some(Index {
        dimension,
        families,
    }))
}

/// The leg as common table expressions, of which the last is `semantic (id, score)`. `model` and `vector` are
/// parameters; `candidate` stands before it.
#[must_use]
pub fn leg(
    (model, vector): (&str, &str),
    most: usize,
    index: Option<&Index>,
    candidates: &Candidates,
) -> String {
    // Vectors have length 1, so their inner product is their cosine, at a third of the cost. `OFFSET 0` keeps it from
    // being worked out once for each of its uses.
    let scored = |vectors: &str| {
        format!(
            "SELECT id, ((max(alike) + coalesce(max(alike) FILTER (WHERE ord = 0), 0)) / 2)::float8 AS score FROM (
                SELECT v.entity_id AS id, v.ord, -(v.embedding <#> {vector}::vector) AS alike FROM {vectors} OFFSET 0
            ) compared GROUP BY id"
        )
    };
    let Some(Index {
        dimension,
        families,
    }) = index
    else {
        let exact = scored(&format!(
            "passage_vector v JOIN candidate c ON c.id = v.entity_id AND v.model = {model}"
        ));
        return format!("semantic AS ({exact} ORDER BY score DESC, id LIMIT {most})");
    };
    // One by one: among very many vectors Postgres expects more of each entity than there are, and reads all of them.
    let scored = |of: &str| {
        scored(&format!(
            "({of}) c CROSS JOIN LATERAL (
                SELECT * FROM passage_vector v WHERE v.entity_id = c.id AND v.model = {model} OFFSET 0
            ) v"
        ))
    };
    let whole = candidates.whole;
    let asked: Vec<&Indexed> = families
        .iter()
        .filter(|of| candidates.family.is_none_or(|family| family == of.family))
        .filter(|of| !whole || of.entities >= of.least)
        .collect();
    let each = |write: fn(&Indexed) -> String, between: &str| {
        let written: Vec<String> = asked.iter().map(|of| write(of)).collect();
        written.join(between)
    };
    let family = candidates.family.map_or_else(
        || "family".to_owned(),
        |family| format!("'{}'::text", family.name()),
    );
    let many = if whole || asked.is_empty() {
        let names = each(|of| of.family.name().to_owned(), ",");
        format!("SELECT unnest('{{{names}}}'::text[]) AS family")
    } else {
        let least = each(
            |of| format!("WHEN '{}' THEN {}", of.family.name(), of.least),
            " ",
        );
        format!(
            "SELECT {family} AS family FROM candidate GROUP BY 1 HAVING count(*) >= CASE {family} {least} END"
        )
    };
    let mut tables = vec![format!("many AS MATERIALIZED ({many})")];
    let mut compared = Vec::new();
    if !asked.is_empty() {
        let nearest = asked.iter().map(|of| {
            let family = of.family.name();
            // `IS TRUE` keeps the condition a filter of what the index gives, instead of a join before it.
            let held = match candidates.family {
                _ if whole => "true".to_owned(),
                Some(_) => "(v.entity_id IN (SELECT id FROM candidate)) IS TRUE".to_owned(),
                None => format!("(v.entity_id IN (SELECT id FROM candidate WHERE family = '{family}')) IS TRUE"),
            };
            format!(
                "(SELECT v.entity_id AS id, v.embedding::halfvec({dimension}) <=> {vector}::vector::halfvec({dimension}) AS distance
                FROM passage_vector v
                WHERE EXISTS (SELECT FROM many WHERE family = '{family}') AND v.model = {model} AND v.family = '{family}' AND {held}
                ORDER BY distance LIMIT {NEAREST})"
            )
        });
        let nearest: Vec<String> = nearest.collect();
        // `+ 0`, since what an index gives is nearly in order only, and must not be merged as if it were.
        tables.push(format!(
            "nearest AS MATERIALIZED (SELECT id FROM ({}) found ORDER BY distance + 0 LIMIT {NEAREST})",
            nearest.join(" UNION ALL ")
        ));
        compared.push(scored("SELECT DISTINCT id FROM nearest"));
    }
    // Of all that there is of a family that has many, none are few.
    if !whole || asked.len() < candidates.family.map_or(Family::ALL.len(), |_| 1) {
        compared.push(scored(&format!(
            "SELECT id FROM candidate WHERE {family} NOT IN (SELECT family FROM many)"
        )));
    }
    tables.push(format!(
        "semantic AS (SELECT id, score FROM ({}) found ORDER BY score DESC, id LIMIT {most})",
        compared.join(" UNION ALL ")
    ));
    tables.join(",\n        ")
}
