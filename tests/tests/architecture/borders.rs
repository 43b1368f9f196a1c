//! Borders that cargo cannot draw: the store alone writes, though search and ingest have connections, too; the process ends in
//! one place; and what the workflows run is named by its hash.

use super::{read, rust_files};

/// Unit tests may prepare what they look at.
#[test]
fn only_the_store_writes() {
    let statements = ["INSERT INTO ", "DELETE FROM ", "UPDATE ", "TRUNCATE ", "::insert_many("];
    let writers: Vec<String> = rust_files("api")
        .into_iter()
        .filter(|path| !path.starts_with("api/store/") && !path.contains("/tests"))
        .filter(|path| {
            let text = read(path);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            statements.iter().any(|statement| code.contains(statement))
        })
        .collect();
    assert!(writers.is_empty(), "Only the store writes: {writers:#?}");
}

/// The connections that write show private books, too.
#[test]
fn requests_read_through_the_gate() {
    let folders = ["api/search/", "api/graphql/", "api/server/src/http"];
    let past_it: Vec<String> = rust_files("api")
        .into_iter()
        .filter(|path| folders.iter().any(|folder| path.starts_with(folder)))
        .filter(|path| read(path).replace("store.pools()", "").contains("store.pool"))
        .collect();
    assert!(past_it.is_empty(), "Requests read by Search::connection: {past_it:#?}");
}

/// Elsewhere the handlers of libraries would run, while the threads of a model still use what they destroy.
#[test]
fn the_server_ends_in_one_place() {
    let leavers: Vec<String> = rust_files("api")
        .into_iter()
        .filter(|path| path != "api/store/src/exit.rs")
        .filter(|path| {
            let text = read(path);
            text.contains("process::exit(") || text.contains("ExitCode")
        })
        .collect();
    assert!(leavers.is_empty(), "Only exit.rs ends it: {leavers:#?}");
}

/// A tag can be moved to other code, a hash cannot.
#[test]
fn workflows_name_what_they_run_by_hash() {
    for file in ["checks.yml", "release.yml"] {
        let text = read(&format!(".github/workflows/{file}"));
        let actions: Vec<&str> = text.split("uses: ").skip(1).collect();
        assert!(!actions.is_empty(), "{file}");
        for action in actions {
            let named = action.lines().next().unwrap_or_default();
            let (_, version) = named.split_once('@').unwrap_or_default();
            let (hash, comment) = version.split_once(" # ").unwrap_or_default();
            let is_hash = hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_hexdigit());
            assert!(is_hash && comment.starts_with('v'), "{file}: {named}");
        }
        for command in text.lines().filter(|line| line.contains("pipx run")) {
            assert!(command.contains("=="), "{file}: {command}");
        }
    }
}
