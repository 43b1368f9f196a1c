//! Search: the only reader for requests.
//!
//! In reading order: a query's text is analysed ([`reading`] with `spelling` and `vocabulary`), its documents are
//! resolved ([`scope`]), its filters leave [`candidates`], and [`ranking`] orders them by words ([`search`]) and meaning
//! ([`semantic`]); without a text, [`list`] lists them. [`page`] cuts pages, [`load`] reads rows, [`facets`] counts,
//! [`snippet`] quotes; [`no_results`] and [`coverage_warnings`] say why little was found; [`similar`] and [`suggest`]
//! answer on their own.

pub mod candidates;
pub mod columns;
pub mod coverage;
pub mod coverage_warnings;
mod error;
pub mod everything;
pub mod facet_scope;
pub mod facets;
pub mod family_query;
pub mod hints;
pub mod list;
pub mod load;
pub mod name;
pub mod no_results;
pub mod page;
pub mod ranking;
mod ranking_cache;
pub mod reading;
pub mod readings;
pub mod scope;
pub mod search;
pub mod semantic;
pub mod similar;
pub mod snippet;
pub mod spelling;
pub mod status;
pub mod suggest;
mod vocabulary;

pub use error::{Error, Result};

use coverage::Coverage;
use lorekeeper_embed::Models;
use lorekeeper_store::Store;
use ranking_cache::Rankings;
use readings::Readings;
use semantic::Indexes;
use std::sync::Arc;

/// Connections that requests are read over.
pub type Connection = sea_orm::DatabaseConnection;

/// What queries share: the store, the models that embed query texts, and caches.
pub struct Search {
    /// The store that is read.
    pub store: Arc<Store>,
    /// The models that embed query texts.
    pub models: Arc<Models>,
    coverage: Coverage,
    readings: Readings,
    indexes: Indexes,
    rankings: Rankings,
}

impl Search {
    /// The caches are empty.
    #[must_use]
    pub fn new(store: Arc<Store>, models: Arc<Models>) -> Self {
        Self {
            store,
            models,
            coverage: Coverage::default(),
            readings: Readings::default(),
            indexes: Indexes::default(),
            rankings: Rankings::default(),
        }
    }

    /// What answers depend on beside the request, as far as this process knows: it changes with content, vectors
    /// and models, and with what the request is read from.
    #[must_use]
    pub fn generation(&self) -> String {
        let model = self.models.model_id().unwrap_or_default();
        let content = self.store.content();
        format!("{content}|{}|{model}", self.models.embedded())
    }
}
