//! The mutation `removeDocument`.

use super::{run_job, unexpected_outcome};
use crate::admin::require_admin;
use crate::jobs::TableReport;
use crate::{backend, text_limits};
use async_graphql::{Context, Object, SimpleObject};
use lorekeeper_ingest::jobs::{Outcome, Work};

#[derive(Default)]
pub struct RemoveMutation;

#[Object]
impl RemoveMutation {
    /// Removes a document that was imported from an OrcBrew file, with all its entities. If the connection breaks before
    /// the response, send the mutation again: `NOT_FOUND` then means that the document is removed.
    async fn remove_document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The document's key, name or alias.")] document: String,
    ) -> async_graphql::Result<Removal> {
        require_admin(ctx)?;
        text_limits::check_names("document", &document)?;
        let Outcome::Removed(key, name, changes) =
            run_job(backend(ctx)?, Work::Remove(document)).await?
        else {
            return Err(unexpected_outcome().into());
        };
        let gone = changes
            .tables
            .iter()
            .filter(|(table, _)| table != "document");
        Ok(Removal {
            key,
            name,
            removed: gone.map(|(_, written)| written.removed).sum(),
            tables: TableReport::all(&changes),
        })
    }
}

/// A removed document.
#[derive(Debug, SimpleObject)]
pub struct Removal {
    /// Key of the document.
    pub key: String,
    /// Name of the document.
    pub name: String,
    /// Number of entities removed with the document.
    pub removed: usize,
    /// The changes of stored rows, by table.
    pub tables: Vec<TableReport>,
}
