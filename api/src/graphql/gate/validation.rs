//! Validation, once for a document and a sort of variables.

use super::documents::Document;
use async_graphql::extensions::{ExtensionContext, NextValidation};
use async_graphql::{ServerError, ValidationResult};
use std::sync::Arc;

/// What a request is of, among its data.
#[derive(Clone, Debug)]
pub struct Sorted {
    /// The document.
    pub document: Arc<Document>,
    /// The sort of its variables.
    pub sort: u64,
}

/// Goes by what was found valid before.
pub async fn validated(
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
