//! The captured Open5e as a whole: every record arrives, and is counted where it belongs.
//!
//! Runs where the captured records are (`shared/replay` beside the repository), else says so.

use lorekeeper_ingest::Due;
use lorekeeper_store::{Removals, sql};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Plays the captured records back; stops when dropped.
struct Replay {
    process: Child,
    url: String,
}

impl Replay {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new("python3");
        command.arg(folder.join("replay.py")).args(["open5e", "--port", "0"]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("python3");
        let mut ready = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut ready).expect("a line");
        let url = ready.split_whitespace().last().expect("its address").to_owned();
        Self { process, url }
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The counts as a separate script makes them from the captured records.
fn expected(folder: &Path) -> BTreeMap<String, i64> {
    let mut command = Command::new("python3");
    command.args(["-c", include_str!("capture.py")]).arg(folder.join("data"));
    let output = command.stderr(Stdio::inherit()).output().expect("python3");
    serde_json::from_slice(&output.stdout).expect("counts")
}

/// The captured records: beside the repository, or further up.
fn replay_folder() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = here.ancestors().map(|above| above.join("shared/replay"));
    folders.find(|folder| folder.join("replay.py").is_file())
}

#[tokio::test]
async fn counts_of_the_whole() {
    let Some(folder) = replay_folder() else {
        println!("skipped: the captured records are not here");
        return;
    };
    let replay = Replay::start(&folder);
    let upstream = Upstream::start().await;
    let settings = [("open5e_url", replay.url.as_str()), ("sources", "open5e_v2")];
    let lore = Lore::with(&upstream, Model::Missing, &settings).await;
    let report = lore.fetch(Due::All, Removals::Guarded).await;
    assert_eq!(report.listings.len(), 30);
    for listing in &report.listings {
        assert_eq!(listing.problem, None, "{}", listing.endpoint);
        assert!(listing.skipped.is_empty(), "{:?}", listing.skipped);
    }
    assert!(report.rows.skipped.is_empty(), "{:?}", report.rows.skipped);
    let mut found: BTreeMap<String, i64> =
        lore.counts().await.into_iter().map(|((document, family), n)| (format!("{document} {family}"), n)).collect();
    let features = "SELECT document_key, count(*) AS n FROM character_option WHERE kind = 'FEATURE' GROUP BY 1";
    let features = lore.app.store.pool.query_all_raw(sql(features)).await.unwrap();
    for row in features {
        let document: String = row.try_get("", "document_key").unwrap();
        let features: i64 = row.try_get("", "n").unwrap();
        // They are derived from the records of their owners.
        *found.get_mut(&format!("{document} character_option")).unwrap() -= features;
    }
    let mut expected = expected(&folder);
    // Three stat blocks of the SRD of 2014 have neither speed nor hit dice: no book has them.
    if let Some(creatures) = expected.get_mut("srd-2014 creature") {
        *creatures -= 3;
    }
    // Stat blocks in the texts of spells and items are creatures.
    for (creatures, count) in [("srd-2024 creature", 1), ("spells-that-dont-suck creature", 5)] {
        *expected.entry(creatures.to_owned()).or_default() += count;
    }
    // Four of its rules have the text of another, which the table of contents has once.
    if let Some(rules) = expected.get_mut("srd-2014 rule") {
        *rules -= 4;
    }
    let differs = |key: &&String| found.get(*key) != expected.get(*key);
    let different: BTreeMap<_, _> = found
        .keys()
        .chain(expected.keys())
        .filter(differs)
        .map(|key| (key, (found.get(key), expected.get(key))))
        .collect();
    assert!(different.is_empty(), "(found, expected): {different:#?}");
    let documents = lore.ask("{ documents(first: 100) { totalCount } }").await;
    assert_eq!(documents["documents"]["totalCount"], 24);

    let again = lore.fetch(Due::All, Removals::Guarded).await;
    assert!(again.listings.iter().all(|l| !l.changes.any()));
    assert!(!again.rows.any());
    lore.stop().await;
}
