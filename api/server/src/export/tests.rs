//! Exports of invented pages.

use super::*;
use async_trait::async_trait;
use lorekeeper_mcp::ExecutorError;
use std::sync::Mutex;

/// Answers with these pages, one after another.
struct Book {
    pages: Vec<Vec<&'static str>>,
    asked: Mutex<Vec<GraphqlRequest>>,
}

#[async_trait]
impl Executor for Book {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        let mut asked = self.asked.lock().unwrap();
        let number = asked.len();
        asked.push(request);
        let node = |file: &&str| json!({"id": "creature:hearth:x", "file": file});
        let nodes: Vec<Value> = self.pages[number].iter().map(node).collect();
        let message = nodes.is_empty().then_some("There is nothing.");
        Ok(json!({"data": {"page": {
            "nodes": nodes,
            "pageInfo": {"hasNextPage": number + 1 < self.pages.len(), "endCursor": format!("c{number}")},
            "meta": {"message": message},
        }}}))
    }
}

fn book(pages: &[&[&'static str]]) -> Arc<Book> {
    let pages = pages.iter().map(|page| page.to_vec()).collect();
    let asked = Mutex::default();
    Arc::new(Book { pages, asked })
}

async fn file(name: &str, pages: &[&[&'static str]]) -> Result<String> {
    let export = Export::named(name, &[])?;
    let mut pages = Pages::new(&export, book(pages));
    let mut whole = String::new();
    while let Some(part) = pages.next().await? {
        whole.push_str(&part);
    }
    Ok(whole)
}

#[tokio::test]
async fn pages_make_up_one_file() {
    let lines = file("spells.ndjson", &[&["{\"a\":1}", "{}"], &["{\"b\":2}"]]);
    assert_eq!(lines.await.unwrap(), "{\"a\":1}\n{}\n{\"b\":2}\n");
    let documents = file("rule.md", &[&["# A\n", "# B\n"], &["# C\n"]]);
    assert_eq!(documents.await.unwrap(), "# A\n\n# B\n\n# C\n");
    let object = file("creatures.improved-initiative.json", &[&["{}"], &["{}"]]);
    let key = "\"Creatures.creature:hearth:x\"";
    assert_eq!(
        object.await.unwrap(),
        format!("{{\n{key}:{{}},\n{key}:{{}}\n}}\n")
    );
    let blocks = file("creatures.fantasy-statblocks.md", &[&["a: 1\n", "b: 2\n"]]);
    let expected = "```statblock\na: 1\n```\n\n```statblock\nb: 2\n```\n";
    assert_eq!(blocks.await.unwrap(), expected);
    let table = file(
        "spells.csv",
        &[&["{\"name\": \"A\"}"], &["{\"name\": \"B\"}"]],
    );
    let table = table.await.unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(lines[0].starts_with("id,family,name,"), "{table}");
    assert!(lines[2].starts_with(",,B,"), "{table}");
}

#[tokio::test]
async fn a_page_is_asked_for_when_the_one_before_was_taken() {
    let book = book(&[&["{}"], &["{}"], &["{}"]]);
    let export = Export::named("spells.ndjson", &[]).unwrap();
    let mut pages = Pages::new(&export, Arc::clone(&book) as Arc<dyn Executor>);
    assert!(book.asked.lock().unwrap().is_empty());
    assert_eq!(pages.next().await.unwrap().as_deref(), Some("{}\n"));
    assert_eq!(book.asked.lock().unwrap().len(), 1);
    while pages.next().await.unwrap().is_some() {}
    let asked = book.asked.lock().unwrap();
    let cursors = asked
        .iter()
        .map(|asked| asked.variables.get("after").cloned());
    let cursors: Vec<Option<Value>> = cursors.collect();
    assert_eq!(cursors, [None, Some(json!("c0")), Some(json!("c1"))]);
}

#[tokio::test]
async fn nothing_found_is_told() {
    let error = file("spells.csv", &[&[]]).await.unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        (Code::NotFound, "There is nothing.")
    );
}

#[tokio::test]
async fn names_that_are_no_files_are_refused() {
    for (name, words) in [
        ("spells", "Names end in: ndjson, csv"),
        ("spells.exe", "There is no file \"spells.exe\""),
        ("soups.csv", "\"soups\" is not a family"),
        (
            "spells.improved-initiative.json",
            "Only creatures have stat blocks",
        ),
    ] {
        let error = file(name, &[]).await.unwrap_err();
        assert!(error.message.contains(words), "{name}: {error}");
    }
}
