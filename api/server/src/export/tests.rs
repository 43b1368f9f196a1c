//! Exports of invented pages.

use super::*;
use async_trait::async_trait;
use lorekeeper_mcp::ExecutorError;
use std::sync::Mutex;

/// A store of invented entities: pages of ids, and the file that all of them have.
#[derive(Default)]
struct Book {
    /// The ids of each page, with whether they match; those of a page may differ when it is asked for again.
    pages: Vec<Vec<(&'static str, Option<bool>)>>,
    match_count: usize,
    file: &'static str,
    /// How many files fit into an answer.
    fitting: usize,
    /// How many cursors are out of date.
    stale: Mutex<usize>,
    meta: Value,
    asked: Mutex<Vec<Map<String, Value>>>,
}

impl Book {
    fn of(pages: &[&[&'static str]], file: &'static str) -> Self {
        let page = |page: &&[&'static str]| page.iter().map(|id| (*id, None)).collect();
        Self { pages: pages.iter().map(page).collect(), file, fitting: 100, ..Self::default() }
    }

    /// A ranking with ids that match, and others.
    fn found(pages: &[&[(&'static str, bool)]]) -> Self {
        let mut book = Self::of(&[], "{}");
        let hits = |page: &&[(&'static str, bool)]| -> Vec<_> {
            page.iter().map(|(id, is_match)| (*id, Some(*is_match))).collect()
        };
        book.pages = pages.iter().map(hits).collect();
        let hits = pages.iter().flat_map(|page| page.iter());
        book.match_count = hits.filter(|(_, is_match)| *is_match).count();
        book
    }

    fn answer(&self, variables: &Map<String, Value>) -> Value {
        if let Some(ids) = variables.get("ids").and_then(Value::as_array) {
            if ids.len() > self.fitting {
                return error("TOO_COMPLEX");
            }
            // What went away is null.
            let node = |id: &Value| {
                (id != "gone")
                    .then(|| json!({"id": format!("creature:hearth:{}", id.as_str().unwrap()), "file": self.file}))
            };
            return json!({"data": {"nodes": ids.iter().map(node).collect::<Vec<_>>()}});
        }
        let number =
            variables.get("after").map_or(0, |after| after.as_str().unwrap()[1..].parse::<usize>().unwrap() + 1);
        let mut stale = self.stale.lock().unwrap();
        if number > 0 && *stale > 0 {
            *stale -= 1;
            return error("BAD_USER_INPUT");
        }
        let edge = |(id, is_match): &(_, _)| json!({"isMatch": is_match, "node": {"id": id}});
        json!({"data": {"page": {
            "matchCount": self.match_count,
            "edges": self.pages[number].iter().map(edge).collect::<Vec<_>>(),
            "pageInfo": {"hasNextPage": number + 1 < self.pages.len(), "endCursor": format!("c{number}")},
            "meta": self.meta,
        }}})
    }
}

fn error(code: &str) -> Value {
    json!({"errors": [{"message": "No.", "extensions": {"code": code}}]})
}

#[async_trait]
impl Executor for Book {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        self.asked.lock().unwrap().push(request.variables.clone());
        Ok(self.answer(&request.variables))
    }
}

async fn all(pages: &mut Pages) -> Result<String> {
    let mut whole = String::new();
    while let Some(part) = pages.next().await? {
        whole.push_str(&part);
    }
    Ok(whole)
}

async fn file(name: &str, book: Book) -> Result<String> {
    let export = Export::named(name, &[])?;
    all(&mut Pages::new(&export, Arc::new(book))).await
}

/// The ids that a search's export asks the files of.
async fn exported(book: Book) -> Result<Vec<String>> {
    let given = [("search".to_owned(), "kettle".to_owned())];
    let export = Export::named("spells.ndjson", &given)?;
    let book = Arc::new(book);
    all(&mut Pages::new(&export, Arc::clone(&book) as Arc<dyn Executor>)).await?;
    let asked = book.asked.lock().unwrap();
    let ids = asked.iter().filter_map(|asked| asked.get("ids")?.as_array());
    Ok(ids.flatten().map(|id| id.as_str().unwrap().to_owned()).collect())
}

#[tokio::test]
async fn pages_make_up_one_file() {
    let pages: &[&[&str]] = &[&["a", "b"], &["c"]];
    let lines = file("spells.ndjson", Book::of(pages, "{}"));
    assert_eq!(lines.await.unwrap(), "{}\n{}\n{}\n");
    let documents = file("rule.md", Book::of(pages, "# A\n"));
    assert_eq!(documents.await.unwrap(), "# A\n\n# A\n\n# A\n");
    let object = file("creatures.improved-initiative.json", Book::of(&[&["a"], &["gone"], &["c"]], "{}"));
    let key = |id| format!("\"Creatures.creature:hearth:{id}\"");
    assert_eq!(object.await.unwrap(), format!("{{\n{}:{{}},\n{}:{{}}\n}}\n", key("a"), key("c")));
    let blocks = file("creatures.fantasy-statblocks.md", Book::of(&[&["a", "b"]], "a: 1\n"));
    let expected = "```statblock\na: 1\n```\n\n```statblock\na: 1\n```\n";
    assert_eq!(blocks.await.unwrap(), expected);
    let table = file("spells.csv", Book::of(pages, "{\"name\": \"A\"}")).await.unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4, "{table}");
    assert!(lines[0].starts_with("\u{feff}id,family,name,"), "{table}");
    assert!(lines[2].starts_with(",,\"A\","), "{table}");
}

#[tokio::test]
async fn a_page_is_asked_for_when_the_one_before_was_taken() {
    let book = Arc::new(Book::of(&[&["a"], &["b"], &["c"]], "{}"));
    let export = Export::named("spells.ndjson", &[]).unwrap();
    let mut pages = Pages::new(&export, Arc::clone(&book) as Arc<dyn Executor>);
    assert!(book.asked.lock().unwrap().is_empty());
    assert_eq!(pages.next().await.unwrap().as_deref(), Some("{}\n"));
    assert_eq!(book.asked.lock().unwrap().len(), 2);
    while pages.next().await.unwrap().is_some() {}
    let asked = book.asked.lock().unwrap();
    let listed = asked.iter().filter(|asked| !asked.contains_key("ids"));
    let cursors: Vec<Option<&Value>> = listed.map(|asked| asked.get("after")).collect();
    assert_eq!(cursors, [None, Some(&json!("c0")), Some(&json!("c1"))]);
}

#[tokio::test]
async fn a_search_exports_what_matches_of_one_ranking() {
    let pages: &[&[(&str, bool)]] = &[&[("a", true), ("b", false)], &[("c", true)], &[("d", false)]];
    assert_eq!(exported(Book::found(pages)).await.unwrap(), ["a", "c"]);
    // A cursor that is out of date begins the ranking anew, before anything is written.
    let mut book = Book::found(pages);
    book.stale = Mutex::new(2);
    assert_eq!(exported(book).await.unwrap(), ["a", "c"]);
    let mut book = Book::found(pages);
    book.stale = Mutex::new(3);
    assert_eq!(exported(book).await.unwrap_err().code, Code::Internal);
    // So does one that repeats what a page before had.
    let repeated = Book::found(&[&[("a", true)], &[("a", true)]]);
    assert!(exported(repeated).await.is_err());
}

#[tokio::test]
async fn a_page_that_is_too_large_is_halved() {
    let ids = ["a"; 30];
    let mut book = Book::of(&[&ids], "{}");
    book.fitting = 3;
    let lines = file("spells.ndjson", book).await.unwrap();
    assert_eq!(lines.lines().count(), 30);
    let mut book = Book::of(&[&ids], "{}");
    book.fitting = 0;
    let error = file("spells.ndjson", book).await.unwrap_err();
    assert_eq!(error.code, Code::TooComplex);
}

#[tokio::test]
async fn an_empty_list_is_an_empty_file() {
    let empty = || {
        let mut book = Book::of(&[&[]], "{}");
        book.meta = json!({"message": "There is nothing.", "warnings": ["Cut."], "unknownScope": false});
        book
    };
    let table = file("spells.csv", empty()).await.unwrap();
    assert_eq!(table.lines().count(), 1, "{table}");
    let object = file("creatures.improved-initiative.json", empty()).await.unwrap();
    assert_eq!(serde_json::from_str::<Value>(&object).unwrap(), json!({}));
    let export = Export::named("spells.csv", &[]).unwrap();
    let mut pages = Pages::new(&export, Arc::new(empty()));
    pages.next().await.unwrap();
    assert_eq!(pages.warnings(), ["Cut.", "There is nothing."]);
}

#[tokio::test]
async fn a_document_that_is_not_there_is_told() {
    let mut book = Book::of(&[&["a"]], "{}");
    book.meta = json!({"message": "There is no document \"x\".", "unknownScope": true});
    let error = file("spells.csv", book).await.unwrap_err();
    assert_eq!((error.code, error.message.as_str()), (Code::NotFound, "There is no document \"x\"."));
}

#[tokio::test]
async fn names_that_are_no_files_are_refused() {
    for (name, words) in [
        ("spells", "Names end in: ndjson, csv"),
        ("spells.exe", "There is no file \"spells.exe\""),
        ("soups.csv", "\"soups\" is not a family"),
        ("spells.improved-initiative.json", "It has: creature."),
    ] {
        let error = file(name, Book::default()).await.unwrap_err();
        assert!(error.message.contains(words), "{name}: {error}");
    }
}
