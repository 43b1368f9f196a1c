//! The models that can be named: those that fastembed knows the files and the use of.

use crate::config::nearest;
use fastembed::{OutputKey, Pooling, QuantizationMode, TextEmbedding, TextRerank};

/// The embedding model that is used when no other is named. Its files are pinned by their hashes.
pub const DEFAULT_MODEL: &str = "all-MiniLM-L6-v2";

/// An embedding model that can be fetched by its name.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its short name; quantised ones end in `-q`.
    pub name: String,
    /// How many numbers its vectors have.
    pub dimension: usize,
    /// What it is, in the words of the library.
    pub description: String,
    /// Its files.
    pub files: Files,
    /// How its words become one vector.
    pub pooling: Pooling,
    /// Which output of the graph to take, where it is not told by its name.
    pub output: Option<OutputKey>,
}

/// Where on the hub a model's files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// Owner and name of the repository.
    pub repository: String,
    /// The graph.
    pub graph: String,
    /// What belongs to the graph and lies beside it.
    pub weights: Vec<String>,
}

/// Publishers whose models come from a repository of somebody who exported them.
const PUBLISHERS: [&str; 5] = [
    "baai",
    "sentence-transformers",
    "intfloat",
    "google",
    "openai",
];

/// All of them, by name.
#[must_use]
pub fn models() -> Vec<Listed> {
    let mut all: Vec<Listed> = TextEmbedding::list_supported_models()
        .into_iter()
        .map(|info| {
            let quantised =
                TextEmbedding::get_quantization_mode(&info.model) != QuantizationMode::None;
            let mut name = short(&info.model_code);
            if info.model_file.contains("_q4") {
                name.push_str("-q4");
            } else if quantised {
                name.push_str("-q");
            }
            Listed {
                name,
                dimension: info.dim,
                description: info.description,
                pooling: TextEmbedding::get_default_pooling_method(&info.model).unwrap_or_default(),
                output: info.output_key,
                files: Files {
                    repository: info.model_code,
                    graph: info.model_file,
                    weights: info.additional_files,
                },
            }
        })
        .collect();
    all.sort_by_key(|model| model.name.to_lowercase());
    all
}

/// The model of a name: a short one, a repository, or a short one with its publisher; case does not matter. The
/// error is the name that is nearest.
pub fn find(name: &str) -> Result<Listed, String> {
    let all = models();
    let wanted = name.trim().to_lowercase();
    let (owner, bare) = wanted.rsplit_once('/').unwrap_or(("", &wanted));
    let known = owner.is_empty() || PUBLISHERS.contains(&owner);
    let found = all
        .iter()
        .find(|model| known && model.name.to_lowercase() == bare)
        // A repository may hold a quantised graph beside the other, which is the one that its name means.
        .or_else(|| {
            let mut same = all
                .iter()
                .filter(|model| model.files.repository.to_lowercase() == wanted);
            let first = same.next();
            same.find(|model| !model.name.ends_with("-q")).or(first)
        });
    match found {
        Some(model) => Ok(model.clone()),
        None => Err(alike(bare, all.iter().map(|model| model.name.as_str()))),
    }
}

/// The name that is nearest: one that what was written is the beginning of, else one that differs least.
fn alike<'a>(written: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let begun = names
        .clone()
        .find(|name| name.to_lowercase().starts_with(written));
    begun.unwrap_or_else(|| nearest(written, names)).to_owned()
}

/// The rerankers that can be named, by name.
#[must_use]
pub fn rerankers() -> Vec<(String, Files)> {
    let mut all: Vec<(String, Files)> = TextRerank::list_supported_models()
        .into_iter()
        .map(|info| {
            let files = Files {
                graph: info.model_file,
                weights: info.additional_files,
                repository: info.model_code,
            };
            (short(&files.repository), files)
        })
        .collect();
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all
}

/// The reranker of a name, short or with its owner. The error is the name that is nearest.
pub fn find_reranker(name: &str) -> Result<Files, String> {
    let all = rerankers();
    let wanted = name.trim().to_lowercase();
    let found = all.iter().find(|(short, files)| {
        [short, &files.repository]
            .iter()
            .any(|n| n.to_lowercase() == wanted)
    });
    match found {
        Some((_, files)) => Ok(files.clone()),
        None => Err(alike(&wanted, all.iter().map(|(name, _)| name.as_str()))),
    }
}

/// The name of a repository without its owner and without what tells the format.
pub(super) fn short(repository: &str) -> String {
    let name = repository.rsplit('/').next().unwrap_or(repository);
    let lower = name.to_lowercase();
    let end = ["-onnx-q", "-onnx"]
        .iter()
        .find_map(|end| lower.strip_suffix(end))
        .map_or(name.len(), str::len);
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
    fn a_model_is_found_however_it_is_written() {
        for name in [
            "bge-small-en-v1.5",
            "BGE-Small-EN-v1.5",
            "BAAI/bge-small-en-v1.5",
            "Xenova/bge-small-en-v1.5",
        ] {
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
    fn a_reranker_is_found_by_either_name() {
        let files = find_reranker("jina-reranker-v1-turbo-en").unwrap();
        assert_eq!(
            files,
            find_reranker("JinaAI/jina-reranker-v1-turbo-en").unwrap()
        );
        assert_eq!(
            find_reranker("bge-reranker").unwrap_err(),
            "bge-reranker-base"
        );
    }

    #[test]
    fn an_unknown_one_names_the_nearest() {
        assert_eq!(find("bge-smal-en-v1.5").unwrap_err(), "bge-small-en-v1.5");
        assert_eq!(find("bge-small").unwrap_err(), "bge-small-en-v1.5");
        assert!(find("somebody/bge-small-en-v1.5").is_err());
    }
}
