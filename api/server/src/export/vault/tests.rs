//! Vaults of invented notes.

use super::*;
use async_trait::async_trait;
use lorekeeper_mcp::{ExecutorError, GraphqlRequest};
use std::fs;

/// A store of a book with spells: ids, and what their notes say.
struct Book(Vec<(&'static str, &'static str)>);

#[async_trait]
impl Executor for Book {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        let query = &request.query;
        let data = if query.contains("documents(first") {
            json!({"documents": {"nodes": [{"id": "document:hearth", "key": "hearth", "name": "Hearth", "markdown": "# Hearth"}]}})
        } else if query.contains("nodes(ids") {
            let ids = request.variables.get("ids").and_then(Value::as_array).unwrap();
            let node = |id: &Value| {
                let (id, text) = self.0.iter().find(|(own, _)| id == own)?;
                let name = id.rsplit(':').next().unwrap();
                Some(json!({"id": id, "name": name, "file": format!("---\nid: {id}\n---\n\n{text}\n")}))
            };
            json!({"nodes": ids.iter().map(node).collect::<Vec<_>>()})
        } else {
            let spells = self.0.iter().filter(|_| query.contains("spells("));
            let edges: Vec<Value> = spells.map(|(id, _)| json!({"node": {"id": id}})).collect();
            json!({"page": {"edges": edges, "pageInfo": {"hasNextPage": false}, "meta": {}}})
        };
        Ok(json!({"data": data}))
    }
}

async fn write_to(folder: &Path, spells: &[(&'static str, &'static str)]) -> Summary {
    let executor = Arc::new(Book(spells.to_vec()));
    write(folder, &[], executor).await.unwrap()
}

#[tokio::test]
async fn only_what_changed_is_written_and_only_own_notes_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let note = |name: &str| root.join("Spells/Hearth").join(name);
    let (boil, stew) = ("spell:hearth:boil", "spell:hearth:stew");
    let first = write_to(root, &[(boil, "Like [[spell:hearth:stew|Stew]]."), (stew, "Hot.")]).await;
    assert_eq!((first.written, first.unchanged, first.removed), (3, 0, 0));
    assert!(fs::read_to_string(note("boil.md")).unwrap().contains("Like [[Spells/Hearth/stew|Stew]]."));
    assert!(root.join("Books/Hearth.md").exists());
    // A second time nothing is written.
    let time = |name: &str| note(name).metadata().unwrap().modified().unwrap();
    let before = time("boil.md");
    let again = write_to(root, &[(boil, "Like [[spell:hearth:stew|Stew]]."), (stew, "Hot.")]).await;
    assert_eq!((again.written, again.unchanged, again.removed), (0, 3, 0));
    assert_eq!(time("boil.md"), before);
    // A person's note, and one that a person changed, are left; what is gone is removed, and words lead nowhere.
    fs::write(note("mine.md"), "Mine.").unwrap();
    let kept = write_to(root, &[(boil, "Like [[spell:hearth:stew|Stew]].")]).await;
    assert_eq!((kept.written, kept.unchanged, kept.removed), (1, 1, 1));
    assert!(fs::read_to_string(note("boil.md")).unwrap().contains("Like Stew."));
    assert!(note("mine.md").exists() && !note("stew.md").exists());
    let edited = fs::read_to_string(note("boil.md")).unwrap() + "My words.";
    fs::write(note("boil.md"), &edited).unwrap();
    let left = write_to(root, &[(boil, "Hotter."), (stew, "Hot.")]).await;
    assert_eq!(left.kept, [note("boil.md")]);
    assert_eq!(fs::read_to_string(note("boil.md")).unwrap(), edited);
}

#[tokio::test]
async fn an_empty_store_removes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    write_to(folder.path(), &[("spell:hearth:boil", "Hot.")]).await;
    let refused = write(folder.path(), &[], Arc::new(Book(Vec::new()))).await;
    assert!(refused.unwrap_err().message.contains("nothing to export"));
    assert!(folder.path().join("Spells/Hearth/boil.md").exists());
}
