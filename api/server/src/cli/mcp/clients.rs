//! Configurations for common assistants, with this program's own path and settings.

use crate::config::{Config, Flag, KEYS, Layer, default_path};
use lorekeeper_graphql::error::{Error, Result};
use serde_json::{Value, json};

/// The configurations, each under the name of the file that it goes into.
pub fn configurations(config: &Config, flags: &Layer) -> Result<String> {
    let program =
        std::env::current_exe().map_err(|cause| Error::internal("This program does not know where it is.", cause))?;
    // An assistant starts the program with another environment: the settings of this one are printed. Secrets and the
    // address are for a server.
    let given = KEYS.iter().filter(|key| key.flag != Flag::Secret && key.name != "bind");
    let given = given.filter_map(|key| {
        let variable = || std::env::var(key.variable).ok();
        let value = flags.get(key.name).cloned().or_else(variable)?;
        Some((key, value))
    });
    let (omitted, printed): (Vec<_>, Vec<_>) = given.partition(|(key, _)| key.name == WITH_PASSWORD);
    let environment: serde_json::Map<String, Value> = printed
        .into_iter()
        .map(|(key, value)| {
            // The working directory is another, too.
            let value = match key.name {
                "data_dir" | "model_dir" | "config" => absolute(value),
                _ => value,
            };
            (key.variable.to_owned(), Value::String(value))
        })
        .collect();
    let mut stdio = json!({"command": program, "args": ["mcp"]});
    if let (false, Some(entry)) = (environment.is_empty(), stdio.as_object_mut()) {
        entry.insert("env".into(), Value::Object(environment));
    }
    // An unspecified address is reached at loopback.
    let host = match config.bind.ip() {
        ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
        ip if ip.is_ipv6() => format!("[{ip}]"),
        ip => ip.to_string(),
    };
    let url = format!("http://{host}:{}/mcp", config.bind.port());
    let http = json!({"type": "http", "url": url});
    let mut typed = stdio.clone();
    if let Some(entry) = typed.as_object_mut() {
        entry.insert("type".into(), json!("stdio"));
    }
    let parts = [
        (
            "Claude Desktop (claude_desktop_config.json), Cursor (.cursor/mcp.json), Windsurf, Gemini CLI (settings.json), LM Studio (mcp.json)",
            json!({"mcpServers": {"lorekeeper": stdio}}),
        ),
        ("VS Code (.vscode/mcp.json)", json!({"servers": {"lorekeeper": typed}})),
        (
            "Claude Code (.mcp.json), beside a running \"lorekeeper serve\"",
            json!({"mcpServers": {"lorekeeper": http.clone()}}),
        ),
        ("VS Code (.vscode/mcp.json), beside a running \"lorekeeper serve\"", json!({"servers": {"lorekeeper": http}})),
    ];
    let printed = parts
        .into_iter()
        .map(|(name, configuration)| {
            let configuration = serde_json::to_string_pretty(&configuration)
                .map_err(|cause| Error::internal("The configuration cannot be written.", cause))?;
            Ok(format!("# {name}\n{configuration}\n\n"))
        })
        .collect::<Result<String>>()?;
    let note = if omitted.is_empty() { String::new() } else { password_note() };
    Ok(format!("{HOW_TO}{note}{printed}"))
}

const HOW_TO: &str =
    "# Put the block of your assistant into the file that its heading names, then restart the assistant.\n\n";

/// The setting that may hold a password: what is printed is pasted into files that others read.
const WITH_PASSWORD: &str = "database_url";

/// A note that a setting in force is not printed.
fn password_note() -> String {
    let place = default_path().map_or_else(|| "the settings file".to_owned(), |path| path.display().to_string());
    format!(
        "# Not printed, because a password may be in it: {WITH_PASSWORD}. Write it into {place}, which is read whatever starts the program.\n\n"
    )
}

fn absolute(path: String) -> String {
    std::path::absolute(&path).map_or(path, |path| path.display().to_string())
}
