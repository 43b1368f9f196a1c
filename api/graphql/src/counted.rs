//! Object parts that count their bytes for the response budget.
//!
//! An extension of the GraphQL library would see every field, at the price of a lookup in the schema and two more futures
//! for each. Only entities, their sources, their edges and documents can make a response large, so only these count.

use crate::pipeline::count_bytes;
use async_graphql::parser::types::Field;
use async_graphql::registry::Registry;
use async_graphql::resolver_utils::{ContainerType, resolve_container};
use async_graphql::{Context, ContextSelectionSet, ObjectType, OutputType, Positioned, ServerResult, Value};
use std::borrow::Cow;

/// A part of an object whose fields are counted: all, where `NESTED`, else those without a selection, because the others
/// lead to entities that count their own.
#[derive(Clone, Debug)]
pub struct Counted<T, const NESTED: bool>(pub T);

#[async_trait::async_trait]
impl<T: ObjectType, const NESTED: bool> ContainerType for Counted<T, NESTED> {
    async fn resolve_field(&self, ctx: &Context<'_>) -> ServerResult<Option<Value>> {
        let value = self.0.resolve_field(ctx).await?;
        if let Some(value) = &value
            && (NESTED || ctx.item.node.selection_set.node.items.is_empty())
        {
            count_bytes(ctx, value).await;
        }
        Ok(value)
    }
}

#[async_trait::async_trait]
impl<T: ObjectType, const NESTED: bool> OutputType for Counted<T, NESTED> {
    fn type_name() -> Cow<'static, str> {
        T::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        T::create_type_info(registry)
    }

    async fn resolve(&self, ctx: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        resolve_container(ctx, self).await
    }
}

impl<T: ObjectType, const NESTED: bool> ObjectType for Counted<T, NESTED> {}
