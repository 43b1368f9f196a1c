//! Schema documentation of the library's own types: connections, edges, page info and time stamps.

use super::connection::{Connection, EdgeExtras, Extras};
use super::document::Document;
use super::entity::{CharacterOption, Creature, Entity, Equipment, Rule, Spell};
use async_graphql::connection::{Edge, PageInfo};
use async_graphql::{ObjectType, OutputType, SchemaBuilder, SubscriptionType};
use chrono::{DateTime, Utc};

/// Describes the library's types.
pub fn describe_types<Q, M, S>(builder: SchemaBuilder<Q, M, S>) -> SchemaBuilder<Q, M, S>
where
    Q: ObjectType + 'static,
    M: ObjectType + 'static,
    S: SubscriptionType + 'static,
{
    let builder = page_of::<Connection<Spell>, Spell, _, _, _>(
        builder,
        "One page of spells, and the totals of the whole result.",
        "A spell on a page; in a search, with its score and the reasons for it.",
    );
    let builder = page_of::<Connection<Creature>, Creature, _, _, _>(
        builder,
        "One page of creatures, and the totals of the whole result.",
        "A creature on a page; in a search, with its score and the reasons for it.",
    );
    let builder = page_of::<Connection<Equipment>, Equipment, _, _, _>(
        builder,
        "One page of equipment, and the totals of the whole result.",
        "A piece of equipment on a page; in a search, with its score and the reasons for it.",
    );
    let builder = page_of::<Connection<CharacterOption>, CharacterOption, _, _, _>(
        builder,
        "One page of character options, and the totals of the whole result.",
        "A character option on a page; in a search, with its score and the reasons for it.",
    );
    let builder = page_of::<Connection<Rule>, Rule, _, _, _>(
        builder,
        "One page of rules, and the totals of the whole result.",
        "A rule on a page; in a search, with its score and the reasons for it.",
    );
    let builder = page_of::<Connection<Entity>, Entity, _, _, _>(
        builder,
        "One page of a search over all families, and the totals of the whole result.",
        "A result of the search, with its score and the reasons for it.",
    );
    let builder = page_of::<Connection<Document, Extras>, Document, _, _, _>(
        builder,
        "One page of documents, and the totals of the whole result.",
        "A document on a page.",
    );
    builder
        .override_output_type_description::<PageInfo>(
            "The position of a page: whether there are others before and after it, and the cursors that lead there.",
        )
        .override_output_type_description::<DateTime<Utc>>(
            "A point in time in UTC, as of RFC 3339 (`2026-11-21T18:30:00+00:00`).",
        )
}

/// Describes a connection and its edges.
fn page_of<Page, Node, Q, M, S>(
    builder: SchemaBuilder<Q, M, S>,
    page: &'static str,
    edge: &'static str,
) -> SchemaBuilder<Q, M, S>
where
    Page: OutputType,
    Node: OutputType,
    Q: ObjectType + 'static,
    M: ObjectType + 'static,
    S: SubscriptionType + 'static,
{
    builder
        .override_output_type_description::<Page>(page)
        .override_output_type_description::<Edge<String, Node, EdgeExtras>>(edge)
}
