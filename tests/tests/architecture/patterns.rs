//! Patterns: every constant regular expression compiles.

use super::{read, rust_files};
use lorekeeper_content::pattern;
use std::panic::catch_unwind;

/// The string literals that are the argument of `pattern` or `Pattern::new`. Raw strings, and plain ones without an escape.
fn literals(code: &str) -> Vec<&str> {
    let calls = code.match_indices("pattern(").chain(code.match_indices("Pattern::new("));
    let literal = |(at, call): (usize, &str)| {
        let argument = code.get(at + call.len()..)?.trim_start();
        let raw = argument.strip_prefix('r').unwrap_or(argument);
        let text = raw.trim_start_matches('#');
        let end = format!("\"{}", "#".repeat(raw.len() - text.len()));
        let (literal, _) = text.strip_prefix('"')?.split_once(&end)?;
        let is_plain = raw.len() == argument.len();
        (!is_plain || !literal.contains('\\')).then_some(literal)
    };
    calls.filter_map(literal).collect()
}

#[test]
fn constant_patterns_compile() {
    let mut compiled = 0;
    for path in rust_files("api") {
        for literal in literals(&read(&path)) {
            let pattern = catch_unwind(|| pattern(literal));
            assert!(pattern.is_ok(), "{path}: {literal}");
            compiled += 1;
        }
    }
    assert!(compiled > 100, "only {compiled} were found");
}

#[test]
fn literals_are_found_in_all_their_forms() {
    let code = r##"pattern("a"), pattern(r"\d"), pattern(
        r#"b"c"#), pattern(&format!("d")), pattern("e\n"), Pattern::new("f")"##;
    assert_eq!(literals(code), ["a", r"\d", "b\"c", "f"]);
}
