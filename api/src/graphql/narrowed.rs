//! What narrows a family, so that the part that one facet stands for can be left out.

use super::facets::{Facets, Narrowing};
use super::find::Arguments;
use super::ranking::Found;
use crate::family::Row;
use crate::family::filter::{Facet, Field, Filter};
use crate::query::name;
use crate::query::scope::Scope;
use async_graphql::InputType;
use sea_orm::sea_query::Condition;
use std::sync::Arc;

/// The facet that the `type` argument narrows by, too.
const KIND: &str = "kind";

impl<F: InputType + Filter, O: InputType> Arguments<F, O> {
    /// The condition on the table, the name aside; without what narrows by one of the facets.
    pub fn filtered(&self, scope: &Scope, without: Option<&str>) -> Condition {
        let filter = self.filter.as_ref();
        let rest = without.and_then(|facet| filter?.without(facet));
        let grouped = self.grouped.as_ref().filter(|_| without != Some(KIND));
        scope
            .condition()
            .add_option(grouped.map(|g| g.condition.clone()))
            .add_option(rest.as_ref().or(filter).map(Filter::condition))
    }
}

/// What narrows a family.
pub struct Narrowed<F, O: InputType> {
    table: &'static str,
    arguments: Arc<Arguments<F, O>>,
    name: Option<String>,
    named: fn(Condition, &str) -> Condition,
}

impl<F: InputType + Filter + 'static, O: InputType + 'static> Narrowed<F, O> {
    /// Arguments of a query on a family, and the name as it was checked.
    pub fn of<R: Row>(arguments: &Arc<Arguments<F, O>>, name: Option<&str>) -> Self {
        Self {
            table: R::FAMILY.name(),
            arguments: Arc::clone(arguments),
            name: name.map(str::to_owned),
            named: name::narrow::<R>,
        }
    }

    /// What the facets are counted from.
    pub fn facets(self, scope: Scope, found: Option<Found>) -> Facets {
        Facets {
            table: self.table,
            declared: declared::<F>,
            documents: self.arguments.documents.clone(),
            game_system: self.arguments.game_system.clone(),
            scope,
            found,
            narrowing: Box::new(self),
        }
    }
}

fn declared<F: Filter>() -> Vec<Facet> {
    let fields = F::fields().into_iter();
    fields.filter_map(|Field { facet, .. }| facet).collect()
}

impl<F: InputType + Filter, O: InputType> Narrowing for Narrowed<F, O> {
    fn narrows(&self, facet: &str) -> bool {
        let filter = self.arguments.filter.as_ref();
        let by_filter = filter.and_then(|f| f.without(facet)).is_some();
        by_filter || facet == KIND && self.arguments.grouped.is_some()
    }

    fn condition(&self, scope: &Scope, without: Option<&str>) -> Condition {
        let condition = self.arguments.filtered(scope, without);
        match &self.name {
            Some(name) => (self.named)(condition, name),
            None => condition,
        }
    }
}
