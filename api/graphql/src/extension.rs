//! The extension of the GraphQL library: hooks around every operation and every field.
//!
//! One extension does everything, because the library calls each extension for each field.

use super::pipeline::{ValidationKey, count_field};
use super::{SPANS, telemetry};
use crate::error::Code;
use async_graphql::extensions::{
    Extension, ExtensionContext, ExtensionFactory, NextExecute, NextRequest, NextResolve,
    NextSubscribe, NextValidation, ResolveInfo,
};
use async_graphql::{Response, ServerError, ServerResult, ValidationResult, Value};
use futures::stream::{BoxStream, StreamExt};
use std::sync::Arc;
use tracing::Instrument;

/// Error codes, budgets, cached validation and telemetry of every request.
pub struct RequestExtension;

impl ExtensionFactory for RequestExtension {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self)
    }
}

#[async_trait::async_trait]
impl Extension for RequestExtension {
    async fn request(&self, ctx: &ExtensionContext<'_>, next: NextRequest<'_>) -> Response {
        add_codes(next.run(ctx).await)
    }

    fn subscribe<'s>(
        &self,
        ctx: &ExtensionContext<'_>,
        stream: BoxStream<'s, Response>,
        next: NextSubscribe<'_>,
    ) -> BoxStream<'s, Response> {
        next.run(ctx, stream).map(add_codes).boxed()
    }

    async fn validation(
        &self,
        ctx: &ExtensionContext<'_>,
        next: NextValidation<'_>,
    ) -> Result<ValidationResult, Vec<ServerError>> {
        match ctx.data_opt::<ValidationKey>() {
            Some(key) => key.document.validated(key.signature, next.run(ctx)).await,
            None => next.run(ctx).await,
        }
    }

    async fn execute(
        &self,
        ctx: &ExtensionContext<'_>,
        operation_name: Option<&str>,
        next: NextExecute<'_>,
    ) -> Response {
        telemetry::execute(ctx, operation_name, next).await
    }

    async fn resolve(
        &self,
        ctx: &ExtensionContext<'_>,
        info: ResolveInfo<'_>,
        next: NextResolve<'_>,
    ) -> ServerResult<Option<Value>> {
        // Fields below need no span: they read what the root field found, or come in batches with spans of their own.
        if info.path_node.parent.is_none() {
            let span = tracing::info_span!(target: SPANS, "field", otel.name = info.name);
            return count_field(ctx, info, next).instrument(span).await;
        }
        count_field(ctx, info, next).await
    }
}

/// Sets `extensions.code` of every error.
fn add_codes(mut response: Response) -> Response {
    for error in &mut response.errors {
        Code::of(error).set(error);
    }
    response
}
