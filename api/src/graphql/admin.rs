//! Who may change what is stored, and see the work on it: whoever sends the admin token.

use super::app;
use crate::config::Config;
use crate::error::{Error, Result};
use async_graphql::Context;

/// Marks a request as the admin's; the server puts it into the context.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Admin;

/// Why a request may not do what only the admin may.
#[must_use]
pub fn not_admin(config: &Config) -> Error {
    Error::unauthenticated(if config.admin_token.is_some() {
        "Only the admin may do this. Send the admin token in a header: Authorization: Bearer <token>. Over a socket it may come with connection_init: {\"Authorization\": \"Bearer <token>\"}."
    } else {
        "Mutations are off. To turn them on, start the server with LOREKEEPER_ADMIN_TOKEN set, and send that token in a header: Authorization: Bearer <token>."
    })
}

/// Lets the admin through.
pub(super) fn admit(ctx: &Context<'_>) -> Result<()> {
    if ctx.data_opt::<Admin>().is_some() {
        return Ok(());
    }
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    Err(not_admin(&app.config))
}
