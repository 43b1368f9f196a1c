//! Downloads from the Hugging Face hub. The default model comes at a pinned commit, and its files are verified by the
//! hashes in the code.
//!
//! No hash of another model is known beforehand. It comes at the commit that the hub states, and the log says that it is
//! taken on trust; `origin.json` beside its files keeps commit and hashes, and files that are fetched again must be the
//! same. `HF_ENDPOINT` names a mirror, as it does for the hub's own tools.

use super::catalogue::HubFiles;
use super::error::AssetError;
use super::install;
use reqwest::Client;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// The files that every model needs beside its graph.
pub(super) const REQUIRED_FILES: [&str; 3] = ["tokenizer.json", "config.json", "tokenizer_config.json"];

/// The files of a model's profile, which not every repository has.
const OPTIONAL_FILES: [&str; 4] = [
    "special_tokens_map.json", "sentence_bert_config.json", "config_sentence_transformers.json",
    "1_Pooling/config.json",
];

/// The file that keeps where a model is from.
const ORIGIN_FILE: &str = "origin.json";

/// The revision that is fetched where the hub states no commit.
const DEFAULT_REVISION: &str = "main";

/// Where a model is from.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Origin {
    /// Owner and name of the repository.
    pub(super) repository: String,
    /// The commit, or `main` where the hub stated none.
    pub(super) revision: String,
    /// The SHA-256 of each file.
    pub(super) files: BTreeMap<String, String>,
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

/// The names of the files that a complete folder has.
pub(super) fn names(files: &HubFiles) -> impl Iterator<Item = &str> + Clone {
    required(files).chain([ORIGIN_FILE])
}

fn required(files: &HubFiles) -> impl Iterator<Item = &str> + Clone {
    [files.graph.as_str()].into_iter().chain(files.weights.iter().map(String::as_str)).chain(REQUIRED_FILES)
}

/// Where the files in a folder are from; `None`: they were not fetched.
pub(super) fn origin(folder: &Path) -> Option<Origin> {
    let text = std::fs::read(folder.join(ORIGIN_FILE)).ok()?;
    serde_json::from_slice(&text).ok()
}

/// The address of the hub.
pub(super) fn endpoint() -> String {
    std::env::var("HF_ENDPOINT")
        .ok()
        .filter(|url| !url.is_empty())
        .map_or_else(|| "https://huggingface.co".to_owned(), |url| url.trim_end_matches('/').to_owned())
}

/// Fetches a model and puts it under `root`. Its files must be those that are `pinned` or, else, that came before.
pub(super) async fn fetch(
    endpoint: &str,
    root: &Path,
    files: &HubFiles,
    pinned: Option<Origin>,
) -> Result<PathBuf, AssetError> {
    let target = folder(root, files);
    let name = &files.repository;
    let failure = |file: &str, cause: &reqwest::Error| failure(endpoint, file, cause);
    let client = client().map_err(|cause| failure(name, &cause))?;
    let is_pinned = pinned.is_some();
    let known = pinned.or_else(|| origin(&target).filter(|origin| &origin.repository == name));
    let revision = match &known {
        Some(origin) => origin.revision.clone(),
        None => revision(&client, endpoint, name).await.map_err(|cause| failure(name, &cause))?,
    };
    tracing::info!("Fetching {name} from {endpoint}.");
    if !is_pinned {
        tracing::info!(
            "LoreKeeper knows no hashes of {name}, so it is taken on trust; {ORIGIN_FILE} beside it will say what was fetched."
        );
    }
    if revision == DEFAULT_REVISION {
        tracing::warn!("{endpoint} does not say which revision of {name} it gives.");
    }
    let expected = known.map(|origin| origin.files).unwrap_or_default();
    let required: Vec<&str> =
        if expected.is_empty() { required(files).collect() } else { expected.keys().map(String::as_str).collect() };
    let optional = OPTIONAL_FILES.iter().filter(|_| expected.is_empty());
    let staged = install::staging_folder(root)?;
    let mut hashes = BTreeMap::new();
    for (file, is_required) in required.iter().map(|file| (*file, true)).chain(optional.map(|file| (*file, false))) {
        let url = format!("{endpoint}/{name}/resolve/{revision}/{file}");
        let path = staged.path().join(file);
        match download(&client, &url, &path).await? {
            Ok(()) => {}
            Err(cause) if !is_required && cause.status().is_some_and(|s| s.is_client_error()) => {
                continue;
            }
            Err(cause) => return Err(failure(file, &cause)),
        }
        let hash = tokio::task::spawn_blocking(move || {
            install::sha256(&path).map_err(|cause| AssetError::disk(&path, &cause))
        })
        .await
        .map_err(|_| AssetError::Disk(root.to_owned()))??;
        if expected.get(file).is_some_and(|expected| *expected != hash) {
            return Err(AssetError::Mismatch { name: format!("{name}/{file}") });
        }
        hashes.insert(file.to_owned(), hash);
    }
    let origin = Origin { repository: name.clone(), revision, files: hashes };
    let path = staged.path().join(ORIGIN_FILE);
    let text = serde_json::to_vec_pretty(&origin).unwrap_or_default();
    std::fs::write(&path, text).map_err(|cause| AssetError::disk(&path, &cause))?;
    install::move_into_place(&staged, &target, names(files))?;
    Ok(target)
}

/// The newest commit of a repository. A mirror may not know it; one that does not answer is an error.
async fn revision(client: &Client, endpoint: &str, repository: &str) -> Result<String, reqwest::Error> {
    #[derive(Deserialize)]
    struct RepositoryInfo {
        sha: String,
    }
    let response = client.get(format!("{endpoint}/api/models/{repository}")).send().await?;
    let info = response.json::<RepositoryInfo>().await.ok();
    // The commit becomes part of an address.
    let commit = info
        .map(|info| info.sha)
        .filter(|sha| !sha.is_empty() && sha.len() <= 64 && sha.chars().all(|c| c.is_ascii_alphanumeric()));
    Ok(commit.unwrap_or_else(|| DEFAULT_REVISION.to_owned()))
}

/// A client that fails fast: the hub is often out of reach, and the package index is another way.
fn client() -> Result<Client, reqwest::Error> {
    // It stays as it is where the process has one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .connect_timeout(Duration::from_secs(4))
        .read_timeout(Duration::from_secs(20))
        .user_agent(concat!("lorekeeper/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Streams one file to the disk. The outer error is the disk's, the inner one the network's.
async fn download(client: &Client, url: &str, path: &Path) -> Result<Result<(), reqwest::Error>, AssetError> {
    let disk = |cause| AssetError::disk(path, &cause);
    let sent = client.get(url).send().await;
    let mut response = match sent.and_then(reqwest::Response::error_for_status) {
        Ok(response) => response,
        Err(cause) => return Ok(Err(cause)),
    };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(disk)?;
    }
    let mut to = tokio::fs::File::create_new(path).await.map_err(disk)?;
    loop {
        match response.chunk().await {
            Ok(Some(bytes)) => to.write_all(&bytes).await.map_err(disk)?,
            Ok(None) => break,
            Err(cause) => return Ok(Err(cause)),
        }
    }
    to.sync_all().await.map_err(disk)?;
    Ok(Ok(()))
}

/// The error of a file that could not be downloaded; the cause is logged.
fn failure(endpoint: &str, file: &str, cause: &reqwest::Error) -> AssetError {
    tracing::debug!(%cause, "the model hub does not answer");
    AssetError::Hub { file: file.to_owned(), endpoint: endpoint.to_owned() }
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
            .route("/api/models/sage/owl", get(move || async move { format!(r#"{{"sha": "{commit}"}}"#) }))
            .route(
                "/sage/owl/resolve/{revision}/{*file}",
                get(move |RoutePath((revision, file)): RoutePath<(String, String)>| async move {
                    count.fetch_add(1, Ordering::SeqCst);
                    match file.as_str() {
                        _ if revision != commit => Err(StatusCode::NOT_FOUND),
                        "1_Pooling/config.json" => Ok("{}"),
                        optional if OPTIONAL_FILES.contains(&optional) => Err(StatusCode::NOT_FOUND),
                        _ => Ok(body),
                    }
                }),
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
        let fetch = async |endpoint: &str| fetch(endpoint, dir.path(), &files(), None).await;
        let folder = fetch(&endpoint).await.unwrap();
        assert_eq!(installed(dir.path(), &files()), Some(folder.clone()));
        assert_eq!(requests.load(Ordering::SeqCst), 9);
        assert!(folder.join("1_Pooling/config.json").is_file());
        assert!(!folder.join("special_tokens_map.json").exists());
        let kept = origin(&folder).unwrap();
        assert_eq!((kept.revision.as_str(), kept.files.len()), ("c0ffee", 6), "{kept:?}");

        std::fs::remove_file(folder.join("config.json")).unwrap();
        assert_eq!(installed(dir.path(), &files()), None);
        let (other, _) = hub("c0ffee", "screech").await;
        let refused = fetch(&other).await;
        assert!(matches!(refused, Err(AssetError::Mismatch { .. })));
        let (moved, _) = hub("decaf", "hoot").await;
        assert!(fetch(&moved).await.is_err());
        fetch(&endpoint).await.unwrap();
        assert!(installed(dir.path(), &files()).is_some());
    }

    #[tokio::test]
    async fn of_a_pinned_model_any_other_file_is_refused_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let files = files();
        let pinned = |hash: &str| Origin {
            repository: files.repository.clone(),
            revision: "c0ffee".to_owned(),
            files: required(&files).map(|file| (file.to_owned(), hash.to_owned())).collect(),
        };
        // Of the two bytes "hi".
        let hash = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4";
        let (endpoint, requests) = hub("c0ffee", "ho").await;
        let refused = fetch(&endpoint, dir.path(), &files, Some(pinned(hash))).await;
        assert!(matches!(refused, Err(AssetError::Mismatch { .. })));
        assert_eq!(requests.load(Ordering::SeqCst), 1);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        let (endpoint, _) = hub("c0ffee", "hi").await;
        let fetched = fetch(&endpoint, dir.path(), &files, Some(pinned(hash))).await;
        assert_eq!(fetched.ok(), installed(dir.path(), &files));
        assert!(installed(dir.path(), &files).is_some());
    }

    #[tokio::test]
    async fn a_hub_out_of_reach_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let failed = fetch("http://127.0.0.1:9", dir.path(), &files(), None).await;
        assert!(matches!(failed, Err(AssetError::Hub { .. })));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
