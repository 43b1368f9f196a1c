//! Several at one embedded store: content that one of them fetches is everybody's.

use lorekeeper::config::{Config, Layer};
use lorekeeper::leadership::{Mode, Role, Session};
use lorekeeper_ingest::jobs::{Event, Outcome, Request, Vectors, Work};
use lorekeeper_ingest::progress::Step;
use lorekeeper_ingest::{Due, Options, Report};
use lorekeeper_store::Removals;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::sync::Arc;

fn request(due: Due, vectors: Vectors) -> Request {
    Request {
        work: Work::Sync(Options {
            sources: Vec::new(),
            families: Vec::new(),
            due,
            removals: Removals::Guarded,
        }),
        vectors,
    }
}

/// What a sync told: its steps, its report, how many passages got vectors.
async fn sync(session: &Session, request: Request) -> (Vec<Step>, Report, Option<usize>) {
    let (_, mut events) = session.run(&request).await.unwrap();
    let (mut steps, mut report, mut embedded) = (Vec::new(), None, None);
    while let Some(event) = events.recv().await {
        match event {
            Event::Step(step) => steps.push(step),
            Event::Outcome(Outcome::Synced(told)) => report = Some(told),
            Event::Outcome(other) => panic!("{other:?}"),
            Event::Embedded(passages) => embedded = Some(passages),
            Event::Done => return (steps, report.expect("a report"), embedded),
            Event::Failed(error) => panic!("{error}"),
        }
    }
    panic!("the sync was cut off after {steps:?}");
}

async fn spells(session: &Arc<Session>) -> Value {
    let query = "{ spells { totalCount } }";
    session.query(query, json!({})).await.unwrap()["data"]["spells"]["totalCount"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_syncs_through_the_holder() {
    let upstream = Upstream::start().await;
    let data = tempfile::tempdir().unwrap();
    let config = Config::resolve(&[Layer::from([
        ("data_dir", data.path().display().to_string()),
        ("open5e_url", upstream.open5e_url.clone()),
        ("dnd5e_url", upstream.dnd5e_url.clone()),
        ("starter_pack", "false".to_owned()),
        (
            "model_dir",
            data.path().join("nowhere").display().to_string(),
        ),
    ])])
    .unwrap();
    let holder = Session::start(config.clone(), Mode::Command);
    assert!(matches!(*holder.role().await.unwrap(), Role::Leader(_)));
    let guest = Session::start(config, Mode::Command);
    assert!(matches!(*guest.role().await.unwrap(), Role::Follower(_)));
    let query = "{ status { entityCount } }";
    let status = guest.query(query, json!({})).await.unwrap();
    assert_eq!(status["data"]["status"]["entityCount"], 0);

    let (steps, report, embedded) = sync(&guest, request(Due::NotFresh, Vectors::Now)).await;
    let begun = steps
        .iter()
        .filter(|s| matches!(s, Step::Begin { .. }))
        .count();
    let finished = steps
        .iter()
        .filter(|s| matches!(s, Step::Finish { .. }))
        .count();
    assert!(begun > 10 && begun == finished, "{steps:?}");
    assert_eq!(report.listings.len(), begun);
    let (_, spell_rows) = report
        .rows
        .tables
        .iter()
        .find(|(table, _)| table == "spell")
        .expect("spells");
    assert!(spell_rows.added > 0);
    // There is no model: said to the one who asked.
    assert_eq!(embedded, Some(0));
    let warned =
        |s: &Step| matches!(s, Step::Warning { text } if text.contains("words and names only"));
    assert!(steps.iter().any(warned), "{steps:?}");
    for session in [&holder, &guest] {
        assert_eq!(spells(session).await, spell_rows.added);
    }

    // The holder is told what the guest would be, and what is fresh is not fetched again.
    for session in [&holder, &guest] {
        upstream.forget_counts();
        let (_, report, embedded) = sync(session, request(Due::NotFresh, Vectors::Later)).await;
        assert!(report.listings.is_empty() && embedded.is_none());
        assert!(upstream.counts().is_empty());
    }
    upstream.forget_counts();
    sync(&guest, request(Due::Nothing, Vectors::Later)).await;
    assert!(upstream.counts().is_empty());
    let (_, report, _) = sync(&guest, request(Due::All, Vectors::Later)).await;
    assert!(!report.listings.is_empty() && !report.rows.any());

    holder.close().await;
    drop(holder);
    assert_eq!(spells(&guest).await, spell_rows.added);
    guest.close().await;
}
