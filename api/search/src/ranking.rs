//! Ranking: a search request becomes ranked hits, with warnings about what did not go as asked.
//!
//! Rankings are kept until content, vectors or models change: all pages of a search are of one ranking, and so are its
//! facets.

use crate::analysis::{MAX_QUERY_CHARS, QueryAnalysis};
use crate::best_passage::{BestPassage, best_passages};
use crate::cache::Computed;
use crate::candidates::Candidates;
use crate::collapse::{Collapse, collapse_hits};
use crate::constraints::{Understanding, Understood};
use crate::hybrid::{self, Hit};
use crate::index::{Entity, SearchIndex, in_background};
use crate::lexical::NameMatch;
use crate::no_results::LOADING;
use crate::query_vector::{QueryVector, embed, embedding_warning, reembedding_warning};
use crate::spelling::Spelling;
use crate::vocabulary::closed_name_in;
use crate::{Error, Result, Search};
use futures::future::ready;
use lorekeeper_content::{PREFERRED_DOCUMENTS, slugify};
use sea_orm::sea_query::PostgresQueryBuilder;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// How a search ranks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By words, names and meaning together.
    #[default]
    Hybrid,
    /// By meaning only.
    Semantic,
    /// By words and names only.
    Lexical,
}

/// The arguments of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// The text.
    pub search: Option<String>,
    /// How to rank.
    pub mode: Option<Mode>,
    /// What to leave out.
    pub min_similarity: Option<f64>,
    /// Whether typos are forgiven.
    pub spelling: Spelling,
    /// Whether what the text says about fields raises what fits.
    pub understanding: Understanding,
    /// Which results stand for others.
    pub collapse: Collapse,
}

/// Ranked hits, with warnings about what did not go as asked.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// The hits, best first.
    pub hits: Arc<[Hit]>,
    /// Whether meaning took part.
    pub semantic: bool,
    /// What did not go as asked.
    pub warnings: Vec<String>,
    /// The query.
    pub query: Arc<AnalyzedQuery>,
    /// What the text says about fields.
    pub understood: Vec<Understood>,
    /// The same in the query language of filters; empty where it says nothing.
    pub understood_where: String,
    /// The revision of content and vectors that was ranked.
    pub revision: String,
    /// Whether the next ranking may differ: meaning did not take part as asked, or content has just changed.
    pub provisional: bool,
}

/// A query's analysis, and its vector.
#[derive(Debug, Default)]
pub struct AnalyzedQuery {
    /// The terms of the text.
    pub analysis: Arc<QueryAnalysis>,
    /// The vector of the text, if meaning takes part.
    pub vector: Option<QueryVector>,
}

/// The part of a ranking that one answer shows.
#[derive(Debug)]
pub struct ResultPage {
    /// All hits of the search.
    pub hits: Arc<[Hit]>,
    query: Arc<AnalyzedQuery>,
    ids: Vec<i64>,
    passages: OnceCell<HashMap<i64, BestPassage>>,
}

impl ResultPage {
    /// The passage of a hit that is nearest to the query; those of the whole page are read at once.
    pub async fn passage(&self, search: &Search, hit: &Hit) -> Result<Option<&BestPassage>> {
        let hits = self.hits.iter().filter(|hit| hit.name_match == NameMatch::Subject && self.ids.contains(&hit.id));
        let named: Vec<i64> = hits.map(|hit| hit.id).collect();
        let read = || best_passages(search, &self.ids, &named, &self.query);
        Ok(self.passages.get_or_try_init(read).await?.get(&hit.id))
    }
}

impl Ranking {
    /// How many of the hits match the query.
    pub fn match_count(&self) -> usize {
        self.hits.iter().filter(|hit| hit.is_match()).count()
    }

    /// How many bytes the ranking takes, about.
    pub fn size(&self) -> usize {
        let vector = self.query.vector.as_ref();
        size_of_val(&*self.hits) + vector.map_or(0, |v| size_of_val(&*v.vector)) + OTHER_BYTES
    }

    /// The page of these hits.
    pub fn result_page(&self, ids: Vec<i64>) -> Arc<ResultPage> {
        Arc::new(ResultPage {
            hits: Arc::clone(&self.hits),
            query: Arc::clone(&self.query),
            ids,
            passages: OnceCell::new(),
        })
    }

    /// The search that led to the ranking.
    pub fn search_hits(&self, request: &SearchRequest) -> SearchHits {
        SearchHits {
            query: Arc::clone(&self.query),
            request: request.clone(),
            hits: Arc::clone(&self.hits),
            provisional: self.provisional,
        }
    }
}

/// The hits of a search, which can be ranked again among other candidates.
pub struct SearchHits {
    query: Arc<AnalyzedQuery>,
    request: SearchRequest,
    hits: Arc<[Hit]>,
    provisional: bool,
}

impl SearchHits {
    /// The keys of the hits and of the variants that they stand for.
    pub fn ids(&self) -> impl Iterator<Item = i64> {
        ids(&self.hits)
    }
}

/// The keys of hits and of the variants that they stand for.
pub fn ids(hits: &[Hit]) -> impl Iterator<Item = i64> {
    hits.iter().flat_map(|hit| std::iter::once(hit.id).chain(hit.variants.iter().copied()))
}

/// The text to search for, cut to its limit; `None` when it is blank.
pub fn search_text(request: &SearchRequest, warnings: &mut Vec<String>) -> Result<Option<String>> {
    if let Some(minimum) = request.min_similarity
        && !(0.0..=1.0).contains(&minimum)
    {
        return Err(Error::input(format!("minSimilarity is {minimum}, but must be from 0 to 1.")));
    }
    let Some(text) = request.search.as_deref().map(str::trim).filter(|t| !t.is_empty()) else {
        return Ok(None);
    };
    let length = text.chars().count();
    if length <= MAX_QUERY_CHARS {
        return Ok(Some(text.to_owned()));
    }
    let warning = format!("The search text is {length} characters long; only the first {MAX_QUERY_CHARS} were used.");
    tracing::warn!("{warning}");
    warnings.push(warning);
    Ok(Some(text.chars().take(MAX_QUERY_CHARS).collect()))
}

/// How many bytes a ranking takes beside its hits and its vector, about.
const OTHER_BYTES: usize = 2000;

/// Ranks what `candidates` leaves.
pub async fn rank(
    search: &Search,
    candidates: &Candidates,
    text: &str,
    request: &SearchRequest,
) -> Result<Arc<Ranking>> {
    let key = key(candidates, text, request);
    let index = search.index.index().await?;
    let ranking = compute(search, &index, candidates, text, request);
    let ranking = cached(search, &index, &key, ranking).await?;
    Ok(narrow(&index, ranking, request))
}

/// All that `candidates` leaves, by name: what a search without a text finds.
pub async fn unranked(search: &Search, candidates: &Candidates, request: &SearchRequest) -> Result<Arc<Ranking>> {
    let index = search.index.index().await?;
    let docs = index.docs(&search.connection(), candidates).await?;
    let words = Arc::clone(&index.words);
    let hits = in_background(move || {
        let entities = docs.iter().filter_map(|doc| words.entities.get(doc as usize));
        let mut entities: Vec<&Entity> = entities.collect();
        entities.sort_by_key(|entity| entity.order(&PREFERRED_DOCUMENTS));
        Ok(entities.into_iter().map(|entity| Hit::unranked(entity.id)).collect())
    });
    let ranking = Arc::new(Ranking { hits: hits.await?, revision: index.words.revision.clone(), ..Ranking::default() });
    Ok(narrow(&index, ranking, request))
}

/// Ranks other `candidates` for the query of a search that was made.
pub async fn rerank(search: &Search, candidates: &Candidates, found: &SearchHits) -> Result<Arc<Ranking>> {
    let query = format!("{:?}", found.query.analysis);
    // Apart from the rankings of typed texts, which have a revision and warnings.
    let key = format!("rerank|{}", key(candidates, &query, &found.request));
    let index = search.index.index().await?;
    let ranking = async {
        let query = &found.query;
        let vector = ready(query.vector.clone().map(Ok));
        let found_again = hybrid::search(search, &index, candidates, &query.analysis, vector, &found.request);
        Ok(Ranking {
            hits: found_again.await?.hits.into(),
            query: Arc::clone(&found.query),
            provisional: found.provisional,
            ..Ranking::default()
        })
    };
    let ranking = cached(search, &index, &key, ranking).await?;
    Ok(narrow(&index, ranking, &found.request))
}

/// The ranking that is kept under a key for the index's generation, else a computed one.
async fn cached(
    search: &Search,
    index: &SearchIndex,
    key: &str,
    compute: impl Future<Output = Result<Ranking>> + Send,
) -> Result<Arc<Ranking>> {
    let compute = async {
        let ranking = Arc::new(compute.await?);
        Ok(if ranking.provisional { Computed::Provisional(ranking) } else { search.computed(ranking) })
    };
    let rankings = &search.rankings;
    rankings.get(&index.generation, key, Box::pin(compute)).await
}

/// The hits that score as high as the client wants, with one for all variants of an item if it wants that.
fn narrow(index: &SearchIndex, ranking: Arc<Ranking>, request: &SearchRequest) -> Arc<Ranking> {
    let with = |hits: Vec<Hit>| Ranking { hits: hits.into(), ..Ranking::clone(&ranking) };
    let ranking = match request.min_similarity {
        Some(minimum) => {
            let hits = ranking.hits.iter().filter(|hit| hit.score >= minimum);
            Arc::new(with(hits.cloned().collect()))
        }
        None => Arc::clone(&ranking),
    };
    match request.collapse {
        Collapse::None => ranking,
        Collapse::Variants => {
            let hits = collapse_hits(&index.words.entities, &ranking.hits);
            Arc::new(with(hits))
        }
    }
}

/// All that decides a ranking beside the generation of content.
fn key(candidates: &Candidates, text: &str, request: &SearchRequest) -> String {
    let (statement, values) = candidates.ids.build(PostgresQueryBuilder);
    let SearchRequest { search: _, mode, min_similarity: _, spelling, understanding, collapse: _ } = request;
    format!("{mode:?}|{spelling:?}|{understanding:?}|{text}|{statement}|{values:?}")
}

async fn compute(
    search: &Search,
    index: &Arc<SearchIndex>,
    candidates: &Candidates,
    text: &str,
    request: &SearchRequest,
) -> Result<Ranking> {
    let mut warnings = Vec::new();
    let analyze = {
        let (words, text, spelling) = (Arc::clone(&index.words), text.to_owned(), request.spelling);
        move || QueryAnalysis::of(&words, &text, spelling)
    };
    let analysis = Arc::new(in_background(analyze).await?);
    let vector = async {
        match request.mode {
            Some(Mode::Lexical) => None,
            _ => Some(embed(search, &analysis.embedded_text).await),
        }
    };
    let found = hybrid::search(search, index, candidates, &analysis, vector, request).await?;
    let vector = match found.vector {
        Some(Ok(vector)) => {
            let reembedding = reembedding_warning(search, &vector.model).await?;
            warnings.extend(reembedding.or_else(|| embedding_warning(index)));
            Some(vector)
        }
        Some(Err(reason)) => {
            warnings.push(format!("{reason} The ranking is by words and names only."));
            None
        }
        None => None,
    };
    let query = Arc::new(AnalyzedQuery { analysis, vector });
    let may_lack = found.hits.is_empty() || search.store.syncing.is_locked();
    if may_lack && search.index.is_writing().await? {
        warnings.push(format!("Search does not find all that is stored yet. {LOADING}"));
    }
    let provisional = !warnings.is_empty() || index.generation != search.generation();
    warnings.extend(closed_name_warning(index, &query.analysis.words));
    Ok(Ranking {
        hits: found.hits.into(),
        understood: found.understood,
        understood_where: found.understood_where,
        semantic: query.vector.is_some(),
        provisional,
        warnings,
        query,
        revision: index.words.revision.clone(),
    })
}

/// What to say where a query names what no open book has, and no stored one either.
fn closed_name_warning(index: &SearchIndex, words: &[String]) -> Option<String> {
    let (name, _) = closed_name_in(words)?;
    let parts: Vec<&str> = name.split(' ').collect();
    let is_stored = index.words.names.has_letters(&slugify(name).replace('-', ""))
        || !index.words.names.having_words(&parts).is_empty();
    (!is_stored).then(|| {
        format!("Nothing stored is called \"{name}\", which is not open content. What is shown only resembles it.")
    })
}
