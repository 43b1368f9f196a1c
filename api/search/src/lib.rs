//! Search: the only reader for requests.
//!
//! In reading order:
//!
//! - `analysis`: query analysis; `query_vector`: its embedding; `query_adapter`: the matrix that adapts it;
//!   `spelling`: corrections; `vocabulary`: synonyms and abbreviations.
//! - `constraints`: what a query says about fields (`level 3`, `rare rings`), which raises what fits;
//!   `constraints::mention` finds it, by the patterns that the families declare beside their filters
//!   (`mentioned_as`), with the numbers of `constraints::number`, among the values of `index::values`.
//! - `wanted`: the family that a query asks for; `wanted::head`: the noun that names it.
//! - `family_query`, `everything`: the arguments that narrow one family or all, as conditions. `scope`: which
//!   documents are looked at. `name`: the `name` argument. `candidates`: what a search may find.
//! - `index`: the search index that the process holds, of one generation of the store, and its keeper;
//!   `index::postings`: words, `index::names`: names, `index::values`: values of fields, `index::vectors`: the
//!   entities nearest to a vector, by the vectors of `index::passage_vectors`. `index::build`: how they are read from
//!   the store; `index::reader`: the owner's index beside everyone's; `index::low_priority`: the threads that do it; `index::folder`: the files that keep them;
//!   `index::words`: words and names of one revision.
//! - `ranking`: a search request to ranked hits; `lexical`: words and names over the index; `hybrid`: the signals of
//!   a search beside each other, and fused; `semantic`: vectors that stay in the store. `cache`: the cache of what is
//!   computed, keyed by the generation of content.
//! - `collapse`: one result for all variants of an item.
//! - `list`: without a text, an order. `page`: pages and cursors. `load`: rows by key, slug or owner. `columns`: only
//!   the columns that are wanted; `row_cache`: the cache of rows, keyed by version (decision 12).
//! - `facets`: inverted lists of values, and counts; `facet_scope`: without a facet's own filter. `best_passage`, `snippet`: quotes,
//!   from the passages of `passage_cache`; `asked_fact`: a fact that a question asks for, as the quote.
//! - `other_books`: entries of a name that other books have.
//! - `no_results`, `did_you_mean`, `unknown_words`, `coverage`, `coverage_warnings`: why little was found, and what
//!   would help.
//! - `changes`: what changed or went away since a time. `similar`: what resembles an entity. `suggest`: autocomplete;
//!   `suggest::conditions`: of the query language of filters.
//!   `status`: counts; `memory`: what is held in memory. `error`: errors.

pub mod analysis;
mod asked_fact;
pub mod best_passage;
mod cache;
pub mod candidates;
pub mod changes;
pub mod collapse;
pub mod columns;
pub mod constraints;
pub mod coverage;
pub mod coverage_warnings;
pub mod did_you_mean;
mod error;
pub mod everything;
pub mod facet_scope;
pub mod facets;
pub mod family_query;
pub mod hybrid;
mod index;
mod lexical;
pub mod list;
pub mod load;
pub mod memory;
pub mod name;
pub mod no_results;
pub mod other_books;
pub mod page;
mod passage_cache;
mod query_adapter;
pub mod query_vector;
pub mod ranking;
pub mod row_cache;
pub mod scope;
pub mod semantic;
pub mod similar;
pub mod snippet;
pub mod spelling;
pub mod status;
pub mod suggest;
pub mod unknown_words;
mod vocabulary;
mod wanted;

pub use error::{Error, Result};
pub use index::IndexKeeper;
pub use lorekeeper_store::{Connection, Reader};

use cache::{Computed, GenerationCache};
use coverage::Book;
use facets::FacetIndex;
use lorekeeper_embed::Models;
use lorekeeper_store::Store;
use passage_cache::PassageCache;
use ranking::Ranking;
use row_cache::RowCache;
use semantic::VectorIndexes;
use std::path::PathBuf;
use std::sync::Arc;

/// How many bytes of rankings are kept, about.
const MAX_RANKING_BYTES: u64 = 4 << 20;

/// How many bytes of coverage are kept, about.
const MAX_COVERAGE_BYTES: u64 = 2 << 20;

/// The settings of search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The data directory, where the files of the index are.
    pub data_dir: PathBuf,
    /// Most bytes of vectors that are held in memory; where there are more, the store compares them.
    pub max_vector_bytes: u64,
}

/// Shared by all queries of a reader: the store, the models that embed query texts, the index, and caches. Those of
/// another reader have others, so that nothing which is computed for the owner answers the public.
pub struct Search {
    /// The store that is read.
    pub store: Arc<Store>,
    /// The models that embed query texts.
    pub models: Arc<Models>,
    /// The index of words, names and vectors.
    pub index: Arc<IndexKeeper>,
    reader: Reader,
    coverage: GenerationCache<Arc<[Book]>>,
    facets: GenerationCache<Arc<FacetIndex>>,
    vector_indexes: VectorIndexes,
    rankings: GenerationCache<Arc<Ranking>>,
    row_cache: RowCache,
    passages: PassageCache,
}

impl Search {
    /// Searches for everyone. The caches are empty.
    pub fn new(store: Arc<Store>, models: Arc<Models>, settings: &Settings) -> Self {
        let index = IndexKeeper::new(Arc::clone(&store), Arc::clone(&models), settings);
        Self::read_by(Reader::Everyone, index, store, models)
    }

    /// Searches for the owner, who finds private books, too.
    pub fn for_owner(&self) -> Self {
        let (store, models) = (Arc::clone(&self.store), Arc::clone(&self.models));
        Self {
            // A row is found before it is taken from the cache.
            row_cache: self.row_cache.clone(),
            ..Self::read_by(Reader::Owner, self.index.for_owner(), store, models)
        }
    }

    fn read_by(reader: Reader, index: Arc<IndexKeeper>, store: Arc<Store>, models: Arc<Models>) -> Self {
        Self {
            index,
            reader,
            store,
            models,
            coverage: GenerationCache::new(MAX_COVERAGE_BYTES, |books| size_of_val(&**books)),
            facets: GenerationCache::new(facets::MAX_BYTES, |index| index.size()),
            vector_indexes: VectorIndexes::default(),
            rankings: GenerationCache::new(MAX_RANKING_BYTES, |ranking| ranking.size()),
            row_cache: RowCache::default(),
            passages: PassageCache::default(),
        }
    }

    /// For whom it searches.
    pub fn reader(&self) -> Reader {
        self.reader
    }

    /// The connections over which the reader's requests are read.
    pub fn connection(&self) -> Connection {
        self.store.read_as(self.reader)
    }

    /// All that answers depend on beside the request, as far as this process knows: a key that changes with content,
    /// vectors and models.
    pub fn generation(&self) -> String {
        self.index.generation()
    }

    /// A value that was computed now: provisional during a sync, when content changes before its generation does.
    fn computed<V>(&self, value: V) -> Computed<V> {
        if self.store.syncing.is_locked() { Computed::Provisional(value) } else { Computed::Final(value) }
    }
}
