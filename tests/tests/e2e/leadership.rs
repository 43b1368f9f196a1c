//! Leadership of an embedded store: content that one of its processes fetches is everybody's.

use futures::StreamExt;
use lorekeeper::config::{Config, Layer};
use lorekeeper::leadership::{Mode, Role, Session};
use lorekeeper_ingest::jobs::{Event, Outcome, Request, Severity, Vectors, Work};
use lorekeeper_ingest::{Due, Options, Report};
use lorekeeper_store::Removals;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// Settings of a process that shares a store with others, and has no model.
pub fn settings(data: &Path, upstream: &Upstream) -> Layer {
    Layer::from([
        ("data_dir", data.display().to_string()),
        ("open5e_url", upstream.open5e_url.clone()),
        ("dnd5e_url", upstream.dnd5e_url.clone()),
        ("sources", "open5e_v2,dnd5e_api,open5e_v1".to_owned()),
        ("starter_pack", "false".to_owned()),
        ("model_dir", data.join("nowhere").display().to_string()),
    ])
}

fn request(due: Due, vectors: Vectors) -> Request {
    Request { work: Work::Sync(Options::all(due, Removals::Guarded)), vectors }
}

/// What a sync told: its progress, its report, how many passages got vectors.
async fn sync(session: &Session, request: Request) -> (Vec<Event>, Report, Option<usize>) {
    let (_, mut events) = session.run(&request).await.unwrap();
    let (mut steps, mut report, mut embedded) = (Vec::new(), None, None);
    while let Some(event) = events.next().await {
        match event {
            Event::Outcome(Outcome::Synced(told)) => report = Some(told),
            Event::Outcome(other) => panic!("{other:?}"),
            Event::Embedded(passages) => embedded = Some(passages),
            Event::Done => return (steps, report.expect("a report"), embedded),
            Event::Failed(error) => panic!("{error}"),
            Event::Interrupted => break,
            progress => steps.push(progress),
        }
    }
    panic!("the sync was cut off after {steps:?}");
}

async fn spells(session: &Arc<Session>) -> Value {
    let query = "{ spells { totalCount } }";
    session.query(query, json!({})).await.unwrap()["data"]["spells"]["totalCount"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_syncs_through_the_leader() {
    let upstream = Upstream::start().await;
    let data = tempfile::tempdir().unwrap();
    let config = Config::resolve(&[settings(data.path(), &upstream)]).unwrap();
    let leader = Session::start(config.clone(), Mode::Command);
    assert!(matches!(*leader.role().await.unwrap(), Role::Leader(_)));
    let follower = Session::start(config, Mode::Command);
    assert!(matches!(*follower.role().await.unwrap(), Role::Follower(_)));
    let query = "{ status { entityCount } }";
    let status = follower.query(query, json!({})).await.unwrap();
    assert_eq!(status["data"]["status"]["entityCount"], 0);

    let (steps, report, embedded) = sync(&follower, request(Due::NotFresh, Vectors::Now)).await;
    let count = |is: fn(&&Event) -> bool| steps.iter().filter(is).count();
    let begun = count(|step| matches!(step, Event::PartStarted(_)));
    let finished = count(|step| matches!(step, Event::PartFinished(_)));
    assert!(begun > 10 && begun == finished, "{steps:?}");
    assert_eq!(report.listings.len(), begun);
    let mut tables = report.rows.tables.iter();
    let (_, spell_rows) = tables.find(|(table, _)| table == "spell").unwrap();
    assert!(spell_rows.added > 0);
    // There is no model, which the process that asked is told.
    assert_eq!(embedded, Some(0));
    let warned = |s: &Event| matches!(s, Event::Logged(entry) if entry.severity == Severity::Warning && entry.text.contains("words and names only"));
    assert!(steps.iter().any(warned), "{steps:?}");
    for session in [&leader, &follower] {
        assert_eq!(spells(session).await, spell_rows.added);
    }

    // The leader is told what the follower would be, and what is fresh is not fetched again.
    for session in [&leader, &follower] {
        upstream.forget_counts();
        let (_, report, embedded) = sync(session, request(Due::NotFresh, Vectors::Later)).await;
        assert!(report.listings.is_empty() && embedded.is_none());
        assert!(upstream.counts().is_empty());
    }
    upstream.forget_counts();
    sync(&follower, request(Due::Nothing, Vectors::Later)).await;
    assert!(upstream.counts().is_empty());
    let (_, report, _) = sync(&follower, request(Due::All, Vectors::Later)).await;
    assert!(!report.listings.is_empty() && !report.rows.any());

    leader.close().await;
    drop(leader);
    assert_eq!(spells(&follower).await, spell_rows.added);
    follower.close().await;
}
