//! From one model to another: the vectors that are stored go on answering until the new ones are complete.
//!
//! The store notes which model its vectors are of, and how the settings named it. When the settings name another
//! one, the former is loaded beside it, from files that are on this machine still, and embeds the queries; the new
//! one embeds the passages. At the end the new one takes over, and the former's vectors go. Where the former's
//! files are gone, the new vectors answer as they come.

use crate::app::App;
use crate::assets::{Assets, Choice};
use crate::embed::EmbedError;
use crate::error::Result;
use crate::store;
use serde::{Deserialize, Serialize};

/// The fact that notes the model of the stored vectors.
const SERVING: &str = "serving_model";

/// The model of the stored vectors.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Serving {
    id: String,
    choice: Choice,
}

/// Loads the model that `assets` names, fetched where it must be, and the former where it is needed.
pub async fn load(app: &App, assets: &Assets) -> std::result::Result<(), EmbedError> {
    let serving = serving(app).await.unwrap_or_else(|error| {
        tracing::warn!("The store does not say which model its vectors are of: {error}");
        None
    });
    if let Some(serving) = &serving
        && app.embedder.model_id().is_none()
        && serving.choice != assets.choice
    {
        // Fetching takes its time.
        load_former(app, serving).await;
    }
    let outcome = app.embedder.load(assets).await;
    let Some(id) = app.embedder.model_id() else {
        return outcome;
    };
    match serving.filter(|serving| serving.id != id) {
        Some(serving) => {
            load_former(app, &serving).await;
            app.set_remaking(true);
        }
        None => let_go(app),
    }
    outcome
}

/// Notes that all stored passages have a vector of `model`, and lets it answer alone from now on. Says whether
/// that is a change.
pub async fn complete(app: &App, model: &str) -> Result<bool> {
    let serving = Serving {
        id: model.to_owned(),
        choice: app.assets.choice.clone(),
    };
    let db = &app.db.pool;
    let noted = noted(app).await?;
    if noted.as_ref() != Some(&serving) {
        let text = serde_json::to_string(&serving).unwrap_or_default();
        store::set_fact(db, SERVING, &text).await?;
    }
    let changed = app.former.model_id().is_some() || app.is_remaking();
    let_go(app);
    if changed {
        tracing::info!(
            model,
            "all passages have their vectors of the new embedding model"
        );
    }
    Ok(changed)
}

fn let_go(app: &App) {
    app.former.release();
    app.set_remaking(false);
}

async fn noted(app: &App) -> Result<Option<Serving>> {
    let text = store::fact(&app.db.pool, SERVING).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// The model that most of the stored vectors are of, or rather the one that all once were of.
async fn serving(app: &App) -> Result<Option<Serving>> {
    let models = store::models_of_vectors(&app.db.pool).await?;
    let noted = noted(app)
        .await?
        .filter(|serving| models.contains(&serving.id));
    // A store that was never completed, or is older than the note, has vectors of the default model.
    Ok(noted.or_else(|| {
        models.into_iter().next().map(|id| Serving {
            id,
            choice: Choice::default(),
        })
    }))
}

/// Loads the model of the stored vectors, if it still is what it was.
async fn load_former(app: &App, serving: &Serving) {
    if app.former.model_id().as_ref() == Some(&serving.id) {
        return;
    }
    app.former.release();
    let assets = app.assets.stored(serving.choice.clone());
    if let Err(error) = app.former.load(&assets).await {
        tracing::info!("The model of the stored vectors is not to be had any more: {error}.");
        return;
    }
    if app.former.model_id().as_ref() == Some(&serving.id) {
        tracing::info!(
            model = serving.id,
            "the vectors of the former embedding model answer until the new ones are complete"
        );
    } else {
        app.former.release();
    }
}
