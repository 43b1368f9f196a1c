//! What the holder of the admin token can do, and nobody else: bring files in, and take books out.

use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const TOKEN: &str = "a token of forty characters, as it should";

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

/// A request as browsers send forms with files.
fn form(variables: &Value, files: &[(&str, &str)]) -> (String, String) {
    let operations = json!({"query": IMPORT, "variables": variables}).to_string();
    let places = (0..files.len()).map(|n| (n.to_string(), json!([format!("variables.files.{n}")])));
    let map = Value::Object(places.collect()).to_string();
    let part = |heading: &str, text: &str| {
        format!("--soup\r\nContent-Disposition: form-data; {heading}\r\n\r\n{text}\r\n")
    };
    let mut body = part("name=\"operations\"", &operations) + &part("name=\"map\"", &map);
    for (n, (name, text)) in files.iter().enumerate() {
        body += &part(&format!("name=\"{n}\"; filename=\"{name}\""), text);
    }
    body += "--soup--\r\n";
    ("multipart/form-data; boundary=soup".to_owned(), body)
}

/// Sends a request, with a token or without; the status and the answer.
async fn send(lore: &Lore, token: Option<&str>, (kind, body): (String, String)) -> (u16, Value) {
    let authorization = token.map(|token| format!("Bearer {token}"));
    let mut headers = vec![("content-type", kind.as_str())];
    headers.extend(authorization.as_deref().map(|word| ("authorization", word)));
    let (status, text) = lore.post("/graphql", &headers, body).await;
    let answer = serde_json::from_str(&text).unwrap_or(Value::String(text));
    (status, answer)
}

async fn import(lore: &Lore, dry: bool, files: &[(&str, &str)]) -> Value {
    let variables = json!({"files": vec![Value::Null; files.len()], "dry": dry});
    let (status, answer) = send(lore, Some(TOKEN), form(&variables, files)).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

async fn remove(lore: &Lore, token: Option<&str>, document: &str) -> Value {
    let query = "mutation($d: String!) { removeDocument(document: $d) { key name removed } }";
    let body = json!({"query": query, "variables": {"d": document}}).to_string();
    send(lore, token, ("application/json".to_owned(), body))
        .await
        .1
}

fn error(answer: &Value) -> (&str, &str) {
    let word = |path: &str| answer.pointer(path).and_then(Value::as_str);
    (
        word("/errors/0/extensions/code").unwrap_or_default(),
        word("/errors/0/message").unwrap_or_default(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_book_comes_and_goes() {
    let upstream = Upstream::start().await;
    let settings = [("admin_token", TOKEN)];
    let lore = Lore::synced(&upstream, &settings).await;
    let counts = lore.counts().await;

    let answer = import(&lore, true, &[("pantry.orcbrew", BOOK)]).await;
    let told = &answer["data"]["importContent"];
    assert_eq!(
        (told["dryRun"].as_bool(), &told["files"][0]["added"]),
        (Some(true), &json!(3))
    );
    assert_eq!(lore.counts().await, counts);

    let answer = import(&lore, false, &[("pantry.orcbrew", BOOK)]).await;
    let told = &answer["data"]["importContent"];
    let file = &told["files"][0];
    assert_eq!(
        (&file["file"], &file["source"]),
        (&json!("pantry.orcbrew"), &json!("orcbrew"))
    );
    assert_eq!((&file["added"], &file["kept"]), (&json!(3), &json!(0)));
    let path = file["skipped"][0]["path"].as_str().unwrap();
    assert!(
        path.contains("Pantry Tales") && path.contains("burnt"),
        "{file}"
    );
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
    assert_eq!(
        (&found["spell"]["level"], &found["spell"]["document"]),
        (&json!(2), &document)
    );
    assert_eq!(
        found["creature"],
        json!({"hitPoints": 10, "challengeRatingText": "1/2"})
    );

    // It comes again with one thing changed and one gone.
    let (kept, _) = BOOK.split_once(":monsters").unwrap();
    let again = kept.replace(":level 2", ":level 3") + "}}";
    let answer = import(&lore, false, &[("pantry.orcbrew", &again)]).await;
    let file = &answer["data"]["importContent"]["files"][0];
    assert_eq!(
        (&file["added"], &file["changed"], &file["removed"]),
        (&json!(0), &json!(1), &json!(1))
    );
    let found = lore
        .ask("{ spell(slug: \"soup-ward\") { level } creature(slug: \"ladle-imp\") { name } }")
        .await;
    assert_eq!(found, json!({"spell": {"level": 3}, "creature": null}));
    // What stands in it but cannot be read any more keeps its last good version.
    let unread = kept.replace("{:name \"Soup Ward\"", "7 :other {:name \"Soup Ward\"") + "}}";
    let answer = import(&lore, false, &[("pantry.orcbrew", &unread)]).await;
    let file = &answer["data"]["importContent"]["files"][0];
    assert_eq!(
        (&file["added"], &file["removed"]),
        (&json!(1), &json!(0)),
        "{file}"
    );
    let answer = import(&lore, false, &[("pantry.orcbrew", &again)]).await;
    let file = &answer["data"]["importContent"]["files"][0];
    assert_eq!(file["removed"], 1, "{file}");

    // Another book in a file of the same name takes nothing of this one along.
    let other = again.replace("Pantry Tales", "Cellar Tales");
    let files = [("pantry.orcbrew", other.as_str())];
    let answer = import(&lore, false, &files).await;
    let file = &answer["data"]["importContent"]["files"][0];
    assert_eq!((&file["added"], &file["removed"]), (&json!(2), &json!(0)));
    let found = lore
        .ask("{ spells(name: \"soup ward\") { totalCount } }")
        .await;
    assert_eq!(found["spells"]["totalCount"], 2);
    remove(&lore, Some(TOKEN), "Cellar Tales").await;

    // A sync has no part in it.
    assert!(!lore.sync().await.report.rows.any());

    let answer = remove(&lore, Some(TOKEN), "Pantry Tales").await;
    assert_eq!(
        answer["data"]["removeDocument"],
        json!({"key": "pantry-tales", "name": "Pantry Tales", "removed": 1})
    );
    assert_eq!(lore.counts().await, counts);
    let answer = remove(&lore, Some(TOKEN), "Pantry Tales").await;
    assert_eq!(error(&answer).0, "NOT_FOUND", "{answer}");
    let answer = remove(&lore, Some(TOKEN), "srd").await;
    let (code, message) = error(&answer);
    assert_eq!(code, "BAD_USER_INPUT");
    assert!(
        message.contains("was not imported from an OrcBrew file"),
        "{message}"
    );
    assert_eq!(lore.counts().await, counts);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_changes_nothing() {
    let upstream = Upstream::start().await;
    let settings = [("admin_token", TOKEN)];
    let lore = Lore::filled_with(&upstream, &settings).await;
    let counts = lore.counts().await;
    for (file, words) in [
        (
            ("broken.orcbrew", "{\"Tales\"\n  {:a \"b"),
            &["broken.orcbrew, line 2, column", "Nothing was imported"][..],
        ),
        (
            ("soup.txt", "just soup"),
            &["soup.txt", "Nothing was imported"],
        ),
        (
            ("empty.orcbrew", ""),
            &["empty.orcbrew", "Nothing was imported"],
        ),
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
    let lore = Lore::with(&upstream, Model::Words, &[("admin_token", TOKEN)]).await;
    let files = json!({"files": [null], "dry": true});
    for token in [None, Some("another token"), Some("")] {
        let (status, answer) = send(&lore, token, form(&files, &[("pantry.orcbrew", BOOK)])).await;
        assert_eq!(
            (status, error(&answer).0),
            (401, "UNAUTHENTICATED"),
            "{answer}"
        );
        let answer = remove(&lore, token, "srd").await;
        let (code, message) = error(&answer);
        assert_eq!(code, "UNAUTHENTICATED");
        assert!(message.contains("Send the admin token"), "{message}");
        assert!(!message.contains(TOKEN));
    }
    // Neither one who sends much, nor one who names what was not sent.
    let large = format!("{BOOK};{}", "x".repeat(2 * 1024 * 1024));
    let (status, _) = send(&lore, None, form(&files, &[("pantry.orcbrew", &large)])).await;
    assert_eq!(status, 401);
    let body =
        json!({"query": IMPORT, "variables": {"files": ["#__graphql_file__:7"]}}).to_string();
    let request = ("application/json".to_owned(), body);
    let (_, answer) = send(&lore, Some(TOKEN), request).await;
    let (code, message) = error(&answer);
    assert_eq!(code, "BAD_USER_INPUT", "{answer}");
    assert!(message.contains("not sent"), "{message}");
    // An address is no place for a mutation, whoever asks.
    let query = "/graphql?query=mutation%7BremoveDocument(document%3A%22srd%22)%7Bkey%7D%7D";
    let (status, _, body) = lore.get(query, "application/json").await;
    assert_eq!(status, 405, "{body}");

    // A stranger's request is small, the admin's may have files, up to a size.
    let large = "x".repeat(2 * 1024 * 1024);
    let question = json!({"query": "{ __typename }", "variables": {"x": large}}).to_string();
    for token in [None, Some(TOKEN)] {
        let request = ("application/json".to_owned(), question.clone());
        assert_eq!(send(&lore, token, request).await.0, 413);
    }
    let file = format!("{BOOK};{large}");
    let (status, answer) = send(
        &lore,
        Some(TOKEN),
        form(&files, &[("pantry.orcbrew", &file)]),
    )
    .await;
    assert_eq!(status, 200);
    assert_eq!(
        answer["data"]["importContent"]["files"][0]["added"], 3,
        "{answer}"
    );
    // What is larger is refused before it is sent.
    let address = lore.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /graphql HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: multipart/form-data; boundary=soup\r\nContent-Length: 68157440\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut refusal = String::new();
    stream.read_to_string(&mut refusal).await.unwrap();
    assert!(
        refusal.starts_with("HTTP/1.1 413") && refusal.contains("64 MiB"),
        "{refusal}"
    );
    lore.stop().await;

    // Without a token in the settings there are no mutations at all.
    let lore = Lore::start(&upstream).await;
    let answer = remove(&lore, Some(TOKEN), "srd").await;
    let (code, message) = error(&answer);
    assert_eq!(code, "UNAUTHENTICATED");
    assert!(message.contains("LOREKEEPER_ADMIN_TOKEN"), "{message}");
    lore.stop().await;
}
