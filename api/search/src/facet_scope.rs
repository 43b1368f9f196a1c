//! Facet scope: a facet is counted among the results that there would be without what narrows by the facet itself.

use crate::candidates::Candidates;
use crate::facets::{FacetIndex, Rows, Value, row_set};
use crate::no_results::{joined, quote_excerpt};
use crate::ranking::{SearchHits, ids, rerank};
use crate::scope::Scope;
use crate::{Error, Result, Search};
use lorekeeper_content::filter::{self, FacetKind};
use sea_orm::sea_query::{Alias, Condition, Expr};

/// The facet of documents.
pub const DOCUMENT: &str = "document";
/// The facet of game systems.
pub const GAME_SYSTEM: &str = "gameSystem";

/// A facet and the counts of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct FacetCounts {
    /// Its name, as the filter has it.
    pub name: String,
    /// Its values, in their order.
    pub values: Vec<Value>,
}

/// What narrows a result, so that a part of it can be left out.
pub trait Narrowing: Send + Sync {
    /// Whether anything narrows by a facet, documents and game systems aside.
    fn narrows(&self, facet: &str) -> bool;

    /// The condition on the table within a scope, without what narrows by one of the facets.
    fn condition(&self, scope: &Scope, without: Option<&str>) -> Condition;
}

/// What the facets of a result are counted from.
pub struct Facets {
    /// The table.
    pub table: &'static str,
    /// What people narrow by, documents and game systems aside.
    pub declared: fn() -> Vec<filter::Facet>,
    /// What narrows the result.
    pub narrowing: Box<dyn Narrowing>,
    /// The `documents` argument.
    pub documents: Option<Vec<String>>,
    /// The `gameSystem` argument.
    pub game_system: Option<String>,
    /// The documents that both mean.
    pub scope: Scope,
    /// What a row is counted as, where rows are collapsed ([`crate::collapse::counted_as`]).
    pub thing: Option<String>,
    /// What a search found, if there was one.
    pub found: Option<SearchHits>,
}

impl Facets {
    /// The facets of these names with their counts; all where no names are given.
    pub async fn count(&self, search: &Search, names: Option<&[String]>) -> Result<Vec<FacetCounts>> {
        let all = self.all();
        let wanted = chosen(&all, names)?;
        let index = FacetIndex::read(search, self.table, &all, self.thing.as_deref()).await?;
        // What facets are counted among that nothing narrows by.
        let mut result = None;
        let mut counted = Vec::new();
        for place in wanted {
            let Some(facet) = all.get(place) else {
                continue;
            };
            let values = if self.narrows(&facet.name) {
                index.count(place, self.rows_without(search, &facet.name).await?.as_ref())
            } else {
                if result.is_none() {
                    result = Some(self.rows(search).await?);
                }
                index.count(place, result.as_ref().and_then(Option::as_ref))
            };
            counted.push(FacetCounts { name: facet.name.clone(), values });
        }
        Ok(counted)
    }

    /// All facets there are.
    fn all(&self) -> Vec<filter::Facet> {
        let document = || Expr::col(Alias::new("document_key"));
        let mut all = (self.declared)();
        all.push(filter::Facet::new(DOCUMENT, FacetKind::Document, document()));
        all.push(filter::Facet::new(GAME_SYSTEM, FacetKind::GameSystem, document()));
        all
    }

    fn narrows(&self, facet: &str) -> bool {
        let argument = match facet {
            DOCUMENT => self.documents.is_some(),
            GAME_SYSTEM => self.game_system.is_some(),
            _ => false,
        };
        argument || self.narrowing.narrows(facet)
    }

    /// The rows of the result; `None` where that is all.
    async fn rows(&self, search: &Search) -> Result<Option<Rows>> {
        match &self.found {
            Some(found) => Ok(Some(row_set(found.ids()))),
            None => self.matching(search, self.narrowing.condition(&self.scope, None)).await,
        }
    }

    /// The rows that a condition leaves; `None` where that is all.
    async fn matching(&self, search: &Search, condition: Condition) -> Result<Option<Rows>> {
        let candidates = Candidates::of(self.table, condition);
        if candidates.whole {
            return Ok(None);
        }
        Ok(Some(row_set(candidates.read_ids(&search.connection()).await?)))
    }

    /// The rows of the result that there would be without what narrows by a facet; `None` where that is all.
    async fn rows_without(&self, search: &Search, facet: &str) -> Result<Option<Rows>> {
        let (documents, game_system) = match facet {
            DOCUMENT => (None, self.game_system.as_deref()),
            GAME_SYSTEM => (self.documents.as_deref(), None),
            _ => (self.documents.as_deref(), self.game_system.as_deref()),
        };
        let scope = if [DOCUMENT, GAME_SYSTEM].contains(&facet) {
            Scope::resolve(&search.connection(), documents, game_system).await?
        } else {
            self.scope.clone()
        };
        let condition = self.narrowing.condition(&scope, Some(facet));
        let Some(found) = &self.found else {
            return self.matching(search, condition).await;
        };
        let ranked = rerank(search, &Candidates::of(self.table, condition), found).await?;
        Ok(Some(row_set(ids(&ranked.hits))))
    }
}

/// The places of the facets of these names, each once; all where no names are given.
fn chosen(all: &[filter::Facet], names: Option<&[String]>) -> Result<Vec<usize>> {
    let Some(names) = names else {
        return Ok((0..all.len()).collect());
    };
    let mut chosen = Vec::new();
    for name in names {
        let Some(place) = all.iter().position(|facet| folded(&facet.name) == folded(name)) else {
            let known: Vec<String> = all.iter().map(|f| format!("\"{}\"", f.name)).collect();
            return Err(Error::input(format!(
                "{} is no facet here. `names` can be {}.",
                quote_excerpt(name),
                joined(&known, "and")
            )));
        };
        if !chosen.contains(&place) {
            chosen.push(place);
        }
    }
    Ok(chosen)
}

/// A name as people write it: neither case nor separators matter.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_no_facet_has_are_refused() {
        let facet = |name| filter::Facet::new(name, FacetKind::Single, Expr::val(1));
        let all = [facet("level"), facet("school"), facet("document")];
        let chosen = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
            chosen(&all, Some(&names))
        };
        assert_eq!(chosen(&["school", "level", "school"]).unwrap(), [1, 0]);
        assert_eq!(chosen(&["LEVEL", " level"]).unwrap(), [0]);
        assert!(chosen(&[]).unwrap().is_empty());
        assert_eq!(
            chosen(&["schol"]).unwrap_err().to_string(),
            "\"schol\" is no facet here. `names` can be \"level\", \"school\" and \"document\"."
        );
    }
}
