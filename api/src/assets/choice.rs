//! Which model is wanted, and how its texts begin.

use super::catalogue::{DEFAULT_MODEL, Files, Listed, find};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A reranker, as the settings name it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RerankerChoice {
    /// One of the catalogue.
    Fetched(Files),
    /// One in a folder.
    Folder(PathBuf),
}

/// An embedding model, as the settings name it. It is noted in the store which one made the vectors, so that its
/// files can be found again.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct Choice {
    /// Its name, as the catalogue has it.
    pub name: String,
    /// The folder of its files; then the name decides nothing. It is this machine's own matter and never goes into the
    /// store, nor comes from it.
    #[serde(skip)]
    pub dir: Option<PathBuf>,
    /// What queries begin with, in place of what the model says of itself.
    pub query_prefix: Option<String>,
    /// What passages begin with, in place of what the model says of itself.
    pub passage_prefix: Option<String>,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            name: DEFAULT_MODEL.to_owned(),
            dir: None,
            query_prefix: None,
            passage_prefix: None,
        }
    }
}

impl Choice {
    /// The model in a folder.
    #[must_use]
    pub fn folder(dir: PathBuf) -> Self {
        Self {
            dir: Some(dir),
            ..Self::default()
        }
    }

    /// What the catalogue says of it; `None`: it is one in a folder, or the pinned one.
    #[must_use]
    pub fn listed(&self) -> Option<Listed> {
        if self.dir.is_some() || self.name == DEFAULT_MODEL {
            return None;
        }
        find(&self.name).ok()
    }
}
