//! Stored models: the identities of the serving model and of the target, kept as facts of the store.
//!
//! A fact has the model's identity and its prefixes, never a folder or a library: files are always this machine's own.

use crate::error::{Error, Result};
use lorekeeper_embed::assets::{Assets, Choice, DEFAULT_MODEL, Variant, find};
use lorekeeper_embed::{EmbedError, Embedder};
use lorekeeper_store as store;
use sea_orm::DatabaseConnection;
use serde::{Deserialize, Serialize};

/// The fact with the serving model.
const SERVING_FACT: &str = "serving_model";

/// The fact with the target.
const TARGET_FACT: &str = "target_model";

/// A model, as the store keeps it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct StoredModel {
    /// The identity, as its vectors have it: a name and a fingerprint.
    pub(super) id: String,
    #[serde(default)]
    query_prefix: Option<String>,
    #[serde(default)]
    passage_prefix: Option<String>,
}

/// The models of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredModels {
    /// The model of which all passages have had vectors.
    pub(super) serving: Option<StoredModel>,
    /// The model that vectors are made with; another one during a model change.
    pub(super) target: Option<StoredModel>,
}

impl StoredModel {
    /// The model that the settings name.
    pub(super) fn configured(id: &str, choice: &Choice) -> Self {
        Self {
            id: id.to_owned(),
            query_prefix: choice.query_prefix.clone(),
            passage_prefix: choice.passage_prefix.clone(),
        }
    }

    /// A model of which a store without these facts has vectors.
    fn from_id(id: String) -> Self {
        Self { id, query_prefix: None, passage_prefix: None }
    }

    /// The choice that names the model; `None`: it is not in the catalogue, so its files were in a folder.
    fn choice(&self) -> Option<Choice> {
        let name = match Variant::from_model_id(&self.id) {
            Some(_) => DEFAULT_MODEL.to_owned(),
            None => find(self.id.split('@').next()?)?.name,
        };
        Some(Choice {
            name,
            dir: None,
            query_prefix: self.query_prefix.clone(),
            passage_prefix: self.passage_prefix.clone(),
        })
    }

    /// Whether `choice` may name this model, as far as that is known before it is loaded.
    pub(super) fn may_be(&self, choice: &Choice) -> bool {
        choice.dir.is_some() || self.choice().as_ref() == Some(choice)
    }

    /// The variant of this model, if `choice` names the default model, which has two.
    pub(super) fn variant_for(&self, choice: &Choice) -> Option<Variant> {
        let is_default = choice.dir.is_none() && choice.name == DEFAULT_MODEL;
        Variant::from_model_id(&self.id).filter(|_| is_default)
    }

    /// Loads the model from files of this machine; only the other variant of the default model is fetched, if `assets`
    /// name the default model. Returns whether the loaded model has the same identity.
    pub(super) async fn load(&self, embedder: &Embedder, assets: &Assets) -> std::result::Result<bool, EmbedError> {
        let Some(choice) = self.choice() else {
            return Ok(false);
        };
        let offline = assets.offline || self.variant_for(&assets.choice).is_none();
        let variant = self.variant_for(&choice);
        let assets = Assets { choice, offline, ..assets.clone() };
        match variant {
            Some(variant) => embedder.load_variant(&assets, variant).await?,
            None => embedder.load(&assets).await?,
        }
        Ok(embedder.model_id().as_ref() == Some(&self.id))
    }

    /// Stores the serving model.
    pub(super) async fn set_serving(&self, db: &DatabaseConnection) -> Result<()> {
        self.write(db, SERVING_FACT).await
    }

    /// Stores the target.
    pub(super) async fn set_target(&self, db: &DatabaseConnection) -> Result<()> {
        self.write(db, TARGET_FACT).await
    }

    async fn write(&self, db: &DatabaseConnection, key: &str) -> Result<()> {
        let text = serde_json::to_string(self)
            .map_err(|cause| Error::internal("The embedding model could not be stored.", cause))?;
        Ok(store::set_fact(db, key, &text).await?)
    }
}

impl StoredModels {
    /// Reads the facts; without them, the model that most of the vectors are of is both.
    pub(super) async fn read(db: &DatabaseConnection) -> Result<Self> {
        let serving = read_model(db, SERVING_FACT).await?;
        let target = read_model(db, TARGET_FACT).await?;
        if serving.is_some() || target.is_some() {
            return Ok(Self { target: target.clone().or_else(|| serving.clone()), serving: serving.or(target) });
        }
        let models = store::models_of_vectors(db).await?;
        let most = models.into_iter().next().map(StoredModel::from_id);
        Ok(Self { serving: most.clone(), target: most })
    }
}

async fn read_model(db: &DatabaseConnection, key: &str) -> Result<Option<StoredModel>> {
    let text = store::fact(db, key).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_stored_model_names_no_folder() {
        let choice = Choice::folder(PathBuf::from("/somewhere/else"));
        let model = StoredModel::configured("custom@0123456789ab", &choice);
        let text = serde_json::to_string(&model).unwrap();
        assert!(!text.contains("somewhere"), "{text}");
        assert_eq!(model.choice(), None);
        // A folder in a fact is not read.
        for id in ["custom@1", "bge-small-en-v1.5@1"] {
            let planted = format!(r#"{{"id":"{id}","dir":"/planted","choice":{{"name":"x","dir":"/planted"}}}}"#);
            let planted: StoredModel = serde_json::from_str(&planted).unwrap();
            assert_eq!(planted.choice().and_then(|choice| choice.dir), None);
        }
    }

    #[test]
    fn an_identity_gives_the_name() {
        let named = |id: &str| {
            let model = StoredModel::from_id(id.to_owned());
            model.choice().map(|choice| choice.name)
        };
        assert_eq!(named("all-MiniLM-L6-v2-int8@0123456789ab").as_deref(), Some(DEFAULT_MODEL));
        assert_eq!(named("bge-small-en-v1.5@0123456789ab").as_deref(), Some("bge-small-en-v1.5"));
        assert_eq!(named("custom@0123456789ab"), None);
    }

    #[test]
    fn the_variant_of_the_store_is_used() {
        let int8 = StoredModel::from_id("all-MiniLM-L6-v2-int8@0123456789ab".to_owned());
        assert_eq!(int8.variant_for(&Choice::default()), Some(Variant::Int8));
        let other = Choice { name: "bge-small-en-v1.5".to_owned(), ..Choice::default() };
        assert_eq!(int8.variant_for(&other), None);
        assert_eq!(int8.variant_for(&Choice::folder(PathBuf::from("x"))), None);
    }
}
