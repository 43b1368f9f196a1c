//! The files of a model, where the user or an earlier run left them.

use super::catalogue::Files;
use super::error::AssetError;
use super::named;
use std::path::{Path, PathBuf};

/// A model's files, wherever they are.
pub(super) struct Found {
    pub(super) graph: PathBuf,
    pub(super) weights: Vec<PathBuf>,
    pub(super) tokenizer: PathBuf,
}

impl Found {
    /// A graph that needs no other file.
    pub(super) fn plain(graph: PathBuf, tokenizer: PathBuf) -> Self {
        Self {
            graph,
            weights: Vec::new(),
            tokenizer,
        }
    }

    /// What was fetched into a folder.
    pub(super) fn fetched(folder: &Path, files: &Files) -> Self {
        Self {
            graph: folder.join(&files.graph),
            weights: files.weights.iter().map(|name| folder.join(name)).collect(),
            tokenizer: folder.to_owned(),
        }
    }
}

/// The setting that names a folder with an embedding model.
pub(super) const MODEL_DIR: &str = "LOREKEEPER_MODEL_DIR";

const GRAPHS: [&str; 4] = [
    "model.onnx",
    "model_quantized.onnx",
    "onnx/model.onnx",
    "onnx/model_quantized.onnx",
];

/// A model in a folder of the user's. An incomplete one is refused rather than passed over: who
/// names a model does not want another one.
pub(super) fn chosen_model(dir: &Path, setting: &'static str) -> Result<Found, AssetError> {
    let missing = |missing| AssetError::Incomplete {
        dir: dir.to_owned(),
        missing,
        setting,
    };
    let graph = GRAPHS
        .iter()
        .map(|name| dir.join(name))
        .find(|path| path.is_file())
        .ok_or_else(|| missing("model.onnx"))?;
    match named::NEEDED
        .into_iter()
        .find(|name| !dir.join(name).is_file())
    {
        Some(name) => Err(missing(name)),
        None => Ok(Found {
            weights: weights_of(&graph),
            graph,
            tokenizer: dir.to_owned(),
        }),
    }
}

/// What a large graph keeps outside of its file: beside it, under its name with `_data` or `.data` behind.
pub(super) fn weights_of(graph: &Path) -> Vec<PathBuf> {
    let stem = graph.file_name().unwrap_or_default().to_string_lossy();
    let folder = graph.parent().unwrap_or(graph);
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.strip_prefix(&*stem)
                .is_some_and(|rest| rest.starts_with("_data") || rest.starts_with(".data"))
        })
        .collect();
    found.sort();
    found
}
