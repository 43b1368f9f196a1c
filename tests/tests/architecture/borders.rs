//! Who writes to the store: a border that cargo cannot draw, since search and ingest have connections, too.

use super::{hold, read, rust_files};

/// Files outside the store with statements that write. The list may only shrink.
const WRITERS: [&str; 1] = ["api/ingest/src/embedding/servers.rs"];

/// Unit tests may prepare what they look at.
#[test]
fn only_the_store_writes() {
    let statements = [
        "INSERT INTO ",
        "DELETE FROM ",
        "UPDATE ",
        "TRUNCATE ",
        "::insert_many(",
    ];
    let writers: Vec<String> = rust_files("api")
        .into_iter()
        .filter(|path| !path.starts_with("api/store/") && !path.contains("/tests"))
        .filter(|path| {
            let text = read(path);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            statements.iter().any(|statement| code.contains(statement))
        })
        .collect();
    hold("Only the store writes", &WRITERS, &writers);
}
