//! The field `similar`: the entities most similar to one.

use super::connection::MatchedBy;
use super::entity::Served;
use super::filters::check_count;
use super::loaders::{SimilarKey, SimilarQuery, SimilarTo};
use super::{backend, loader, text_limits};
use crate::error::Result;
use async_graphql::{Context, ObjectType, SimpleObject, TypeName};
use lorekeeper_search::similar;
use std::borrow::Cow;
use std::sync::Arc;

/// A similar entity.
#[derive(Clone, Debug, SimpleObject)]
#[graphql(name_type)]
pub struct Similar<T: ObjectType> {
    /// The similar entity.
    pub node: T,
    /// Similarity, 0 to 1, by which the list is ordered.
    pub score: f64,
    /// What was compared: `SEMANTIC`, the meaning; `FULL_TEXT`, the words of names and facts, where vectors are
    /// missing. Scores of the two are not comparable.
    pub matched_by: MatchedBy,
}

impl<T: ObjectType> TypeName for Similar<T> {
    fn type_name() -> Cow<'static, str> {
        Cow::Owned(format!("Similar{}", T::type_name()))
    }
}

/// The entities most similar to `row`, best first.
pub async fn similar<R: Served>(
    ctx: &Context<'_>,
    row: &R,
    first: Option<i32>,
    documents: Option<Vec<String>>,
    game_system: Option<String>,
) -> Result<Vec<Similar<R::Object>>> {
    text_limits::check_names("documents", &documents)?;
    text_limits::check_names("gameSystem", &game_system)?;
    let query =
        SimilarQuery { first: check_count(first)?, documents, game_system, model: backend(ctx)?.models.model_id() };
    let id = row.id();
    let key = SimilarTo::<R>::from(SimilarKey { id, query });
    let found = loader(ctx)?.load_one(key).await?.unwrap_or_default();
    let similar = |(node, similar): (Arc<R>, similar::Similar)| Similar {
        node: node.into(),
        score: similar.score,
        matched_by: if similar.semantic { MatchedBy::Semantic } else { MatchedBy::FullText },
    };
    Ok(found.into_iter().map(similar).collect())
}
