//! Index of documents by their addresses, for references between them.

use super::{Document, ENDPOINT};
use crate::Records;
use crate::foundry_text::Links;
use crate::foundry_text::fields::Fields;
use std::collections::HashMap;

/// The documents, in the order of their keys.
pub(super) struct Index<'a> {
    is_imported: bool,
    documents: Vec<Document<'a>>,
    by_id: HashMap<(&'a str, &'a str), usize>,
    pages: HashMap<(&'a str, &'a str), Page<'a>>,
}

/// A page of a journal.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    /// The journal.
    pub journal: Document<'a>,
    pub fields: Fields<'a>,
}

impl<'a> Page<'a> {
    pub fn name(&self) -> &'a str {
        self.fields.text("name").trim()
    }

    /// The text as HTML.
    pub fn html(&self) -> &'a str {
        self.fields.text("text.content")
    }
}

impl<'a> Index<'a> {
    /// The index of all records; the keys of imported ones begin with their book. What has no name is no document.
    pub fn new(records: &'a Records, is_imported: bool) -> Self {
        let (mut documents, mut by_id) = (Vec::new(), HashMap::new());
        let mut pages = HashMap::new();
        for record in records.endpoint(ENDPOINT) {
            let fields = Fields::of(&record.raw);
            let pack = record.key.split('/').next().unwrap_or_default();
            let imported = Some(pack).filter(|_| is_imported);
            let name = fields.text("name").trim();
            if name.is_empty() {
                continue;
            }
            let document = Document { record, pack, name, fields, imported };
            // What people export refers to packs and worlds that are not at hand, by ids that are of one document.
            let scope = if is_imported { "" } else { pack };
            by_id.insert((scope, fields.text("_id")), documents.len());
            for page in fields.list("pages") {
                let journal = document;
                pages.insert((scope, page.text("_id")), Page { journal, fields: page });
            }
            documents.push(document);
        }
        Self { is_imported, documents, by_id, pages }
    }

    /// The documents of a type, actors and items (`spell`).
    pub fn of_type(&self, kind: &'static str) -> impl Iterator<Item = &Document<'a>> {
        let documents = self.documents.iter();
        documents.filter(move |document| document.kind() == kind)
    }

    /// The journals.
    pub fn journals(&self) -> impl Iterator<Item = &Document<'a>> {
        let documents = self.documents.iter();
        documents.filter(|document| document.fields.text("_key").starts_with("!journal!"))
    }

    /// All documents.
    pub fn documents(&self) -> &[Document<'a>] {
        &self.documents
    }

    /// The document at an address: `Compendium.dnd5e.spells24.Item.phbsplOwlCall`, where the type may be left out.
    pub fn document(&self, address: &str) -> Option<Document<'a>> {
        let mut parts = parts(address);
        let (pack, id) = if self.is_imported {
            ("", parts.rfind(|part| !TYPES.contains(part))?)
        } else {
            (parts.nth(2)?, parts.find(|part| !TYPES.contains(part))?)
        };
        self.documents.get(*self.by_id.get(&(pack, id))?).copied()
    }

    /// The page at an address, as a text of a pack has it; `.id` is a page of the same pack.
    pub fn page(&self, address: &str, pack: &str) -> Option<Page<'a>> {
        let is_near = address.starts_with('.');
        let is_page = is_near || address.contains("JournalEntryPage.");
        let id = parts(address).last().filter(|_| is_page)?;
        let pack = match is_near {
            _ if self.is_imported => "",
            true => pack,
            false => parts(address).nth(2)?,
        };
        self.pages.get(&(pack, id)).copied()
    }

    /// The part of an actor at an address.
    pub fn part(&self, address: &str) -> Option<(Document<'a>, Fields<'a>)> {
        let (actor, id) = address.split_once(".Item.")?;
        let actor = self.document(actor).filter(|_| actor.contains(".Actor."))?;
        let mut items = actor.fields.list("items");
        let item = items.find(|item| item.text("_id") == id)?;
        Some((actor, item))
    }

    /// The name of what is at an address, as a text of a pack has it.
    pub fn name_at(&self, address: &str, pack: &str) -> Option<&'a str> {
        if let Some(page) = self.page(address, pack) {
            return Some(page.name());
        }
        if let Some((_, part)) = self.part(address) {
            return Some(part.text("name").trim());
        }
        self.document(address).map(|document| document.name)
    }
}

/// The words for the type of a document in an address.
const TYPES: [&str; 4] = ["Item", "Actor", "JournalEntry", "RollTable"];

fn parts(address: &str) -> impl DoubleEndedIterator<Item = &str> {
    let address = address.split(['#', ' ']).next().unwrap_or_default();
    address.split('.')
}

/// The names of the links of a document's texts: those of documents, and of its own parts.
pub(super) struct Scope<'a> {
    pub index: &'a Index<'a>,
    pub document: &'a Document<'a>,
}

impl Links for Scope<'_> {
    fn name(&self, address: &str) -> Option<&str> {
        self.index.name_at(address, self.document.pack)
    }

    fn part(&self, id: &str) -> Option<String> {
        let mut items = self.document.fields.list("items");
        let item = items.find(|item| item.text("_id") == id)?;
        Some(item.text("name").trim().to_owned())
    }
}
