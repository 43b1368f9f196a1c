//! Authorization: mutations and jobs need the admin token.

use super::backend;
use crate::error::{Error, Result};
use async_graphql::Context;

/// Marks a request as the admin's, in its data.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Admin;

/// The error for a request without the admin token. `has_token`: whether the server has one.
pub fn not_admin(has_token: bool) -> Error {
    Error::unauthenticated(if has_token {
        "Only the admin may do this. Send the admin token in a header: Authorization: Bearer <token>. Over a socket it may come with connection_init: {\"Authorization\": \"Bearer <token>\"}."
    } else {
        "Mutations are off. To turn them on, start the server with LOREKEEPER_ADMIN_TOKEN set, and send that token in a header: Authorization: Bearer <token>."
    })
}

/// Whether a request has the admin token.
pub(super) fn is_admin(ctx: &Context<'_>) -> bool {
    ctx.data_opt::<Admin>().is_some()
}

/// Refuses mutations of others than the admin, and those of a store that can only be read.
pub(super) async fn require_writer(ctx: &Context<'_>) -> Result<()> {
    require_admin(ctx)?;
    Ok(backend(ctx)?.store.require_writable().await?)
}

/// Refuses requests without the admin token.
pub(super) fn require_admin(ctx: &Context<'_>) -> Result<()> {
    if is_admin(ctx) {
        return Ok(());
    }
    Err(not_admin(backend(ctx)?.has_admin_token))
}
