//! Jobs: a sync that is started, and how far it is.

use super::{ask, import, token};
use crate::admin::{self, authorization, lore};
use crate::nodes::{list, text};
use lorekeeper_content::Family;
use lorekeeper_tests::socket::{Socket, TRANSPORT, Word};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::time::Duration;

const PROGRESS: &str = "subscription { syncProgress {
    __typename
    job { id kind origin state }
    ... on JobPartStarted { part { name } }
    ... on JobPartAdvanced { part { name done total } }
    ... on JobPartFinished { part { name done total outcome } }
    ... on JobMessageAdded { message { severity text } }
    ... on JobEnded { job { embedded error { message } report { starterPack listings { source endpoint added skipped { path } problem } tables { table added kept } } } }
} }";

/// The events of an operation until a job has ended.
async fn until_end(socket: &mut Socket, id: &str) -> Vec<Value> {
    let mut events = Vec::new();
    loop {
        let event = socket.data(id).await["syncProgress"].clone();
        let ended = event["__typename"] == "JobEnded";
        events.push(event);
        if ended {
            return events;
        }
    }
}

fn of<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|e| e["__typename"] == name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sync_is_started_and_followed_to_its_end() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    upstream.latency(Duration::from_millis(20));
    let mut socket = Socket::begin(&lore.url, token()).await;
    socket.subscribe("1", PROGRESS).await;
    // The same words join it.
    let start = "{ job { id state origin kind endedAt report { starterPack } } joined }";
    let both = format!("mutation {{ one: startSync {start} two: startSync {start} }}");
    let started = ask(&lore, &both).await;
    let (one, two) = (&started["one"], &started["two"]);
    assert_eq!((&one["joined"], &two["joined"]), (&json!(false), &json!(true)));
    assert_eq!(one["job"]["id"], two["job"]["id"]);
    let running = json!({"state": "RUNNING", "origin": "ADMIN", "kind": "SYNC", "endedAt": null, "report": null});
    for (field, value) in running.as_object().unwrap() {
        assert_eq!(one["job"][field], *value, "{field}");
    }
    let mut mine = Vec::new();
    while of(&mine, "JobPartStarted").is_empty() {
        mine.push(socket.data("1").await["syncProgress"].clone());
    }
    // Others wait for their turn.
    let query = format!("mutation {{ startSync(families: [SPELL], embed: false) {start} }}");
    assert_eq!(ask(&lore, &query).await["startSync"]["joined"], false);
    let mut others = Vec::new();
    while of(&mine, "JobEnded").is_empty() || of(&others, "JobEnded").is_empty() {
        let event = socket.data("1").await["syncProgress"].clone();
        if event["job"]["id"] == one["job"]["id"] {
            mine.push(event);
        } else {
            others.push(event);
        }
    }
    assert_eq!(mine[0]["__typename"], "JobStarted");
    let (begun, finished) = (of(&mine, "JobPartStarted"), of(&mine, "JobPartFinished"));
    assert!(begun.len() > 10 && begun.len() == finished.len(), "{mine:#?}");
    let mut parts = finished.iter().map(|e| &e["part"]);
    let spells = parts.find(|part| part["name"] == "open5e_v2 spells").unwrap();
    let count = upstream.records("spells").len();
    assert_eq!(spells["outcome"], format!("{count} records"));
    assert_eq!(spells["done"], count);
    let end = &mine.last().unwrap()["job"];
    assert_eq!((&end["state"], &end["error"]), (&json!("DONE"), &Value::Null));
    assert!(end["embedded"].as_u64() > Some(0), "{end}");
    let report = &end["report"];
    let mut tables = list(&report["tables"]).iter();
    let spells = tables.find(|table| table["table"] == "spell").unwrap();
    assert_eq!(spells["added"], lore.count(Family::Spell).await);
    // The other part is the vectors.
    assert_eq!(list(&report["listings"]).len(), finished.len() - 1);
    // The second one found everything fresh.
    let waits = of(&others, "JobMessageAdded");
    assert!(text(waits[0], "/message/text").contains("when it is done"));
    let end = &others.last().unwrap()["job"];
    assert_eq!(end["report"]["listings"], json!([]));
    assert_eq!(end["embedded"], Value::Null);

    // What they did can be read afterwards, and heard by one who comes late.
    let id = one["job"]["id"].as_str().unwrap();
    let known = ask(&lore, &format!("{{ job(id: \"{id}\") {{ state endedAt parts {{ outcome }} report {{ tables {{ table added kept }} }} }} jobs {{ id }} no: job(id: \"{id}00\") {{ id }} }}")).await;
    assert_eq!(known["job"]["state"], "DONE");
    assert!(known["job"]["endedAt"].is_string() && known["no"].is_null());
    assert_eq!(known["job"]["report"]["tables"], report["tables"]);
    assert_eq!(list(&known["jobs"]).len(), 2);
    // One that another server, or an earlier one, began is not simply gone.
    let elsewhere = admin::query("{ job(id: \"0-0\") { id } }", &json!({}));
    let (_, elsewhere) = admin::send(&lore, Some(admin::TOKEN), elsewhere).await;
    let (_, message) = admin::error(&elsewhere);
    assert!(message.contains("Ask the server that began it"), "{message}");
    let late = PROGRESS.replace("syncProgress {", &format!("syncProgress(job: \"{id}\") {{"));
    socket.subscribe("2", &late).await;
    let events = until_end(&mut socket, "2").await;
    assert_eq!(of(&events, "JobPartFinished").len(), finished.len());
    assert_eq!(events.last(), mine.last());
    socket.expect("complete", "2").await;
    let unknown = "subscription { syncProgress(job: \"0-0\") { job { id } } }";
    socket.subscribe("3", unknown).await;
    let errors = socket.expect("error", "3").await;
    assert_eq!(errors[0]["extensions"]["code"], "NOT_FOUND");
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_of_others_and_failures_are_told_too() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    let mut socket = Socket::begin(&lore.url, token()).await;
    socket.subscribe("1", PROGRESS).await;
    // A query on what was never fetched.
    lore.ask("{ spells { totalCount } }").await;
    let events = until_end(&mut socket, "1").await;
    let job = &events[0]["job"];
    assert_eq!((&job["origin"], &job["kind"]), (&json!("QUERY"), &json!("SYNC")));
    assert!(!of(&events, "JobPartFinished").is_empty());

    let imported = import(&lore).await;
    let spells = json!({"table": "spell", "added": 1});
    assert!(list(&imported["tables"]).contains(&spells), "{imported}");
    let events = until_end(&mut socket, "1").await;
    assert_eq!(events[0]["job"]["kind"], "IMPORT");
    let file = of(&events, "JobPartFinished")[0];
    assert_eq!(file["part"]["name"], "pantry.orcbrew");

    let remove = "mutation { removeDocument(document: \"pantry tales\") { key } }";
    let removed = ask(&lore, remove).await;
    assert_eq!(removed["removeDocument"]["key"], "pantry-tales");
    let events = until_end(&mut socket, "1").await;
    assert_eq!(events[0]["job"]["kind"], "REMOVAL");

    socket.subscribe("2", remove).await;
    let mut errors = None;
    let mut failed = None;
    while errors.is_none() || failed.is_none() {
        match socket.hear().await {
            Word::Message(word) if word["id"] == "2" => {
                errors = errors.or(word.get("payload").cloned());
            }
            Word::Message(word) => {
                let event = &word["payload"]["data"]["syncProgress"];
                if event["__typename"] == "JobEnded" {
                    failed = Some(event["job"].clone());
                }
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(errors.unwrap()[0]["extensions"]["code"], "NOT_FOUND");
    let failed = failed.unwrap();
    assert_eq!(failed["state"], "FAILED");
    assert!(text(&failed, "/error/message").contains("pantry tales"));
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_admin_starts_and_follows_jobs() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    for query in ["mutation { startSync { joined } }", "{ jobs { id } }", "{ job(id: \"1\") { id } }"] {
        lore.refuses(query, json!({}), "UNAUTHENTICATED", "").await;
    }
    let answer = ask(&lore, "{ jobs { id } }").await;
    assert_eq!(answer["jobs"], json!([]));

    let mut socket = Socket::begin(&lore.url, json!({"Authorization": "Bearer another"})).await;
    socket.subscribe("1", PROGRESS).await;
    let errors = socket.expect("error", "1").await;
    assert_eq!(errors[0]["extensions"]["code"], "UNAUTHENTICATED");
    // The connection goes on.
    socket.subscribe("1", "{ status { store } }").await;
    assert!(socket.data("1").await["status"]["store"].is_string());
    socket.expect("complete", "1").await;

    // The header of the request that opens the socket does as well, and a name is what it is, large or small.
    let token_header = authorization();
    let headers = [("sec-websocket-protocol", TRANSPORT), ("authorization", token_header.as_str())];
    let mut with_header = Socket::open(&lore.url, &headers).await.unwrap();
    with_header.say(json!({"type": "connection_init"})).await;
    with_header.hear().await;
    let mut with_payload = Socket::begin(&lore.url, json!({"authorization": token_header})).await;
    for socket in [&mut with_header, &mut with_payload] {
        socket.subscribe("1", "{ jobs { id } }").await;
        assert_eq!(socket.data("1").await, json!({"jobs": []}));
    }
    for (arguments, word) in
        [("sources: [\"open5e\"]", "Did you mean open5e_v"), ("sources: [\"open5e_v1\"]", "not among those")]
    {
        let query = format!("mutation {{ startSync({arguments}) {{ joined }} }}");
        with_header.subscribe("2", &query).await;
        let mut message = String::new();
        while message.is_empty() {
            if let Word::Message(word) = with_header.hear().await {
                message = text(&word, "/payload/0/message").to_owned();
            }
        }
        assert!(message.contains(word), "{message}");
    }
    lore.stop().await;
}
