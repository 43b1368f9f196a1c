//! Optimized graph: a model's graph as ONNX Runtime simplifies it before it runs it, kept with the assets.
//!
//! Its weights are in a file of their own, which sessions map into memory and share. A model loads in a third of the time,
//! and of the table of word vectors only the rows of words that texts have are read.

use crate::assets::{ModelFiles, move_into_place, staging_folder};
use crate::quantized;
use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The file of the graph.
const GRAPH: &str = "model.onnx";

/// The file of the weights.
const WEIGHTS: &str = "weights.bin";

/// An optimized graph in a folder.
pub(super) struct OptimizedGraph(PathBuf);

impl OptimizedGraph {
    /// The optimized graph of a model with this identity, made and stored if it is missing.
    pub fn of(
        files: &ModelFiles,
        model_id: &str,
        environment: &Environment,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        // What is simplified, and how, depends on the versions of ONNX Runtime and of our part, and on the processor.
        let maker = format!("{} {} {}", ort::info(), quantized::is_supported(), quantized::VERSION);
        let maker = hex::encode(Sha256::digest(maker));
        let fingerprint = model_id.rsplit('@').next().unwrap_or_default();
        let name = format!("optimized-{fingerprint}-{}", maker.get(..8).unwrap_or(&maker));
        let folder = files.optimized.join(name);
        let is_stored = || [GRAPH, WEIGHTS].iter().all(|name| folder.join(name).is_file());
        if !is_stored() {
            let staged = staging_folder(&files.optimized)?;
            optimize(files, staged.path(), environment)?;
            move_into_place(&staged, &folder, [GRAPH, WEIGHTS].into_iter())?;
        }
        Ok(Self(folder))
    }

    /// The graph without its weights.
    pub fn graph(&self) -> std::io::Result<Vec<u8>> {
        std::fs::read(self.0.join(GRAPH))
    }

    /// The folder of the weights.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Deletes the graph, which is made again when it is asked for.
    pub fn remove(self) {
        let _ = std::fs::remove_dir_all(self.0);
    }
}

/// Writes the optimized graph of a model, and its weights, into a folder.
fn optimize(files: &ModelFiles, into: &Path, environment: &Environment) -> Result<(), Box<dyn std::error::Error>> {
    let config = |name: &str| format!("session.optimized_model_external_initializers_{name}");
    let mut builder = Session::builder(environment)?
        // Further steps depend on the processor, and are taken when the graph is loaded.
        .with_optimization_level(GraphOptimizationLevel::Level2)?
        .with_optimized_model_path(into.join(GRAPH))?
        .with_config_entry(config("file_name"), WEIGHTS)?
        .with_config_entry(config("min_size_in_bytes"), "1024")?;
    // A graph with weights in files beside it is found by its path.
    if quantized::is_supported() && files.weights.is_empty() {
        builder.commit_from_memory(&quantized::keep_quantized(&std::fs::read(&files.graph)?)?)?;
    } else {
        builder.commit_from_file(&files.graph)?;
    }
    for name in [GRAPH, WEIGHTS] {
        // A crash must not leave files that have their names and not their content.
        File::open(into.join(name))?.sync_all()?;
    }
    Ok(())
}
