//! What is around every operation and every field of one: the library asks here. It is one extension, because what
//! the library asks of an extension it asks of each, field by field.

use super::codes::with_codes;
use super::gate::{counted, validated};
use super::observe;
use async_graphql::extensions::{
    Extension, ExtensionContext, ExtensionFactory, NextExecute, NextRequest, NextResolve,
    NextSubscribe, NextValidation, ResolveInfo,
};
use async_graphql::{Response, ServerError, ServerResult, ValidationResult, Value};
use futures::stream::{BoxStream, StreamExt};
use std::sync::Arc;
use tracing::Instrument;

/// It.
pub struct Around;

impl ExtensionFactory for Around {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self)
    }
}

#[async_trait::async_trait]
impl Extension for Around {
    async fn request(&self, ctx: &ExtensionContext<'_>, next: NextRequest<'_>) -> Response {
        with_codes(next.run(ctx).await)
    }

    fn subscribe<'s>(
        &self,
        ctx: &ExtensionContext<'_>,
        stream: BoxStream<'s, Response>,
        next: NextSubscribe<'_>,
    ) -> BoxStream<'s, Response> {
        next.run(ctx, stream).map(with_codes).boxed()
    }

    async fn validation(
        &self,
        ctx: &ExtensionContext<'_>,
        next: NextValidation<'_>,
    ) -> Result<ValidationResult, Vec<ServerError>> {
        validated(ctx, next).await
    }

    async fn execute(
        &self,
        ctx: &ExtensionContext<'_>,
        operation_name: Option<&str>,
        next: NextExecute<'_>,
    ) -> Response {
        observe::execute(ctx, operation_name, next).await
    }

    async fn resolve(
        &self,
        ctx: &ExtensionContext<'_>,
        info: ResolveInfo<'_>,
        next: NextResolve<'_>,
    ) -> ServerResult<Option<Value>> {
        if info.path_node.parent.is_none() {
            let span = observe::field(info.name);
            return counted(ctx, info, next).instrument(span).await;
        }
        counted(ctx, info, next).await
    }
}
