//! Mutations of imported documents: what the admin says about them, new names and mergers.

use super::{run_job, unexpected_outcome};
use crate::admin::require_writer;
use crate::document::Visibility;
use crate::error::Result;
use crate::jobs::TableReport;
use crate::{backend, text_limits};
use async_graphql::{Context, Object, SimpleObject};
use lorekeeper_content::Family;
use lorekeeper_ingest::book_edits::{BookEdit, Description};
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::jobs::{Outcome, Work};

#[derive(Default)]
pub struct BookMutation;

#[Object]
impl BookMutation {
    /// Says something about a document that was imported from a file of homebrew; it stays when the file is imported again.
    /// Only the arguments that are given change something; an empty text takes back what was said.
    async fn describe_document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The document's key, name or alias.")] document: String,
        #[graphql(desc = "The owner of the document, in any words.")] owner: Option<String>,
        #[graphql(desc = "Key or name of a licence that is known, or the name of another.")] license: Option<String>,
        #[graphql(desc = "Key of a game system: `5e-2014`, `5e-2024`, `a5e`, ...")] edition: Option<String>,
        #[graphql(desc = "Who reads the document.")] visibility: Option<Visibility>,
    ) -> Result<EditedDocument> {
        let description = describe(owner, license, edition, visibility);
        edit(ctx, BookEdit::Describe(document, description)).await
    }

    /// Gives a document that was imported from a file of homebrew another name, and the key that goes with it. The ids of its
    /// entities change: the old ones are in `removed`.
    async fn rename_document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The document's key, name or alias.")] document: String,
        #[graphql(desc = "The new name.")] name: String,
    ) -> Result<EditedDocument> {
        edit(ctx, BookEdit::Rename(document, name)).await
    }

    /// Merges a document that was imported from a file of homebrew into another one. Of an entity that both have, that of
    /// `into` stays, and so do the name, the owner, the licence, the edition and the visibility of `into`. The ids of the
    /// entities of `from` change: the old ones are in `removed`. A private document is not merged into a public one.
    async fn merge_documents(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Key, name or alias of the document that is part of the other one then.")] from: String,
        #[graphql(desc = "Key, name or alias of the document that stays.")] into: String,
        #[graphql(desc = "Report what would be moved, and write nothing; false when left out.")] dry_run: Option<bool>,
    ) -> Result<EditedDocument> {
        let mode = Mode::of_dry_run(dry_run.unwrap_or_default());
        edit(ctx, BookEdit::Merge(from, into, mode)).await
    }
}

/// What the arguments say about a document.
pub(super) fn describe(
    owner: Option<String>,
    licence: Option<String>,
    edition: Option<String>,
    visibility: Option<Visibility>,
) -> Description {
    Description { owner, licence, edition, is_private: visibility.map(|visibility| visibility == Visibility::Private) }
}

async fn edit(ctx: &Context<'_>, edit: BookEdit) -> Result<EditedDocument> {
    require_writer(ctx).await?;
    let (BookEdit::Describe(one, _) | BookEdit::Rename(one, _) | BookEdit::Merge(one, ..)) = &edit;
    text_limits::check_names("document", one)?;
    if let BookEdit::Merge(_, other, _) | BookEdit::Rename(_, other) = &edit {
        text_limits::check_names("document", other)?;
    }
    let Outcome::Edited(report) = run_job(backend(ctx)?, Work::Edit(edit)).await? else {
        return Err(unexpected_outcome());
    };
    let moved = report.moved.into_iter().filter_map(|moved| {
        Some(MovedEntities { family: Family::parse(&moved.family)?, moved: moved.own, left_out: moved.shared })
    });
    Ok(EditedDocument {
        dry_run: report.mode == Mode::DryRun,
        key: report.key,
        name: report.name,
        moved: moved.collect(),
        tables: TableReport::all(&report.rows),
    })
}

/// An edited document.
#[derive(Debug, SimpleObject)]
pub struct EditedDocument {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Key of the document that is there now.
    pub key: String,
    /// Name of the document that is there now.
    pub name: String,
    /// The entities of a merged document, by family; empty for other edits.
    pub moved: Vec<MovedEntities>,
    /// The changes of stored rows, by table; empty in a dry run, and where nothing changed.
    pub tables: Vec<TableReport>,
}

/// The entities of one family in a merged document.
#[derive(Debug, SimpleObject)]
pub struct MovedEntities {
    /// The family.
    pub family: Family,
    /// Number of entities that go to the other document.
    pub moved: i64,
    /// Number of entities that both documents have, of which those of the other one stay.
    pub left_out: i64,
}
