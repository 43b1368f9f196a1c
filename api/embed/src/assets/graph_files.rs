//! Graph files: the ONNX graph, its external weights and its tokenizer, in a folder of the user's or of the hub's layout.

use super::catalogue::HubFiles;
use super::error::AssetError;
use super::{Assets, ModelFiles, hub};
use std::path::{Path, PathBuf};

/// The files of a model without the library that runs it.
pub(super) struct GraphFiles {
    pub(super) graph: PathBuf,
    pub(super) weights: Vec<PathBuf>,
    pub(super) tokenizer: PathBuf,
}

impl GraphFiles {
    /// The files of the default model in the folders of its packages.
    pub(super) fn in_wheels(graph: &Path, tokenizer: PathBuf) -> Self {
        Self { graph: graph.join("model.onnx"), weights: Vec::new(), tokenizer }
    }

    /// The files of a hub model in a folder.
    pub(super) fn in_hub_folder(folder: &Path, files: &HubFiles) -> Self {
        Self {
            graph: folder.join(&files.graph),
            weights: files.weights.iter().map(|name| folder.join(name)).collect(),
            tokenizer: folder.to_owned(),
        }
    }

    /// The files of a model that can be loaded.
    pub(super) fn with_runtime(self, runtime: PathBuf, assets: &Assets) -> ModelFiles {
        ModelFiles {
            optimized: assets.root(),
            graph: self.graph,
            weights: self.weights,
            tokenizer: self.tokenizer,
            runtime,
            choice: assets.choice.clone(),
        }
    }
}

/// Where the graph may be in a folder of the user's.
const GRAPHS: [&str; 4] = ["model.onnx", "model_quantized.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx"];

/// A model in a folder of the user's. An incomplete one is an error: a user who names a model does not want another.
pub(super) fn in_user_folder(dir: &Path) -> Result<GraphFiles, AssetError> {
    let missing = |missing| AssetError::Incomplete { dir: dir.to_owned(), missing };
    let graph =
        GRAPHS.iter().map(|name| dir.join(name)).find(|path| path.is_file()).ok_or_else(|| missing("model.onnx"))?;
    match hub::REQUIRED_FILES.into_iter().find(|name| !dir.join(name).is_file()) {
        Some(name) => Err(missing(name)),
        None => Ok(GraphFiles { weights: external_weights(&graph), graph, tokenizer: dir.to_owned() }),
    }
}

/// The external weights of a large graph: files beside it, with its name and `_data` or `.data` behind.
pub(super) fn external_weights(graph: &Path) -> Vec<PathBuf> {
    let stem = graph.file_name().unwrap_or_default().to_string_lossy();
    let folder = graph.parent().unwrap_or(graph);
    let mut weights: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.strip_prefix(&*stem).is_some_and(|rest| rest.starts_with("_data") || rest.starts_with(".data"))
        })
        .collect();
    weights.sort();
    weights
}
