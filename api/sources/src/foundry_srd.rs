//! Source: the packs of the game system `dnd5e` of a virtual tabletop, which have both System Reference Documents.
//!
//! They come in one archive: of a pinned release, or of a file. A record is a document of the tabletop (an actor, an item,
//! a journal or a table) without what only the tabletop needs. What is not marked as CC-BY-4.0 is never a record.
//!
//! Documents that people export are read alike (`imported`), as records of a source and of books of their own.

mod activity;
mod archive;
mod character_option;
mod creature;
mod document;
mod equipment;
mod fetch;
mod imported;
mod index;
mod kept;
mod licence;
mod markdown;
mod migration;
mod roll_table;
mod rule;
mod spell;
mod spell_list;

pub(crate) use archive::{Packs, read as read_archive, recognises};
pub(crate) use imported::{documents, documents_in_yaml, is_document, read as read_documents};

use super::{Draft, Drafts, Endpoint, Record, Records, import, origin};
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use index::Index;

/// The source's name.
pub const NAME: &str = "foundry_srd";

/// The one listing: an archive has everything.
pub const ENDPOINT: &str = "packs";

/// The name of the source of documents that people export.
pub const IMPORT_NAME: &str = "foundry";

/// The repository of the packs.
const REPOSITORY: &str = "foundryvtt/dnd5e";

/// The release that is read.
const RELEASE: &str = "release-5.3.3";

/// SHA-256 of the documents of the release that are kept.
pub const CONTENT: &str = "7d82a26e15acae2c773d36b27b607b4df3c156a275addf3a42244f0d2ad79430";

/// The archive of a release.
pub struct FoundrySrd {
    /// Address of the host of the repository.
    pub base: String,
    /// SHA-256 of the documents that the archive must have.
    pub content: String,
}

/// The listing.
fn endpoint() -> Endpoint {
    Endpoint { name: ENDPOINT.to_owned(), family: None }
}

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    let index = Index::new(records, false);
    document::draw(&index, &mut drafts);
    draw(&index, &mut drafts);
    rule::draw(&index, &mut drafts);
    drafts
}

/// Draws rows from documents that people export.
pub fn normalise_imported(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    import::book::draw(IMPORT_NAME, records, &mut drafts);
    let index = Index::new(records, true);
    draw(&index, &mut drafts);
    rule::draw_imported(&index, &mut drafts);
    drafts
}

fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    spell::draw(index, drafts);
    creature::draw(index, drafts);
    equipment::draw(index, drafts);
    character_option::draw(index, drafts);
}

/// A document with its place.
#[derive(Clone, Copy)]
struct Document<'a> {
    record: &'a Record,
    /// The pack (`spells24`).
    pack: &'a str,
    name: &'a str,
    fields: Fields<'a>,
    /// The key of the book that it was imported with.
    imported: Option<&'a str>,
}

impl<'a> Document<'a> {
    /// The edition of the game that it is of.
    fn edition(&self) -> Edition {
        let rules = ["system.source.rules", "system.details.source.rules"];
        let said = rules.iter().find_map(|path| match self.fields.text(path) {
            "2014" => Some(Edition::Of2014),
            "2024" => Some(Edition::Of2024),
            _ => None,
        });
        said.unwrap_or_else(|| edition_of(self.pack))
    }

    /// The key of the book.
    fn book(&self) -> &'a str {
        self.imported.unwrap_or_else(|| book(self.edition()))
    }

    /// The kind of the document (`spell`).
    fn kind(&self) -> &'a str {
        self.fields.text("type")
    }

    fn draft<R>(&self, row: R) -> Draft<R> {
        if self.imported.is_some() {
            Draft::of_import(row, IMPORT_NAME, ENDPOINT, self.record)
        } else {
            Draft::new(row, origin(NAME, ENDPOINT, self.record))
        }
    }
}

/// The edition of a pack, where its documents do not say it.
fn edition_of(pack: &str) -> Edition {
    if pack.ends_with("24") { Edition::Of2024 } else { Edition::Of2014 }
}

fn book(edition: Edition) -> &'static str {
    match edition {
        Edition::Of2014 => "srd-2014",
        Edition::Of2024 => "srd-2024",
    }
}
