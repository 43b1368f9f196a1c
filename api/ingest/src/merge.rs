//! Record merging: the drafts of one entity by several sources become one row, field by field. What they state
//! differently is settled by rules, and kept with the row ([`disagreements`]).

mod adjudications;
mod agreed_sentences;
mod agreed_texts;
mod better_witness;
mod class_tables;
mod compared;
mod compared_tables;
pub(super) mod creature_lines;
mod disagreements;
mod fields;
mod fuller;
pub(super) mod invented_scores;
pub(super) mod item_variants;
mod leftovers;
pub(super) mod lost_blanks;
mod lost_tail;
mod misfiled_parts;
mod misprints;
mod missing_parts;
pub(super) mod own_name_texts;
mod paragraphs;
mod part_names;
mod part_order;
mod placeholders;
mod printed_breaks;
mod printed_tables;
mod reference_documents;
mod repeated_parts;
pub(super) mod repeated_rules;
mod repeated_sections;
mod run_on_parts;
mod see_also;
mod settlement;
mod short_fields;
pub(super) mod short_names;
pub(super) mod sibling_books;
pub(super) mod sibling_spells;
mod spell_lines;
mod spell_names;
mod texts;
pub(super) mod unprinted;

use self::fuller::{RepeatedTexts, take_fuller};
use self::placeholders::Placeholders;
use super::bounds::has_fitting_identity;
use super::entity_resolution::{BookParts, resolve};
use chrono::{DateTime, Utc};
use fields::{fill_empty, unite_lists};
use lorekeeper_content::typography::Lexicon;
use lorekeeper_content::vocabulary::camel_case;
use lorekeeper_content::{CORE_DOCUMENT, Disagreement, Family, Identity, Origin, Row, document, slugify};
use lorekeeper_sources::Draft;
use rayon::iter::Either;
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub(super) use printed_tables::PrintedTables;
pub(super) use spell_names::SpellNames;

/// When each record was fetched.
pub type Times = HashMap<Origin, DateTime<Utc>>;

/// What the rows of all families are held against.
pub struct Evidence<'a> {
    /// The tables in the rules of the books.
    pub tables: PrintedTables,
    /// The words of the books.
    pub lexicon: Lexicon,
    /// The names of the books' spells. Imported texts keep their letters, and have none.
    pub spell_names: SpellNames,
    /// When each record was fetched.
    pub times: &'a Times,
}

/// What stands again and again in the drafts of a family, and is no fact of a single row.
#[derive(Default)]
struct Constants {
    placeholders: Placeholders,
    repeated: RepeatedTexts,
}

/// Merges the drafts of a family, the preferred source's first, and finishes the rows. The second value has the global
/// ids of rows whose drafts could not be merged, which is a fault of the program.
pub(super) fn rows<R: Row>(
    sources: Vec<Vec<Draft<R>>>,
    parts: &BookParts,
    evidence: &Evidence<'_>,
) -> (Vec<R>, Vec<String>) {
    let mut groups: BTreeMap<Identity, Vec<Draft<R>>> = BTreeMap::new();
    let constants = Constants { placeholders: Placeholders::find(&sources), repeated: repeated_texts(&sources) };
    let mut sources: Vec<_> = sources.into_iter().map(disambiguate_slugs).collect();
    resolve(&mut sources, parts);
    for drafts in inherit_core_fields(sources) {
        for draft in drafts {
            groups.entry(draft.row.identity()).or_default().push(draft);
        }
    }
    let finished = groups.into_par_iter().map(|(identity, drafts)| {
        finished_row(drafts, &constants, evidence).filter(has_fitting_identity).ok_or_else(|| identity.global_id())
    });
    let (faults, mut rows): (Vec<String>, Vec<R>) = finished.partition_map(Either::from);
    R::resolve_references(&mut rows);
    (rows, faults)
}

/// The texts of rules that a source has for several of them: converters shift texts where they cut chapters into rules.
fn repeated_texts<R: Row>(sources: &[Vec<Draft<R>>]) -> RepeatedTexts {
    let rules = sources.iter().flatten().filter(|_| R::FAMILY == Family::Rule);
    RepeatedTexts::find(rules.map(|draft| {
        let row = &draft.row;
        let source = draft.origin.source.as_str();
        (source, row.document_key(), row.name(), row.text())
    }))
}

/// Merges the drafts of the documents. A document has the aliases of all sources.
pub(super) fn documents(sources: Vec<Vec<Draft<document::Model>>>, times: &Times) -> Vec<document::Model> {
    let mut groups: BTreeMap<String, Vec<Draft<document::Model>>> = BTreeMap::new();
    for draft in sources.into_iter().flatten() {
        groups.entry(draft.row.key.clone()).or_default().push(draft);
    }
    groups
        .into_values()
        .filter_map(|drafts| {
            let aliases = aliases(&drafts);
            let group = merge_group(drafts, &[], &Constants::default())?;
            let mut row: document::Model = serde_json::from_value(Value::Object(group.row)).ok()?;
            row.aliases = aliases;
            row.fetched_at = latest(&group.origins, times);
            row.origins = group.origins.into();
            row.field_sources = group.fields.into();
            Some(row)
        })
        .collect()
}

/// The aliases of a document, each once in any case, without its key.
fn aliases(drafts: &[Draft<document::Model>]) -> Vec<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    known.extend(drafts.first().map(|draft| draft.row.key.to_lowercase()));
    let names = drafts.iter().flat_map(|draft| draft.row.aliases.iter());
    let others = names.filter(|name| known.insert(name.to_lowercase()));
    others.cloned().collect()
}

/// When the newest of the records was fetched. A book that is no record of its source came with the source's others.
fn latest(origins: &[Origin], times: &Times) -> DateTime<Utc> {
    let own = origins.iter().filter_map(|origin| times.get(origin)).max();
    let of_sources = || {
        let is_source = |of: &&Origin| origins.iter().any(|origin| origin.source == of.source);
        let all = times.iter().filter(|(origin, _)| is_source(origin));
        all.map(|(_, time)| time).max()
    };
    own.or_else(of_sources).copied().unwrap_or_default()
}

/// The drafts of one entity, merged: each field from the first draft that fills it.
struct MergedGroup {
    /// The fields of the row.
    row: Map<String, Value>,
    origins: Vec<Origin>,
    /// The source of each field that does not come from the first draft.
    fields: BTreeMap<String, String>,
    /// What each draft says, with its source.
    statements: Vec<(String, Map<String, Value>)>,
    /// The placeholders that no draft states any more.
    dropped: Vec<Disagreement>,
    /// Whether the settlement of disagreements changed the row.
    is_settled: bool,
}

/// Merges the drafts of one entity; the lists in `union_columns` are united.
fn merge_group<M: serde::Serialize>(
    drafts: Vec<Draft<M>>,
    union_columns: &[&str],
    constants: &Constants,
) -> Option<MergedGroup> {
    let mut dropped = Vec::new();
    let mut statements = Vec::with_capacity(drafts.len());
    let mut origins = Vec::with_capacity(drafts.len());
    let mut unstated = BTreeMap::new();
    for draft in drafts {
        let Value::Object(mut stated) = serde_json::to_value(&draft.row).ok()? else {
            return None;
        };
        short_fields::mend(&mut stated);
        reference_documents::use_own_terms(&mut stated);
        for column in draft.unstated {
            if let Some(value) = stated.remove(column) {
                unstated.entry(column).or_insert(value);
            }
        }
        dropped.extend(constants.placeholders.drop_from(&draft.origin.source, &mut stated));
        statements.push((draft.origin.source.clone(), stated));
        origins.push(draft.origin);
    }
    let ((first_source, first), others) = statements.split_first()?;
    let mut row = first.clone();
    part_names::mend(&mut row, others);
    let mut fields = BTreeMap::new();
    let mut text_source = first_source;
    for (source, other) in others {
        let mut filled = unite_lists(&mut row, other, union_columns);
        let repeated = &constants.repeated;
        let fuller = take_fuller((text_source, &mut row), (source, other), repeated);
        if fuller.iter().any(|field| field == "text") {
            text_source = source;
        }
        for field in fuller {
            fields.insert(camel_case(&field), source.clone());
        }
        filled.extend(fill_empty(&mut row, other));
        for field in filled {
            fields.entry(camel_case(&field)).or_insert_with(|| source.clone());
        }
    }
    // What no source states has the value of an empty column.
    for (column, value) in unstated {
        row.entry(column).or_insert(value);
    }
    Some(MergedGroup { row, origins, fields, statements, dropped, is_settled: false })
}

/// Merges the drafts of one entity, settles what they disagree on, and finishes the row.
fn finished_row<R: Row>(drafts: Vec<Draft<R>>, constants: &Constants, evidence: &Evidence<'_>) -> Option<R> {
    let identity = drafts.first()?.row.identity();
    let mut group = merge_group(drafts, R::UNION_COLUMNS, constants)?;
    match R::FAMILY {
        Family::Creature => {
            missing_parts::add(&mut group.row, &group.statements);
            missing_parts::refill(&mut group.row, &group.statements);
            part_names::take_qualifiers(&mut group.row, &group.statements);
        }
        Family::CharacterOption => {
            class_tables::take_features(&mut group.row, &group.statements);
        }
        Family::Rule => lost_tail::restore(&mut group.row, &group.statements),
        Family::Spell | Family::Equipment => {}
    }
    let taken = match agreed_texts::take_agreed(&mut group.row, &group.statements) {
        Some(source) => vec![("text", source)],
        None => better_witness::take_texts(&identity, &mut group.row, &group.statements),
    };
    let first = group.origins.first().map(|origin| origin.source.as_str());
    for (field, source) in taken {
        if first == Some(source) {
            group.fields.remove(field);
        } else {
            group.fields.insert(camel_case(field), source.to_owned());
        }
    }
    agreed_sentences::take_agreed(R::FAMILY, &mut group.row, &group.statements);
    paragraphs::part(R::FAMILY, &mut group.row, &group.statements);
    run_on_parts::rejoin(&mut group.row);
    repeated_parts::leave_out(&mut group.row);
    part_order::restore(&mut group.row, &group.statements);
    run_on_parts::join_cut(&mut group.row);
    misfiled_parts::move_actions(&mut group.row);
    leftovers::clean(&mut group.row);
    texts::mend(&mut group.row, &evidence.lexicon);
    misprints::replace(&mut group.row);
    if R::FAMILY == Family::Creature {
        repeated_sections::leave_out(&mut group.row);
    }
    if R::FAMILY == Family::Rule {
        see_also::put(&mut group.row);
    }
    texts::lay_out(&mut group.row, R::FAMILY);
    texts::emphasise_spells(&mut group.row, &evidence.spell_names, R::FAMILY);
    let merged: R = serde_json::from_value(Value::Object(group.row.clone())).ok()?;
    let mut disagreements = disagreements::settle(&merged, &identity, &mut group, &evidence.tables);
    let first = group.origins.first().map(|origin| &origin.source);
    let text_source = group.fields.get("text").or(first).map_or("", String::as_str);
    disagreements.extend(compared_tables::compare(&group.row, &group.statements, text_source));
    disagreements.append(&mut group.dropped);
    let mut row = if group.is_settled { serde_json::from_value(Value::Object(group.row)).ok()? } else { merged };
    let at = latest(&group.origins, evidence.times);
    row.apply_rules();
    R::set_provenance(&mut row, group.origins, group.fields, disagreements, at);
    Some(row)
}

/// Kinds of which `core` has the words of 2014 alone.
const ONLY_2014: [&str; 2] = ["language", "magic_school"];

/// Lets books inherit core fields: a draft of `core` fills the empty fields of every book that has the same entity. An
/// entity that no book has stays under `core`.
///
/// Correction (rules): What `core` says for every book (a language, for example) fills the fields that a book
/// leaves empty; languages and schools of magic, which 2024 describes otherwise, those of other books.
fn inherit_core_fields<R: Row>(mut sources: Vec<Vec<Draft<R>>>) -> Vec<Vec<Draft<R>>> {
    let entity = |row: &R| (row.kind_name(), row.slug().to_owned());
    let mut books: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for draft in sources.iter().flatten().filter(|d| d.row.document_key() != CORE_DOCUMENT) {
        books.entry(entity(&draft.row)).or_default().insert(draft.row.document_key().to_owned());
    }
    let mut inherited = Vec::new();
    for drafts in &mut sources {
        let (core, own): (Vec<_>, Vec<_>) =
            std::mem::take(drafts).into_iter().partition(|d| d.row.document_key() == CORE_DOCUMENT);
        *drafts = own;
        for draft in core {
            match books.get(&entity(&draft.row)) {
                None => drafts.push(draft),
                Some(books) => inherited.extend(
                    books
                        .iter()
                        .filter(|book| !ONLY_2014.contains(&draft.row.kind_name().as_str()) || *book != "srd-2024")
                        .map(|book| {
                            let mut draft = draft.clone();
                            draft.row.set_document(book.clone());
                            draft
                        }),
                ),
            }
        }
    }
    sources.push(inherited);
    sources
}

/// Disambiguates the slugs of entities with the same name in one book: by their sections, else by their own keys.
///
/// Correction (text): Two things of one name in one book are both kept. Their section, class or category tells
/// their slugs apart.
fn disambiguate_slugs<R: Row>(mut drafts: Vec<Draft<R>>) -> Vec<Draft<R>> {
    for by_section in [true, false] {
        let mut counts: HashMap<Identity, usize> = HashMap::new();
        for draft in &drafts {
            *counts.entry(draft.row.identity()).or_default() += 1;
        }
        for draft in drafts.iter_mut().filter(|d| counts.get(&d.row.identity()).is_some_and(|n| *n > 1)) {
            let slug = draft.row.slug().to_owned();
            let unique = match &draft.section {
                Some(section) if by_section => format!("{slug}-{}", slugify(section)),
                _ if by_section => continue,
                _ => slugify(draft.origin.key.split_once('_').map_or(&draft.origin.key, |(_, key)| key)),
            };
            draft.row.set_slug(unique);
        }
    }
    drafts
}

#[cfg(test)]
mod tests;
