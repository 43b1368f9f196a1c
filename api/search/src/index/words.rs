//! Word index: the words, names and values of all entities at one revision, and how they are read from their files.

use super::folder::Files;
use super::{DocSet, Entity, NameIndex, Postings, ValueIndex, build};
use crate::{Error, Result};
use lorekeeper_content::Family;
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
}

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
        })
    }

    /// The entities of a family.
    pub(super) fn of_family(&self, family: Family) -> Option<&DocSet> {
        self.families.get(&family)
    }
}
