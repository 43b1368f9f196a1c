//! Books that were imported, taken out.

use super::{done, mixed_up};
use crate::graphql::admin::admit;
use crate::graphql::jobs::TableReport;
use crate::graphql::{app, texts};
use crate::jobs::{Outcome, Work};
use async_graphql::{Context, Object, SimpleObject};

#[derive(Default)]
pub struct Removing;

#[Object]
impl Removing {
    /// Takes a document that was imported from an OrcBrew file out of the store, with all that came with it. When the
    /// connection breaks before the answer, send it again: `NOT_FOUND` then says that the document is gone.
    async fn remove_document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The document's key, name or alias.")] document: String,
    ) -> async_graphql::Result<Removal> {
        admit(ctx)?;
        texts::check_names("document", Some(&document))?;
        let Outcome::Removed(key, name, drawn) = done(app(ctx)?, Work::Remove(document)).await?
        else {
            return Err(mixed_up().into());
        };
        let gone = drawn.tables.iter().filter(|(table, _)| table != "document");
        Ok(Removal {
            key,
            name,
            removed: gone.map(|(_, written)| written.removed).sum(),
            tables: TableReport::all(&drawn),
        })
    }
}

/// A document that is gone.
#[derive(Debug, SimpleObject)]
pub struct Removal {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// How many spells, creatures and so on went with it.
    pub removed: usize,
    /// What became of all that is stored, table by table.
    pub tables: Vec<TableReport>,
}
