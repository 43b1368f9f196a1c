//! A model of the hub that is no pinned one: fetched at the revision that the hub tells, which is kept with it.
//!
//! No hash of these files is known beforehand. So the log says that they are taken on trust, and `origin.json`
//! beside them keeps revision and hashes: what is fetched again must be the same.

use super::catalogue::Files;
use super::error::AssetError;
use super::{hub, place};
use reqwest::Client;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Without these a model is of no use.
pub(super) const NEEDED: [&str; 3] = ["tokenizer.json", "config.json", "tokenizer_config.json"];

/// What says more about its use, where a repository has it.
const TELLING: [&str; 4] = [
    "special_tokens_map.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "1_Pooling/config.json",
];

const ORIGIN: &str = "origin.json";

/// Where a model is from.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Origin {
    /// Owner and name.
    pub(super) repository: String,
    /// The commit, or `main` where the hub told none.
    pub(super) revision: String,
    /// The SHA-256 of each file, as it first came.
    files: BTreeMap<String, String>,
}

/// The folder of a model's files; graphs of one repository have their own.
pub(super) fn folder(root: &Path, files: &Files) -> PathBuf {
    let graph = files.graph.trim_end_matches(".onnx");
    let graph = graph.rsplit('/').next().unwrap_or(graph);
    root.join(format!("{}--{graph}", files.repository.replace('/', "--")))
}

/// The same, when it is complete.
pub(super) fn installed(root: &Path, files: &Files) -> Option<PathBuf> {
    let folder = folder(root, files);
    place::complete(&folder, names(files)).then_some(folder)
}

fn names(files: &Files) -> impl Iterator<Item = &str> + Clone {
    [files.graph.as_str()]
        .into_iter()
        .chain(files.weights.iter().map(String::as_str))
        .chain(NEEDED)
        .chain([ORIGIN])
}

/// Where the files in a folder are from, if they were fetched.
pub(super) fn origin(folder: &Path) -> Option<Origin> {
    let text = std::fs::read(folder.join(ORIGIN)).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Fetches a model and puts it under `root`.
pub(super) async fn fetch(
    endpoint: &str,
    root: &Path,
    files: &Files,
) -> Result<PathBuf, AssetError> {
    let target = folder(root, files);
    let name = &files.repository;
    let failure = |file: &str, cause: &reqwest::Error| hub::failure(endpoint, file, cause);
    let client = hub::client().map_err(|cause| failure(name, &cause))?;
    let before = origin(&target).filter(|origin| &origin.repository == name);
    let revision = match &before {
        Some(origin) => origin.revision.clone(),
        None => revision(&client, endpoint, name)
            .await
            .map_err(|cause| failure(name, &cause))?,
    };
    let listed: Vec<&str> = names(files).filter(|name| *name != ORIGIN).collect();
    tracing::info!(
        package = name,
        version = revision,
        "fetching {name} from {endpoint}: {}, and as far as it has them {}. LoreKeeper knows no hashes of this model, \
         so it is taken on trust; {ORIGIN} beside it will say what came.",
        listed.join(", "),
        TELLING.join(", "),
    );
    if revision == MAIN {
        tracing::warn!("{endpoint} does not say which revision of {name} it gives.");
    }
    let staged = place::staging(root)?;
    let mut hashes = BTreeMap::new();
    for (file, needed) in listed
        .iter()
        .map(|file| (*file, true))
        .chain(TELLING.map(|file| (file, false)))
    {
        let url = format!("{endpoint}/{name}/resolve/{revision}/{file}");
        let path = staged.path().join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|cause| AssetError::disk(parent, &cause))?;
        }
        match hub::download(&client, &url, &path).await? {
            Ok(()) => {}
            Err(cause) if !needed && cause.status().is_some_and(|s| s.is_client_error()) => {
                continue;
            }
            Err(cause) => return Err(failure(file, &cause)),
        }
        let known = before
            .as_ref()
            .and_then(|origin| origin.files.get(file).cloned());
        let hash = tokio::task::spawn_blocking(move || {
            place::sha256(&path).map_err(|cause| AssetError::disk(&path, &cause))
        })
        .await
        .map_err(|_| AssetError::Disk(root.to_owned()))??;
        if known.is_some_and(|known| known != hash) {
            return Err(AssetError::Mismatch {
                name: format!("{name}/{file}"),
            });
        }
        hashes.insert(file.to_owned(), hash);
    }
    let origin = Origin {
        repository: name.clone(),
        revision,
        files: hashes,
    };
    let path = staged.path().join(ORIGIN);
    let text = serde_json::to_vec_pretty(&origin).unwrap_or_default();
    std::fs::write(&path, text).map_err(|cause| AssetError::disk(&path, &cause))?;
    place::settle(&staged, &target, names(files))?;
    Ok(target)
}

/// What is asked for where the hub tells no commit.
const MAIN: &str = "main";

/// The commit that a repository is at. A mirror may not know; one that does not answer is an error.
async fn revision(
    client: &Client,
    endpoint: &str,
    repository: &str,
) -> Result<String, reqwest::Error> {
    #[derive(Deserialize)]
    struct Told {
        sha: String,
    }
    let response = client
        .get(format!("{endpoint}/api/models/{repository}"))
        .send()
        .await?;
    let told = response.json::<Told>().await.ok();
    // It becomes part of an address.
    let commit = told.map(|told| told.sha).filter(|sha| {
        !sha.is_empty() && sha.len() <= 64 && sha.chars().all(|c| c.is_ascii_alphanumeric())
    });
    Ok(commit.unwrap_or_else(|| MAIN.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::extract::Path as Wanted;
    use axum::http::StatusCode;
    use axum::routing::get;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn files() -> Files {
        Files {
            repository: "sage/owl".to_owned(),
            graph: "onnx/model.onnx".to_owned(),
            weights: vec!["onnx/model.onnx_data".to_owned()],
        }
    }

    /// A hub that has the needed files of one commit, and counts what it is asked.
    async fn hub(commit: &'static str, body: &'static str) -> (String, Arc<AtomicUsize>) {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let app = axum::Router::new()
            .route(
                "/api/models/sage/owl",
                get(move || async move { format!(r#"{{"sha": "{commit}"}}"#) }),
            )
            .route(
                "/sage/owl/resolve/{revision}/{*file}",
                get(
                    move |Wanted((revision, file)): Wanted<(String, String)>| async move {
                        count.fetch_add(1, Ordering::SeqCst);
                        match file.as_str() {
                            _ if revision != commit => Err(StatusCode::NOT_FOUND),
                            "1_Pooling/config.json" => Ok("{}"),
                            telling if TELLING.contains(&telling) => Err(StatusCode::NOT_FOUND),
                            _ => Ok(body),
                        }
                    },
                ),
            );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (endpoint, asked)
    }

    #[tokio::test]
    async fn the_revision_is_kept_and_what_comes_again_must_be_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let (endpoint, asked) = hub("c0ffee", "hoot").await;
        let folder = fetch(&endpoint, dir.path(), &files()).await.unwrap();
        assert_eq!(installed(dir.path(), &files()), Some(folder.clone()));
        assert_eq!(asked.load(Ordering::SeqCst), 9);
        assert!(folder.join("1_Pooling/config.json").is_file());
        assert!(!folder.join("special_tokens_map.json").exists());
        let kept = origin(&folder).unwrap();
        assert_eq!(
            (kept.revision.as_str(), kept.files.len()),
            ("c0ffee", 6),
            "{kept:?}"
        );

        std::fs::remove_file(folder.join("config.json")).unwrap();
        assert_eq!(installed(dir.path(), &files()), None);
        let (other, _) = hub("c0ffee", "screech").await;
        let refused = fetch(&other, dir.path(), &files()).await;
        assert!(matches!(refused, Err(AssetError::Mismatch { .. })));
        let (moved, _) = hub("decaf", "hoot").await;
        assert!(fetch(&moved, dir.path(), &files()).await.is_err());
        fetch(&endpoint, dir.path(), &files()).await.unwrap();
        assert!(installed(dir.path(), &files()).is_some());
    }

    #[tokio::test]
    async fn a_hub_out_of_reach_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let failed = fetch("http://127.0.0.1:9", dir.path(), &files()).await;
        assert!(matches!(failed, Err(AssetError::Hub { .. })));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
