//! Passage cache: the passages of the entities that searches found last, by key and version of their row as the index
//! knows it.

use crate::index::WordIndex;
use crate::{Connection, Result};
use lorekeeper_store::bound;
use moka::sync::Cache;
use sea_orm::FromQueryResult;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How many bytes of passages are kept, about.
pub(crate) const MAX_BYTES: u64 = 8 << 20;

/// How long the passages of an entity are kept that no search finds.
const IDLE: Duration = Duration::from_mins(10);

/// A passage of an entity.
#[derive(Debug, FromQueryResult)]
pub(crate) struct Passage {
    /// The key of the entity.
    pub id: i64,
    /// Its place among those of the entity, from 0.
    pub ord: i32,
    /// The name of the entity.
    pub name: String,
    /// The heading that it stands under, in a rule with headings, or its kind (`description`, `trait`).
    pub label: String,
    /// The text as it is embedded.
    pub text: String,
    /// The whole text, if this is the beginning of a rule.
    pub rule: Option<String>,
}

/// The passages that are kept, with the versions of their rows.
#[derive(Clone, Debug)]
pub(crate) struct PassageCache(Cache<i64, (i64, Arc<[Passage]>)>);

impl Default for PassageCache {
    fn default() -> Self {
        let cache = Cache::builder().weigher(|_, (_, passages): &(i64, Arc<[Passage]>)| weight(passages));
        Self(cache.max_capacity(MAX_BYTES).time_to_idle(IDLE).build())
    }
}

impl PassageCache {
    /// How many bytes are kept, about.
    pub fn bytes(&self) -> u64 {
        self.0.weighted_size()
    }

    /// The passages of some entities, in the order of each; those that are not held are read from the store.
    pub async fn read(&self, db: &Connection, index: &WordIndex, ids: &[i64]) -> Result<Vec<Arc<[Passage]>>> {
        let held = |id: &i64| {
            let (version, passages) = self.0.get(id)?;
            (index.version(*id) == Some(version)).then_some(passages)
        };
        let (mut found, mut missing) = (Vec::with_capacity(ids.len()), Vec::new());
        for id in ids {
            match held(id) {
                Some(passages) => found.push(passages),
                None => missing.push(*id),
            }
        }
        if missing.is_empty() {
            return Ok(found);
        }
        let mut read: HashMap<i64, Vec<Passage>> = HashMap::new();
        for passage in Passage::find_by_statement(bound(
            "SELECT p.entity_id AS id, p.ord, e.name, p.label, p.text, r.text AS rule
                FROM passage p JOIN search_entry e ON e.id = p.entity_id
                    LEFT JOIN rule r ON r.id = p.entity_id AND p.ord = 0
                WHERE p.entity_id = ANY($1) ORDER BY p.entity_id, p.ord",
            [missing.into()],
        ))
        .all(db)
        .await?
        {
            read.entry(passage.id).or_default().push(passage);
        }
        for (id, passages) in read {
            let passages: Arc<[Passage]> = passages.into();
            if let Some(version) = index.version(id) {
                self.0.insert(id, (version, Arc::clone(&passages)));
            }
            found.push(passages);
        }
        Ok(found)
    }
}

/// How many bytes passages take, about.
fn weight(passages: &[Passage]) -> u32 {
    let texts = passages.iter().map(|passage| {
        let Passage { id: _, ord: _, name, label, text, rule } = passage;
        name.len() + label.len() + text.len() + rule.as_ref().map_or(0, String::len)
    });
    u32::try_from(size_of_val(passages) + texts.sum::<usize>()).unwrap_or(u32::MAX)
}
