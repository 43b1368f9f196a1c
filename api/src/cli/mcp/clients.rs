//! Configurations for common assistants, with this program's own path and settings.

use crate::config::Config;
use crate::error::{Error, Result};
use serde_json::{Value, json};

/// The configurations, each under the name of the file that it goes into.
pub fn configurations(config: &Config) -> Result<String> {
    let program = std::env::current_exe()
        .map_err(|cause| Error::internal("This program does not know where it is.", cause))?;
    let environment: serde_json::Map<String, Value> = std::env::vars()
        .filter(|(name, _)| name.starts_with("LOREKEEPER_") || name == "DATABASE_URL")
        .map(|(name, value)| (name, Value::String(value)))
        .collect();
    let mut stdio = json!({"command": program, "args": ["mcp"]});
    if let (false, Some(entry)) = (environment.is_empty(), stdio.as_object_mut()) {
        entry.insert("env".into(), Value::Object(environment));
    }
    let http = json!({"type": "http", "url": format!("http://{}/mcp", config.bind)});
    let mut typed = stdio.clone();
    if let Some(entry) = typed.as_object_mut() {
        entry.insert("type".into(), json!("stdio"));
    }
    let parts = [
        (
            "Claude Desktop (claude_desktop_config.json), Cursor (.cursor/mcp.json), Windsurf, Gemini CLI (settings.json), LM Studio (mcp.json)",
            json!({"mcpServers": {"lorekeeper": stdio}}),
        ),
        (
            "VS Code (.vscode/mcp.json)",
            json!({"servers": {"lorekeeper": typed}}),
        ),
        (
            "Claude Code (.mcp.json), beside a running \"lorekeeper serve\"",
            json!({"mcpServers": {"lorekeeper": http.clone()}}),
        ),
        (
            "VS Code (.vscode/mcp.json), beside a running \"lorekeeper serve\"",
            json!({"servers": {"lorekeeper": http}}),
        ),
    ];
    parts
        .into_iter()
        .map(|(name, configuration)| {
            let configuration = serde_json::to_string_pretty(&configuration)
                .map_err(|cause| Error::internal("The configuration cannot be written.", cause))?;
            Ok(format!("# {name}\n{configuration}\n\n"))
        })
        .collect()
}
