//! The GraphQL surface: one explicit query root over generic functions.
//!
//! The schema is built without a store; a request finds the [`App`] and the loaders in its context.

mod admin;
mod around;
mod card;
mod codes;
mod connection;
mod coverage;
mod described;
mod document;
mod documents;
mod entity;
mod facets;
mod filters;
mod find;
mod gate;
mod jobs;
mod loaders;
mod local;
mod lull;
mod mutation;
mod narrowed;
mod nothing;
mod observe;
mod ranking;
mod rankings;
mod relations;
mod root;
mod search;
mod second_look;
mod selected;
mod similar;
mod status;
mod subscription;
mod suggest;
mod texts;

pub use admin::{Admin, not_admin};
pub use gate::{Answer, Caller, Gate};
pub use local::Local;
pub use mutation::Mutation;
pub use root::Query;
pub use subscription::Subscription;

use crate::app::App;
use async_graphql::dataloader::DataLoader;
use async_graphql::{Context, SDLExportOptions, Schema as Built};
use std::sync::Arc;

type Schema = Built<Query, Mutation, Subscription>;

/// The schema over an app. Whoever asks goes through the [`Gate`].
fn schema(app: &Arc<App>) -> Schema {
    builder()
        .data(Arc::clone(app))
        .data(rankings::Rankings::default())
        .extension(around::Around)
        .finish()
}

/// The schema in the schema definition language; needs no store.
#[must_use]
pub fn sdl() -> String {
    builder().finish().sdl_with_options(
        SDLExportOptions::new()
            .sorted_fields()
            .sorted_enum_items()
            .sorted_arguments(),
    )
}

fn builder() -> async_graphql::SchemaBuilder<Query, Mutation, Subscription> {
    let builder = Built::build(Query::default(), Mutation::default(), Subscription);
    described::described(builder.register_output_type::<entity::Entity>())
}

fn app<'a>(ctx: &Context<'a>) -> async_graphql::Result<&'a Arc<App>> {
    ctx.data::<Arc<App>>()
}

fn loader<'a>(ctx: &Context<'a>) -> async_graphql::Result<&'a DataLoader<loaders::Loader>> {
    ctx.data::<DataLoader<loaders::Loader>>()
}
