//! Access control of private books: all answers to everyone but the admin are what they were before such a book came,
//! whatever is asked, and in whatever form; to the admin they are others.

mod asking;
mod questions;
mod servers;

use crate::admin::{ADMIN, TOKEN, authorization};
use crate::nodes::texts;
use asking::{ask_all, assert_same};
use lorekeeper_ingest::book_edits::{self, BookEdit, Description};
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::progress::ProgressSink;
use lorekeeper_sources::import;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use questions::{IDS, QUESTIONS, TOOLS, WITHOUT_CONTENT};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// A spell of the private book that a public one has, too, and that names another one.
const NAMESAKE: &str = r#":ember-ward {:name "Ember Ward" :key :ember-ward :level 4 :school "abjuration"
    :spell-lists {:wizard true} :description "It keeps off a Toad Cook, and Steam Burst."} :gone nil"#;

/// A public book that names what is in the private one.
const POND: &str = r#"{"Pond Tales" #:orcpub.dnd.e5{
    :spells {:pond-song {:name "Pond Song" :level 1 :school "evocation" :spell-lists {:wizard true :pantry-mage true}
        :description "You sing of the Toad Cook, who casts Steam Burst and eats Dried Peas."}}
    :weapons {:pond-hook {:name "Pond Hook" :cost {:num 5 :type :gp} :description "Like a Great Ladle."}}}}"#;

const SETTINGS: [(&str, &str); 5] = [
    ADMIN,
    ("mcp_tools", "all"),
    ("public_url", "https://lore.example"),
    ("federation", "true"),
    ("max_complexity", "5000000"),
];

async fn import(lore: &Lore, file: &str, text: &str, said: &Description) {
    let readings = import::read_bytes(file, text.into()).await.unwrap();
    let sink = ProgressSink::default();
    let ingest = &lore.app.ingest;
    let imported = lorekeeper_ingest::import_described(ingest, readings, Mode::Store, said, &sink);
    imported.await.unwrap();
    lore.embed().await;
}

async fn edit(lore: &Lore, edit: BookEdit) -> book_edits::EditReport {
    book_edits::edit(&lore.app.ingest, edit).await.unwrap()
}

fn private(is_private: bool) -> Description {
    Description { is_private: Some(is_private), ..Description::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_book_is_there_for_the_admin_alone() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &SETTINGS).await;
    let fields = lore.ask("{ __schema { queryType { fields { name } } } }").await;
    let fields = texts(&fields["__schema"]["queryType"]["fields"], "/name");
    let asked = QUESTIONS.iter().map(|(field, _)| *field);
    let asked: BTreeSet<&str> = asked.chain(WITHOUT_CONTENT).collect();
    assert_eq!(asked, fields.iter().map(String::as_str).collect());
    let mcp = Mcp::connect(&lore.url).await;
    let tools: BTreeSet<&str> = TOOLS.iter().map(|(tool, _)| *tool).collect();
    assert_eq!(mcp.tools().collect::<BTreeSet<_>>(), tools);
    drop(mcp);

    import(&lore, "pond.orcbrew", POND, &Description::default()).await;
    let before = ask_all(&lore, None).await;
    let kitchen = KITCHEN.replace(":gone nil", NAMESAKE);
    import(&lore, "kitchen.orcbrew", &kitchen, &private(true)).await;
    let after = ask_all(&lore, None).await;
    assert_same(&after, &before);
    // To the admin every answer is another one, so that each question can show the book.
    let owners = ask_all(&lore, Some(TOKEN)).await;
    let same: Vec<&String> = owners.keys().filter(|what| owners[*what] == after[*what]).collect();
    let shown: Vec<&&String> = same.iter().filter(|what| !questions::is_the_same_to_all(what)).collect();
    assert!(shown.is_empty(), "{shown:#?}");
    // And nothing that was kept for the admin answers another.
    assert_same(&ask_all(&lore, None).await, &before);

    // What is not there and what is private are refused in the same words.
    for query in IDS {
        let answer = |id: &str| {
            let answer = &after[&format!("{query} {}", json!({"id": id}))];
            answer.replace(id, "ID").replace(questions::slug(id), "SLUG")
        };
        assert_eq!(answer(questions::ID), answer(questions::NO_ID), "{query}");
    }

    // Public, it is there for all; and private again, for nobody else.
    let described = |is_private| BookEdit::Describe("kettle-spoon".into(), private(is_private));
    edit(&lore, described(false)).await;
    let public = ask_all(&lore, None).await;
    assert!(
        public["{ search(query: \"steam burst\", first: 3) { totalCount nodes { id } } } {}"].contains("kettle-spoon")
    );
    edit(&lore, described(true)).await;
    lore.embed().await;
    assert_same(&ask_all(&lore, None).await, &before);
    // So it is after a new start, and after all rows were drawn again.
    let lore = lore.restart().await;
    assert_same(&ask_all(&lore, None).await, &before);
    let rebuilt = lorekeeper_ingest::reindex(&lore.app.ingest, lorekeeper_store::Rebuild::Rows);
    rebuilt.await.unwrap();
    lore.embed().await;
    assert_same(&ask_all(&lore, None).await, &before);
    lore.stop().await;
}

/// Whether a document is there for everybody, and what is said of it to the admin.
async fn document(lore: &Lore, key: &str) -> (bool, Value) {
    let query = "query($key: String!) { document(key: $key) {
        key name owner visibility license gameSystem entityCount } }";
    let variables = json!({"key": key});
    let public = lore.query(query, variables.clone()).await;
    let body = json!({"query": query, "variables": variables}).to_string();
    let bearer = authorization();
    let headers = [("content-type", "application/json"), ("authorization", &*bearer)];
    let mut owners = lore.send("/graphql", &headers, Some(body)).await.json();
    (public["document"].is_object(), owners["data"]["document"].take())
}

async fn entities(lore: &Lore, key: &str) -> Vec<String> {
    let query = "query($keys: [String!]) { spells(documents: $keys, first: 100) { nodes { id } } }";
    let found = lore.query(query, json!({"keys": [key]})).await;
    texts(&found["spells"], "/id")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_about_a_book_stays() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[ADMIN]).await;
    let said = Description {
        owner: Some("Aunt Griselda".into()),
        licence: Some("cc-by-40".into()),
        edition: Some("5e-2024".into()),
        is_private: Some(false),
    };
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    let spell = "{ spell(slug: \"steam-burst\") { markdown } }";
    let of_2014 = lore.ask(spell).await;
    import(&lore, "kitchen.orcbrew", KITCHEN, &said).await;
    let of_2024 = lore.ask(spell).await;
    let markdown = |of: &Value| of["spell"]["markdown"].as_str().unwrap().to_owned();
    assert!(markdown(&of_2014).contains("*1st-level evocation*"), "{of_2014}");
    assert!(markdown(&of_2024).contains("*Level 1 Evocation"), "{of_2024}");

    let expected = json!({"key": "kettle-spoon", "name": "Kettle & Spoon", "owner": "Aunt Griselda",
        "visibility": "PUBLIC", "license": "Creative Commons Attribution 4.0", "gameSystem": "5e-2024"});
    let check = async |step: &str, key: &str, name: &str| {
        let (is_public, mut found) = document(&lore, key).await;
        assert!(found["entityCount"].take().as_i64() > Some(20), "{step}");
        found.as_object_mut().unwrap().remove("entityCount");
        let mut expected = expected.clone();
        (expected["key"], expected["name"]) = (key.into(), name.into());
        assert_eq!((is_public, found), (true, expected), "{step}");
    };
    check("import", "kettle-spoon", "Kettle & Spoon").await;
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    check("import again", "kettle-spoon", "Kettle & Spoon").await;
    let counts = lore.counts().await;
    let renamed = edit(&lore, BookEdit::Rename("Kettle & Spoon".into(), "The Larder".into()));
    assert_eq!(renamed.await.key, "the-larder");
    check("rename", "the-larder", "The Larder").await;
    let removed = "{ removed(since: \"2000-01-01T00:00:00Z\") { nodes { id } } }";
    let body = json!({"query": removed}).to_string();
    let bearer = authorization();
    let headers = [("content-type", "application/json"), ("authorization", &*bearer)];
    let told = lore.send("/graphql", &headers, Some(body)).await.body;
    assert!(told.contains("\"spell:kettle-spoon:steam-burst\""), "{told}");
    // The file comes again, under the name that it gives; by that the book is found, too.
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    check("import after rename", "the-larder", "The Larder").await;
    assert_eq!(entities(&lore, "Kettle & Spoon").await, entities(&lore, "the-larder").await);
    let all = |counts: &BTreeMap<_, i64>| counts.values().sum::<i64>();
    assert_eq!(all(&lore.counts().await), all(&counts));
    let rebuilt = lorekeeper_ingest::reindex(&lore.app.ingest, lorekeeper_store::Rebuild::Rows);
    rebuilt.await.unwrap();
    check("reindex", "the-larder", "The Larder").await;
    edit(&lore, BookEdit::Rename("the-larder".into(), "Kettle & Spoon".into())).await;
    check("rename back", "kettle-spoon", "Kettle & Spoon").await;
    assert_eq!(lore.counts().await, counts);

    // What is a source's stays as it is, and so does what somebody misspells.
    let refused = |edit| async { book_edits::edit(&lore.app.ingest, edit).await.unwrap_err().to_string() };
    let of_source = refused(BookEdit::Describe("srd-2014".into(), said.clone())).await;
    assert!(of_source.contains("was not imported from a file of yours"), "{of_source}");
    let taken = refused(BookEdit::Rename("kettle-spoon".into(), "SRD 2014".into())).await;
    assert!(taken.contains("There is a book"), "{taken}");
    let edition = Description { edition: Some("2024!".into()), ..Description::default() };
    let edition = refused(BookEdit::Describe("kettle-spoon".into(), edition)).await;
    assert!(edition.contains("is not the key of a game system"), "{edition}");
    // With the book goes what was said about it.
    lorekeeper_ingest::remove(&lore.app.ingest, "kettle-spoon").await.unwrap();
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    let (_, found) = document(&lore, "kettle-spoon").await;
    assert_eq!((&found["owner"], &found["gameSystem"]), (&Value::Null, &json!("5e-2014")));
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_books_become_one() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[ADMIN]).await;
    let again = KITCHEN.replace("Kettle & Spoon", "Second Kettle");
    let again = again.replace(":level 1, :school \"evocation\"", ":level 5, :school \"evocation\"");
    let again = again.replace("Ladle Lash", "Spoon Lash").replace(":ladle-lash", ":spoon-lash");
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    lore.import(Mode::Store, "again.orcbrew", &again).await;
    let merge = |mode| BookEdit::Merge("second-kettle".into(), "kettle-spoon".into(), mode);
    let (counts, revision) = (lore.counts().await, lore.revision().await);
    let told = edit(&lore, merge(Mode::DryRun)).await;
    assert_eq!((lore.counts().await, lore.revision().await), (counts, revision));
    let spells = told.moved.iter().find(|moved| moved.family == "spell").unwrap();
    assert_eq!((spells.own, spells.shared), (1, 2));

    edit(&lore, BookEdit::Describe("second-kettle".into(), private(true))).await;
    let refused = book_edits::edit(&lore.app.ingest, merge(Mode::Store)).await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("would publish it"), "{refused}");
    edit(&lore, BookEdit::Describe("second-kettle".into(), private(false))).await;
    assert_eq!(edit(&lore, merge(Mode::Store)).await.key, "kettle-spoon");
    let merged = ["9-crumbs", "ladle-lash", "spoon-lash", "steam-burst"];
    let merged = merged.map(|slug| format!("spell:kettle-spoon:{slug}"));
    let level = "{ spell(slug: \"steam-burst\") { level } documents(first: 100) { nodes { key } } }";
    for step in ["merge", "import again", "reindex"] {
        match step {
            "import again" => drop(lore.import(Mode::Store, "again.orcbrew", &again).await),
            "reindex" => {
                let rebuild = lorekeeper_store::Rebuild::Rows;
                lorekeeper_ingest::reindex(&lore.app.ingest, rebuild).await.unwrap();
            }
            _ => {}
        }
        let found: BTreeSet<String> = entities(&lore, "kettle-spoon").await.into_iter().collect();
        assert_eq!(found, merged.iter().cloned().collect(), "{step}");
        // What both have is that of the book that stays.
        let found = lore.ask(level).await;
        assert_eq!(found["spell"]["level"], 1, "{step}");
        assert!(!texts(&found["documents"], "/key").contains(&"second-kettle".to_owned()), "{step}");
    }
    lorekeeper_ingest::remove(&lore.app.ingest, "kettle-spoon").await.unwrap();
    let found = lore.ask(level).await;
    assert!(found["spell"].is_null(), "{found}");
    lore.stop().await;
}
