//! The page on MCP tools follows from the operations of the adapter.

use super::{cell, check_generated};
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::catalogue::Catalogue;
use lorekeeper_mcp::tool::Tool;
use serde_json::Value;
use std::fmt::Write as _;

/// The type of an argument, in the words of JSON, with its bounds.
fn kind(property: &Value) -> String {
    if let Some(words) = property.get("enum").and_then(Value::as_array) {
        let words: Vec<String> = words.iter().map(|word| format!("`{}`", shown(word))).collect();
        return words.join(", ");
    }
    let mut kind = match property.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().map(shown).collect::<Vec<_>>().join(" or "),
        Some(kind) => shown(kind),
        None => "any".to_owned(),
    };
    if let Some(items) = property.get("items") {
        kind = format!("{kind} of {}", self::kind(items));
    }
    let bound = |name: &str| property.get(name).map(shown);
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) => format!("{kind}, {least} to {most}"),
        (Some(least), None) => format!("{kind}, at least {least}"),
        (None, Some(most)) => format!("{kind}, at most {most}"),
        (None, None) => kind,
    }
}

/// A value as it is written in an argument, texts without quotes.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn section(name: &str, description: Option<&str>, schema: &Value, text: &mut String) {
    let description = description.unwrap_or_default();
    let _ = write!(text, "\n### `{name}`\n\n{description}\n");
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema["properties"].as_object().unwrap();
    *text += "\n| argument | type | meaning |\n|---|---|---|\n";
    for (name, property) in properties {
        let name_cell = if required.iter().any(|required| required == name) {
            format!("**`{name}`** (required)")
        } else {
            format!("`{name}`")
        };
        let mut meaning = shown(&property["description"]);
        if let Some(default) = property.get("default") {
            let _ = write!(meaning, " Default: `{}`.", shown(default));
        }
        let _ = writeln!(text, "| {name_cell} | {} | {} |", cell(&kind(property)), cell(&meaning));
    }
}

/// The tools of a set that are not among `others`.
fn sections(heading: &str, set: ToolSet, others: &[&str], text: &mut String) {
    let _ = write!(text, "\n## {heading}\n");
    let catalogue = Catalogue::load(set).unwrap_or_else(|error| panic!("{error}"));
    for tool in catalogue.descriptors() {
        let name = tool.name.as_ref();
        if !others.contains(&name) {
            let schema = tool.schema_as_json_value();
            section(name, tool.description.as_deref(), &schema, text);
        }
    }
}

#[test]
fn the_page_on_tools_is_current() {
    let mut text = String::new();
    let catalogue = Catalogue::load(ToolSet::Search).unwrap();
    let names: Vec<&str> = catalogue.tools.iter().map(Tool::name).collect();
    sections("Tools of the default set", ToolSet::Search, &[], &mut text);
    let lookup = "Tools of the older vocabulary";
    sections(lookup, ToolSet::Lookup, &[], &mut text);
    let graphql = "Tools for queries of an assistant's own";
    sections(graphql, ToolSet::Graphql, &names, &mut text);
    let table = "Tools for the game table";
    sections(table, ToolSet::Table, &names, &mut text);
    text += "\n## Resources\n\n| address | content |\n|---|---|\n";
    for resource in &catalogue.resources {
        let descriptor = serde_json::to_value(resource.descriptor()).unwrap();
        let address = shown(&descriptor["uriTemplate"]);
        let about = cell(&shown(&descriptor["description"]));
        let _ = writeln!(text, "| `{address}` | {about} |");
    }
    text += "\n## Prompts\n\n| prompt | arguments | task |\n|---|---|---|\n";
    for prompt in &catalogue.prompts {
        let descriptor = serde_json::to_value(prompt.descriptor()).unwrap();
        let arguments = descriptor["arguments"].as_array().cloned().unwrap_or_default();
        let names: Vec<String> = arguments.iter().map(|argument| format!("`{}`", shown(&argument["name"]))).collect();
        let about = cell(&shown(&descriptor["description"]));
        let _ = writeln!(text, "| `{}` | {} | {about} |", shown(&descriptor["name"]), names.join(", "));
    }
    text += "\n## Skills\n\n| skill | for |\n|---|---|\n";
    for skill in &catalogue.skills {
        let about = cell(&skill.entry.frontmatter.description);
        let _ = writeln!(text, "| `{}` | {about} |", skill.entry.uri);
    }
    check_generated("docs/reference/tools.md", &text);
}
