//! Unpinned models: fetched from the hub by name, at the revision that the hub states.
//!
//! No hash of these files is known beforehand. So the log says that they are taken on trust, and `origin.json`
//! beside them keeps revision and hashes: files that are fetched again must be the same.

use super::catalogue::HubFiles;
use super::error::AssetError;
use super::{hub, install};
use reqwest::Client;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files that every model needs beside its graph.
pub(super) const REQUIRED_FILES: [&str; 3] =
    ["tokenizer.json", "config.json", "tokenizer_config.json"];

/// The files of a model's profile, which not every repository has.
const OPTIONAL_FILES: [&str; 4] = [
    "special_tokens_map.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "1_Pooling/config.json",
];

/// The file that keeps where a model is from.
const ORIGIN_FILE: &str = "origin.json";

/// Where a model is from.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Origin {
    /// Owner and name of the repository.
    pub(super) repository: String,
    /// The commit, or `main` where the hub stated none.
    pub(super) revision: String,
    /// The SHA-256 of each file, as it was first fetched.
    files: BTreeMap<String, String>,
}

/// The folder of a model's files; graphs of one repository have their own.
pub(super) fn folder(root: &Path, files: &HubFiles) -> PathBuf {
    let graph = files.graph.trim_end_matches(".onnx");
    let graph = graph.rsplit('/').next().unwrap_or(graph);
    root.join(format!("{}--{graph}", files.repository.replace('/', "--")))
}

/// The folder of a model's files, when it is complete.
pub(super) fn installed(root: &Path, files: &HubFiles) -> Option<PathBuf> {
    let folder = folder(root, files);
    install::is_complete(&folder, names(files)).then_some(folder)
}

fn names(files: &HubFiles) -> impl Iterator<Item = &str> + Clone {
    [files.graph.as_str()]
        .into_iter()
        .chain(files.weights.iter().map(String::as_str))
        .chain(REQUIRED_FILES)
        .chain([ORIGIN_FILE])
}

/// Where the files in a folder are from; `None`: they were not fetched.
pub(super) fn origin(folder: &Path) -> Option<Origin> {
    let text = std::fs::read(folder.join(ORIGIN_FILE)).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Fetches a model and puts it under `root`.
pub(super) async fn fetch(
    endpoint: &str,
    root: &Path,
    files: &HubFiles,
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
    let required: Vec<&str> = names(files).filter(|name| *name != ORIGIN_FILE).collect();
    tracing::info!(
        package = name,
        version = revision,
        "fetching {name} from {endpoint}: {}, and as far as it has them {}. LoreKeeper knows no hashes of this model, \
         so it is taken on trust; {ORIGIN_FILE} beside it will say what came.",
        required.join(", "),
        OPTIONAL_FILES.join(", "),
    );
    if revision == DEFAULT_REVISION {
        tracing::warn!("{endpoint} does not say which revision of {name} it gives.");
    }
    let staged = install::staging_folder(root)?;
    let mut hashes = BTreeMap::new();
    for (file, is_required) in required
        .iter()
        .map(|file| (*file, true))
        .chain(OPTIONAL_FILES.map(|file| (file, false)))
    {
        let url = format!("{endpoint}/{name}/resolve/{revision}/{file}");
        let path = staged.path().join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|cause| AssetError::disk(parent, &cause))?;
        }
        match hub::download(&client, &url, &path).await? {
            Ok(()) => {}
            Err(cause) if !is_required && cause.status().is_some_and(|s| s.is_client_error()) => {
                continue;
            }
            Err(cause) => return Err(failure(file, &cause)),
        }
        let known = before
            .as_ref()
            .and_then(|origin| origin.files.get(file).cloned());
        let hash = tokio::task::spawn_blocking(move || {
            install::sha256(&path).map_err(|cause| AssetError::disk(&path, &cause))
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
    let path = staged.path().join(ORIGIN_FILE);
    let text = serde_json::to_vec_pretty(&origin).unwrap_or_default();
    std::fs::write(&path, text).map_err(|cause| AssetError::disk(&path, &cause))?;
    install::move_into_place(&staged, &target, names(files))?;
    Ok(target)
}

/// The revision that is fetched where the hub states no commit.
const DEFAULT_REVISION: &str = "main";

/// The newest commit of a repository. A mirror may not know it; one that does not answer is an error.
async fn revision(
    client: &Client,
    endpoint: &str,
    repository: &str,
) -> Result<String, reqwest::Error> {
    #[derive(Deserialize)]
    struct RepositoryInfo {
        sha: String,
    }
    let response = client
        .get(format!("{endpoint}/api/models/{repository}"))
        .send()
        .await?;
    let info = response.json::<RepositoryInfo>().await.ok();
    // The commit becomes part of an address.
    let commit = info.map(|info| info.sha).filter(|sha| {
        !sha.is_empty() && sha.len() <= 64 && sha.chars().all(|c| c.is_ascii_alphanumeric())
    });
    Ok(commit.unwrap_or_else(|| DEFAULT_REVISION.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::extract::Path as RoutePath;
    use axum::http::StatusCode;
    use axum::routing::get;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn files() -> HubFiles {
        HubFiles {
            repository: "sage/owl".to_owned(),
            graph: "onnx/model.onnx".to_owned(),
            weights: vec!["onnx/model.onnx_data".to_owned()],
        }
    }

    /// A hub that has the required files of one commit, and counts requests.
    async fn hub(commit: &'static str, body: &'static str) -> (String, Arc<AtomicUsize>) {
        let requests = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&requests);
        let app = axum::Router::new()
            .route(
                "/api/models/sage/owl",
                get(move || async move { format!(r#"{{"sha": "{commit}"}}"#) }),
            )
            .route(
                "/sage/owl/resolve/{revision}/{*file}",
                get(
                    move |RoutePath((revision, file)): RoutePath<(String, String)>| async move {
                        count.fetch_add(1, Ordering::SeqCst);
                        match file.as_str() {
                            _ if revision != commit => Err(StatusCode::NOT_FOUND),
                            "1_Pooling/config.json" => Ok("{}"),
                            optional if OPTIONAL_FILES.contains(&optional) => {
                                Err(StatusCode::NOT_FOUND)
                            }
                            _ => Ok(body),
                        }
                    },
                ),
            );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (endpoint, requests)
    }

    #[tokio::test]
    async fn the_revision_is_kept_and_files_fetched_again_must_be_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let (endpoint, requests) = hub("c0ffee", "hoot").await;
        let folder = fetch(&endpoint, dir.path(), &files()).await.unwrap();
        assert_eq!(installed(dir.path(), &files()), Some(folder.clone()));
        assert_eq!(requests.load(Ordering::SeqCst), 9);
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
