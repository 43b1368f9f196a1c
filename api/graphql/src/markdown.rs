//! Markdown rendering: the fields `markdown` and `excerpt`.

use super::loader;
use super::loaders::DocumentKey;
use crate::error::{Error, Result};
use async_graphql::Context;
use lorekeeper_content::RowCore;
use lorekeeper_content::markdown::{self, Markdown};

/// Characters of an excerpt without `length`.
pub(super) const DEFAULT_EXCERPT_CHARS: i32 = 240;

/// The whole record as Markdown, with the name of its book.
pub(super) async fn markdown<R: RowCore>(
    ctx: &Context<'_>,
    row: &R,
) -> async_graphql::Result<String>
where
    for<'a> Markdown: From<&'a R>,
{
    let key = DocumentKey(row.document_key().to_owned());
    let book = loader(ctx)?.load_one(key).await?;
    Ok(Markdown::from(row).render(book.as_deref()))
}

/// The beginning of a row's text.
pub(super) fn excerpt<R: RowCore>(row: &R, length: Option<i32>) -> Result<String>
where
    for<'a> Markdown: From<&'a R>,
{
    let length = length.unwrap_or(DEFAULT_EXCERPT_CHARS);
    let characters = usize::try_from(length)
        .ok()
        .filter(|length| (20..=1000).contains(length))
        .ok_or_else(|| {
            Error::input(format!(
                "The length of an excerpt is 20 to 1000 characters, but {length} was given."
            ))
        })?;
    Ok(markdown::excerpt(row, characters))
}
