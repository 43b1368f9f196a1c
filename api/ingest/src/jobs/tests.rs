use super::job::MAX_LOG_ENTRIES;
use super::*;
use crate::{Due, Report};
use futures::stream::{BoxStream, StreamExt};
use lorekeeper_sources::Progress as _;
use lorekeeper_store::Removals;

fn options(family: Option<lorekeeper_content::Family>) -> Options {
    Options { families: family.into_iter().collect(), ..Options::all(Due::All, Removals::Guarded) }
}

/// The events of a stream, in a word each, until `last`.
async fn words(events: &mut BoxStream<'static, (Arc<Job>, Event)>, last: &str) -> Vec<String> {
    let mut words = Vec::new();
    while words.last().is_none_or(|word| word != last) {
        let Some((job, event)) = events.next().await else {
            words.push("end".to_owned());
            break;
        };
        words.push(match event {
            Event::Started => "started".to_owned(),
            Event::PartStarted(part) => format!("{} starts", part.name),
            Event::PartAdvanced(Part { name, done, total, .. }) => {
                format!("{name} {done}/{}", total.unwrap_or_default())
            }
            Event::PartFinished(part) => {
                format!("{}: {}", part.name, part.outcome.unwrap_or_default())
            }
            Event::Logged(entry) => entry.text,
            Event::Outcome(outcome) => format!("{} tables", outcome.rows().tables.len()),
            Event::Embedded(passages) => format!("{passages} passages"),
            Event::Done | Event::Failed(_) | Event::Interrupted => format!("{:?}", job.phase),
        });
    }
    words
}

#[tokio::test]
async fn a_slow_client_gets_the_current_state() {
    let jobs = Jobs::default();
    jobs.begin(Kind::Sync, Origin::Command).done();
    let job = jobs.begin(Kind::Sync, Origin::Command);
    let sink = job.sink();
    let part = sink.part("spells");
    part.total(900);
    part.advance(1);
    let mut events = JobEvents::of_all(&jobs).into_stream();
    assert_eq!(
        words(&mut events, "spells starts").await,
        ["started", "spells starts"],
        "jobs that ended before are not reported"
    );
    for _ in 0..899 {
        part.advance(1);
    }
    sink.note("a note");
    assert_eq!(words(&mut events, "a note").await, ["spells 900/900", "a note"], "many changes are one");
    part.finish("spells", "900 records");
    job.stored(Outcome::Synced(Report::default()));
    job.embedded(3);
    job.done();
    assert_eq!(words(&mut events, "Done").await, ["spells: 900 records", "0 tables", "3 passages", "Done"]);
    jobs.begin(Kind::Removal, Origin::Admin).failed(Error::input("No."));
    assert_eq!(words(&mut events, "Failed").await, ["started", "Failed"]);
}

#[tokio::test]
async fn the_events_of_one_job_last_until_its_end() {
    let jobs = Jobs::default();
    let (job, other) = (jobs.begin(Kind::Import, Origin::Admin), jobs.begin(Kind::Sync, Origin::Command));
    let mut events = JobEvents::of_one(&jobs, job.id()).into_stream();
    other.sink().note("of another");
    let id = job.id().to_owned();
    drop(job);
    assert_eq!(words(&mut events, "end").await, ["started", "Interrupted", "end"]);
    let mut late = JobEvents::of_one(&jobs, &id).into_stream();
    assert_eq!(words(&mut late, "end").await, ["started", "Interrupted", "end"]);
}

#[test]
fn background_jobs_are_hidden_until_they_have_progress_or_an_error() {
    let jobs = Jobs::default();
    let job = jobs.begin(Kind::Sync, Origin::Background);
    assert!(jobs.all().is_empty());
    job.done();
    assert!(jobs.0.state.lock().jobs.is_empty(), "nor is it kept");
    let job = jobs.begin(Kind::Sync, Origin::Background);
    job.sink().part("spells").total(1);
    assert_eq!(jobs.all().len(), 1);
    job.done();
    jobs.begin(Kind::Embedding, Origin::Background).failed(Error::input("No."));
    let phases: Vec<_> = jobs.all().iter().map(|job| job.phase).collect();
    assert_eq!(phases, [Phase::Failed, Phase::Done]);
}

#[test]
fn the_same_sync_is_joined_and_only_the_last_jobs_are_kept() {
    let jobs = Jobs::default();
    let running = jobs.begin_sync(&options(None), Origin::Admin).unwrap();
    let joined = jobs.begin_sync(&options(None), Origin::Admin).unwrap_err();
    assert_eq!(joined.id, running.id());
    let other = options(Some(lorekeeper_content::Family::Spell));
    jobs.begin_sync(&other, Origin::Admin).unwrap().done();
    assert_eq!(jobs.running(Origin::Admin), 1);
    for _ in 0..30 {
        jobs.begin(Kind::Import, Origin::Admin).done();
    }
    assert_eq!(jobs.all().len(), MAX_ENDED_JOBS + 1);
    assert!(jobs.get(running.id()).is_some(), "what runs stays");
    let sink = running.sink();
    for n in 0..300 {
        sink.warn(&format!("warning {n}"));
    }
    let job = jobs.get(running.id()).unwrap();
    assert_eq!((job.log.len(), job.logged), (MAX_LOG_ENTRIES, 300));
    assert_eq!(job.log.back().unwrap().text, "warning 299");
}
