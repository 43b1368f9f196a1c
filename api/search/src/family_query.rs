//! Queries on one family: the arguments that narrow it, and the conditions that they make.

use crate::collapse::{self, Collapse};
use crate::facet_scope::{Facets, Narrowing};
use crate::ranking::SearchHits;
use crate::scope::Scope;
use crate::{changes, name};
use lorekeeper_content::Row;
use lorekeeper_content::filter::{Facet, Field, Filter};
use lorekeeper_content::grouping::Grouped;
use sea_orm::prelude::DateTimeUtc;
use sea_orm::sea_query::Condition;
use std::sync::Arc;

/// The facet that the `type` argument narrows by, too.
const KIND: &str = "kind";

/// The arguments that narrow a family.
#[derive(Clone, Debug, Default)]
pub struct FamilyQuery<F> {
    /// The `type` argument, or another that selects a group.
    pub grouped: Option<Grouped>,
    /// What the `filter` and `where` arguments ask.
    pub filter: Option<F>,
    /// Which of the two ask it.
    pub filtered_by: &'static [&'static str],
    /// The `gameSystem` argument.
    pub game_system: Option<String>,
    /// The `documents` argument.
    pub documents: Option<Vec<String>>,
    /// The `name` argument.
    pub name: Option<String>,
    /// The `changedSince` argument.
    pub changed_since: Option<DateTimeUtc>,
}

impl<F: Filter + Send + Sync + 'static> FamilyQuery<F> {
    /// The arguments that are given, the name aside, by the names that clients know.
    pub fn given(&self) -> Vec<&'static str> {
        let filters = |filter: &F| !filter.condition().is_empty();
        let filtered = self.filter.as_ref().is_some_and(filters);
        let filtered_by = self.filtered_by.iter().copied().filter(|_| filtered);
        let others = [
            ("documents", self.documents.is_some()),
            ("gameSystem", self.game_system.is_some()),
            ("changedSince", self.changed_since.is_some()),
        ];
        let others = others.into_iter().filter(|(_, given)| *given);
        let grouped = self.grouped.iter().map(|group| group.argument);
        let others = others.map(|(name, _)| name);
        grouped.chain(filtered_by).chain(others).collect()
    }

    /// The name that is asked for; `None` when it is blank.
    pub fn name(&self) -> Option<&str> {
        let name = self.name.as_deref().map(str::trim);
        name.filter(|name| !name.is_empty())
    }

    /// The condition on the table, the name aside; without what narrows by one of the facets.
    pub fn filtered(&self, scope: &Scope, without: Option<&str>) -> Condition {
        let filter = self.filter.as_ref();
        let rest = without.and_then(|facet| filter?.without(facet));
        let grouped = self.grouped.as_ref().filter(|_| without != Some(KIND));
        // A filter of nulls narrows nothing: the whole family is a candidate.
        let compared = rest.as_ref().or(filter).map(Filter::condition);
        scope
            .condition()
            .add_option(grouped.map(|g| g.condition.clone()))
            .add_option(compared.filter(|condition| !condition.is_empty()))
            .add_option(self.changed_since.map(changes::changed_since))
    }

    /// The condition on the table `R`, with the name.
    pub fn condition<R: Row>(&self, scope: &Scope) -> Condition {
        let filtered = self.filtered(scope, None);
        match self.name() {
            Some(name) => name::narrow::<R>(filtered, name),
            None => filtered,
        }
    }

    /// The facets of the result.
    pub fn facets<R: Row>(self: &Arc<Self>, scope: Scope, collapse: Collapse, found: Option<SearchHits>) -> Facets {
        Facets {
            table: R::FAMILY.name(),
            declared: declared::<F>,
            documents: self.documents.clone(),
            game_system: self.game_system.clone(),
            scope,
            thing: collapse::counted_as::<R>(collapse),
            found,
            narrowing: Box::new(FamilyNarrowing { query: Arc::clone(self), named: name::narrow::<R> }),
        }
    }
}

/// What narrows a family, so that the part that one facet stands for can be left out.
struct FamilyNarrowing<F> {
    query: Arc<FamilyQuery<F>>,
    named: fn(Condition, &str) -> Condition,
}

impl<F: Filter + Send + Sync + 'static> Narrowing for FamilyNarrowing<F> {
    fn narrows(&self, facet: &str) -> bool {
        let filter = self.query.filter.as_ref();
        let by_filter = filter.and_then(|f| f.without(facet)).is_some();
        by_filter || facet == KIND && self.query.grouped.is_some()
    }

    fn condition(&self, scope: &Scope, without: Option<&str>) -> Condition {
        let condition = self.query.filtered(scope, without);
        match self.query.name() {
            Some(name) => (self.named)(condition, name),
            None => condition,
        }
    }
}

fn declared<F: Filter>() -> Vec<Facet> {
    let fields = F::fields().into_iter();
    fields.filter_map(|Field { facet, .. }| facet).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::filter::IntFilter;
    use lorekeeper_content::spell::SpellFilter;

    #[test]
    fn a_filter_of_nulls_narrows_nothing() {
        let narrows = |level: IntFilter| {
            let query = FamilyQuery {
                filter: Some(SpellFilter { level: Some(level), ..SpellFilter::default() }),
                ..FamilyQuery::default()
            };
            !query.filtered(&Scope::default(), None).is_empty()
        };
        assert!(!narrows(IntFilter::default()));
        let third = IntFilter { eq: Some(3), ..IntFilter::default() };
        assert!(narrows(third));
    }
}
