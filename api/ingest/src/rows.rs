//! Reconciliation: the drafts of all sources become the rows of the store, by a pure function.
//!
//! First the books of the sources are drawn, then the imported ones, which see the others and are not seen by them.

use super::book_outline;
use super::book_settings::BookSettings;
use super::embedded_creatures;
use super::entity_resolution::BookParts;
use super::import_context::{self, ImportContext};
use super::import_namespace::{ReservedSlugs, is_imported, namespace_imports};
use super::linked_names;
use super::merge::{self, Evidence, PrintedTables, SpellNames, Times};
use lorekeeper_content::mention::{MentionFinder, PlainCounts};
use lorekeeper_content::record::Skipped;
use lorekeeper_content::typography::LexiconBuilder;
use lorekeeper_content::vocabulary::edition::Editions;
use lorekeeper_content::{
    Row, RowCore, character_option, creature, document, equipment, families, release_searches, rule, spell,
};
use lorekeeper_sources::{Draft, Drafts, SOURCES};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::time::Instant;

/// About how many rows a large book has.
const LARGE_BOOK_ROWS: usize = 1_000;

/// The rows of all families, each family in the order of its identities. Ids and content hashes are not set yet.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Books.
    pub documents: Vec<document::Model>,
    /// Spells.
    pub spells: Vec<spell::Model>,
    /// Creatures.
    pub creatures: Vec<creature::Model>,
    /// Equipment.
    pub equipment: Vec<equipment::Model>,
    /// Character options.
    pub character_options: Vec<character_option::Model>,
    /// Rules.
    pub rules: Vec<rule::Model>,
    /// Records that could not be understood.
    pub skipped: Vec<Skipped>,
    /// Global ids of rows whose drafts could not be merged: a fault of the program.
    pub faults: Vec<String>,
}

impl Rows {
    /// Adds other rows behind these.
    fn append(&mut self, mut other: Self) {
        self.documents.append(&mut other.documents);
        macro_rules! append {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                self.$plural.append(&mut other.$plural);
            )* };
        }
        families!(append);
        self.skipped.append(&mut other.skipped);
        self.faults.append(&mut other.faults);
    }

    /// Takes out the rows of all books but these.
    fn split_others(&mut self, books: &BTreeSet<String>) -> Self {
        let mut others = Self::default();
        let is_other = |key: &str| !books.contains(key);
        others.documents = self.documents.extract_if(.., |book| is_other(&book.key)).collect();
        macro_rules! split {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                let rows = self.$plural.extract_if(.., |row| is_other(&row.document_key));
                others.$plural = rows.collect();
            )* };
        }
        families!(split);
        others
    }

    /// The keys of the books that have rows here, or are described.
    pub(super) fn books(&self) -> BTreeSet<String> {
        let mut books: BTreeSet<String> = self.documents.iter().map(|b| b.key.clone()).collect();
        macro_rules! gather {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                books.extend(self.$plural.iter().map(|row| row.document_key.clone()));
            )* };
        }
        families!(gather);
        books
    }
}

/// The rows of the drafts of all sources, in the order of [`SOURCES`], from records that were fetched at `times`.
pub fn rows(drafts: Vec<Drafts>, times: &Times) -> Rows {
    let (imported, fetched): (Vec<_>, Vec<_>) =
        drafts.into_iter().zip(SOURCES).partition(|(_, (source, _))| is_imported(source));
    let drafts = |of: Vec<(Drafts, _)>| of.into_iter().map(|(drafts, _)| drafts).collect();
    let (mut rows, context) = rows_of_sources(drafts(fetched), times);
    let seen = import_context::outlines(&rows);
    let settings = BookSettings::default();
    rows.append(rows_of_imports(drafts(imported), times, &context, seen, &settings).0);
    rows
}

/// The rows of the books of the sources, and what they give to imported books.
pub(super) fn rows_of_sources(drafts: Vec<Drafts>, times: &Times) -> (Rows, ImportContext) {
    let documents = drafts.iter().flat_map(|drafts| &drafts.documents);
    let mut reserved = ReservedSlugs::from_documents(documents.map(|draft| &draft.row));
    let none = ImportContext::default();
    let (rows, mut context) = draw(drafts, times, &none, None);
    for book in rows.books() {
        reserved.add_key(&book);
    }
    context.reserved = reserved;
    (rows, context)
}

/// The rows of imported books, which are drawn beside what they see of the books of the sources, and the keys of those
/// that are private: these see the others, and are seen by none of them.
pub(super) fn rows_of_imports(
    mut drafts: Vec<Drafts>,
    times: &Times,
    context: &ImportContext,
    seen: Rows,
    settings: &BookSettings,
) -> (Rows, BTreeSet<String>) {
    settings.apply(&mut drafts, &seen.documents);
    for drafts in &mut drafts {
        namespace_imports(&context.reserved, drafts);
    }
    let mut times = times.clone();
    times.extend(context.times());
    let (private, hidden) = settings.split_private(&mut drafts);
    if hidden.is_empty() {
        return (draw(drafts, &times, context, Some(seen)).0, hidden);
    }
    let mut rows = draw(drafts, &times, context, Some(seen.clone())).0;
    let mut seen = seen;
    seen.append(import_context::outlines(&rows));
    rows.append(draw(private, &times, context, Some(seen)).0);
    (rows, hidden)
}

/// Draws the rows of drafts, the preferred source's first, beside the rows that they see. Returns what the drafts give to
/// other books, too.
fn draw(mut drafts: Vec<Drafts>, times: &Times, context: &ImportContext, seen: Option<Rows>) -> (Rows, ImportContext) {
    let begin = Instant::now();
    let mut rows = Rows::default();
    // What patterns learn from a small book takes no memory that counts.
    let is_large = drafts.iter().map(Drafts::row_count).sum::<usize>() > LARGE_BOOK_ROWS;
    // The patterns by which drafts are read are others than those by which they are merged.
    if is_large {
        release_searches();
    }
    for drafts in &mut drafts {
        rows.skipped.append(&mut drafts.skipped);
        embedded_creatures::add(drafts);
    }
    let documents = drafts.iter_mut().map(|d| std::mem::take(&mut d.documents)).collect();
    rows.documents = merge::documents(documents, times);
    let parts = BookParts::from_documents(&rows.documents);
    let mut rules: Vec<_> = drafts.iter_mut().map(|d| &mut d.rules).collect();
    book_outline::arrange(&mut rules);
    merge::lost_blanks::restore(&mut rules);
    merge::unprinted::leave_out(drafts.iter_mut().map(|d| &mut d.creatures));
    merge::unprinted::leave_out_spells(drafts.iter_mut().map(|d| &mut d.spells));
    merge::invented_scores::leave_out(drafts.iter_mut().map(|d| &mut d.creatures));
    let mut given = ImportContext::new(&drafts, words(&drafts), times);
    let spells = drafts.iter().flat_map(|d| &d.spells);
    let spells = spells.filter(|_| seen.is_none()).map(|d| d.row.name());
    let evidence = Evidence {
        tables: PrintedTables::from_rules(drafts.iter().flat_map(|d| &d.rules)),
        lexicon: given.words.clone().build(&context.words),
        spell_names: SpellNames::new(spells),
        times,
    };
    let options = drafts.iter().flat_map(|d| &d.character_options);
    let stated = character_option::StatedFeatures::gather(options.map(|draft| &draft.row));
    macro_rules! merge_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            let own = drafts.iter_mut().map(|d| std::mem::take(&mut d.$plural));
            let sources = context.core().into_iter().chain(own).collect();
            let (merged, faults) = merge::rows(sources, &parts, &evidence);
            rows.$plural = merged;
            rows.faults.extend(faults);
        )* };
    }
    families!(merge_families);
    if is_large {
        release_searches();
    }
    let mut own = rows.books();
    if let Some(seen) = seen {
        // What the core document says stays there, and no imported row is without a book.
        own = rows.documents.iter().map(|book| book.key.clone()).collect();
        rows.split_others(&own);
        rows.append(seen);
    }
    merge::repeated_rules::leave_out(&mut rows.rules);
    merge::repeated_rules::caption_tables(&mut rows.rules);
    merge::sibling_books::restore(&mut rows.creatures);
    merge::sibling_spells::correct_targets(&mut rows.spells);
    merge::creature_lines::mend(&mut rows.creatures);
    merge::short_names::use_short_names(&mut rows.creatures);
    let editions = Editions::new(&rows.documents);
    equipment::inherit_base_items(&mut rows.equipment, &editions);
    equipment::explain_properties(&mut rows.equipment, &rows.rules, &editions);
    character_option::read_pack_contents(&mut rows.equipment, &editions);
    rule::resolve_proficiencies(&mut rows.character_options, &rows.rules);
    rule::link_proficiency_owners(&mut rows.rules, &rows.character_options);
    rule::drop_dead_proficiency_links(&mut rows.rules, &rows.character_options, &rows.equipment);
    creature::spell_as_spells(&mut rows.creatures, &rows.spells, &editions);
    spell::read_subclass_lists(&mut rows.spells, &rows.character_options);
    spell::complete_class_lists(&mut rows.character_options, &rows.spells);
    spell::link_level_spells(&mut rows.character_options, &rows.spells);
    merge::item_variants::mend(&mut rows.equipment);
    merge::own_name_texts::leave_out(&mut rows.equipment);
    character_option::read_starting_items(&mut rows.character_options, &rows.equipment, &editions);
    character_option::derive_features(&mut rows.character_options, &stated);
    linked_names::set(&mut rows);
    let books = rows.documents.clone();
    let seen = rows.split_others(&own);
    let merged = begin.elapsed();
    let begin = Instant::now();
    given.plain = find_mentions(&mut rows, &seen, &books, &context.plain);
    let named = begin.elapsed();
    tracing::debug!("Rows are merged in {merged:.1?}, and what their texts name is found in {named:.1?}.");
    (rows, given)
}

/// Finds what the texts of rows name, of these rows and of those that they see. Returns how often texts have names as
/// plain words.
fn find_mentions(rows: &mut Rows, seen: &Rows, books: &[document::Model], counted: &PlainCounts) -> PlainCounts {
    let mut finder = MentionFinder::new(books).with_counts(counted.clone());
    macro_rules! add_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            finder.add(&rows.$plural);
        )* };
    }
    families!(add_families);
    macro_rules! add_names {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            finder.add_names(&seen.$plural);
        )* };
    }
    families!(add_names);
    let (mut found, counts) = finder.find();
    macro_rules! set_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            for row in &mut rows.$plural {
                row.set_mentions(found.remove(&row.identity()).unwrap_or_default());
            }
        )* };
    }
    families!(set_families);
    counts
}

/// The words of all texts.
fn words(drafts: &[Drafts]) -> LexiconBuilder {
    let mut lexicon = LexiconBuilder::default();
    macro_rules! count_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            for drafts in drafts {
                lexicon = std::mem::take(&mut lexicon).merged(words_of(&drafts.$plural));
            }
        )* };
    }
    families!(count_families);
    lexicon
}

fn words_of<R: Row>(drafts: &[Draft<R>]) -> LexiconBuilder {
    let counted = drafts.par_iter().fold(LexiconBuilder::default, |mut words, draft| {
        words.name(draft.row.name());
        for passage in draft.row.passages() {
            words.count(&passage.text);
        }
        words
    });
    counted.reduce(LexiconBuilder::default, LexiconBuilder::merged)
}
