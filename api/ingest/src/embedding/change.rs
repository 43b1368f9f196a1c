//! Model change: re-embedding with another model, while the vectors of the previous one answer until the new ones are
//! complete.
//!
//! The store keeps which model its vectors are of (serving), and which one new vectors are made with (target; see
//! `stored`); both change under the lock of embedding only. When the settings name another model, the serving one is
//! loaded beside it, from files that are still on this machine, and embeds the queries; the new one embeds the passages.
//! At the end the new one takes over, and the vectors of the previous one are dropped. Where the files of the previous
//! one are gone, the new vectors answer as they are made.
//!
//! Servers on one Postgres that are set to different models would undo each other's work for ever. So the target
//! changes only while no live server is set to it: until then servers that are set to another model make no vectors and
//! drop none, and answer with the stored model, or by words.

use super::servers::others;
use super::stored::{StoredModel, StoredModels};
use crate::error::Result;
use lorekeeper_embed::assets::Assets;
use lorekeeper_embed::{EmbedError, Models, StoredVectors};
use lorekeeper_store::{Heartbeat, Store};
use std::collections::BTreeSet;

/// The role of the configured model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Vectors are made with it.
    Target,
    /// Vectors are made with another model, which no live server is set to: the configured one may take over.
    Successor,
    /// Vectors are made with another model, which a live server is set to.
    Blocked,
}

/// Loads the model that `assets` names, fetched if it is missing, and the model of the stored vectors if that is
/// another.
pub async fn load(store: &Store, models: &Models, assets: &Assets) -> std::result::Result<(), EmbedError> {
    let stored = StoredModels::read(&store.pool).await;
    let stored = stored.unwrap_or_else(|error| {
        tracing::warn!("The store does not say which model its vectors are of: {error}");
        StoredModels::default()
    });
    if models.configured.model_id().is_none() {
        if let Some(serving) = &stored.serving
            && !serving.may_be(&assets.choice)
        {
            // First, so that it answers while the configured one is fetched.
            load_previous(models, assets, serving).await;
        }
        load_configured(models, assets, stored.target.as_ref()).await?;
    }
    if let Err(error) = settle(store, models, assets).await {
        tracing::warn!("The store does not say which model its vectors are of: {error}");
    }
    Ok(())
}

/// Loads the model that the settings name; of the two variants of the default model, the one that the store has.
async fn load_configured(
    models: &Models,
    assets: &Assets,
    target: Option<&StoredModel>,
) -> std::result::Result<(), EmbedError> {
    if let Some(variant) = target.and_then(|target| target.variant_for(&assets.choice)) {
        match models.configured.load_variant(assets, variant).await {
            Ok(()) => return Ok(()),
            Err(error) => {
                let name = variant.name();
                tracing::info!("The stored vectors are of {name}, which cannot be loaded: {error}.");
            }
        }
    }
    models.configured.load(assets).await
}

/// Compares the configured model, once it is loaded, with the models of the store, and loads the stored one if it has to
/// answer.
pub(super) async fn settle(store: &Store, models: &Models, assets: &Assets) -> Result<Role> {
    let Some(own) = models.configured.model_id() else {
        return Ok(Role::Target);
    };
    let stored = StoredModels::read(&store.pool).await?;
    let servers = others(store, models).await?;
    let role = role(&own, stored.target.as_ref(), &servers);
    let blocking = stored.target.filter(|_| role == Role::Blocked);
    let previous = match stored.serving {
        Some(serving) if serving.id == own => None,
        Some(serving) if has_vectors(store, models, &serving).await? => Some(serving),
        _ => blocking.clone(),
    };
    match &previous {
        Some(model) => load_previous(models, assets, model).await,
        None => release_previous(models),
    }
    models.state.set_vectors(match (&previous, blocking) {
        (None, None) => StoredVectors::Current,
        (Some(_), None) => StoredVectors::Reembedding,
        (_, Some(target)) => {
            let loaded = models.previous.model_id();
            let words_only = previous.is_some() && loaded.is_none();
            let serving = loaded.unwrap_or_else(|| own.clone());
            StoredVectors::Blocked {
                notice: blocked_notice(&own, &target.id, (!words_only).then_some(serving.as_str())),
                words_only,
            }
        }
    });
    Ok(role)
}

/// What users are told while another server keeps the store to `target`.
fn blocked_notice(own: &str, target: &str, serving: Option<&str>) -> String {
    let instead = match serving {
        Some(model) => format!("This server answers with {model}"),
        None => "Its files are not on this machine, so search here is by words and names only".to_owned(),
    };
    format!(
        "This server is set to the embedding model {own}, but the stored vectors are of {target}, which another server is set to. {instead}. Give all servers the same model, or stop those that are set to the other one: {own} takes over within minutes after the last of them."
    )
}

/// The role of a model, where vectors are made with `target` and `servers` are the other live servers.
fn role(own: &str, target: Option<&StoredModel>, servers: &[Heartbeat]) -> Role {
    match target {
        Some(target) if target.id == own => Role::Target,
        Some(target) if servers.iter().any(|s| s.model.as_ref() == Some(&target.id)) => Role::Blocked,
        _ => Role::Successor,
    }
}

/// Makes the configured model the target, unless another server keeps the store to its own. Returns whether this server
/// may make and drop vectors. The caller holds the lock of embedding.
pub(super) async fn claim(store: &Store, models: &Models) -> Result<bool> {
    let role = settle(store, models, &models.assets).await?;
    let (Some(own), true) = (models.configured.model_id(), role != Role::Blocked) else {
        return Ok(false);
    };
    if role == Role::Successor {
        let db = &store.pool;
        // Until then the vectors of a model that was never complete answer, too.
        if let Some(serving) = StoredModels::read(db).await?.serving {
            serving.set_serving(db).await?;
        }
        let target = StoredModel::configured(&own, &models.assets.choice);
        target.set_target(db).await?;
        models.state.set_only_models(None);
    }
    Ok(true)
}

/// Stores that all passages have a vector of `model`, which answers alone from now on. Returns whether that is a
/// change.
pub(super) async fn complete(store: &Store, models: &Models, model: &str) -> Result<bool> {
    let serving = StoredModel::configured(model, &models.assets.choice);
    serving.set_serving(&store.pool).await?;
    let is_reembedding = models.state.is_reembedding();
    let changed = models.previous.model_id().is_some() || is_reembedding;
    release_previous(models);
    if is_reembedding {
        models.state.set_vectors(StoredVectors::Current);
    }
    if changed {
        tracing::info!(model, "all passages have their vectors of the new embedding model");
    }
    Ok(changed)
}

/// Drops the vectors of all models but this one and those that other servers answer with. Returns how many were
/// dropped.
pub(super) async fn drop_outdated(store: &Store, models: &Models, model: &str) -> Result<u64> {
    let mut keep: BTreeSet<_> = answering(store, models).await?.into_iter().collect();
    keep.insert(model.to_owned());
    if models.state.holds_only(&keep) {
        return Ok(0);
    }
    let kept: Vec<_> = keep.iter().cloned().collect();
    let dropped = lorekeeper_store::drop_vectors_of_other_models(&store.pool, &kept).await?;
    models.state.set_only_models(Some(keep));
    Ok(dropped)
}

/// The models that other live servers answer with.
pub(super) async fn answering(store: &Store, models: &Models) -> Result<Vec<String>> {
    let servers = others(store, models).await?;
    Ok(servers.into_iter().filter_map(|s| s.answers).collect())
}

async fn has_vectors(store: &Store, models: &Models, model: &StoredModel) -> Result<bool> {
    // A loaded model was looked up before.
    let is_loaded = models.previous.model_id().as_ref() == Some(&model.id);
    Ok(is_loaded || lorekeeper_store::has_vectors(&store.pool, &model.id).await?)
}

fn release_previous(models: &Models) {
    if models.previous.model_id().is_some() {
        models.previous.release();
    }
}

/// Loads the model of the stored vectors, if its files are unchanged.
async fn load_previous(models: &Models, assets: &Assets, model: &StoredModel) {
    if models.previous.model_id().as_ref() == Some(&model.id) {
        return;
    }
    release_previous(models);
    if models.state.is_unavailable(&model.id) {
        return;
    }
    match model.load(&models.previous, assets).await {
        Ok(true) => {
            tracing::info!(
                model = model.id,
                "the vectors of this embedding model answer, which is not the one of the settings"
            );
            return;
        }
        Ok(false) => {
            tracing::info!(model = model.id, "the embedding model of the stored vectors is not on this machine");
        }
        Err(error) => {
            tracing::info!("The embedding model of the stored vectors cannot be loaded: {error}.");
        }
    }
    release_previous(models);
    models.state.set_unavailable(&model.id);
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_embed::assets::Choice;

    #[test]
    fn a_model_takes_over_when_no_server_is_set_to_the_other() {
        let target = StoredModel::configured("owl@1", &Choice::default());
        let set_to = |model: &str| Heartbeat { model: Some(model.to_owned()), ..Heartbeat::default() };
        let of = |own: &str, servers: &[Heartbeat]| role(own, Some(&target), servers);
        assert_eq!(of("owl@1", &[set_to("lynx@1")]), Role::Target);
        assert_eq!(of("lynx@1", &[set_to("owl@1")]), Role::Blocked);
        assert_eq!(of("lynx@1", &[set_to("lynx@1")]), Role::Successor);
        assert_eq!(of("lynx@1", &[Heartbeat::default()]), Role::Successor);
        assert_eq!(role("lynx@1", None, &[set_to("owl@1")]), Role::Successor);
    }
}
