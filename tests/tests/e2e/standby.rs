//! A server on a standby of Postgres: it answers as one on the primary does, and writes nothing until the standby is
//! promoted.

use crate::admin::{ADMIN, TOKEN, error, form, query, send};
use lorekeeper::config::{Config, Layer};
use lorekeeper::services::Services;
use lorekeeper_ingest::background::Background;
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::jobs::Phase;
use lorekeeper_tests::harness::{Cluster, Lore, Model, Node, until};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::process::Command;

const BOOK: &str = r#"{"Pantry Tales" #:orcpub.dnd.e5{
    :spells {:soup-ward {:name "Soup Ward" :level 2 :school "abjuration" :casting-time "1 action"
                         :range "Touch" :duration "1 hour" :components {:verbal true}
                         :spell-lists {:wizard true} :description "Soup keeps you from cold."}}}}"#;

const IMPORT: &str = "mutation($files: [Upload!]!) { importContent(files: $files) { files { added } } }";

const REFUSAL: &str =
    "The database is a standby and can only be read. Send this to a server whose DATABASE_URL is the primary.";

/// What is read on both: lists, filters, facets, words, meaning, relations, freshness.
const READS: &str = r#"{
    status { revision entityCount passages embedded listings { source endpoint records lastSuccess } }
    documents(first: 50) { nodes { key counts { family count } } }
    spells(first: 50, filter: {level: {gte: 1}}) { totalCount nodes { name level document { name } source { name } } }
    words: search(query: "ember", mode: LEXICAL) { totalCount nodes { name } facets { name values { value count } } }
    meaning: search(query: "something that burns", first: 5) { edges { score node { name } } }
    suggest(text: "e") { name }
}"#;

async fn serve(upstream: &Upstream, database_url: &str) -> Lore {
    let settings = [("database_url", database_url), ADMIN];
    Lore::with(upstream, Model::Words, &settings).await
}

async fn import(lore: &Lore) -> Value {
    let body = form(IMPORT, &json!({"files": [null]}), &[("pantry.orcbrew", BOOK)]);
    send(lore, Some(TOKEN), body).await.1
}

async fn finds_soup(lore: &Lore) -> bool {
    let found = lore.ask("{ search(query: \"soup against cold\") { nodes { name } } }").await;
    found["search"]["nodes"][0]["name"] == "Soup Ward"
}

async fn is_read_only(lore: &Lore) -> bool {
    let (status, _, ready) = lore.get("/health/ready", "*/*").await;
    assert_eq!(status, 200, "{ready}");
    let ready: Value = serde_json::from_str(&ready).expect("JSON");
    let asked = lore.ask("{ status { readOnly } }").await;
    let (_, _, metrics) = lore.get("/metrics", "*/*").await;
    let read_only = ready["readOnly"].as_bool().expect("a boolean");
    // The readiness check is kept for a second.
    if asked["status"]["readOnly"] == read_only {
        let gauge = format!("lorekeeper_store_read_only {}", i32::from(read_only));
        assert!(metrics.contains(&gauge), "{metrics}");
    }
    read_only
}

/// What a command says that is refused.
fn refused_command(database_url: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = folder.path().join("pantry.orcbrew");
    std::fs::write(&file, BOOK).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_lorekeeper-under-test"))
        .args(arguments)
        .args(["--offline", "--data-dir", "data"])
        .env("DATABASE_URL", database_url)
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_is_read_and_not_written_to() {
    let Some(cluster) = Cluster::start().await else {
        return;
    };
    let upstream = Upstream::start().await;
    // Before the primary has a store, its standby has none.
    let layer = Layer::from([("database_url", cluster.standby.clone())]);
    let empty = Services::open(Config::resolve(&[layer]).expect("valid settings")).await;
    let empty = empty.err().expect("a refusal").message;
    assert!(empty.contains("Start this version once with the primary"), "{empty}");

    let primary = serve(&upstream, &cluster.primary).await;
    primary.sync().await;
    cluster.replicate().await;
    let standby = serve(&upstream, &cluster.standby).await;
    let background = Background::start(&standby.app.ingest);
    assert!(is_read_only(&standby).await && !is_read_only(&primary).await);
    assert_eq!(standby.ask(READS).await, primary.ask(READS).await);

    // Everything that writes is refused in one sentence, and nothing else fails by itself.
    upstream.forget_counts();
    let remove = query("mutation { removeDocument(document: \"x\") { key } }", &json!({}));
    let sync = query("mutation { startSync { joined } }", &json!({}));
    for answer in
        [import(&standby).await, send(&standby, Some(TOKEN), remove).await.1, send(&standby, Some(TOKEN), sync).await.1]
    {
        assert_eq!(error(&answer), ("READ_ONLY", REFUSAL), "{answer}");
    }
    let refused = standby.try_import(Mode::Store, "pantry.orcbrew", BOOK).await;
    assert_eq!(refused.expect_err("a refusal").to_string(), REFUSAL);
    for arguments in [&["sync"][..], &["import", "pantry.orcbrew"], &["reindex"]] {
        let url = cluster.standby.clone();
        let said = tokio::task::block_in_place(|| refused_command(&url, arguments));
        assert!(said.contains(REFUSAL), "{arguments:?}: {said}");
    }
    assert!(upstream.counts().is_empty(), "{:?}", upstream.counts());

    // News of the primary come by themselves.
    let mut content = standby.app.store.watch_content();
    content.mark_unchanged();
    assert_eq!(import(&primary).await["data"]["importContent"]["files"][0]["added"], 2);
    primary.embed().await;
    content.changed().await.expect("a store");
    until("the import is found on the standby", async || finds_soup(&standby).await).await;
    let failed = standby.app.ingest.jobs.all();
    assert!(failed.iter().all(|job| job.phase != Phase::Failed), "{failed:?}");
    drop(background);
    standby.stop().await;
    primary.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promoted_standby_is_written_to() {
    let Some(cluster) = Cluster::start().await else {
        return;
    };
    let upstream = Upstream::start().await;
    let primary = serve(&upstream, &cluster.primary).await;
    primary.sync().await;
    cluster.replicate().await;
    let standby = serve(&upstream, &cluster.standby).await;
    let background = Background::start(&standby.app.ingest);
    let before = primary.ask(READS).await;
    primary.stop().await;

    cluster.kill(Node::Primary).await;
    assert_eq!(standby.ask(READS).await, before);
    assert_eq!(error(&import(&standby).await), ("READ_ONLY", REFUSAL));

    cluster.promote().await;
    // Work that writes asks for the role; what is shown of it follows within seconds.
    let imported = import(&standby).await;
    assert_eq!(imported["data"]["importContent"]["files"][0]["added"], 2, "{imported}");
    until("it is found", async || finds_soup(&standby).await).await;
    until("it is not read-only any more", async || !is_read_only(&standby).await).await;
    // Vectors are made by its own background from now on.
    until("it is embedded", async || {
        let status = standby.ask("{ status { passages embedded } }").await;
        status["status"]["passages"] == status["status"]["embedded"]
    })
    .await;
    drop(background);
    standby.stop().await;
}
