//! Facets of a result: the values of its fields and their counts. A facet ignores the filter on its own field.

use super::backend;
use super::connection::Extras;
use crate::error::Result;
use async_graphql::{ComplexObject, Context, SimpleObject};
use lorekeeper_search::facet_scope::{FacetCounts, Facets};
use lorekeeper_search::facets;

/// The fields of a connection about its whole result, with facets.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct FacetedExtras {
    /// The fields of every connection.
    #[graphql(flatten)]
    pub extras: Extras,
    /// The result that the facets count.
    #[graphql(skip)]
    pub facets: Facets,
}

#[ComplexObject]
impl FacetedExtras {
    /// Counts: how many results each value of a facet has. A facet ignores the filter on its own field: with
    /// `filter: {level: {eq: 3}, school: {eq: "evocation"}}` the facet `level` counts all evocations, and `school` all
    /// spells of level 3. Comparisons inside of `and`, `or` and `not` always apply, and so do `name` and `search`.
    async fn facets(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "Names of facets, however they are written: fields of the filter that have facets (in `search`: `family` and `type`), `document` and `gameSystem`. Left out: all."
        )]
        names: Option<Vec<String>>,
    ) -> Result<Vec<Facet>> {
        let search = &backend(ctx)?.search;
        let counted = self.facets.count(search, names.as_deref()).await?;
        let value =
            |counted: facets::Value| FacetValue { value: counted.value, label: counted.label, count: counted.count };
        let facet = |counted: FacetCounts| Facet {
            name: counted.name,
            values: counted.values.into_iter().map(value).collect(),
        };
        Ok(counted.into_iter().map(facet).collect())
    }
}

/// A field to narrow by, with its values.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct Facet {
    /// Name of the field in the filter.
    pub name: String,
    /// The values: levels, challenge ratings, sizes and rarities in their order, others from the most frequent one.
    /// Results without a value are not counted.
    pub values: Vec<FacetValue>,
}

/// A value and the number of results with it.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct FacetValue {
    /// The value as written in the filter (`1/4`, `evocation`, `srd-2014`).
    pub value: String,
    /// Name of the document (its `displayName`, else its `name`) or game system whose key the value is; null for other
    /// values.
    pub label: Option<String>,
    /// Number of results with the value; in a search, among its best results. Concepts that no book describes count for
    /// every game system.
    pub count: i64,
}
