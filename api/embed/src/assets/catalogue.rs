//! The model catalogue: the models that settings can name, whose files and use fastembed knows.

use fastembed::{OutputKey, Pooling, QuantizationMode, TextEmbedding};

/// The embedding model that is used when no other is named. Its files are pinned by their hashes.
pub const DEFAULT_MODEL: &str = "all-MiniLM-L6-v2";

/// An embedding model that can be fetched by its name.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// The short name; names of quantised models end in `-q`.
    pub name: String,
    /// The length of the vectors.
    pub dimension: usize,
    /// The description by fastembed.
    pub description: String,
    /// Where the files are.
    pub files: HubFiles,
    /// How the vectors of tokens become one.
    pub(crate) pooling: Pooling,
    /// The output of the graph to use; `None`: the usual one.
    pub(crate) output: Option<OutputKey>,
}

/// Where on the hub a model's files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubFiles {
    /// Owner and name of the repository.
    pub repository: String,
    /// The path of the ONNX graph.
    pub graph: String,
    /// The paths of the graph's external weights.
    pub weights: Vec<String>,
}

/// Publishers whose models are fetched from a repository of somebody else, who exported them to ONNX.
const PUBLISHERS: [&str; 5] = ["baai", "sentence-transformers", "intfloat", "google", "openai"];

/// All models, in the order of their names.
pub fn models() -> Vec<CatalogueEntry> {
    let mut all: Vec<CatalogueEntry> = TextEmbedding::list_supported_models()
        .into_iter()
        .map(|info| {
            let quantised = TextEmbedding::get_quantization_mode(&info.model) != QuantizationMode::None;
            let mut name = short_name(&info.model_code);
            if info.model_file.contains("_q4") {
                name.push_str("-q4");
            } else if quantised {
                name.push_str("-q");
            }
            CatalogueEntry {
                name,
                dimension: info.dim,
                description: info.description,
                pooling: TextEmbedding::get_default_pooling_method(&info.model).unwrap_or_default(),
                output: info.output_key,
                files: HubFiles { repository: info.model_code, graph: info.model_file, weights: info.additional_files },
            }
        })
        .collect();
    all.sort_by_key(|model| model.name.to_lowercase());
    all
}

/// The model of a name: a short one, a repository, or a short one with its publisher; case does not matter.
pub fn find(name: &str) -> Option<CatalogueEntry> {
    let all = models();
    let wanted = name.trim().to_lowercase();
    let (owner, bare) = wanted.rsplit_once('/').unwrap_or(("", &wanted));
    let is_known_owner = owner.is_empty() || PUBLISHERS.contains(&owner);
    let found = all
        .iter()
        .find(|model| is_known_owner && model.name.to_lowercase() == bare)
        // A repository may hold two graphs: its name means the one that is not quantised.
        .or_else(|| {
            let mut same = all.iter().filter(|model| model.files.repository.to_lowercase() == wanted);
            let first = same.next();
            same.find(|model| !model.name.ends_with("-q")).or(first)
        });
    found.cloned()
}

/// The name of a repository without its owner and without the format.
fn short_name(repository: &str) -> String {
    let name = repository.rsplit('/').next().unwrap_or(repository);
    let lower = name.to_lowercase();
    let end = ["-onnx-q", "-onnx"].iter().find_map(|end| lower.strip_suffix(end)).map_or(name.len(), str::len);
    name.get(..end).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_model_has_a_name_of_its_own() {
        let all = models();
        let names: HashSet<String> = all.iter().map(|model| model.name.to_lowercase()).collect();
        assert!(all.len() > 30);
        assert_eq!(names.len(), all.len());
        for model in &all {
            assert_eq!(find(&model.name).unwrap().files, model.files);
            assert!(model.dimension > 0, "{}", model.name);
        }
    }

    #[test]
    fn a_model_is_found_by_each_of_its_names() {
        for name in ["bge-small-en-v1.5", "BGE-Small-EN-v1.5", "BAAI/bge-small-en-v1.5", "Xenova/bge-small-en-v1.5"] {
            let model = find(name).unwrap();
            assert_eq!(model.files.repository, "Xenova/bge-small-en-v1.5");
            assert_eq!((model.dimension, model.pooling), (384, Pooling::Cls));
        }
        let plain = find("nomic-ai/nomic-embed-text-v1.5").unwrap();
        assert_eq!(plain.files.graph, "onnx/model.onnx");
        let quantised = find("nomic-embed-text-v1.5-q").unwrap();
        assert_eq!(quantised.files.graph, "onnx/model_quantized.onnx");
        assert_eq!(find(DEFAULT_MODEL).unwrap().dimension, 384);
    }

    #[test]
    fn an_unknown_model_is_not_found() {
        assert!(find("bge-smal-en-v1.5").is_none());
        assert!(find("somebody/bge-small-en-v1.5").is_none());
    }
}
