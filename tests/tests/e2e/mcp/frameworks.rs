//! MCP clients of Python frameworks: `tests/clients/frameworks.py`, with those that are installed.

use lorekeeper_tests::book::root;
use lorekeeper_tests::harness::Reader;
use std::process::Command;

/// The Python that has the frameworks; `python3` unless it is set.
const PYTHON: &str = "LOREKEEPER_TEST_PYTHON";

/// What the script ends with where no framework is installed.
const NONE_INSTALLED: i32 = 77;

#[tokio::test]
async fn every_tool_is_called_by_frameworks() {
    let lore = Reader::shared().await;
    let python = std::env::var(PYTHON).unwrap_or_else(|_| "python3".into());
    let mut script = Command::new(python);
    script
        .arg(root().join("tests/clients/frameworks.py"))
        .arg(format!("{}/mcp", lore.url))
        .env("NO_PROXY", "*")
        .env("PYTHONDONTWRITEBYTECODE", "1");
    // The server answers on this thread meanwhile.
    let output = tokio::task::spawn_blocking(move || script.output());
    let output = match output.await.unwrap() {
        Ok(output) => output,
        Err(cause) => {
            return eprintln!("The frameworks are left out: there is no Python ({cause}).");
        }
    };
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(NONE_INSTALLED) {
        return eprintln!("The frameworks are left out: none is installed. {PYTHON} names a Python that has some.");
    }
    assert!(output.status.success(), "{said}\n{errors}");
    eprintln!("{said}");
}
