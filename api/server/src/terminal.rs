//! Terminal output, with control characters replaced: names come from books that people bring, and an escape sequence
//! in one would write to the clipboard, rename the window or hide a line.

mod progress_bars;

pub use progress_bars::ProgressBars;

use lorekeeper_content::printable::printable;
use std::io::{self, IsTerminal, Write};

/// Writes a text to standard output.
pub fn print(text: &str) -> io::Result<()> {
    write(&mut io::stdout().lock(), text)
}

/// Writes a part of a file to standard output: as it is, but for a terminal.
pub fn print_file(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        return write(&mut out, text);
    }
    out.write_all(text.as_bytes())?;
    out.flush()
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
        let mut written = Vec::new();
        write(&mut written, "\u{1b}[2Jgone\r\u{8}\u{0}\u{7f}").unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), "�[2Jgone����");
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
        let others = [
            "server/src/terminal.rs", "server/src/terminal/progress_bars.rs", "server/src/telemetry/log.rs",
            "server/src/cli/mcp.rs", // Flushes only.
            "store/src/exit.rs",     // Tests.
            "sources/src/bent_fields.rs",
        ];
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        sources(&root, &mut files);
        assert!(files.len() > 100, "{}", files.len());
        for file in files {
            let name = file.strip_prefix(&root).unwrap();
            let is_program = name.iter().any(|folder| folder == "src");
            let is_exempt = others.iter().any(|other| name == Path::new(other));
            if !is_program || is_exempt || name.ends_with("tests.rs") {
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
