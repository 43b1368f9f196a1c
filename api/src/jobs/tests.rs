use super::job::REMARKS;
use super::*;
use crate::ingest::{Due, Report};
use crate::store::Removals;

fn options(family: Option<crate::family::Family>) -> Options {
    Options {
        sources: Vec::new(),
        families: family.into_iter().collect(),
        due: Due::All,
        removals: Removals::Guarded,
    }
}

/// What a follower tells, in a word each, until it says `last`.
async fn words(follower: &mut Follower, last: &str) -> Vec<String> {
    let mut words = Vec::new();
    while words.last().is_none_or(|word| word != last) {
        let Some(event) = follower.next().await else {
            words.push("over".to_owned());
            break;
        };
        words.push(match event {
            JobEvent::Started(_) => "started".to_owned(),
            JobEvent::PartStarted(_, part) => format!("{} starts", part.name),
            JobEvent::PartAdvanced(_, part) => {
                format!(
                    "{} {}/{}",
                    part.name,
                    part.done,
                    part.total.unwrap_or_default()
                )
            }
            JobEvent::PartFinished(_, part) => {
                format!("{}: {}", part.name, part.outcome.unwrap_or_default())
            }
            JobEvent::Remarked(_, remark) => remark.text,
            JobEvent::Ended(job) => format!("{:?}", job.phase),
        });
    }
    words
}

#[tokio::test]
async fn a_listener_who_comes_late_or_seldom_learns_how_things_stand() {
    let jobs = Jobs::default();
    jobs.begin(Kind::Sync, Origin::Command).done();
    let job = jobs.begin(Kind::Sync, Origin::Command);
    let bars = job.bars();
    let part = bars.part("spells");
    part.total(900);
    part.advance(1);
    let mut follower = Follower::of_all(&jobs);
    assert_eq!(
        words(&mut follower, "spells starts").await,
        ["started", "spells starts"],
        "what has ended before is not told"
    );
    for _ in 0..899 {
        part.advance(1);
    }
    bars.note("a note");
    assert_eq!(
        words(&mut follower, "a note").await,
        ["spells 900/900", "a note"],
        "many steps are one"
    );
    part.finish("spells", "900 records");
    job.stored(Outcome::Synced(Report::default()));
    job.done();
    assert_eq!(
        words(&mut follower, "Done").await,
        ["spells: 900 records", "Done"]
    );
    jobs.begin(Kind::Removal, Origin::Admin)
        .failed(Error::input("No."));
    assert_eq!(words(&mut follower, "Failed").await, ["started", "Failed"]);
}

#[tokio::test]
async fn one_job_is_followed_to_its_end_whenever_that_was() {
    let jobs = Jobs::default();
    let (job, other) = (
        jobs.begin(Kind::Import, Origin::Admin),
        jobs.begin(Kind::Sync, Origin::Command),
    );
    let mut follower = Follower::of_one(&jobs, job.id());
    other.bars().note("of another");
    let id = job.id().to_owned();
    drop(job);
    assert_eq!(
        words(&mut follower, "over").await,
        ["started", "CutOff", "over"]
    );
    let mut late = Follower::of_one(&jobs, &id);
    assert_eq!(
        words(&mut late, "over").await,
        ["started", "CutOff", "over"]
    );
}

#[test]
fn what_nobody_asked_for_is_seen_when_it_has_something_to_tell() {
    let jobs = Jobs::default();
    let job = jobs.begin(Kind::Sync, Origin::Background);
    assert!(jobs.all().is_empty());
    job.done();
    assert!(
        jobs.0.state.lock().unwrap().jobs.is_empty(),
        "nor is it kept"
    );
    let job = jobs.begin(Kind::Sync, Origin::Background);
    job.bars().part("spells").total(1);
    assert_eq!(jobs.all().len(), 1);
    job.done();
    jobs.begin(Kind::Embedding, Origin::Background)
        .failed(Error::input("No."));
    let phases: Vec<_> = jobs.all().iter().map(|job| job.phase).collect();
    assert_eq!(phases, [Phase::Failed, Phase::Done]);
}

#[test]
fn the_same_sync_is_joined_and_only_the_last_are_remembered() {
    let jobs = Jobs::default();
    let running = jobs.begin_sync(&options(None), Origin::Admin).unwrap();
    let joined = jobs.begin_sync(&options(None), Origin::Admin).unwrap_err();
    assert_eq!(joined.id, running.id());
    let other = options(Some(crate::family::Family::Spell));
    jobs.begin_sync(&other, Origin::Admin).unwrap().done();
    assert_eq!(jobs.running(Origin::Admin), 1);
    for _ in 0..30 {
        jobs.begin(Kind::Import, Origin::Admin).done();
    }
    assert_eq!(jobs.all().len(), REMEMBERED + 1);
    assert!(jobs.get(running.id()).is_some(), "what runs stays");
    let bars = running.bars();
    for n in 0..300 {
        bars.warn(&format!("warning {n}"));
    }
    let job = jobs.get(running.id()).unwrap();
    assert_eq!((job.remarks.len(), job.remarked), (REMARKS, 300));
    assert_eq!(job.remarks.back().unwrap().text, "warning 299");
}
