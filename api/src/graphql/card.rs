//! Records as documents: the fields `markdown` and `excerpt`.

use super::loader;
use super::loaders::DocumentKey;
use crate::error::{Error, Result};
use crate::family::Head;
use crate::family::card::{self, Card};
use async_graphql::Context;

/// How long an excerpt is unless a client says otherwise.
pub(super) const LENGTH: i32 = 240;

/// The whole card, its book named in full.
pub(super) async fn markdown<R: Head>(ctx: &Context<'_>, row: &R) -> async_graphql::Result<String>
where
    for<'a> Card: From<&'a R>,
{
    let key = DocumentKey(row.document_key().to_owned());
    let book = loader(ctx)?.load_one(key).await?;
    Ok(Card::from(row).markdown(book.as_deref()))
}

/// The beginning of what a row says.
pub(super) fn excerpt<R: Head>(row: &R, length: Option<i32>) -> Result<String>
where
    for<'a> Card: From<&'a R>,
{
    let length = length.unwrap_or(LENGTH);
    let characters = usize::try_from(length)
        .ok()
        .filter(|length| (20..=1000).contains(length))
        .ok_or_else(|| {
            Error::input(format!(
                "The length of an excerpt is 20 to 1000 characters, but {length} was given."
            ))
        })?;
    Ok(card::excerpt(row, characters))
}
