//! How long a text is and how deep its brackets nest, told before it is parsed: a parser recurses.

use crate::error::{Error, Result};
use apollo_parser::{Lexer, TokenKind};

/// Most tokens of a document.
const MOST: usize = 10_000;

/// Deepest nesting of brackets: fields, and the arguments in them.
const DEEPEST: usize = 64;

/// Refuses a text that would be too much to parse.
pub fn check(text: &str) -> Result<()> {
    let (mut tokens, mut depth, mut deepest) = (0usize, 0usize, 0usize);
    for token in Lexer::new(text) {
        // Whoever reads it otherwise would nest otherwise, so nobody reads it.
        let token = token.map_err(|cause| {
            let place = cause.index();
            Error::input(format!(
                "The document is no GraphQL, from its character {place} on."
            ))
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
            _ => {}
        }
        tokens += 1;
    }
    if tokens > MOST {
        return Err(Error::too_complex(format!(
            "The document has {tokens} tokens (names, values and brackets), but at most {MOST} are read. Send values as variables, and parts of it in requests of their own."
        )));
    }
    if deepest > DEEPEST {
        return Err(Error::too_complex(format!(
            "The document's brackets are nested {deepest} deep, but at most {DEEPEST} levels are read."
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_measured_before_it_is_parsed() {
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
}
