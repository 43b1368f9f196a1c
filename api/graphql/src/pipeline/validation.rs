//! Cached validation: a document is validated once for each signature of its variables.

use super::document_cache::StoredDocument;
use async_graphql::extensions::{ExtensionContext, NextValidation};
use async_graphql::{ServerError, ValidationResult};
use std::sync::Arc;

/// The key of a cached validation, kept in the data of its request.
#[derive(Clone, Debug)]
pub struct ValidationKey {
    /// The document.
    pub document: Arc<StoredDocument>,
    /// The signature of the operation's variables.
    pub signature: u64,
}

/// Validates an operation, unless its key was found valid before.
pub async fn validate_once(
    ctx: &ExtensionContext<'_>,
    next: NextValidation<'_>,
) -> Result<ValidationResult, Vec<ServerError>> {
    let Some(ValidationKey {
        document,
        signature,
    }) = ctx.data_opt::<ValidationKey>()
    else {
        return next.run(ctx).await;
    };
    if let Some(known) = document.known_validation(*signature) {
        return Ok(known);
    }
    let result = next.run(ctx).await?;
    document.remember_validation(*signature, result);
    Ok(result)
}
