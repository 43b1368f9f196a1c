//! A cross-encoder, run by fastembed on ONNX Runtime.

use super::{Rerank, RerankError};
use crate::assets::ModelFiles;
use crate::embed::{environment, threads, tokenizer_files};
use fastembed::{RerankInitOptionsUserDefined, TextRerank, UserDefinedRerankingModel};

/// Query and text together; longer ones are cut.
const MAX_TOKENS: usize = 512;

/// A cross-encoder.
pub struct OnnxReranker(TextRerank);

impl OnnxReranker {
    /// Loads ONNX Runtime and the model: not for an async thread.
    pub fn load(files: &ModelFiles) -> Result<Self, RerankError> {
        let failed = |reason: &dyn std::fmt::Display| {
            let graph = files.graph.display().to_string();
            tracing::warn!(%reason, graph, "the reranker cannot be loaded");
            RerankError::Model(graph)
        };
        let environment = environment(&files.runtime)?;
        let tokenizer = tokenizer_files(&files.tokenizer).map_err(|cause| failed(&cause))?;
        // Read from its file, so that weights beside it are found.
        let definition = UserDefinedRerankingModel::new(files.graph.clone(), tokenizer);
        let mut options = RerankInitOptionsUserDefined::new()
            .with_environment(environment)
            .with_max_length(MAX_TOKENS)
            .with_intra_threads(threads());
        options = options.with_session_config("session.intra_op.allow_spinning", "0");
        let model = TextRerank::try_new_from_user_defined(definition, options)
            .map_err(|cause| failed(&cause))?;
        let mut loaded = Self(model);
        loaded.score("a bird of the night", "Owl. It hunts by night.")?;
        Ok(loaded)
    }
}

impl Rerank for OnnxReranker {
    fn score(&mut self, query: &str, text: &str) -> Result<f32, RerankError> {
        let ranked = self.0.rerank(query, [text], false, None).map_err(|cause| {
            tracing::warn!(%cause, "the reranker failed");
            RerankError::Failed
        })?;
        ranked
            .first()
            .map(|result| result.score)
            .ok_or(RerankError::Failed)
    }
}
