//! Reconciliation: the drafts of all sources become the rows of the store, by a pure function.

use super::entity_resolution::BookParts;
use super::import_namespace::{ReservedSlugs, namespace_imports};
use super::linked_names;
use super::merge::{self, Evidence, PrintedTables, Times};
use lorekeeper_content::mention::MentionFinder;
use lorekeeper_content::record::Skipped;
use lorekeeper_content::typography::{Lexicon, LexiconBuilder};
use lorekeeper_content::vocabulary::edition::Editions;
use lorekeeper_content::{
    Row, RowCore, character_option, creature, document, equipment, families, rule, spell,
};
use lorekeeper_sources::{Draft, Drafts, SOURCES, import_format};
use rayon::prelude::*;

/// The rows of all families, each family in the order of its identities. Ids and content hashes are not set yet.
#[derive(Debug, Default)]
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

/// The rows of the drafts of all sources, in the order of [`SOURCES`], from records that were fetched at `times`.
#[must_use]
pub fn rows(mut drafts: Vec<Drafts>, times: &Times) -> Rows {
    separate_imports(&mut drafts);

    let mut rows = Rows::default();
    for drafts in &mut drafts {
        rows.skipped.append(&mut drafts.skipped);
    }
    let documents = drafts
        .iter_mut()
        .map(|d| std::mem::take(&mut d.documents))
        .collect();
    rows.documents = merge::documents(documents, times);
    let parts = BookParts::from_documents(&rows.documents);
    let mut rules: Vec<_> = drafts.iter_mut().map(|d| &mut d.rules).collect();
    merge::lost_blanks::restore(&mut rules);
    merge::unprinted::leave_out(drafts.iter_mut().map(|d| &mut d.creatures));
    merge::unprinted::leave_out_spells(drafts.iter_mut().map(|d| &mut d.spells));
    merge::invented_scores::leave_out(drafts.iter_mut().map(|d| &mut d.creatures));
    let evidence = Evidence {
        tables: PrintedTables::from_rules(drafts.iter().flat_map(|d| &d.rules)),
        lexicon: lexicon(&drafts),
        times,
    };
    let options = drafts.iter().flat_map(|d| &d.character_options);
    let stated = character_option::StatedFeatures::gather(options.map(|draft| &draft.row));
    macro_rules! merge_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            let sources = drafts.iter_mut().map(|d| std::mem::take(&mut d.$plural)).collect();
            let (merged, faults) = merge::rows(sources, &parts, &evidence);
            rows.$plural = merged;
            rows.faults.extend(faults);
        )* };
    }
    families!(merge_families);
    merge::sibling_books::restore(&mut rows.creatures);
    merge::creature_lines::mend(&mut rows.creatures);
    merge::short_names::use_short_names(&mut rows.creatures);
    let editions = Editions::new(&rows.documents);
    equipment::inherit_base_items(&mut rows.equipment, &editions);
    rule::link_proficiency_owners(&mut rows.rules, &rows.character_options);
    rule::drop_dead_proficiency_links(&mut rows.rules, &rows.character_options, &rows.equipment);
    spell::read_subclass_lists(&mut rows.spells, &rows.character_options);
    spell::link_level_spells(&mut rows.character_options, &rows.spells);
    merge::item_variants::mend(&mut rows.equipment);
    character_option::read_starting_items(&mut rows.character_options, &rows.equipment, &editions);
    character_option::derive_features(&mut rows.character_options, &stated);
    linked_names::set(&mut rows);
    find_mentions(&mut rows);
    rows
}

/// Finds what the texts of all rows name.
fn find_mentions(rows: &mut Rows) {
    let mut finder = MentionFinder::new(&rows.documents);
    macro_rules! add_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $( finder.add(&rows.$plural); )* };
    }
    families!(add_families);
    let mut found = finder.find();
    macro_rules! set_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            for row in &mut rows.$plural {
                row.set_mentions(found.remove(&row.identity()).unwrap_or_default());
            }
        )* };
    }
    families!(set_families);
}

/// The words of all texts.
fn lexicon(drafts: &[Drafts]) -> Lexicon {
    let mut lexicon = LexiconBuilder::default();
    macro_rules! count_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            for drafts in drafts {
                lexicon = std::mem::take(&mut lexicon).merged(words(&drafts.$plural));
            }
        )* };
    }
    families!(count_families);
    lexicon.build()
}

fn words<R: Row>(drafts: &[Draft<R>]) -> LexiconBuilder {
    let counted = drafts
        .par_iter()
        .fold(LexiconBuilder::default, |mut words, draft| {
            words.name(draft.row.name());
            for passage in draft.row.passages() {
                words.count(&passage.text);
            }
            words
        });
    counted.reduce(LexiconBuilder::default, LexiconBuilder::merged)
}

/// Keeps imported books apart from the other sources' books, whatever their names.
fn separate_imports(drafts: &mut [Drafts]) {
    let (imported, fetched): (Vec<_>, Vec<_>) = drafts
        .iter_mut()
        .zip(SOURCES)
        .partition(|(_, (source, _))| import_format(source).is_some());
    let documents = fetched.iter().flat_map(|(drafts, _)| &drafts.documents);
    let reserved = ReservedSlugs::from_documents(documents.map(|draft| &draft.row));
    for (drafts, _) in imported {
        namespace_imports(&reserved, drafts);
    }
}
