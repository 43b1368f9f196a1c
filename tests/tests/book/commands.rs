//! The page on commands follows from the help of the programs.

use super::{cell, check_generated};
use std::fmt::Write as _;
use std::process::Command;

/// The help of a program, without the settings, which have a page of their own.
fn help(program: &str, command: &[&str]) -> String {
    let output = Command::new(program)
        .args(command)
        .arg("--help")
        // The help shows the values of variables.
        .env_clear()
        .output()
        .unwrap();
    assert!(output.status.success(), "{program} {command:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let text = text.replace("-under-test", "");
    let text = text.split("\nSettings:\n").next().unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

/// The commands that a help lists, with their descriptions.
fn listed(help: &str) -> Vec<(String, String)> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in lines.take_while(|line| line.starts_with("  ")) {
        if line.starts_with("    ") {
            // The rest of a description that is wrapped.
            if let Some((_, about)) = entries.last_mut() {
                *about = format!("{about} {}", line.trim());
            }
        } else if let Some((name, about)) = line.trim().split_once("  ") {
            entries.push((name.to_owned(), about.trim().to_owned()));
        }
    }
    entries.retain(|(name, _)| name != "help");
    entries
}

/// The section of a command and of the commands below it.
fn section(program: &str, path: &[&str], text: &mut String) {
    let help = help(program, path);
    let _ = write!(text, "\n## `lorekeeper {}`\n\n```text\n{help}\n```\n", path.join(" "));
    for (name, _) in listed(&help) {
        section(program, &[path, &[name.as_str()]].concat(), text);
    }
}

#[test]
fn the_page_on_commands_is_current() {
    let program = env!("CARGO_BIN_EXE_lorekeeper-under-test");
    let commands = listed(&help(program, &[]));
    assert!(commands.len() >= 10, "{commands:?}");
    let mut text = "| command | what it does |\n|---|---|\n".to_owned();
    for (name, about) in &commands {
        let _ = writeln!(text, "| [`lorekeeper {name}`](#lorekeeper-{name}) | {} |", cell(about));
    }
    for (name, _) in &commands {
        section(program, &[name.as_str()], &mut text);
    }
    let adapter = help(env!("CARGO_BIN_EXE_lorekeeper-mcp-under-test"), &[]);
    let _ = write!(text, "\n## The program `lorekeeper-mcp`\n\n```text\n{adapter}\n```\n");
    check_generated("docs/reference/commands.md", &text);
}
