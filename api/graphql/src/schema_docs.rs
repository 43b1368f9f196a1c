//! Schema documentation of the library's own types: connections, edges, page info and time stamps.

use super::connection::{Connection, EdgeExtras, Extras};
use super::document::Document;
use super::encounter::{CandidateConnection, CandidateEdgeFields, CandidateEdgeName};
use super::entity::{CharacterOption, Creature, Entity, Equipment, Rule, Spell};
use super::facets::FacetedExtras;
use super::removals::{RemovalConnection, RemovedEntity};
use super::{Mutation, Query, Subscription};
use async_graphql::connection::{Edge, EmptyFields, PageInfo};
use async_graphql::{ObjectType, OutputType, SchemaBuilder};
use chrono::{DateTime, Utc};

/// A builder of the whole schema.
pub type Builder = SchemaBuilder<Query, Mutation, Subscription>;

/// Describes the library's types.
pub fn describe_types(builder: Builder) -> Builder {
    let builder = describe_page::<Spell, FacetedExtras>(
        builder,
        "One page of spells, and the totals of the whole result.",
        "A spell on a page; in a search, with its score and the reasons for it.",
    );
    let builder = describe_page::<Creature, FacetedExtras>(
        builder,
        "One page of creatures, and the totals of the whole result.",
        "A creature on a page; in a search, with its score and the reasons for it.",
    );
    let builder = describe_page::<Equipment, FacetedExtras>(
        builder,
        "One page of equipment, and the totals of the whole result.",
        "A piece of equipment on a page; in a search, with its score and the reasons for it.",
    );
    let builder = describe_page::<CharacterOption, FacetedExtras>(
        builder,
        "One page of character options, and the totals of the whole result.",
        "A character option on a page; in a search, with its score and the reasons for it.",
    );
    let builder = describe_page::<Rule, FacetedExtras>(
        builder,
        "One page of rules, and the totals of the whole result.",
        "A rule on a page; in a search, with its score and the reasons for it.",
    );
    let builder = describe_page::<Entity, FacetedExtras>(
        builder,
        "One page of a search over all families, and the totals of the whole result.",
        "A result of the search, with its score and the reasons for it.",
    );
    let builder = describe_page::<Document, Extras>(
        builder,
        "One page of documents, and the totals of the whole result.",
        "A document on a page.",
    );
    builder
        .override_output_type_description::<RemovalConnection>(
            "One page of entities that went away, and up to when all are in the result.",
        )
        .override_output_type_description::<Edge<String, RemovedEntity, EmptyFields>>(
            "An entity that went away, on a page.",
        )
        .override_output_type_description::<CandidateConnection>(
            "One page of creatures that fit into an encounter, the budget, and the totals of the whole result.",
        )
        .override_output_type_description::<Edge<String, Creature, CandidateEdgeFields, CandidateEdgeName>>(
            "A creature that fits into an encounter, and how many of it do.",
        )
        .override_output_type_description::<PageInfo>(
            "The position of a page: whether there are others before and after it, and the cursors that lead there.",
        )
        .override_output_type_description::<DateTime<Utc>>(
            "A point in time in UTC, as of RFC 3339 (`2026-11-21T18:30:00+00:00`).",
        )
}

/// Describes a connection and its edges.
fn describe_page<Node: OutputType, Extra: ObjectType>(
    builder: Builder,
    page: &'static str,
    edge: &'static str,
) -> Builder {
    builder
        .override_output_type_description::<Connection<Node, Extra>>(page)
        .override_output_type_description::<Edge<String, Node, EdgeExtras>>(edge)
}
