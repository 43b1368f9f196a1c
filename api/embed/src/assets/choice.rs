//! Model choice: the embedding model that the settings name, and its prefixes.

use super::catalogue::{CatalogueEntry, DEFAULT_MODEL, find};
use std::path::PathBuf;

/// An embedding model, as the settings name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name in the catalogue.
    pub name: String,
    /// The folder of the files, which overrides the name. It is local to this machine: it is neither written to the
    /// store nor read from it.
    pub dir: Option<PathBuf>,
    /// The prefix of queries, in place of the model's own.
    pub query_prefix: Option<String>,
    /// The prefix of passages, in place of the model's own.
    pub passage_prefix: Option<String>,
}

impl Default for Choice {
    fn default() -> Self {
        Self { name: DEFAULT_MODEL.to_owned(), dir: None, query_prefix: None, passage_prefix: None }
    }
}

impl Choice {
    /// The model in a folder.
    pub fn folder(dir: PathBuf) -> Self {
        Self { dir: Some(dir), ..Self::default() }
    }

    /// The entry in the catalogue; `None`: the model is in a folder, or is the pinned one.
    pub fn catalogue_entry(&self) -> Option<CatalogueEntry> {
        if self.dir.is_some() || self.name == DEFAULT_MODEL {
            return None;
        }
        find(&self.name)
    }
}
