//! Sentence transformers, run by fastembed on ONNX Runtime.

use super::optimized::OptimizedGraph;
use super::profile::Profile;
use super::{Embed, EmbedError};
use crate::assets::{HUB_GRAPH, INT8_GRAPH, ModelFiles, Variant, sha256};
use fastembed::{InitOptionsUserDefined, QuantizationMode, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel};
use ort::environment::Environment;
use ort::ep::CPU;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::path::Path;

/// Longer vectors do not fit a page of the store, nor an index.
pub(crate) const MAX_DIMENSIONS: usize = 2000;

/// A sentence transformer.
pub struct OnnxModel {
    model: TextEmbedding,
    id: String,
    dimension: usize,
    profile: Profile,
    batches: bool,
}

/// How a model is run on this machine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Sessions {
    /// How many texts are embedded at once.
    pub count: usize,
    /// How many threads each session has.
    pub threads: usize,
}

/// Half of the cores embed: a session for each, as long as all sessions together stay small.
pub(super) fn sessions(files: &ModelFiles) -> Sessions {
    let paths = std::iter::once(&files.graph).chain(&files.weights);
    let sizes = paths.filter_map(|path| std::fs::metadata(path).ok());
    let size = sizes.map(|file| file.len()).sum::<u64>().max(1);
    let fit = usize::try_from(MAX_TOTAL_BYTES / size).unwrap_or(usize::MAX);
    let threads = threads();
    let count = threads.min(MAX_SESSIONS).min(fit).max(1);
    Sessions { count, threads: threads / count }
}

/// Where the weights of a graph come from.
enum Weights<'a> {
    /// Files in a folder, which are mapped into memory.
    In(&'a Path),
    /// The graph, and the files beside it, which are read.
    Read,
}

/// The setting of ONNX Runtime that names the folder of a graph's weights.
const WEIGHTS_FOLDER: &str = "session.model_external_initializers_file_folder_path";

/// Most sessions of a model.
const MAX_SESSIONS: usize = 4;

/// How large the files of all sessions together may be, in bytes: each session has a copy in memory.
const MAX_TOTAL_BYTES: u64 = 256 << 20;

impl OnnxModel {
    /// Loads ONNX Runtime and the model. Takes about half a second: not for an async thread.
    pub fn load(files: &ModelFiles) -> Result<Self, EmbedError> {
        let failed = |reason: &dyn std::fmt::Display| {
            let graph = files.graph.display().to_string();
            tracing::warn!(%reason, graph, "the embedding model cannot be loaded");
            EmbedError::Model(graph)
        };
        let environment = environment(&files.runtime)?;
        let graph_hash = sha256(&files.graph).map_err(|cause| failed(&cause))?;
        let entry = files.choice.catalogue_entry();
        let profile = if [INT8_GRAPH, HUB_GRAPH].contains(&graph_hash.as_str()) {
            Profile::mini_lm(&files.choice)
        } else {
            Profile::read(&files.tokenizer, entry.as_ref(), &files.choice).map_err(|reason| failed(&reason))?
        };
        let name = match graph_hash.as_str() {
            INT8_GRAPH => Variant::Int8.name(),
            HUB_GRAPH => Variant::Fp32.name(),
            _ => entry.as_ref().map_or("custom", |entry| &entry.name),
        };
        let id = identity(files, name, &graph_hash, &profile).map_err(|cause| failed(&cause))?;
        let session = |graph: Vec<u8>, weights: Weights| {
            let tokenizer = tokenizer_files(&files.tokenizer)?;
            let mut definition = UserDefinedEmbeddingModel::new(graph, tokenizer)
                .with_pooling(profile.pooling.clone())
                // Texts are embedded one by one, so dynamic quantisation needs no guard against batches.
                .with_quantization(QuantizationMode::None);
            definition.output_key = entry.as_ref().and_then(|entry| entry.output.clone());
            let mut options = InitOptionsUserDefined::new()
                .with_environment(environment.clone())
                .with_max_length(profile.max_tokens)
                .with_intra_threads(sessions(files).threads)
                // What a long text takes is freed after it; an arena would keep it for as long as the session lives.
                .with_execution_providers(vec![CPU::default().with_arena_allocator(false).build()])
                // Idle threads sleep: embedding is not the only work of this machine.
                .with_session_config("session.intra_op.allow_spinning", "0");
            match weights {
                Weights::In(folder) => {
                    options = options.with_session_config(WEIGHTS_FOLDER, folder.to_string_lossy());
                }
                Weights::Read => {
                    for path in &files.weights {
                        let name = path.file_name().unwrap_or_default().to_string_lossy();
                        definition = definition.with_external_initializer(name.into_owned(), std::fs::read(path)?);
                    }
                }
            }
            Ok::<_, Box<dyn Error>>(TextEmbedding::try_new_from_user_defined(definition, options)?)
        };
        let optimized = OptimizedGraph::of(files, &id, &environment).and_then(|optimized| {
            let loaded = session(optimized.graph()?, Weights::In(optimized.folder()));
            loaded.inspect_err(|_| optimized.remove())
        });
        let model = optimized.or_else(|cause| {
            tracing::warn!(%cause, "the optimized graph of the embedding model cannot be used, so it takes longer to load, and more memory");
            session(std::fs::read(&files.graph)?, Weights::Read)
        });
        let model = model.map_err(|cause| failed(&cause))?;
        let mut loaded = Self { model, id, dimension: 0, profile, batches: false };
        let alone = loaded.embed(&[PROBE])?;
        loaded.dimension = alone.first().map_or(0, Vec::len);
        let together = loaded.embed(&[PROBE, BATCH_PROBE])?;
        loaded.batches = alone.iter().flatten().zip(together.iter().flatten()).all(nearly_equal);
        match loaded.dimension {
            0 => Err(failed(&"its vectors are empty")),
            too_many if too_many > MAX_DIMENSIONS => Err(EmbedError::TooManyDimensions(too_many)),
            _ => Ok(loaded),
        }
    }

    fn run(&mut self, texts: &[&str], prefix: fn(&Profile) -> &str) -> Result<Vec<Vec<f32>>, EmbedError> {
        let prefix = prefix(&self.profile);
        let texts: Vec<String> = texts.iter().map(|text| format!("{prefix}{text}")).collect();
        self.model.embed(texts, None).map_err(|cause| {
            tracing::warn!(%cause, "the embedding model failed");
            EmbedError::Inference
        })
    }
}

impl Embed for OnnxModel {
    fn model_id(&self) -> &str {
        &self.id
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.run(texts, |profile| &profile.passage)
    }

    fn embed_queries(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.run(texts, |profile| &profile.query)
    }

    fn batches(&self) -> bool {
        self.batches
    }
}

/// Embedded after loading: tells the length of the vectors.
const PROBE: &str = "How long is a vector of this model?";

/// Embedded together with `PROBE`: tells whether vectors depend on their batch.
const BATCH_PROBE: &str =
    "A longer text, of other words: a troll under a bridge demands three silver coins from whoever crosses.";

/// Whether two numbers of vectors are equal but for rounding.
fn nearly_equal((a, b): (&f32, &f32)) -> bool {
    (a - b).abs() < 1e-5
}

/// The tokenizer's files; the map of special tokens is in the others too, and newer models go without.
fn tokenizer_files(folder: &Path) -> std::io::Result<TokenizerFiles> {
    let read = |name: &str| std::fs::read(folder.join(name));
    Ok(TokenizerFiles {
        tokenizer_file: read("tokenizer.json")?,
        config_file: read("config.json")?,
        special_tokens_map_file: match read("special_tokens_map.json") {
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => b"{}".to_vec(),
            other => other?,
        },
        tokenizer_config_file: read("tokenizer_config.json")?,
    })
}

/// Half of the cores: the other half answers.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

/// Loads ONNX Runtime from its path, once a process. (`ort` panics when it looks for the library itself and finds
/// none.)
fn environment(library: &Path) -> Result<Environment, EmbedError> {
    static LOADED: Mutex<Option<Environment>> = Mutex::new(None);
    let mut loaded = LOADED.lock();
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

/// The identity of a model: its name, and a fingerprint of all that decides a vector. It does not depend on where the
/// files lie.
fn identity(files: &ModelFiles, name: &str, graph: &str, profile: &Profile) -> std::io::Result<String> {
    let tokenizer = sha256(&files.tokenizer.join("tokenizer.json"))?;
    let mut whole = format!("{graph} {tokenizer} {}", profile.fingerprint());
    for weights in &files.weights {
        whole.push(' ');
        whole.push_str(&sha256(weights)?);
    }
    let fingerprint: String = hex::encode(Sha256::digest(whole)).chars().take(12).collect();
    Ok(format!("{name}@{fingerprint}"))
}
