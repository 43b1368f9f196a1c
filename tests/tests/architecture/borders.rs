//! The border of the store, which alone writes: cargo cannot draw it, since search and ingest have connections, too.

use super::{read, rust_files};

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
    assert!(writers.is_empty(), "Only the store writes: {writers:#?}");
}
