//! Validation, once for a document and a sort of variables.

use super::documents::Document;
use async_graphql::extensions::{Extension, ExtensionContext, ExtensionFactory, NextValidation};
use async_graphql::{ServerError, ValidationResult};
use std::sync::Arc;

/// Goes by what was found valid before.
pub struct Validated;

/// What a request is of, among its data.
#[derive(Clone, Debug)]
pub struct Sorted {
    /// The document.
    pub document: Arc<Document>,
    /// The sort of its variables.
    pub sort: u64,
}

impl ExtensionFactory for Validated {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self)
    }
}

#[async_trait::async_trait]
impl Extension for Validated {
    async fn validation(
        &self,
        ctx: &ExtensionContext<'_>,
        next: NextValidation<'_>,
    ) -> Result<ValidationResult, Vec<ServerError>> {
        let Some(Sorted { document, sort }) = ctx.data_opt::<Sorted>() else {
            return next.run(ctx).await;
        };
        if let Some(known) = document.validated(*sort) {
            return Ok(known);
        }
        let result = next.run(ctx).await?;
        document.note(*sort, result);
        Ok(result)
    }
}
