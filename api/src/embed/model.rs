//! all-MiniLM-L6-v2, or another model of its shape, through fastembed on ONNX Runtime.

use super::{DIMENSION, Embed, EmbedError};
use crate::assets::{HUB_GRAPH, INT8_GRAPH, ModelFiles, sha256};
use crate::digest::hex;
use fastembed::{
    InitOptionsUserDefined, Pooling, QuantizationMode, TextEmbedding, TokenizerFiles,
    UserDefinedEmbeddingModel,
};
use ort::environment::Environment;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Longer texts are cut; the model was trained on no more.
const MAX_TOKENS: usize = 256;

/// A sentence transformer of 384 dimensions with mean pooling.
pub struct MiniLm {
    model: TextEmbedding,
    id: String,
}

impl MiniLm {
    /// Loads ONNX Runtime and the model. Takes about half a second: not for an async thread.
    pub fn load(files: &ModelFiles) -> Result<Self, EmbedError> {
        let failed = |reason: &dyn std::fmt::Display| {
            let graph = files.graph.display().to_string();
            tracing::warn!(%reason, graph, "the embedding model cannot be loaded");
            EmbedError::Model(graph)
        };
        let environment = environment(&files.runtime)?;
        let id = identity(files).map_err(|cause| failed(&cause))?;
        let read = |name: &str| std::fs::read(files.tokenizer.join(name));
        let tokenizer = || {
            Ok::<_, std::io::Error>(TokenizerFiles {
                tokenizer_file: read("tokenizer.json")?,
                config_file: read("config.json")?,
                special_tokens_map_file: read("special_tokens_map.json")?,
                tokenizer_config_file: read("tokenizer_config.json")?,
            })
        };
        let graph = std::fs::read(&files.graph).map_err(|cause| failed(&cause))?;
        let tokenizer = tokenizer().map_err(|cause| failed(&cause))?;
        let definition = UserDefinedEmbeddingModel::new(graph, tokenizer)
            .with_pooling(Pooling::Mean)
            // Texts go in one by one, so dynamic quantisation needs no guard against batches.
            .with_quantization(QuantizationMode::None);
        let options = InitOptionsUserDefined::new()
            .with_environment(environment)
            .with_max_length(MAX_TOKENS)
            .with_intra_threads(threads())
            // Idle threads sleep: embedding is not the only work of this machine.
            .with_session_config("session.intra_op.allow_spinning", "0");
        let model = TextEmbedding::try_new_from_user_defined(definition, options)
            .map_err(|cause| failed(&cause))?;
        let mut loaded = Self { model, id };
        let probe = loaded.embed(&["A model of another length is of no use."])?;
        match probe.first().map(Vec::len) {
            Some(DIMENSION) => Ok(loaded),
            length => Err(failed(&format!(
                "it has {} dimensions instead of {DIMENSION}",
                length.unwrap_or_default()
            ))),
        }
    }
}

impl Embed for MiniLm {
    fn model_id(&self) -> &str {
        &self.id
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.model.embed(texts, None).map_err(|cause| {
            tracing::warn!(%cause, "the embedding model failed");
            EmbedError::Inference
        })
    }
}

/// Half of the cores: the other half answers.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

/// Loads the library from its path, once a process. (Left to itself, `ort` panics when it finds
/// none.)
fn environment(library: &Path) -> Result<Environment, EmbedError> {
    static LOADED: Mutex<Option<Environment>> = Mutex::new(None);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = loaded.as_ref() {
        return Ok(environment.clone());
    }
    let failed = |reason: &dyn std::fmt::Display| {
        tracing::warn!(%reason, "ONNX Runtime cannot be loaded");
        EmbedError::Runtime(library.display().to_string())
    };
    let environment = ort::init_from(library)
        .map_err(|cause| failed(&cause))?
        .with_name("lorekeeper")
        .with_telemetry(false)
        .build()
        .map_err(|cause| failed(&cause))?;
    Ok(loaded.insert(environment).clone())
}

/// Name, precision, and a fingerprint of all that decides a vector: wherever the files lie, the
/// same model has the same identity.
fn identity(files: &ModelFiles) -> std::io::Result<String> {
    let graph = sha256(&files.graph)?;
    let tokenizer = sha256(&files.tokenizer.join("tokenizer.json"))?;
    let name = match graph.as_str() {
        INT8_GRAPH => "all-MiniLM-L6-v2-int8",
        HUB_GRAPH => "all-MiniLM-L6-v2-fp32",
        _ => "custom",
    };
    let whole = Sha256::digest(format!("{graph} {tokenizer} mean {MAX_TOKENS}"));
    let fingerprint: String = hex(&whole).chars().take(12).collect();
    Ok(format!("{name}@{fingerprint}"))
}
