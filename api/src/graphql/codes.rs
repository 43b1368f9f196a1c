//! `extensions.code` on every error of an answer.
//!
//! The library keeps our errors as the source of its own; here they get their say. What the library
//! itself refuses (syntax, types, unknown names) is for the client to put right.

use crate::error::{Code, Error};
use async_graphql::{ErrorExtensionValues, Response, ServerError};
use std::sync::Arc;

/// Puts the codes on.
pub fn with_codes(mut response: Response) -> Response {
    for error in &mut response.errors {
        let code = code(error);
        error
            .extensions
            .get_or_insert_with(ErrorExtensionValues::default)
            .set("code", code.as_str());
    }
    response
}

/// The code of an error.
pub(super) fn code(error: &ServerError) -> Code {
    let ours = error
        .source::<Error>()
        .or_else(|| error.source::<Arc<Error>>().map(AsRef::as_ref));
    match ours {
        Some(error) => error.code,
        None if error.source.is_some() => Code::Internal,
        None => Code::BadUserInput,
    }
}
