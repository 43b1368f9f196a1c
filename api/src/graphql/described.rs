//! What the schema says of the library's own types: of connections nothing by themselves, of others not what
//! our clients ask.

use super::connection::{Connection, EdgeExtras, Extras};
use super::entity::Entity;
use crate::family::{character_option, creature, document, equipment, rule, spell};
use async_graphql::connection::{Edge, PageInfo};
use async_graphql::{ObjectType, OutputType, SchemaBuilder, SubscriptionType};
use chrono::{DateTime, Utc};

/// A schema whose connections, edges and scalars are described.
pub fn described<Q, M, S>(builder: SchemaBuilder<Q, M, S>) -> SchemaBuilder<Q, M, S>
where
    Q: ObjectType + 'static,
    M: ObjectType + 'static,
    S: SubscriptionType + 'static,
{
    let builder = page_of::<Connection<spell::Model>, spell::Model, _, _, _>(
        builder,
        "One page of spells, and what there is to say of the whole result.",
        "A spell on a page; in a search, with the reason why it is there.",
    );
    let builder = page_of::<Connection<creature::Model>, creature::Model, _, _, _>(
        builder,
        "One page of creatures, and what there is to say of the whole result.",
        "A creature on a page; in a search, with the reason why it is there.",
    );
    let builder = page_of::<Connection<equipment::Model>, equipment::Model, _, _, _>(
        builder,
        "One page of equipment, and what there is to say of the whole result.",
        "A piece of equipment on a page; in a search, with the reason why it is there.",
    );
    let builder = page_of::<Connection<character_option::Model>, character_option::Model, _, _, _>(
        builder,
        "One page of character options, and what there is to say of the whole result.",
        "A character option on a page; in a search, with the reason why it is there.",
    );
    let builder = page_of::<Connection<rule::Model>, rule::Model, _, _, _>(
        builder,
        "One page of rules, and what there is to say of the whole result.",
        "A rule on a page; in a search, with the reason why it is there.",
    );
    let builder = page_of::<Connection<Entity>, Entity, _, _, _>(
        builder,
        "One page of what a search over all families found, and what there is to say of the whole result.",
        "Something that was found, with the reason why it is there.",
    );
    let builder = page_of::<Connection<document::Model, Extras>, document::Model, _, _, _>(
        builder,
        "One page of documents, and what there is to say of the whole result.",
        "A document on a page.",
    );
    builder
        .override_output_type_description::<PageInfo>(
            "Where a page is: whether there are others before and after it, and the cursors that lead there.",
        )
        .override_output_type_description::<DateTime<Utc>>(
            "A moment in UTC, as RFC 3339 has it (`2026-11-21T18:30:00+00:00`).",
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
