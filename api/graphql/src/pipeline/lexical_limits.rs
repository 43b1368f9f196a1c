//! Lexical limits of a document: the number of tokens, the length of names, the depth of brackets.
//!
//! They hold before the document is parsed: a parser recurses, and validation compares every unknown name with all known
//! ones.

use crate::error::{Error, Result};
use apollo_parser::{Lexer, TokenKind};

/// Most tokens of a document.
const MAX_TOKENS: usize = 10_000;

/// Deepest nesting of brackets: fields, and the arguments in them.
const MAX_DEPTH: usize = 64;

/// Most characters of a name of the schema, or of an alias or a variable; the schema's own have fewer than 40.
const MAX_NAME_CHARS: usize = 64;

/// Most characters of a name that only the document gives: of an operation or a fragment. Generators of code make long ones.
const MAX_DEFINED_NAME_CHARS: usize = 255;

/// Refuses a text that would be too much to parse.
pub fn check(text: &str) -> Result<()> {
    let (mut tokens, mut depth, mut deepest) = (0usize, 0usize, 0usize);
    let mut defines = false;
    for token in Lexer::new(text) {
        // Another lexer could read an invalid text with other brackets.
        let token = token.map_err(|cause| {
            let place = cause.index();
            Error::input(format!("The document is no GraphQL, from its character {place} on."))
        })?;
        match token.kind() {
            TokenKind::Whitespace | TokenKind::Comment | TokenKind::Comma | TokenKind::Eof => {
                continue;
            }
            TokenKind::LCurly | TokenKind::LBracket | TokenKind::LParen => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            TokenKind::RCurly | TokenKind::RBracket | TokenKind::RParen => {
                depth = depth.saturating_sub(1);
            }
            TokenKind::Name => check_name(token.data(), defines)?,
            _ => {}
        }
        defines = token.kind() == TokenKind::Spread
            || matches!(token.data(), "query" | "mutation" | "subscription" | "fragment");
        tokens += 1;
    }
    if tokens > MAX_TOKENS {
        return Err(Error::too_complex(format!(
            "The document has {tokens} tokens (names, values and brackets), but at most {MAX_TOKENS} are read. Send values as variables, and parts of it in requests of their own."
        )));
    }
    if deepest > MAX_DEPTH {
        return Err(Error::too_complex(format!(
            "The document's brackets are nested {deepest} deep, but at most {MAX_DEPTH} levels are read."
        )));
    }
    Ok(())
}

/// Refuses a name that nothing can have. One that may be an operation's or a fragment's is compared with no other.
fn check_name(name: &str, defines: bool) -> Result<()> {
    let most = if defines { MAX_DEFINED_NAME_CHARS } else { MAX_NAME_CHARS };
    if name.len() <= most {
        return Ok(());
    }
    let beginning: String = name.chars().take(20).collect();
    Err(Error::input(format!(
        "The name that begins with \"{beginning}\" has {} characters, but a name may have at most {most}.",
        name.len()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_deep_documents_are_refused() {
        assert!(check("{ spells(filter: {level: {eq: 3}}) { nodes { name } } }").is_ok());
        let deep = "{a".repeat(3000) + &"}".repeat(3000);
        let error = check(&deep).unwrap_err();
        assert!(error.message.contains("nested 3000 deep"), "{error}");
        let long = format!("{{{}}}", " a".repeat(12_000));
        let error = check(&long).unwrap_err();
        assert!(error.message.contains("12002 tokens"), "{error}");
        // Brackets in texts and comments are none.
        let text = format!("{{ a(b: \"{}\") }} # {}", "{".repeat(99), "{".repeat(99));
        assert!(check(&text).is_ok());
        assert!(check("}}}}{").is_ok());
        // A text that does not end hides nothing.
        let hidden = format!("{{a(b: [\"\"\" \" \" {}", "[".repeat(9000));
        let error = check(&hidden).unwrap_err();
        assert!(error.message.contains("no GraphQL"), "{error}");
    }

    #[test]
    fn names_that_nothing_can_have_are_refused_before_they_are_compared() {
        let long = "a".repeat(65);
        for text in [
            format!("{{ {long} }}"),
            format!("{{ spells({long}: 1) {{ totalCount }} }}"),
            format!("{{ {long}: spells {{ totalCount }} }}"),
            format!("query(${long}: Int) {{ spells {{ totalCount }} }}"),
            format!("{{ query {{ {} }} }}", "a".repeat(1_000_000)),
        ] {
            let error = check(&text).unwrap_err();
            assert!(error.message.contains("may have at most"), "{error}");
        }
        let named = format!("query {long} {{ ...{long} }} fragment {long} on Query {{ status }}");
        assert!(check(&named).is_ok());
        assert!(check(&format!("query {} {{ a }}", "a".repeat(256))).is_err());
        assert!(check(&format!("{{ a(b: \"{}\") }}", long.repeat(99))).is_ok());
    }
}
