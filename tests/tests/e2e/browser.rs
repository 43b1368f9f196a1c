//! The pages in a real browser: `tests/pages` drives headless Chromium against a server with the fixtures.
//!
//! Runs where Chromium and npm are, else says so.

use crate::admin;
use crate::clients::{ClientBuild, npm_ci};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

/// Longest time for the tests in the browser.
const TEST_TIMEOUT: Duration = Duration::from_mins(10);

/// A text that would do harm if it were believed.
const HOSTILE: &str = "A bright <img src=x onerror=\"window.harmed = 1\"> streak. <script>window.harmed = 2</script>\n\n\
     [run](javascript:window.harmed=3) and [harmless](https://example.com/) and ![far](https://example.com/a.png)\n\n\
     <a href=\"javascript:window.harmed=4\" onclick=\"window.harmed=5\">here</a>\n\n\
     | Level | Damage |\n| --- | --- |\n| 4th | 9d6 |\n";

/// A program of this name on the path.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

pub fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.or_else(|| {
        ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].into_iter().find_map(program)
    })
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Open5e with a Fireball that somebody tampered with.
pub async fn tampered() -> Upstream {
    let upstream = Upstream::start().await;
    let mut spells = upstream.records("spells");
    let mut fireball: Value = spells[0].clone();
    fireball["key"] = json!("srd_fireball");
    fireball["name"] = json!("Fireball");
    fireball["desc"] = json!(HOSTILE);
    spells.push(fireball);
    upstream.replace("spells", spells);
    upstream
}

/// Tests that need no page, and those of pages that need no script.
#[tokio::test]
async fn modules_and_plain_pages() {
    run(&["operations", "wording", "units", "dice", "mine", "fights", "filters", "plain", "html"], &[]).await;
}

#[tokio::test]
async fn playground_and_home() {
    run(&[], &["playground", "home", "offline"]).await;
}

#[tokio::test]
async fn compendium() {
    run(&[], &["compendium", "texts", "tables", "books"]).await;
}

#[tokio::test]
async fn fights_and_views() {
    run(&[], &["encounter", "budget", "hard", "views"]).await;
}

#[tokio::test]
async fn session_and_import() {
    run(&[], &["session", "import"]).await;
}

/// Runs tests of `tests/pages`; the second ones need pages that are built with npm.
async fn run(tests: &[&str], tests_of_built_pages: &[&str]) {
    let Some(chromium) = chromium() else {
        println!("skipped: Chromium is not here (Debian: apt-get install chromium-headless-shell)");
        return;
    };
    let Some(build) = ClientBuild::prepare("tests/pages", "package-lock.json", npm_ci) else {
        return;
    };
    let upstream = tampered().await;
    let lore = Lore::filled_with(&upstream, &[admin::ADMIN]).await;
    let (_, _, home) = lore.get("/", "text/html").await;
    let mut tests = tests.to_vec();
    if home.contains("<div id=\"page\">") {
        tests.extend(tests_of_built_pages);
    } else if !tests_of_built_pages.is_empty() {
        println!("skipped: {}, for the program was built without npm", tests_of_built_pages.join(", "));
    }
    if !tests.is_empty() {
        let mut node = Command::new("node");
        node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
            .args(tests.iter().map(|name| format!("{name}.test.mjs")))
            .current_dir(build.place())
            .env("SERVER", &lore.url)
            .env("ADMIN_TOKEN", admin::TOKEN)
            .env("CHROMIUM", chromium)
            .env("PAGES", repository().join("api/server/pages"))
            .env("SCHEMA", repository().join("schema.graphql"))
            .stdin(Stdio::null())
            .kill_on_drop(true);
        let output = tokio::time::timeout(TEST_TIMEOUT, node.output()).await;
        let output = output.expect("the browser tests end").expect("node");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}");
        println!("{said}");
    }
    lore.stop().await;
}
