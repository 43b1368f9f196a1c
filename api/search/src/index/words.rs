//! Word index: the words, names and values of all entities at one revision, and how they are read from their files.

use super::folder::Files;
use super::{Doc, DocSet, Entity, NameIndex, Postings, ValueIndex, build, values};
use crate::{Connection, Error, Result};
use lorekeeper_content::Family;
use lorekeeper_embed::Requests;
use std::collections::HashMap;

/// Words and names of all entities, at one revision of the store.
#[cfg_attr(test, derive(Default))]
pub(crate) struct WordIndex {
    /// The generation of content.
    pub(super) content: u64,
    /// The identity of the revision of content and vectors.
    pub revision: String,
    /// The entities, in the order of keys.
    pub entities: Vec<Entity>,
    /// Those of each family.
    families: HashMap<Family, DocSet>,
    /// The postings of their texts.
    pub postings: Postings,
    /// Their names.
    pub names: NameIndex,
    /// Their values of the fields that queries mention.
    pub values: ValueIndex,
    /// The versions of the rows that they are of, by key; empty where they are not known.
    versions: Vec<(i64, i64)>,
}

/// Most entities that an update reads; where more have changed, all are read.
const MAX_UPDATED: usize = 500;

/// Most updates before all are read.
const MAX_UPDATES: usize = 12;

impl WordIndex {
    /// The words of such files.
    pub(super) fn open(content: u64, revision: String, files: &Files) -> Result<Self> {
        let entities: Option<Vec<Entity>> = files.json("entities.json");
        let values = files.json("values.json").and_then(ValueIndex::new);
        let (Some(entities), Some(values)) = (entities, values) else {
            return Err(Error::index("the entities or their values cannot be read"));
        };
        Ok(Self {
            content,
            revision,
            postings: Postings::open(files)?,
            names: build::names(&entities),
            families: build::families(&entities),
            entities,
            values,
            versions: Vec::new(),
        })
    }

    /// The same, of rows of these versions.
    pub(super) fn with_versions(self, versions: Vec<(i64, i64)>) -> Self {
        Self { versions, ..self }
    }

    /// The index of a later revision, for which only the entities that changed are read; none where there are many of them.
    pub(super) async fn updated(&self, db: &Connection, requests: &Requests, content: u64) -> Result<Option<Self>> {
        if self.versions.is_empty() || self.postings.updates() >= MAX_UPDATES {
            return Ok(None);
        }
        let revision = lorekeeper_store::revision_id(db).await?;
        let versions = build::versions(db).await?;
        let is_same = |version: &(i64, i64)| self.versions.binary_search(version).is_ok();
        let changed = versions.iter().filter(|version| !is_same(version));
        let mut changed: Vec<i64> = changed.map(|(id, _)| *id).collect();
        let is_there = |id: i64| versions.binary_search_by_key(&id, |(id, _)| *id).is_ok();
        // What another row grants names that row.
        let granted = self.entities.iter().filter(|entity| {
            let owner = entity.owner.filter(|owner| !is_there(*owner));
            owner.is_some() && is_there(entity.id)
        });
        changed.extend(granted.map(|entity| entity.id));
        changed.sort_unstable();
        changed.dedup();
        if changed.len() > MAX_UPDATED {
            return Ok(None);
        }
        let (added, files) = build::entries(db, requests, Some(&changed)).await?;
        let is_kept = |entity: &&Entity| is_there(entity.id) && changed.binary_search(&entity.id).is_err();
        let kept = self.entities.iter().filter(is_kept).cloned();
        let mut entities: Vec<Entity> = kept.chain(added.iter().cloned()).collect();
        entities.sort_unstable_by_key(|entity| entity.id);
        let number = |id: i64| {
            let place = entities.binary_search_by_key(&id, |entity| entity.id);
            place.ok().and_then(|place| Doc::try_from(place).ok())
        };
        let moved = self.entities.iter();
        let moved = moved.map(|entity| number(entity.id).filter(|_| is_kept(&entity)));
        let moved: Vec<Option<Doc>> = moved.collect();
        let numbers = added.iter().filter_map(|entity| number(entity.id));
        let postings = self.postings.updated(&moved, &files, numbers.collect())?;
        tracing::debug!(read = added.len(), "the index is updated");
        let values = values::read(db, &entities, Some(&changed)).await?;
        let values = self.values.updated(&moved, values);
        // What was written meanwhile is of a later revision.
        if lorekeeper_store::revision_id(db).await? != revision {
            return Ok(None);
        }
        Ok(values.map(|values| Self {
            content,
            revision,
            postings,
            names: build::names(&entities),
            families: build::families(&entities),
            entities,
            values,
            versions,
        }))
    }

    /// The entity of a key.
    pub fn entity(&self, id: i64) -> Option<&Entity> {
        let place = self.entities.binary_search_by_key(&id, |entity| entity.id).ok()?;
        self.entities.get(place)
    }

    /// The version of an entity's row; `None` where it is not known.
    pub fn version(&self, id: i64) -> Option<i64> {
        let place = self.versions.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.versions.get(place).map(|(_, version)| *version)
    }

    /// The entities of a family.
    pub(super) fn of_family(&self, family: Family) -> Option<&DocSet> {
        self.families.get(&family)
    }
}
