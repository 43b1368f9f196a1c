//! Hybrid search: words, names and vectors, fused by their scores.
//!
//! Each signal gives its best 500 entities of the candidates, with a score from 0 to 1; of what fits all constraints the
//! 500 that score best are added:
//!
//! - *lexical*: how much of the query the entity has. Every term weighs its inverse document frequency among the
//!   candidates, times how prominently the entity has the term or a synonym (name over facts over text, more than once
//!   over once, in a short text over in a long one), times the square root of the part of the query that it has at all;
//! - *name*: trigram similarity of the query with the name, or with the part of the name that it resembles most;
//! - *semantic*: cosine similarity with the entity as a whole and with its best passage, averaged;
//! - *constraints*: how much of what the query says about fields is true of the entity, weighed by how certain it is
//!   that the query says so. What is certain weighs as much as the three others together, so that what fits is above
//!   what does not;
//! - *family*: where candidates are of several families, how well the family suits the query's words (`wanted`).
//!
//! The score is the weighted mean of the signals. An exact name scores 1, whatever the signals say; the subject of a
//! question scores 0.8 at least. A feature stands behind what has it, unless features are asked for. Of one thing in
//! several books, that of a preferred one comes first.
//!
//! The constants come from two sets of labelled queries over the two SRDs (139 and 120 queries): nDCG@10 was .746
//! and .710 when words were only counted, and is .782 and .771; `docs/explanation/search.md` has the steps. Around the values here it
//! is flat: half or double changes it by less than .01.

mod fusion;
mod hit;

pub use crate::lexical::NameMatch;
pub use hit::{Hit, ScoreComponent};

use super::analysis::QueryAnalysis;
use super::candidates::Candidates;
use super::constraints::{Constraints, Understanding, Understood};
use super::lexical::Lexical;
use super::query_vector::{QueryVector, Vector};
use super::ranking::{Mode, SearchRequest};
use super::semantic;
use super::spelling::Spelling;
use crate::index::{Doc, DocSet, SearchIndex, in_background};
use crate::{Result, Search};
use fusion::{Signals, fuse};
use futures::FutureExt;
use futures::future::{join, try_join};
use lorekeeper_content::{PREFERRED_DOCUMENTS, books_named, is_year_of};
use std::sync::Arc;

/// Most entities that a signal contributes.
pub const SIGNAL_CANDIDATES: usize = 500;

/// The semantic signal: entities with their similarity, and those that have vectors.
#[derive(Clone, Debug)]
pub(crate) struct Semantic {
    /// The entities that are nearest, best first, and behind them those that fit all constraints.
    pub nearest: Vec<(Doc, f32)>,
    /// The entities that have a vector; `None` if all have.
    pub embedded: Option<Arc<DocSet>>,
}

/// What a search found.
pub(crate) struct Found {
    /// The hits, best first.
    pub hits: Vec<Hit>,
    /// What the query says about fields.
    pub understood: Vec<Understood>,
    /// The same in the query language of filters.
    pub understood_where: String,
    /// The query's vector, or why there is none.
    pub vector: Vector,
}

/// The books that come first: those that the query names (`level up`), then the newest edition, unless the query names the
/// older one (`2014`).
fn preferred_books(words: &[String]) -> Vec<&'static str> {
    let [newest, older] = PREFERRED_DOCUMENTS;
    let names = |book: &str| words.iter().any(|word| is_year_of(word, book));
    let mut books = books_named(words);
    books.extend(if names(older) && !names(newest) { [older, newest] } else { [newest, older] });
    books
}

/// The candidates of a search in the index, and what the query says about their fields.
struct Narrowed {
    docs: DocSet,
    constraints: Constraints,
    fitting: DocSet,
}

/// Searches the candidates. Words are looked up while the model makes the vector, and beside the scan of vectors.
pub(crate) async fn search(
    search: &Search,
    index: &Arc<SearchIndex>,
    candidates: &Candidates,
    analysis: &Arc<QueryAnalysis>,
    vector: impl Future<Output = Vector>,
    request: &SearchRequest,
) -> Result<Found> {
    let by_meaning = request.mode == Some(Mode::Semantic);
    let narrowed = narrow(search, index, candidates, analysis, request).shared();
    let lexical = async |narrowed: Arc<Narrowed>| {
        let (words, analysis) = (Arc::clone(&index.words), Arc::clone(analysis));
        let family = candidates.family;
        let fuzzy = request.spelling == Spelling::Forgiven;
        let find = move || {
            let Narrowed { docs, fitting, constraints } = &*narrowed;
            let head = constraints.wanted.head.as_ref();
            let head = head.filter(|head| family.is_none_or(|family| family == head.family));
            Lexical::of(&words, docs, fitting, &analysis, head, &constraints.unwanted, fuzzy)
        };
        in_background(find).await
    };
    let by_words = async {
        if by_meaning {
            return Ok(None);
        }
        lexical(narrowed.clone().await?).await.map(Some)
    };
    let by_vector = async {
        let (vector, narrowed) = join(vector, narrowed.clone()).await;
        let semantic = match &vector {
            Some(Ok(vector)) => Some(semantic(search, index, candidates, narrowed?, vector).await?),
            _ => None,
        };
        Ok((vector, semantic))
    };
    let (mut words, (vector, semantic)) = try_join(by_words, by_vector).await?;
    let narrowed = narrowed.await?;
    if words.is_none() && semantic.is_none() {
        words = Some(lexical(Arc::clone(&narrowed)).await?);
    }
    let index = Arc::clone(index);
    let is_of_one_family = candidates.family.is_some();
    let books = preferred_books(&analysis.words);
    let fused = move || {
        let signals = Signals {
            lexical: words,
            semantic,
            constraints: &narrowed.constraints,
            docs: &narrowed.docs,
            fitting: &narrowed.fitting,
            is_of_one_family,
            books,
        };
        let hits = fuse(&index.words.entities, &signals);
        let Constraints { understood, written, .. } = &narrowed.constraints;
        Ok((hits, understood.clone(), written.join(" ")))
    };
    let (hits, understood, understood_where) = in_background(fused).await?;
    Ok(Found { hits, understood, understood_where, vector })
}

/// The candidates that scope and filters leave, and what the query says about their fields.
async fn narrow(
    search: &Search,
    index: &SearchIndex,
    candidates: &Candidates,
    analysis: &Arc<QueryAnalysis>,
    request: &SearchRequest,
) -> Result<Arc<Narrowed>> {
    let docs = index.docs(&search.connection(), candidates).await?;
    let understanding = match request.mode {
        Some(Mode::Semantic) => Understanding::Unused,
        _ => request.understanding,
    };
    let family = candidates.family;
    let (words, analysis) = (Arc::clone(&index.words), Arc::clone(analysis));
    let read = move || {
        let constraints = match understanding {
            Understanding::Used => Constraints::of(&words, &docs, family, &analysis)?,
            Understanding::Unused => Constraints::default(),
        };
        Ok(Arc::new(Narrowed { fitting: constraints.fitting(&docs), constraints, docs }))
    };
    in_background(read).await
}

/// The semantic signal: from the vectors that the process holds, else from those of the store.
async fn semantic(
    search: &Search,
    index: &Arc<SearchIndex>,
    candidates: &Candidates,
    narrowed: Arc<Narrowed>,
    vector: &QueryVector,
) -> Result<Semantic> {
    let Some(held) = index.held(&vector.model) else {
        return semantic::stored(search, index, candidates, &narrowed.fitting, vector).await;
    };
    let (held, vector) = (Arc::clone(held), vector.vector.clone());
    let nearest = move || {
        let Narrowed { docs, fitting, .. } = &*narrowed;
        Ok(Semantic {
            nearest: held.nearest(&vector, docs, fitting, SIGNAL_CANDIDATES),
            embedded: Some(Arc::clone(held.embedded())),
        })
    };
    in_background(nearest).await
}
