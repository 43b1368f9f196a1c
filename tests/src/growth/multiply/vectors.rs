//! Vectors of copies: each near that of the original's passage.

use super::originals::Originals;
use crate::growth::draw::Draw;
use crate::growth::library::SEED;
use lorekeeper::db::{Db, bound};
use lorekeeper::error::{Error, Result};
use lorekeeper::store;
use sea_orm::prelude::PgVector;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use std::collections::HashMap;

/// How far a copy's vector may go towards that of any other passage.
const TOWARDS: f64 = 0.35;

/// How long the noise is that is added to a vector of length 1.
const NOISE: f32 = 0.4;

/// Bytes that are sent at a time.
const PART: usize = 1 << 20;

/// The vectors of the originals.
pub struct Vectors {
    model: String,
    all: Vec<Vec<f32>>,
    /// Where in `all` the vectors of each original are, in the order of the originals.
    of: Vec<Vec<usize>>,
    noise: Vec<f32>,
}

impl Vectors {
    /// Reads those of the model that has most of them.
    pub async fn read(db: &DatabaseConnection, originals: &Originals) -> Result<Self> {
        let model = store::models_of_vectors(db)
            .await?
            .into_iter()
            .next()
            .unwrap_or_default();
        let ids: Vec<i64> = originals.ids().collect();
        let mut places: HashMap<i64, Vec<usize>> = HashMap::new();
        let mut all: Vec<Vec<f32>> = Vec::new();
        for part in ids.chunks(1000) {
            let rows = db
                .query_all_raw(bound(
                    "SELECT entity_id, embedding FROM passage_vector WHERE model = $1 AND entity_id = ANY($2) ORDER BY entity_id, ord",
                    [model.clone().into(), part.to_vec().into()],
                ))
                .await?;
            for row in rows {
                let vector: PgVector = row.try_get("", "embedding")?;
                places
                    .entry(row.try_get("", "entity_id")?)
                    .or_default()
                    .push(all.len());
                all.push(vector.to_vec());
            }
        }
        let dimension = all.first().map_or(0, Vec::len);
        Ok(Self {
            model,
            of: ids
                .iter()
                .map(|id| places.remove(id).unwrap_or_default())
                .collect(),
            noise: noise(dimension),
            all,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Writes those of a copy's passages; `first` is the key of its first entity, of `count`.
    pub async fn copy(&self, db: &Db, copy: usize, first: i64, count: usize) -> Result<usize> {
        if self.all.is_empty() {
            return Ok(0);
        }
        let last = first + i64::try_from(count).unwrap_or_default();
        let passages = db
            .pool
            .query_all_raw(bound(
                "SELECT p.entity_id, p.ord, e.family FROM passage p JOIN search_entry e ON e.id = p.entity_id
                WHERE p.entity_id >= $1 AND p.entity_id < $2 ORDER BY p.entity_id, p.ord",
                [first.into(), last.into()],
            ))
            .await?;
        let failed = |cause| Error::internal("The vectors could not be written.", cause);
        let pool = db.pool.get_postgres_connection_pool();
        let mut connection = pool.acquire().await.map_err(failed)?;
        let mut into = connection
            .copy_in_raw("COPY passage_vector (entity_id, ord, family, model, embedding) FROM STDIN WITH (FORMAT BINARY)")
            .await
            .map_err(failed)?;
        let mut draw = Draw::of(SEED, "vectors", copy, 0);
        let mut part = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0".to_vec();
        let mut written = 0;
        for passage in passages {
            let (entity, ord, family): (i64, i32, String) = (
                passage.try_get("", "entity_id")?,
                passage.try_get("", "ord")?,
                passage.try_get("", "family")?,
            );
            let Some(vector) = self.near(&mut draw, entity - first, ord) else {
                continue;
            };
            written += 1;
            row(&mut part, (entity, ord), &family, &self.model, &vector);
            if part.len() > PART {
                into.send(std::mem::take(&mut part)).await.map_err(failed)?;
            }
        }
        part.extend((-1_i16).to_be_bytes());
        into.send(part).await.map_err(failed)?;
        into.finish().await.map_err(failed)?;
        Ok(written)
    }

    /// A vector near that of an original's passage, or of its last where it has not so many.
    fn near(&self, draw: &mut Draw, original: i64, ord: i32) -> Option<Vec<f32>> {
        let places = self.of.get(usize::try_from(original).ok()?)?;
        let place = places.get(usize::try_from(ord).ok()?).or(places.last())?;
        let (one, other) = (
            self.all.get(*place)?,
            self.all.get(draw.below(self.all.len()))?,
        );
        #[expect(clippy::cast_possible_truncation, reason = "a part of 1")]
        let share = (draw.part() * TOWARDS) as f32;
        let start = draw.below(self.noise.len().saturating_sub(one.len()));
        let noise = self.noise.get(start..)?;
        let mixed: Vec<f32> = one
            .iter()
            .zip(other)
            .zip(noise)
            .map(|((one, other), noise)| (1.0 - share) * one + share * other + noise)
            .collect();
        Some(unit(mixed))
    }
}

/// A vector of length 1 in the same direction.
pub fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector
        .iter()
        .map(|x| x * x)
        .sum::<f32>()
        .sqrt()
        .max(f32::MIN_POSITIVE);
    for number in &mut vector {
        *number /= length;
    }
    vector
}

/// A long row of noise, any part of which as long as a vector is [`NOISE`] long: drawing it anew for each vector
/// would take longer than all else.
fn noise(dimension: usize) -> Vec<f32> {
    const LENGTH: usize = 1 << 20;
    let mut draw = Draw::of(SEED, "noise", 0, 0);
    #[expect(clippy::cast_precision_loss, reason = "a number of dimensions")]
    // Numbers from -1 to 1 are a third of their number long, squared.
    let scale = NOISE * (3.0 / dimension.max(1) as f32).sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "noise")]
    let one = |draw: &mut Draw| (draw.part() * 2.0 - 1.0) as f32 * scale;
    (0..LENGTH).map(|_| one(&mut draw)).collect()
}

/// A row as Postgres copies it in its binary format.
fn row(part: &mut Vec<u8>, (entity, ord): (i64, i32), family: &str, model: &str, vector: &[f32]) {
    let field = |part: &mut Vec<u8>, length: usize| {
        part.extend(i32::try_from(length).unwrap_or(-1).to_be_bytes());
    };
    part.extend(5_i16.to_be_bytes());
    field(part, 8);
    part.extend(entity.to_be_bytes());
    field(part, 4);
    part.extend(ord.to_be_bytes());
    for text in [family, model] {
        field(part, text.len());
        part.extend(text.as_bytes());
    }
    field(part, 4 + 4 * vector.len());
    part.extend(
        u16::try_from(vector.len())
            .unwrap_or_default()
            .to_be_bytes(),
    );
    part.extend(0_u16.to_be_bytes());
    for number in vector {
        part.extend(number.to_be_bytes());
    }
}
