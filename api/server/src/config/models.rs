//! Settings of the embedding model.

use super::given::Given;
use lorekeeper_content::edit_distance::nearest;
use lorekeeper_embed::assets::{self, Choice};
use lorekeeper_graphql::error::{Error, Result};
use std::path::PathBuf;

/// The embedding model.
pub(super) fn embedding(given: Given) -> Result<Choice> {
    // Blanks at the end belong to a prefix, and none at all is one too.
    let prefix = |key| given.exact(key).map(str::to_owned);
    let name = given.text("model").unwrap_or_default();
    let dir = given.text("model_dir").map(PathBuf::from);
    let name = match assets::find(name) {
        Some(listed) => listed.name,
        // With a folder, any name will do.
        None if dir.is_some() => name.to_owned(),
        None => {
            return Err(Error::input(format!(
                "The setting model is \"{name}\", which is no model that LoreKeeper can fetch. Did you mean {}? \"lorekeeper assets --models\" lists them all; for any other, name the folder of its files with model_dir.",
                similar_model(name)
            )));
        }
    };
    Ok(Choice { name, dir, query_prefix: prefix("model_query_prefix"), passage_prefix: prefix("model_passage_prefix") })
}

/// Did-you-mean: the known model whose name begins like that, else the one with the least edit distance.
pub(super) fn similar_model(name: &str) -> String {
    let bare = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let models = assets::models();
    let names = || models.iter().map(|model| model.name.as_str());
    let begun = names().find(|known| known.to_lowercase().starts_with(&bare));
    begun.unwrap_or_else(|| nearest(&bare, names())).to_owned()
}
