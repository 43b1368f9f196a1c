//! Inert Markdown: a text of a book in which nothing runs or is loaded, in whichever program the export is opened.
//!
//! Programs for notes run blocks of code of certain languages (Dataview), code in a line that begins with `=` or `$=`, and
//! `<% %>` (Templater); nearly all show HTML, and load pictures from where a book says. What would do so is written as
//! entities, which are shown as the characters that they stand for, and can be put back by nobody but a reader.

use serde_json::Value;

/// HTML that the books' tables need: nothing else breaks a line of a cell.
const LINE_BREAKS: [&str; 3] = ["<br>", "<br/>", "<br />"];

/// What addresses of links begin with. Others, such as `javascript:`, make no link.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

/// Most bytes of an address that are searched for a scheme.
const MAX_SCHEME_BYTES: usize = 64;

/// The text without what runs.
pub(super) fn markdown(text: &str) -> String {
    let mut inert = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = match first {
            '`' | '~' | '!' => rest.len() - rest.trim_start_matches(first).len(),
            _ => first.len_utf8(),
        };
        let (marks, after) = rest.split_at(run);
        rest = after;
        match first {
            '<' => match line_break(after) {
                Some(end) => {
                    let (tag, after) = after.split_at(end);
                    inert.extend([marks, tag]);
                    rest = after;
                }
                None => inert.push_str("&lt;"),
            },
            '`' if run >= 3 || is_query(after) => inert.push_str(&"&#96;".repeat(run)),
            '~' if run >= 3 => inert.push_str(&"&#126;".repeat(run)),
            // A picture becomes the link to it.
            '!' if after.starts_with('[') => {}
            ']' if leads_astray(after) => inert.push_str("] "),
            _ => inert.push_str(marks),
        }
    }
    inert
}

/// The texts of a value, and the names of its fields, without what runs.
pub(super) fn value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(markdown(&text)),
        Value::Array(items) => items.into_iter().map(self::value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let fields = fields.map(|(name, field)| (markdown(&name), self::value(field)));
            Value::Object(fields.collect())
        }
        other => other,
    }
}

/// The end of a line break, whose `<` stands before the text.
fn line_break(after: &str) -> Option<usize> {
    LINE_BREAKS.into_iter().find_map(|tag| {
        let rest = tag.strip_prefix('<')?;
        let found = after.get(..rest.len())?;
        found.eq_ignore_ascii_case(rest).then_some(rest.len())
    })
}

/// Whether code that begins here is a query, which is run.
fn is_query(code: &str) -> bool {
    let code = code.trim_start();
    code.starts_with('=') || code.starts_with("$=")
}

/// Whether the address behind the `]` of a link, or of the definition of one, has another scheme than those of pages.
fn leads_astray(after: &str) -> bool {
    let Some(address) = after.strip_prefix(['(', ':']) else {
        return false;
    };
    let address = address.trim_start();
    let has_scheme = |scheme: &str| {
        let start = address.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let near = address.floor_char_boundary(MAX_SCHEME_BYTES);
    let near = address.get(..near).unwrap_or_default();
    let before_path = near.split(['/', '?', '#', ')', ' ', '\t', '\n']).next();
    // Entities and escaped characters can spell a colon.
    !SCHEMES.into_iter().any(has_scheme) && before_path.is_some_and(|at| at.contains([':', '&', '\\']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_shown_as_it_is_written() {
        for (text, inert) in [
            ("<b onclick=x>a</b>", "&lt;b onclick=x>a&lt;/b>"),
            ("<%* x %>", "&lt;%* x %>"),
            ("<brx> <br onload=x>", "&lt;brx> &lt;br onload=x>"),
            ("```dataviewjs\nx\n```", "&#96;&#96;&#96;dataviewjs\nx\n&#96;&#96;&#96;"),
            ("> ~~~~ dataview", "> &#126;&#126;&#126;&#126; dataview"),
            ("`$= x` and `` = y``", "&#96;$= x` and &#96;&#96; = y``"),
            ("![a](http://pond.example/a.png)", "[a](http://pond.example/a.png)"),
            ("!!![[a.png]]", "[[a.png]]"),
            ("[a](javascript:x)", "[a] (javascript:x)"),
            ("[a]( JavaScript&colon;x)", "[a] ( JavaScript&colon;x)"),
            ("[a]: data:text/html,x", "[a] : data:text/html,x"),
        ] {
            assert_eq!(markdown(text), inert);
            // What is inert stays so.
            assert_eq!(markdown(inert), inert);
        }
    }

    #[test]
    fn what_books_write_stays() {
        for text in [
            "| a<br>b | c<BR/>d<br />e |",
            "a > b, `code`, ``two``, ~~gone~~, Stop! [A](https://pond.example/x:y)",
            "[a](#ponds) [b](/rules?at=1:2) [c](page.md) [Note]: see below",
            "***Wet.*** 2d6 + 3 & more\n\n- {@b x} $5 = 5",
        ] {
            assert_eq!(markdown(text), text);
        }
    }
}
