//! The page on settings follows from the table of settings.

use super::{cell, check_generated};
use lorekeeper::config::{Fallback, Flag, KEYS, Key};
use std::fmt::Write as _;

fn row(key: &Key) -> String {
    let flag = match key.flag {
        Flag::Value(value) => format!("`--{} {value}`", key.name.replace('_', "-")),
        Flag::Switch => format!("`--{}`", key.name.replace('_', "-")),
        Flag::Secret => String::new(),
    };
    let default = match key.default {
        Fallback::Value(value) => format!("`{value}`"),
        Fallback::Absent(words) => cell(words),
    };
    // The settings file cannot say where it is.
    let name = match key.name {
        "config" => String::new(),
        name => format!("`{name}`"),
    };
    let (flag, help) = (cell(&flag), cell(key.help));
    format!("| {name} | {flag} | `{}` | {default} | {help} |", key.variable)
}

#[test]
fn the_page_on_settings_is_current() {
    let mut text = "| key in the file | flag | variable | default | meaning |\n".to_owned();
    text += "|---|---|---|---|---|\n";
    for key in KEYS {
        let _ = writeln!(text, "{}", row(key));
    }
    check_generated("docs/reference/configuration.md", &text);
}
