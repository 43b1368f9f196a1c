//! What a document says beyond its columns.

use super::loader;
use super::loaders::CountsOf;
use crate::family::card::Card;
use crate::family::{Family, document};
use crate::query::status;
use async_graphql::{ComplexObject, Context, ID, SimpleObject};

/// How many entities of a family a document has.
#[derive(Clone, Debug, SimpleObject)]
pub struct FamilyCount {
    /// The family.
    pub family: Family,
    /// How many.
    pub count: i64,
}

#[ComplexObject]
impl document::Model {
    /// Global id; the same in every store.
    #[graphql(name = "id")]
    pub async fn gql_id(&self) -> ID {
        ID(format!("document:{}", self.key))
    }

    /// Licences it is published under.
    #[graphql(name = "licenses")]
    async fn gql_licenses(&self) -> &[document::License] {
        &self.licenses
    }

    /// Names of its licences, joined with commas; null where none is known.
    async fn license(&self) -> Option<String> {
        let names: Vec<&str> = self.licenses.iter().map(|l| l.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// How many entities it has, of all families.
    async fn entity_count(&self, ctx: &Context<'_>) -> async_graphql::Result<i64> {
        let counts = loader(ctx)?.load_one(CountsOf(self.key.clone())).await?;
        Ok(counts.iter().flatten().map(|c| c.count).sum())
    }

    /// The whole record as Markdown: who published it, under which licences, and what it is about.
    #[graphql(name = "markdown")]
    async fn gql_markdown(&self) -> String {
        Card::from(self).markdown(None)
    }

    /// How many entities it has, family by family.
    async fn counts(&self, ctx: &Context<'_>) -> async_graphql::Result<Vec<FamilyCount>> {
        let counts = loader(ctx)?
            .load_one(CountsOf(self.key.clone()))
            .await?
            .unwrap_or_default();
        Ok(Family::ALL
            .into_iter()
            .map(|family| FamilyCount {
                family,
                count: status::count_of(&counts, &self.key, family),
            })
            .collect())
    }
}
