//! Facets of a result: its values and their counts, a facet leaving out its own filter.

use super::app;
use super::connection::Extras;
use super::nothing::{joined, shown};
use super::ranking::{Found, again};
use crate::error::{Error, Result};
use crate::family::filter::{self, Counted};
use crate::query::candidates::Candidates;
use crate::query::facets::{self, Counting};
use crate::query::scope::Scope;
use async_graphql::{ComplexObject, Context, SimpleObject};
use sea_orm::sea_query::{Alias, Condition, Expr};

/// The facet of documents.
pub const DOCUMENT: &str = "document";
/// The facet of game systems.
pub const GAME_SYSTEM: &str = "gameSystem";

/// What a connection says of a result that has facets.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct Faceted {
    /// What all connections say.
    #[graphql(flatten)]
    pub extras: Extras,
    /// What the facets are counted from.
    #[graphql(skip)]
    pub facets: Facets,
}

#[ComplexObject]
impl Faceted {
    /// How many of the results have which value of what people narrow by. A facet leaves out what narrows by the
    /// facet itself: with `filter: {level: {eq: 3}, school: {eq: "evocation"}}` there are the levels of all
    /// evocations, and the schools of all spells of level 3. Comparisons inside of `and`, `or` and `not` always
    /// hold, and so do `name` and `search`.
    async fn facets(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "Which ones: fields of the filter that people narrow by (in `search`: `family` and `type`), `document` and `gameSystem`. Left out: all."
        )]
        names: Option<Vec<String>>,
    ) -> async_graphql::Result<Vec<Facet>> {
        self.facets.count(ctx, names.as_deref()).await
    }
}

/// The values of one thing that people narrow by.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct Facet {
    /// Its name, as the filter has it.
    pub name: String,
    /// Its values: levels, challenge ratings, sizes and rarities in their order, others from the most frequent
    /// one. What has no value is not counted.
    pub values: Vec<FacetValue>,
}

/// A value, and how many results have it.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct FacetValue {
    /// The value, as the filter takes it (`1/4`, `evocation`, `srd-2014`).
    pub value: String,
    /// What people call it, where the value is the key of a document or a game system.
    pub label: Option<String>,
    /// How many results there are with it; in a search, among the best that it found. What no book describes counts
    /// for every game system.
    pub count: i64,
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
    /// What a search found, if there was one.
    pub found: Option<Found>,
}

impl Facets {
    async fn count(
        &self,
        ctx: &Context<'_>,
        names: Option<&[String]>,
    ) -> async_graphql::Result<Vec<Facet>> {
        let app = app(ctx)?;
        let all = self.all();
        let wanted = chosen(&all, names)?;
        let (narrowed, free): (Vec<_>, Vec<_>) = wanted
            .iter()
            .copied()
            .partition(|facet| self.narrows(&facet.name));
        let mut countings = Vec::new();
        if !free.is_empty() {
            let condition = match &self.found {
                Some(found) => among(found.ids()),
                None => self.narrowing.condition(&self.scope, None),
            };
            countings.push(Counting {
                condition,
                facets: free,
            });
        }
        for facet in narrowed {
            let condition = self.condition_without(ctx, &facet.name).await?;
            countings.push(Counting {
                condition,
                facets: vec![facet],
            });
        }
        let counts = facets::count(&app.db.reading(), self.table, &countings).await?;
        let names = countings.iter().flat_map(|c| &c.facets).map(|f| &f.name);
        let mut counted: Vec<Facet> = names
            .zip(counts)
            .map(|(name, values)| Facet {
                name: name.clone(),
                values: values.into_iter().map(FacetValue::from).collect(),
            })
            .collect();
        let place = |name: &str| wanted.iter().position(|facet| facet.name == name);
        counted.sort_by_key(|facet| place(&facet.name));
        Ok(counted)
    }

    /// All facets there are.
    fn all(&self) -> Vec<filter::Facet> {
        let document = || Expr::col(Alias::new("document_key"));
        let mut all = (self.declared)();
        all.push(filter::Facet::of(DOCUMENT, Counted::Documents, document()));
        all.push(filter::Facet::of(
            GAME_SYSTEM,
            Counted::GameSystems,
            document(),
        ));
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

    /// The condition that leaves the result there would be without what narrows by a facet.
    async fn condition_without(
        &self,
        ctx: &Context<'_>,
        facet: &str,
    ) -> async_graphql::Result<Condition> {
        let app = app(ctx)?;
        let (documents, game_system) = match facet {
            DOCUMENT => (None, self.game_system.as_deref()),
            GAME_SYSTEM => (self.documents.as_deref(), None),
            _ => (self.documents.as_deref(), self.game_system.as_deref()),
        };
        let scope = if [DOCUMENT, GAME_SYSTEM].contains(&facet) {
            Scope::resolve(&app.db.reading(), documents, game_system).await?
        } else {
            self.scope.clone()
        };
        let condition = self.narrowing.condition(&scope, Some(facet));
        let Some(found) = &self.found else {
            return Ok(condition);
        };
        let ranked = again(ctx, &Candidates::of(self.table, condition), found).await?;
        Ok(among(ranked.hits.iter().map(|hit| hit.id)))
    }
}

impl From<facets::Value> for FacetValue {
    fn from(value: facets::Value) -> Self {
        let facets::Value {
            value,
            label,
            count,
        } = value;
        Self {
            value,
            label,
            count,
        }
    }
}

fn among(ids: impl Iterator<Item = i64>) -> Condition {
    let ids: Vec<i64> = ids.collect();
    Condition::all().add(Expr::cust_with_values(
        "id = ANY($1)",
        [sea_orm::Value::from(ids)],
    ))
}

/// The facets of these names, each once; all where no names are given.
fn chosen<'a>(
    all: &'a [filter::Facet],
    names: Option<&[String]>,
) -> Result<Vec<&'a filter::Facet>> {
    let Some(names) = names else {
        return Ok(all.iter().collect());
    };
    let mut chosen: Vec<&filter::Facet> = Vec::new();
    for name in names {
        let Some(facet) = all.iter().find(|facet| facet.name == *name) else {
            let known: Vec<String> = all.iter().map(|f| format!("\"{}\"", f.name)).collect();
            return Err(Error::input(format!(
                "{} is no facet here. `names` can be {}.",
                shown(name),
                joined(&known, "and")
            )));
        };
        if !chosen.iter().any(|c| c.name == *name) {
            chosen.push(facet);
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_no_facet_has_are_refused() {
        let facet = |name| filter::Facet::of(name, Counted::Values, Expr::val(1));
        let all = [facet("level"), facet("school"), facet("document")];
        let chosen = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
            chosen(&all, Some(&names))
                .map(|facets| facets.iter().map(|f| f.name.clone()).collect::<Vec<_>>())
        };
        assert_eq!(
            chosen(&["school", "level", "school"]).unwrap(),
            ["school", "level"]
        );
        assert!(chosen(&[]).unwrap().is_empty());
        assert_eq!(
            chosen(&["schol"]).unwrap_err().message,
            "\"schol\" is no facet here. `names` can be \"level\", \"school\" and \"document\"."
        );
    }
}
