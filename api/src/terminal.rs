//! Terminal output, with control characters replaced: names come from books that people bring, and an escape sequence
//! in one would write to the clipboard, rename the window or hide a line.

use std::borrow::Cow;
use std::io::{self, Write};

/// Stands for a character that is not shown.
const REPLACEMENT: &str = "\u{FFFD}";

/// A text as a terminal may have it: line breaks and tabs are the only controls in it, and the direction of writing is
/// the terminal's own.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_unprintable) {
        Cow::Owned(text.replace(is_unprintable, REPLACEMENT))
    } else {
        Cow::Borrowed(text)
    }
}

/// C0 and C1 controls, DELETE, and the characters that override the direction of writing.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

/// Writes a text to standard output.
pub fn print(text: &str) -> io::Result<()> {
    write(&mut io::stdout().lock(), text)
}

/// Writes a text to standard error.
pub fn print_error(text: &str) -> io::Result<()> {
    write(&mut io::stderr().lock(), text)
}

fn write(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(printable(text).as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    #[test]
    fn control_characters_are_replaced() {
        for (text, shown) in [
            ("Ka\u{1b}]52;c;ZWNobw==\u{7}tz", "Ka�]52;c;ZWNobw==�tz"),
            ("\u{1b}[2Jgone\r\u{8}\u{0}\u{7f}", "�[2Jgone����"),
            ("\u{9d}0;owned\u{9c}\u{9b}31m", "�0;owned��31m"),
            ("a\u{202e}b\u{2066}c\u{2069}d\u{202a}e", "a�b�c�d�e"),
        ] {
            assert_eq!(printable(text), shown);
            let mut written = Vec::new();
            write(&mut written, text).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), shown);
        }
    }

    #[test]
    fn other_texts_are_as_they_were() {
        let text = "Crème brûlée\t8d6 — “fire”\n│ 火の玉 🔥 e\u{301}\u{200d}\u{a0}\n";
        assert!(matches!(printable(text), Cow::Borrowed(shown) if shown == text));
    }

    /// Every file of Rust below a folder.
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn nothing_else_writes_to_the_terminal() {
        // The log escapes by itself; MCP is a protocol on standard output, and JSON escapes.
        let others = ["terminal.rs", "telemetry/log.rs", "cli/mcp.rs"];
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        sources(&root, &mut files);
        assert!(files.len() > 100, "{}", files.len());
        for file in files {
            let name = file.strip_prefix(&root).unwrap();
            if others.iter().any(|other| name == Path::new(other)) || name.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            for line in code.lines() {
                // Whether it is a terminal may be asked.
                let line = line.replace("stderr().is_terminal()", "");
                for way in ["println!(", "print!(", "stdout()", "stderr()", "dbg!("] {
                    assert!(!line.contains(way), "{}: {line}", name.display());
                }
            }
        }
    }
}
