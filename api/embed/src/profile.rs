//! Model profiles: pooling, the longest input, and the prefixes of queries and passages.
//!
//! Models state these in files beside their graph, in the way of sentence-transformers. Where they do not, the name
//! decides; prefixes in the settings come first.

use crate::assets::{CatalogueEntry, Choice};
use fastembed::Pooling;
use serde_json::Value;
use std::path::Path;

/// Most tokens that are read of a text, even where a model could read more: passages are shorter.
const MAX_TOKENS: usize = 512;

/// How a model is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Profile {
    /// How the vectors of tokens become one.
    pub(super) pooling: Pooling,
    /// Longer texts are truncated.
    pub(super) max_tokens: usize,
    /// The prefix of queries.
    pub(super) query: String,
    /// The prefix of passages.
    pub(super) passage: String,
}

/// Parts of the names of a family of models, the prefixes of its queries and of its passages, and its pooling.
type Family = (&'static [&'static str], &'static str, &'static str, Pooling);

const RETRIEVAL_PREFIX: &str = "Represent this sentence for searching relevant passages: ";

/// The families; the first that matches a name decides.
const FAMILIES: [Family; 13] = [
    (&["nomic-embed-text"], "search_query: ", "search_document: ", Pooling::Mean),
    (&["modernbert-embed"], "search_query: ", "search_document: ", Pooling::Mean),
    (&["embeddinggemma"], "task: search result | query: ", "title: none | text: ", Pooling::Mean),
    (&["arctic-embed", "v2"], "query: ", "", Pooling::Cls),
    (&["arctic-embed"], RETRIEVAL_PREFIX, "", Pooling::Cls),
    (&["mxbai-embed"], RETRIEVAL_PREFIX, "", Pooling::Cls),
    (&["bge-", "-en"], RETRIEVAL_PREFIX, "", Pooling::Cls),
    (&["bge-", "-zh"], "为这个句子生成表示以用于检索相关文章：", "", Pooling::Cls),
    (&["bge-"], "", "", Pooling::Cls),
    // These want a description of the task, which only the user knows.
    (&["e5-", "instruct"], "", "passage: ", Pooling::Mean),
    (&["multilingual-e5-"], "query: ", "passage: ", Pooling::Mean),
    (&["e5-"], "query: ", "passage: ", Pooling::Mean),
    (&["gte-", "v1.5"], "", "", Pooling::Cls),
];

impl Profile {
    /// The profile of all-MiniLM-L6-v2, whose packages do not state it.
    pub(super) fn mini_lm(choice: &Choice) -> Self {
        Self {
            pooling: Pooling::Mean,
            max_tokens: 256,
            query: choice.query_prefix.clone().unwrap_or_default(),
            passage: choice.passage_prefix.clone().unwrap_or_default(),
        }
    }

    /// The profile that the settings, the files in a folder, the catalogue and the name give, in this order. The error is
    /// why the model cannot be used.
    pub(super) fn read(folder: &Path, entry: Option<&CatalogueEntry>, choice: &Choice) -> Result<Self, String> {
        let file = |name: &str| -> Value {
            std::fs::read(folder.join(name))
                .ok()
                .and_then(|text| serde_json::from_slice(&text).ok())
                .unwrap_or_default()
        };
        let config = file("config.json");
        let tokenizer = file("tokenizer_config.json");
        let names = [
            entry.map(|entry| entry.name.clone()),
            entry.is_none().then(|| choice.name.clone()),
            text(&config, "_name_or_path"),
            text(&tokenizer, "name_or_path"),
            folder.file_name().map(|name| name.to_string_lossy().into_owned()),
        ];
        let family = names.iter().flatten().find_map(|name| family_of(name));
        let pooling = pooling(&file("1_Pooling/config.json"))?
            .or_else(|| entry.map(|entry| entry.pooling.clone()))
            .or_else(|| family.map(|(_, _, _, pooling)| pooling.clone()))
            .unwrap_or(Pooling::Mean);
        let number = |value: &Value, key: &str| {
            let tokens = value.get(key).and_then(Value::as_f64)?;
            // Where there is no limit, an astronomical number stands.
            (1.0..1e6).contains(&tokens).then(|| format!("{tokens:.0}").parse().ok())?
        };
        let max_tokens = number(&file("sentence_bert_config.json"), "max_seq_length")
            .or_else(|| number(&tokenizer, "model_max_length"))
            .unwrap_or(MAX_TOKENS)
            .min(MAX_TOKENS);
        let prompts = file("config_sentence_transformers.json");
        let prompt = |keys: &[&str]| {
            let prompts = prompts.get("prompts")?;
            keys.iter().find_map(|key| text(prompts, key))
        };
        let prefix = |prompt: Option<String>, by_name: Option<&str>, chosen: &Option<String>| {
            chosen.clone().or(prompt).or_else(|| by_name.map(str::to_owned)).unwrap_or_default()
        };
        Ok(Self {
            pooling,
            max_tokens,
            query: prefix(
                prompt(&["query", "search_query", "s2p_query"]),
                family.map(|(_, query, ..)| *query),
                &choice.query_prefix,
            ),
            passage: prefix(
                prompt(&["document", "passage", "search_document", "corpus"]),
                family.map(|(_, _, passage, _)| *passage),
                &choice.passage_prefix,
            ),
        })
    }

    /// The profile as text, for the model's identity.
    pub(super) fn fingerprint(&self) -> String {
        let pooling = match self.pooling {
            Pooling::Cls => "cls",
            Pooling::Mean => "mean",
        };
        let prefixes = if self.query.is_empty() && self.passage.is_empty() {
            String::new()
        } else {
            format!(" {:?} {:?}", self.query, self.passage)
        };
        format!("{pooling} {}{prefixes}", self.max_tokens)
    }
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn family_of(name: &str) -> Option<&'static Family> {
    let name = name.to_lowercase();
    FAMILIES.iter().find(|(parts, ..)| parts.iter().all(|part| name.contains(part)))
}

/// The pooling that the configuration of a pooling layer names, in its older or its newer form.
fn pooling(config: &Value) -> Result<Option<Pooling>, String> {
    let Some(config) = config.as_object() else {
        return Ok(None);
    };
    let set = |key: &str| config.get(key).and_then(Value::as_bool).unwrap_or(false);
    let word = config.get("pooling_mode").and_then(Value::as_str);
    if set("pooling_mode_cls_token") || word == Some("cls") {
        return Ok(Some(Pooling::Cls));
    }
    if set("pooling_mode_mean_tokens") || word == Some("mean") {
        return Ok(Some(Pooling::Mean));
    }
    let other = config
        .iter()
        .find(|(key, value)| key.starts_with("pooling_mode_") && **value == Value::Bool(true))
        .map(|(key, _)| key.as_str())
        .or(word);
    other.map_or(Ok(None), |other| Err(format!("its pooling is {other}, and only mean and cls are known")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::find;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        dir
    }

    fn read(files: &[(&str, &str)], choice: &Choice) -> Result<Profile, String> {
        Profile::read(folder(files).path(), None, choice)
    }

    #[test]
    fn files_beside_the_graph_state_the_profile() {
        let files = [
            ("1_Pooling/config.json", r#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#),
            ("sentence_bert_config.json", r#"{"max_seq_length": 128}"#),
            ("tokenizer_config.json", r#"{"model_max_length": 512}"#),
            ("config_sentence_transformers.json", r#"{"prompts": {"query": "Q: ", "document": "D: "}}"#),
        ];
        let profile = read(&files, &Choice::default()).unwrap();
        let expected =
            Profile { pooling: Pooling::Cls, max_tokens: 128, query: "Q: ".to_owned(), passage: "D: ".to_owned() };
        assert_eq!(profile, expected);
        let choice =
            Choice { query_prefix: Some("ask: ".to_owned()), passage_prefix: Some(String::new()), ..Choice::default() };
        let chosen = read(&files, &choice).unwrap();
        assert_eq!((chosen.query.as_str(), chosen.passage.as_str()), ("ask: ", ""));
        assert_ne!(profile.fingerprint(), chosen.fingerprint());
    }

    #[test]
    fn the_name_decides_where_no_file_states_it() {
        let named = |name: &str| {
            let config = format!(r#"{{"_name_or_path": "owner/{name}"}}"#);
            read(&[("config.json", &config)], &Choice::default()).unwrap()
        };
        let e5 = named("e5-small-v2");
        assert_eq!((e5.query.as_str(), e5.passage.as_str()), ("query: ", "passage: "));
        let bge = named("bge-base-en-v1.5");
        assert_eq!((bge.query.as_str(), bge.passage.as_str()), (RETRIEVAL_PREFIX, ""));
        assert_eq!(bge.pooling, Pooling::Cls);
        assert_eq!(named("bge-m3").query, "");
        assert_eq!(named("snowflake-arctic-embed-m-v2.0").query, "query: ");
        let unknown = named("owl-sentences");
        assert_eq!(unknown.fingerprint(), "mean 512");
        let boundless = r#"{"model_max_length": 1000000000000000019884624838656}"#;
        let boundless = read(&[("tokenizer_config.json", boundless)], &Choice::default());
        assert_eq!(boundless.unwrap().max_tokens, 512);
    }

    #[test]
    fn the_catalogue_knows_the_pooling_of_its_models() {
        let entry = find("gte-base-en-v1.5").unwrap();
        let dir = folder(&[]);
        let profile = Profile::read(dir.path(), Some(&entry), &Choice::default()).unwrap();
        assert_eq!(profile.pooling, Pooling::Cls);
        let entry = find("multilingual-e5-small").unwrap();
        let profile = Profile::read(dir.path(), Some(&entry), &Choice::default()).unwrap();
        assert_eq!(profile.passage, "passage: ");
    }

    #[test]
    fn an_unknown_pooling_is_refused() {
        for config in [r#"{"pooling_mode_lasttoken": true}"#, r#"{"pooling_mode": "lasttoken"}"#] {
            let refused = read(&[("1_Pooling/config.json", config)], &Choice::default());
            assert!(refused.unwrap_err().contains("lasttoken"));
        }
    }
}
