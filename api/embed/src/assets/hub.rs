//! Downloads from the Hugging Face hub: the files of a pinned commit, each verified by its hash.
//!
//! `HF_ENDPOINT` names a mirror, as it does for the hub's own tools.

use super::error::AssetError;
use super::install;
use super::pinned::HubModel;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// Fetches a pinned model and installs it under `root`.
pub(super) async fn fetch(
    endpoint: &str,
    root: &Path,
    model: &HubModel,
) -> Result<PathBuf, AssetError> {
    let (name, version) = (model.repository, model.revision);
    tracing::info!(package = name, version, "fetching {name} from {endpoint}");
    let staged = install::staging_folder(root)?;
    let client = client().map_err(|cause| failure(endpoint, name, &cause))?;
    for file in model.files {
        let url = format!("{endpoint}/{name}/resolve/{version}/{}", file.path);
        let path = staged.path().join(file.name);
        download(&client, &url, &path)
            .await?
            .map_err(|cause| failure(endpoint, file.path, &cause))?;
        tokio::task::spawn_blocking(move || install::verify(&path, file.path, file.sha256))
            .await
            .map_err(|_| AssetError::Disk(root.to_owned()))??;
    }
    let target = root.join(model.folder);
    install::move_into_place(&staged, &target, file_names(model))?;
    Ok(target)
}

/// The address of the hub.
pub(super) fn endpoint() -> String {
    std::env::var("HF_ENDPOINT")
        .ok()
        .filter(|url| !url.is_empty())
        .map_or_else(
            || "https://huggingface.co".to_owned(),
            |url| url.trim_end_matches('/').to_owned(),
        )
}

/// The names of a model's files on the disk.
pub(super) fn file_names(model: &HubModel) -> impl Iterator<Item = &'static str> + Clone + use<> {
    model.files.iter().map(|file| file.name)
}

/// A client that fails fast: the hub is often out of reach, and the package index is another way.
pub(super) fn client() -> Result<reqwest::Client, reqwest::Error> {
    reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(4))
        .read_timeout(Duration::from_secs(20))
        .user_agent(concat!("lorekeeper/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Streams one file to the disk. The outer error is the disk's, the inner one the network's.
pub(super) async fn download(
    client: &reqwest::Client,
    url: &str,
    path: &Path,
) -> Result<Result<(), reqwest::Error>, AssetError> {
    let disk = |cause| AssetError::disk(path, &cause);
    let mut response = match client.get(url).send().await {
        Ok(response) => match response.error_for_status() {
            Ok(response) => response,
            Err(cause) => return Ok(Err(cause)),
        },
        Err(cause) => return Ok(Err(cause)),
    };
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
pub(super) fn failure(endpoint: &str, file: &str, cause: &reqwest::Error) -> AssetError {
    tracing::info!(%cause, "the model hub does not answer");
    AssetError::Hub {
        file: file.to_owned(),
        endpoint: endpoint.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::pinned::HubFile;
    use super::*;

    const MODEL: HubModel = HubModel {
        repository: "sage/owl",
        revision: "c0ffee",
        folder: "owl",
        files: &[HubFile {
            path: "onnx/model.onnx",
            name: "model.onnx",
            // Of the two bytes "hi".
            sha256: "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4",
        }],
    };

    async fn hub(body: &'static str) -> String {
        let route = "/sage/owl/resolve/c0ffee/onnx/model.onnx";
        let app = axum::Router::new().route(route, axum::routing::get(move || async move { body }));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        endpoint
    }

    #[tokio::test]
    async fn a_pinned_file_is_installed() {
        let dir = tempfile::tempdir().unwrap();
        let folder = fetch(&hub("hi").await, dir.path(), &MODEL).await.unwrap();
        assert!(install::is_complete(&folder, file_names(&MODEL)));
    }

    #[tokio::test]
    async fn any_other_file_is_refused_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let refused = fetch(&hub("ho").await, dir.path(), &MODEL).await;
        assert!(matches!(refused, Err(AssetError::Mismatch { .. })));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn a_hub_out_of_reach_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let refused = fetch("http://127.0.0.1:9", dir.path(), &MODEL).await;
        assert!(matches!(refused, Err(AssetError::Hub { .. })));
    }
}
