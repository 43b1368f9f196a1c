//! The models that the store notes: the one that its vectors are of, and the one that they are being changed to.
//!
//! A note says which model it was, and by which name it is to be had again; never a folder or a library. What is
//! loaded is always this machine's own.

use super::{EmbedError, Embedder};
use crate::assets::{Assets, Choice, DEFAULT_MODEL, Variant, find};
use crate::error::Result;
use crate::store;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use serde::{Deserialize, Serialize};

/// The fact that notes the model of which all passages have had vectors.
const SERVING: &str = "serving_model";

/// The fact that notes the model that vectors are made of.
const TARGET: &str = "target_model";

/// A model that the store notes.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct StoredModel {
    /// Its identity, as its vectors have it: a name and a fingerprint.
    pub(super) id: String,
    #[serde(default)]
    query_prefix: Option<String>,
    #[serde(default)]
    passage_prefix: Option<String>,
}

/// The notes of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredModels {
    /// The model that the stored vectors are of.
    pub(super) serving: Option<StoredModel>,
    /// The model that vectors are made of; while that is changed, not the one above.
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

    /// A model of which a store without notes has vectors.
    fn of_id(id: String) -> Self {
        Self {
            id,
            query_prefix: None,
            passage_prefix: None,
        }
    }

    /// How settings would name it; `None`: it is not in the catalogue, so its files were in a folder.
    fn choice(&self) -> Option<Choice> {
        let name = match Variant::of(&self.id) {
            Some(_) => DEFAULT_MODEL.to_owned(),
            None => find(self.id.split('@').next()?).ok()?.name,
        };
        Some(Choice {
            name,
            dir: None,
            query_prefix: self.query_prefix.clone(),
            passage_prefix: self.passage_prefix.clone(),
        })
    }

    /// Whether settings name it, as far as that is known before it is loaded.
    pub(super) fn may_be(&self, choice: &Choice) -> bool {
        choice.dir.is_some() || self.choice().as_ref() == Some(choice)
    }

    /// The graph that it has, if `choice` names the default model, which has two.
    pub(super) fn variant_for(&self, choice: &Choice) -> Option<Variant> {
        let is_default = choice.dir.is_none() && choice.name == DEFAULT_MODEL;
        Variant::of(&self.id).filter(|_| is_default)
    }

    /// Loads it from files of this machine; only the other graph of the default model is fetched, if that is what `assets`
    /// name. Says whether it still is what it was.
    pub(super) async fn load(
        &self,
        embedder: &Embedder,
        assets: &Assets,
    ) -> std::result::Result<bool, EmbedError> {
        let Some(choice) = self.choice() else {
            return Ok(false);
        };
        let offline = assets.offline || self.variant_for(&assets.choice).is_none();
        let variant = self.variant_for(&choice);
        let assets = Assets {
            choice,
            offline,
            ..assets.clone()
        };
        match variant {
            Some(variant) => embedder.load_variant(&assets, variant).await?,
            None => embedder.load(&assets).await?,
        }
        Ok(embedder.model_id().as_ref() == Some(&self.id))
    }
}

impl StoredModels {
    /// Reads the notes; where there are none, the model that most of the vectors are of.
    pub(super) async fn read(db: &DatabaseConnection) -> Result<Self> {
        let serving = noted(db, SERVING).await?;
        let target = noted(db, TARGET).await?;
        if serving.is_some() || target.is_some() {
            return Ok(Self {
                target: target.clone().or_else(|| serving.clone()),
                serving: serving.or(target),
            });
        }
        let models = store::models_of_vectors(db).await?;
        let most = models.into_iter().next().map(StoredModel::of_id);
        Ok(Self {
            serving: most.clone(),
            target: most,
        })
    }
}

async fn noted(db: &DatabaseConnection, key: &str) -> Result<Option<StoredModel>> {
    let text = store::fact(db, key).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Notes the model that the stored vectors are of.
pub(super) async fn set_serving(db: &impl ConnectionTrait, model: &StoredModel) -> Result<()> {
    set(db, SERVING, model).await
}

/// Notes the model that vectors are made of from now on.
pub(super) async fn set_target(db: &impl ConnectionTrait, model: &StoredModel) -> Result<()> {
    set(db, TARGET, model).await
}

async fn set(db: &impl ConnectionTrait, key: &str, model: &StoredModel) -> Result<()> {
    // A struct of texts is always written.
    let text = serde_json::to_string(model).unwrap_or_default();
    store::set_fact(db, key, &text).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_note_names_no_folder() {
        let choice = Choice::folder(PathBuf::from("/somewhere/else"));
        let model = StoredModel::configured("custom@0123456789ab", &choice);
        let text = serde_json::to_string(&model).unwrap();
        assert!(!text.contains("somewhere"), "{text}");
        assert_eq!(model.choice(), None);
        // A folder that stands in a note is not read.
        for id in ["custom@1", "bge-small-en-v1.5@1"] {
            let planted = format!(
                r#"{{"id":"{id}","dir":"/planted","choice":{{"name":"x","dir":"/planted"}}}}"#
            );
            let planted: StoredModel = serde_json::from_str(&planted).unwrap();
            assert_eq!(planted.choice().and_then(|choice| choice.dir), None);
        }
    }

    #[test]
    fn an_identity_tells_the_name() {
        let named = |id: &str| {
            let model = StoredModel::of_id(id.to_owned());
            model.choice().map(|choice| choice.name)
        };
        assert_eq!(
            named("all-MiniLM-L6-v2-int8@0123456789ab").as_deref(),
            Some(DEFAULT_MODEL)
        );
        assert_eq!(
            named("bge-small-en-v1.5@0123456789ab").as_deref(),
            Some("bge-small-en-v1.5")
        );
        assert_eq!(named("custom@0123456789ab"), None);
    }

    #[test]
    fn the_graph_of_the_store_is_taken() {
        let int8 = StoredModel::of_id("all-MiniLM-L6-v2-int8@0123456789ab".to_owned());
        assert_eq!(int8.variant_for(&Choice::default()), Some(Variant::Int8));
        let other = Choice {
            name: "bge-small-en-v1.5".to_owned(),
            ..Choice::default()
        };
        assert_eq!(int8.variant_for(&other), None);
        assert_eq!(int8.variant_for(&Choice::folder(PathBuf::from("x"))), None);
    }
}
