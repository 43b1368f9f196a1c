//! Mutations: with the admin token, and with nothing else, files are brought in and books taken out.

use crate::admin::{ADMIN, TOKEN, data, error, form, lore, query, send};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const BOOK: &str = r#"{"Pantry Tales" #:orcpub.dnd.e5{
    :spells {:soup-ward {:name "Soup Ward" :level 2 :school "abjuration" :casting-time "1 action"
                         :range "Touch" :duration "1 hour" :components {:verbal true}
                         :spell-lists {:wizard true} :description "Soup keeps you from cold."}
             :burnt 7}
    :monsters {:ladle-imp {:name "Ladle Imp" :size :tiny :type :fiend :armor-class 13
                           :hit-points {:die 4 :die-count 3 :modifier 3} :challenge 0.5
                           :str 6 :dex 17 :con 13 :int 11 :wis 12 :cha 14}}}}"#;

const IMPORT: &str = "mutation($files: [Upload!]!, $dry: Boolean) {
    importContent(files: $files, dryRun: $dry) {
        dryRun
        files { file source added changed removed kept skipped { path reason } notes }
        contents { document family kind count }
    }
}";

async fn import(lore: &Lore, dry: bool, files: &[(&str, &str)]) -> Value {
    let variables = json!({"files": vec![Value::Null; files.len()], "dry": dry});
    let form = form(IMPORT, &variables, files);
    let (status, answer) = send(lore, Some(TOKEN), form).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

/// What becomes of the records of a file.
async fn import_file(lore: &Lore, text: &str) -> Value {
    let mut answer = import(lore, false, &[("pantry.orcbrew", text)]).await;
    answer["data"]["importContent"]["files"][0].take()
}

async fn remove(lore: &Lore, token: Option<&str>, document: &str) -> Value {
    let text = "mutation($d: String!) { removeDocument(document: $d) { key name removed } }";
    let body = query(text, &json!({"d": document}));
    send(lore, token, body).await.1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_book_comes_and_goes() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[ADMIN]).await;
    let counts = lore.counts().await;

    let answer = import(&lore, true, &[("pantry.orcbrew", BOOK)]).await;
    let told = &answer["data"]["importContent"];
    assert_eq!((told["dryRun"].as_bool(), &told["files"][0]["added"]), (Some(true), &json!(3)));
    assert_eq!(lore.counts().await, counts);

    let answer = import(&lore, false, &[("pantry.orcbrew", BOOK)]).await;
    let told = &answer["data"]["importContent"];
    let file = &told["files"][0];
    assert_eq!((&file["file"], &file["source"]), (&json!("pantry.orcbrew"), &json!("orcbrew")));
    assert_eq!((&file["added"], &file["kept"]), (&json!(3), &json!(0)));
    let path = file["skipped"][0]["path"].as_str().unwrap();
    assert!(path.contains("Pantry Tales") && path.contains("burnt"), "{file}");
    assert_eq!(
        told["contents"],
        json!([
            {"document": "pantry-tales", "family": "CREATURE", "kind": null, "count": 1},
            {"document": "pantry-tales", "family": "SPELL", "kind": null, "count": 1},
        ])
    );
    lore.embed().await;
    let found = lore
        .ask("{ search(query: \"soup against cold\", documents: [\"pantry tales\"]) { nodes { name } } spell(slug: \"soup-ward\") { level document { key source } classes { slug } } creature(slug: \"ladle-imp\") { hitPoints challengeRatingText } }")
        .await;
    assert_eq!(found["search"]["nodes"][0]["name"], "Soup Ward");
    let document = json!({"key": "pantry-tales", "source": "orcbrew"});
    assert_eq!((&found["spell"]["level"], &found["spell"]["document"]), (&json!(2), &document));
    assert_eq!(found["creature"], json!({"hitPoints": 10, "challengeRatingText": "1/2"}));

    // It comes again with one thing changed and one gone.
    let (kept, _) = BOOK.split_once(":monsters").unwrap();
    let again = kept.replace(":level 2", ":level 3") + "}}";
    let file = import_file(&lore, &again).await;
    assert_eq!((&file["added"], &file["changed"], &file["removed"]), (&json!(0), &json!(1), &json!(1)));
    let found = lore.ask("{ spell(slug: \"soup-ward\") { level } creature(slug: \"ladle-imp\") { name } }").await;
    assert_eq!(found, json!({"spell": {"level": 3}, "creature": null}));
    // What stands in it but cannot be read any more keeps its last good version.
    let unread = kept.replace("{:name \"Soup Ward\"", "7 :other {:name \"Soup Ward\"") + "}}";
    let file = import_file(&lore, &unread).await;
    assert_eq!((&file["added"], &file["removed"]), (&json!(1), &json!(0)), "{file}");
    let file = import_file(&lore, &again).await;
    assert_eq!(file["removed"], 1, "{file}");

    // Another book in a file of the same name takes nothing of this one along.
    let other = again.replace("Pantry Tales", "Cellar Tales");
    let file = import_file(&lore, &other).await;
    assert_eq!((&file["added"], &file["removed"]), (&json!(2), &json!(0)));
    let found = lore.ask("{ spells(name: \"soup ward\") { totalCount } }").await;
    assert_eq!(found["spells"]["totalCount"], 2);
    remove(&lore, Some(TOKEN), "Cellar Tales").await;

    // A sync has no part in it.
    assert!(!lore.sync().await.report.rows.any());

    let answer = remove(&lore, Some(TOKEN), "Pantry Tales").await;
    assert_eq!(answer["data"]["removeDocument"], json!({"key": "pantry-tales", "name": "Pantry Tales", "removed": 1}));
    assert_eq!(lore.counts().await, counts);
    // What was in it is nobody's business any more but the admin's.
    let gone = "{ removed(since: \"2021-01-01T00:00:00Z\") { nodes { name } } }";
    let public = lore.ask(gone).await.to_string();
    assert!(!public.contains("Soup Ward"), "{public}");
    let known = data(&lore, query(gone, &json!({}))).await.to_string();
    assert!(known.contains("Soup Ward"), "{known}");
    let answer = remove(&lore, Some(TOKEN), "Pantry Tales").await;
    assert_eq!(error(&answer).0, "NOT_FOUND", "{answer}");
    let answer = remove(&lore, Some(TOKEN), "srd").await;
    let (code, message) = error(&answer);
    assert_eq!(code, "BAD_USER_INPUT");
    assert!(message.contains("was not imported from a file of yours"), "{message}");
    assert_eq!(lore.counts().await, counts);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_changes_nothing() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[ADMIN]).await;
    let counts = lore.counts().await;
    for (file, words) in [
        (("broken.orcbrew", "{\"Tales\"\n  {:a \"b"), &["broken.orcbrew, line 2, column", "Nothing was imported"][..]),
        (("soup.txt", "just soup"), &["soup.txt", "Nothing was imported"]),
        (("empty.orcbrew", ""), &["empty.orcbrew", "Nothing was imported"]),
    ] {
        // The good one is not stored either.
        let answer = import(&lore, false, &[("pantry.orcbrew", BOOK), file]).await;
        let (code, message) = error(&answer);
        assert_eq!(code, "BAD_USER_INPUT", "{answer}");
        for word in words {
            assert!(message.contains(word), "{message}");
        }
        assert_eq!(lore.counts().await, counts);
    }
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_may() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    let files = json!({"files": [null], "dry": true});
    for token in [None, Some("another token"), Some("")] {
        let (status, answer) = send(&lore, token, form(IMPORT, &files, &[("pantry.orcbrew", BOOK)])).await;
        assert_eq!((status, error(&answer).0), (401, "UNAUTHENTICATED"), "{answer}");
        let answer = remove(&lore, token, "srd").await;
        let (code, message) = error(&answer);
        assert_eq!(code, "UNAUTHENTICATED");
        assert!(message.contains("Send the admin token"), "{message}");
        assert!(!message.contains(TOKEN));
    }
    // Neither one who sends much, nor one who names what was not sent.
    let large = format!("{BOOK};{}", "x".repeat(2 * 1024 * 1024));
    let (status, _) = send(&lore, None, form(IMPORT, &files, &[("pantry.orcbrew", &large)])).await;
    assert_eq!(status, 401);
    let unsent = query(IMPORT, &json!({"files": ["#__graphql_file__:7"]}));
    let (_, answer) = send(&lore, Some(TOKEN), unsent).await;
    let (code, message) = error(&answer);
    assert_eq!(code, "BAD_USER_INPUT", "{answer}");
    assert!(message.contains("not sent"), "{message}");
    // An address is no place for a mutation, whoever asks.
    let address = "/graphql?query=mutation%7BremoveDocument(document%3A%22srd%22)%7Bkey%7D%7D";
    let (status, _, body) = lore.get(address, "application/json").await;
    assert_eq!(status, 405, "{body}");

    // A stranger's request is small, the admin's may have files, up to a size.
    let large = "x".repeat(2 * 1024 * 1024);
    for token in [None, Some(TOKEN)] {
        let question = query("{ __typename }", &json!({"x": large}));
        assert_eq!(send(&lore, token, question).await.0, 413);
    }
    let file = format!("{BOOK};{large}");
    let file = form(IMPORT, &files, &[("pantry.orcbrew", &file)]);
    let told = data(&lore, file).await["importContent"].take();
    assert_eq!(told["files"][0]["added"], 3, "{told}");
    // What is larger is refused before it is sent.
    let address = lore.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /graphql HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: multipart/form-data; boundary=soup\r\nContent-Length: 68157440\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut refusal = String::new();
    stream.read_to_string(&mut refusal).await.unwrap();
    assert!(refusal.starts_with("HTTP/1.1 413") && refusal.contains("64 MiB"), "{refusal}");
    lore.stop().await;

    // Without a token in the settings there are no mutations at all.
    let lore = Lore::start(&upstream).await;
    let answer = remove(&lore, Some(TOKEN), "srd").await;
    let (code, message) = error(&answer);
    assert_eq!(code, "UNAUTHENTICATED");
    assert!(message.contains("LOREKEEPER_ADMIN_TOKEN"), "{message}");
    lore.stop().await;
}
