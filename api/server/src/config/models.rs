//! Settings of the embedding model.

use super::Layer;
use lorekeeper_content::edit_distance::nearest;
use lorekeeper_embed::assets::{self, Choice, DEFAULT_MODEL};
use lorekeeper_graphql::error::{Error, Result};
use std::path::PathBuf;

/// The embedding model.
pub(super) fn embedding(layers: &[Layer], get: &impl Fn(&str) -> Option<String>) -> Result<Choice> {
    // Blanks at the end belong to a prefix, and none at all is one too.
    let prefix = |key| layers.iter().find_map(|layer| layer.get(key)).cloned();
    let dir = get("model_dir").map(PathBuf::from);
    Ok(Choice {
        name: model_name(get("model"), dir.is_some())?,
        dir,
        query_prefix: prefix("model_query_prefix"),
        passage_prefix: prefix("model_passage_prefix"),
    })
}

/// The name of a model as the catalogue has it. With a folder, any name will do.
fn model_name(name: Option<String>, folder: bool) -> Result<String> {
    let Some(name) = name else {
        return Ok(DEFAULT_MODEL.to_owned());
    };
    match assets::find(&name) {
        Some(listed) => Ok(listed.name),
        None if folder => Ok(name),
        None => Err(Error::input(format!(
            "The setting model is \"{name}\", which is no model that LoreKeeper can fetch. Did you mean {}? \"lorekeeper assets --models\" lists them all; for any other, name the folder of its files with model_dir.",
            similar_model(&name)
        ))),
    }
}

/// Did-you-mean: the known model whose name begins like that, else the one with the least edit distance.
fn similar_model(name: &str) -> String {
    let bare = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let models = assets::models();
    let names = || models.iter().map(|model| model.name.as_str());
    let begun = names().find(|known| known.to_lowercase().starts_with(&bare));
    begun.unwrap_or_else(|| nearest(&bare, names())).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::config::tests::layer;

    #[test]
    fn a_model_has_one_name_however_it_is_written() {
        let config = Config::resolve(&[layer(&[
            ("model", "baai/BGE-small-en-v1.5"),
            ("model_query_prefix", "ask: "),
            ("model_passage_prefix", ""),
        ])])
        .unwrap();
        assert_eq!(config.model.name, "bge-small-en-v1.5");
        assert_eq!(config.model.query_prefix.as_deref(), Some("ask: "));
        assert_eq!(config.model.passage_prefix.as_deref(), Some(""));
        let default = Config::resolve(&[layer(&[])]).unwrap().model;
        assert_eq!(default, Choice::default());
        let pinned = Config::resolve(&[layer(&[(
            "model",
            "sentence-transformers/all-MiniLM-L6-v2",
        )])]);
        assert_eq!(pinned.unwrap().model, default);
        let folder = Config::resolve(&[layer(&[("model", "mine"), ("model_dir", "there")])]);
        assert_eq!(folder.unwrap().model.name, "mine");
    }

    #[test]
    fn an_unknown_model_names_a_similar_one() {
        assert_eq!(similar_model("bge-smal-en-v1.5"), "bge-small-en-v1.5");
        assert_eq!(similar_model("bge-small"), "bge-small-en-v1.5");
    }
}
