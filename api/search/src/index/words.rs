//! Word index: the words, names and values of all entities at one revision, and how they are read from their files.

use super::folder::{Contents, IndexFolder, Part, read_json};
use super::{DocSet, Entity, NameIndex, Postings, ValueIndex, build};
use crate::Result;
use lorekeeper_content::Family;
use std::collections::HashMap;

/// Words and names of all entities, at one revision of the store.
#[cfg_attr(test, derive(Default))]
pub(crate) struct WordIndex {
    /// The generation of content.
    pub(super) content: String,
    /// The identity of the revision of content and vectors.
    pub revision: String,
    /// The files that are read.
    pub(super) part: Option<Part>,
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
    /// The words in the store's folder; none where it has those of another revision.
    pub(super) fn restore(
        content: String,
        folder: &IndexFolder,
        wanted: &Contents,
    ) -> Result<Option<Self>> {
        let Contents::Words { revision, .. } = wanted else {
            return Ok(None);
        };
        let Some(part) = folder.find(wanted) else {
            return Ok(None);
        };
        let entities: Option<Vec<Entity>> = read_json(&part.dir().join("entities.json"));
        let values = read_json(&part.dir().join("values.json")).and_then(ValueIndex::new);
        let (Some(entities), Some(values)) = (entities, values) else {
            return Ok(None);
        };
        Self::open(content, revision.clone(), (entities, values), part).map(Some)
    }

    pub(super) fn open(
        content: String,
        revision: String,
        (entities, values): (Vec<Entity>, ValueIndex),
        part: Part,
    ) -> Result<Self> {
        Ok(Self {
            content,
            revision,
            postings: Postings::open(part.dir())?,
            names: build::names(&entities),
            families: build::families(&entities),
            entities,
            values,
            part: Some(part),
        })
    }

    /// The entities of a family.
    pub(super) fn of_family(&self, family: Family) -> Option<&DocSet> {
        self.families.get(&family)
    }
}
