//! The change from one embedding model to another: the vectors that are stored go on answering until the new ones are
//! complete.
//!
//! The store notes which model its vectors are of, and which one they are made of from now on (see `stored`); both
//! change under the lock of embedding only. When the settings name another model, the stored one is loaded beside it,
//! from files that are on this machine still, and embeds the queries; the new one embeds the passages. At the end the
//! new one takes over, and the former's vectors go. Where the former's files are gone, the new vectors answer as they come.
//!
//! Servers on one Postgres that are set to different models would undo each other's work for ever. So the model that
//! vectors are made of changes only while no live server is set to it: until then servers that are set to another model
//! make no vectors and drop none, and answer with the stored model, or by words.

use super::servers::{self, Server};
use super::stored::{StoredModel, StoredModels, set_serving, set_target};
use crate::app::App;
use crate::assets::Assets;
use crate::embed::EmbedError;
use crate::error::Result;
use crate::store;

/// What the configured model is to the stored vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Vectors are made of it.
    Target,
    /// Vectors are made of another one, which no live server is set to: the configured one may take over.
    Successor,
    /// Vectors are made of another one, which a live server is set to.
    Blocked,
}

/// Loads the model that `assets` names, fetched where it must be, and the stored one where that is another.
pub async fn load(app: &App, assets: &Assets) -> std::result::Result<(), EmbedError> {
    let stored = StoredModels::read(&app.db.pool).await;
    let stored = stored.unwrap_or_else(|error| {
        tracing::warn!("The store does not say which model its vectors are of: {error}");
        StoredModels::default()
    });
    if app.embedder.model_id().is_none() {
        if let Some(serving) = &stored.serving
            && !serving.may_be(&assets.choice)
        {
            // Fetching takes its time.
            load_former(app, assets, serving).await;
        }
        load_configured(app, assets, stored.target.as_ref()).await?;
    }
    if let Err(error) = settle(app, assets).await {
        tracing::warn!("The store does not say which model its vectors are of: {error}");
    }
    Ok(())
}

/// Loads the model that the settings name; of the two graphs of the default model, the one that the store has.
async fn load_configured(
    app: &App,
    assets: &Assets,
    target: Option<&StoredModel>,
) -> std::result::Result<(), EmbedError> {
    if let Some(variant) = target.and_then(|target| target.variant_for(&assets.choice)) {
        match app.embedder.load_variant(assets, variant).await {
            Ok(()) => return Ok(()),
            Err(error) => {
                let name = variant.name();
                tracing::info!(
                    "The stored vectors are of {name}, which is not to be had: {error}."
                );
            }
        }
    }
    app.embedder.load(assets).await
}

/// Compares the configured model, once it is loaded, with those that the store notes, and loads the stored one where
/// that has to answer.
pub async fn settle(app: &App, assets: &Assets) -> Result<Role> {
    let Some(own) = app.embedder.model_id() else {
        return Ok(Role::Target);
    };
    let stored = StoredModels::read(&app.db.pool).await?;
    let servers = servers::others(app).await?;
    let role = role(&own, stored.target.as_ref(), &servers);
    let kept = stored.target.filter(|_| role == Role::Blocked);
    let answering = match stored.serving {
        Some(serving) if serving.id == own => None,
        Some(serving) if has_vectors(app, &serving).await? => Some(serving),
        _ => kept.clone(),
    };
    match &answering {
        Some(model) => load_former(app, assets, model).await,
        None => release_former(app),
    }
    let state = &app.model_state;
    let is_loaded = app.former.model_id().is_some();
    state.set_replacing(answering.is_some() && kept.is_none());
    state.set_words_only(answering.is_some() && kept.is_some() && !is_loaded);
    state.set_notice(kept.map(|kept| {
        let instead = match app.model_id() {
            Some(model) => format!("This server answers with {model}"),
            None => "Its files are not on this machine, so search here is by words and names only".to_owned(),
        };
        format!(
            "This server is set to the embedding model {own}, but the stored vectors are of {}, which another server is set to. {instead}. Give all servers the same model, or stop those that are set to the other one: {own} takes over within minutes after the last of them.",
            kept.id
        )
    }));
    Ok(role)
}

/// What a model is to the stored vectors, which are made of `target`, beside `servers`.
fn role(own: &str, target: Option<&StoredModel>, servers: &[Server]) -> Role {
    match target {
        Some(target) if target.id == own => Role::Target,
        Some(target) if servers.iter().any(|s| s.model.as_ref() == Some(&target.id)) => {
            Role::Blocked
        }
        _ => Role::Successor,
    }
}

/// Makes the configured model the one that vectors are made of, unless another server keeps the store to its own. To be
/// called in the turn of embedding. Says whether this server may make and drop vectors.
pub async fn claim(app: &App) -> Result<bool> {
    let role = settle(app, &app.assets).await?;
    let (Some(own), true) = (app.embedder.model_id(), role != Role::Blocked) else {
        return Ok(false);
    };
    if role == Role::Successor {
        let db = &app.db.pool;
        // Vectors of a model that never was complete answer for the time being, too.
        if let Some(serving) = StoredModels::read(db).await?.serving {
            set_serving(db, &serving).await?;
        }
        set_target(db, &StoredModel::configured(&own, &app.assets.choice)).await?;
    }
    Ok(true)
}

/// Notes that all stored passages have a vector of `model`, and lets it answer alone from now on. Says whether
/// that is a change.
pub async fn complete(app: &App, model: &str) -> Result<bool> {
    let serving = StoredModel::configured(model, &app.assets.choice);
    set_serving(&app.db.pool, &serving).await?;
    let changed = app.former.model_id().is_some() || app.model_state.is_replacing();
    release_former(app);
    app.model_state.set_replacing(false);
    if changed {
        tracing::info!(
            model,
            "all passages have their vectors of the new embedding model"
        );
    }
    Ok(changed)
}

/// Drops the vectors of all models but this one and those that other servers answer with; says how many there were.
pub async fn drop_outdated(app: &App, model: &str) -> Result<u64> {
    let mut keep = answering(app).await?;
    app.model_state
        .set_outdated(keep.iter().any(|other| other != model));
    keep.push(model.to_owned());
    store::drop_vectors_of_other_models(&app.db.pool, &keep).await
}

/// The models that other live servers answer with.
pub async fn answering(app: &App) -> Result<Vec<String>> {
    let servers = servers::others(app).await?;
    Ok(servers.into_iter().filter_map(|s| s.answers).collect())
}

async fn has_vectors(app: &App, model: &StoredModel) -> Result<bool> {
    // One that is loaded was asked for before.
    let is_loaded = app.former.model_id().as_ref() == Some(&model.id);
    Ok(is_loaded || store::has_vectors(&app.db.pool, &model.id).await?)
}

fn release_former(app: &App) {
    if app.former.model_id().is_some() {
        app.former.release();
    }
}

/// Loads the model of the stored vectors, if it still is what it was.
async fn load_former(app: &App, assets: &Assets, model: &StoredModel) {
    if app.former.model_id().as_ref() == Some(&model.id) {
        return;
    }
    release_former(app);
    if app.model_state.is_unavailable(&model.id) {
        return;
    }
    match model.load(&app.former, assets).await {
        Ok(true) => {
            tracing::info!(
                model = model.id,
                "the vectors of this embedding model answer, which is not the one of the settings"
            );
            return;
        }
        Ok(false) => {
            tracing::info!(
                model = model.id,
                "the embedding model of the stored vectors is not on this machine"
            );
        }
        Err(error) => {
            tracing::info!("The embedding model of the stored vectors is not to be had: {error}.");
        }
    }
    release_former(app);
    app.model_state.set_unavailable(&model.id);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Choice;

    #[test]
    fn a_model_takes_over_when_no_server_is_set_to_the_other() {
        let target = StoredModel::configured("owl@1", &Choice::default());
        let set_to = |model: &str| Server {
            model: Some(model.to_owned()),
            ..Server::default()
        };
        let of = |own: &str, servers: &[Server]| role(own, Some(&target), servers);
        assert_eq!(of("owl@1", &[set_to("lynx@1")]), Role::Target);
        assert_eq!(of("lynx@1", &[set_to("owl@1")]), Role::Blocked);
        assert_eq!(of("lynx@1", &[set_to("lynx@1")]), Role::Successor);
        assert_eq!(of("lynx@1", &[Server::default()]), Role::Successor);
        assert_eq!(role("lynx@1", None, &[set_to("owl@1")]), Role::Successor);
    }
}
