//! The settings of models.

use super::Layer;
use crate::assets::{self, Choice, DEFAULT_MODEL, RerankerChoice};
use crate::error::{Error, Result};
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

/// The name of a model as the catalogue has it. Beside a folder it is just a name.
fn model_name(name: Option<String>, folder: bool) -> Result<String> {
    let Some(name) = name else {
        return Ok(DEFAULT_MODEL.to_owned());
    };
    match assets::find(&name) {
        Ok(listed) => Ok(listed.name),
        Err(_) if folder => Ok(name),
        Err(nearest) => Err(Error::input(format!(
            "The setting model is \"{name}\", which is no model that LoreKeeper can fetch. Did you mean {nearest}? \"lorekeeper assets --models\" lists them all; for any other, name the folder of its files with model_dir."
        ))),
    }
}

/// The reranker, if one is wanted. A folder comes before a name.
pub(super) fn reranker(get: &impl Fn(&str) -> Option<String>) -> Result<Option<RerankerChoice>> {
    match (get("reranker_dir"), get("reranker")) {
        (Some(dir), _) => Ok(Some(RerankerChoice::Folder(dir.into()))),
        (None, None) => Ok(None),
        (None, Some(name)) => match assets::find_reranker(&name) {
            Ok(files) => Ok(Some(RerankerChoice::Fetched(files))),
            Err(nearest) => Err(Error::input(format!(
                "The setting reranker is \"{name}\", which is no reranker that LoreKeeper can fetch. Did you mean {nearest}? Known: {}; for any other, name the folder of its files with reranker_dir.",
                assets::rerankers()
                    .into_iter()
                    .map(|(name, _)| name)
                    .collect::<Vec<_>>()
                    .join(", ")
            ))),
        },
    }
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
    fn a_reranker_is_off_unless_it_is_named() {
        let chosen = |pairs: &[(&'static str, &str)]| {
            let config = Config::resolve(&[layer(pairs)]);
            config.unwrap().reranker
        };
        assert_eq!(chosen(&[]), None);
        let fetched = chosen(&[("reranker", "BAAI/bge-reranker-base")]);
        let repository = "BAAI/bge-reranker-base";
        assert!(
            matches!(fetched, Some(RerankerChoice::Fetched(files)) if files.repository == repository)
        );
        let folder = chosen(&[("reranker", "bge-reranker-base"), ("reranker_dir", "there")]);
        assert_eq!(folder, Some(RerankerChoice::Folder("there".into())));
    }
}
