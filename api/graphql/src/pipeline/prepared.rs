//! Prepared requests: those that have passed all checks.

use super::StoredDocument;
use super::cost::Cost;
use async_graphql::Request;
use async_graphql::parser::types::OperationType;
use lorekeeper_store::Reader;
use std::sync::Arc;

/// A request that has passed all checks.
pub(super) struct Prepared {
    pub(super) request: Request,
    pub(super) reader: Reader,
    pub(super) document: Arc<StoredDocument>,
    /// `None` where the document has no operation of the name: the library reports that.
    pub(super) operation: Option<OperationType>,
    pub(super) cost: Cost,
}
