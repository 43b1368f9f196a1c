//! Tables of entries as those of Markdown.

use super::words;
use crate::foundry_text::fields::Fields;
use serde_json::Value;

/// A table: its name, its rows, and what stands below it. `cell` writes a cell.
pub(super) fn table(entry: &Value, cell: &dyn Fn(&Value) -> String) -> Vec<String> {
    let fields = Fields::of(entry);
    let list = |field: &str| entry.get(field).and_then(Value::as_array).into_iter().flatten();
    let mut blocks: Vec<String> = list("intro").map(cell).collect();
    let name = fields.filled("caption").or_else(|| fields.filled("name"));
    blocks.extend(name.map(|name| format!("**{}**", words(&name))));
    let mut heads: Vec<Vec<String>> = list("colLabelRows").map(|row| cells(row, cell)).collect();
    let labels: Vec<String> = list("colLabels").map(|label| written(label, cell)).collect();
    if !labels.is_empty() {
        heads.push(labels);
    }
    let mut rows: Vec<Vec<String>> = list("rows").map(|row| cells(row, cell)).collect();
    // What stands before a row has a column of its own.
    for (row, label) in rows.iter_mut().zip(list("rowLabels")) {
        row.insert(0, written(label, cell));
    }
    if list("rowLabels").next().is_some() {
        for head in &mut heads {
            head.insert(0, String::new());
        }
    }
    let width = heads.iter().chain(&rows).map(Vec::len).max().unwrap_or_default();
    if width > 0 {
        let head = heads.pop().unwrap_or_default();
        let line = |row: Vec<String>| {
            let empty = std::iter::repeat_n(String::new(), width.saturating_sub(row.len()));
            format!("| {} |", row.into_iter().chain(empty).collect::<Vec<_>>().join(" | "))
        };
        let mut lines = vec![line(head), format!("|{}", " --- |".repeat(width))];
        lines.extend(heads.into_iter().chain(rows).map(line));
        blocks.push(lines.join("\n"));
    }
    blocks.extend(list("outro").chain(list("footnotes")).map(cell));
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn cells(row: &Value, cell: &dyn Fn(&Value) -> String) -> Vec<String> {
    let cells = row.as_array().or_else(|| row.get("row")?.as_array());
    let mut written_cells = Vec::new();
    for value in cells.into_iter().flatten() {
        written_cells.push(written(value, cell));
        // A cell may be as wide as several.
        let width = Fields::of(value).int("width").unwrap_or(1).clamp(1, 50);
        written_cells.extend((1..width).map(|_| String::new()));
    }
    written_cells
}

fn written(value: &Value, cell: &dyn Fn(&Value) -> String) -> String {
    let fields = Fields::of(value);
    let text = match roll(fields) {
        Some(roll) => roll,
        None if fields.text("type") == "cell" => cell(value.get("entry").unwrap_or(&Value::Null)),
        None => cell(value),
    };
    text.replace('|', "\\|")
}

/// The numbers of a roll: `3–5`.
fn roll(cell: Fields<'_>) -> Option<String> {
    let roll = Some(cell.at("roll")).filter(|roll| roll.is_there())?;
    let pad = |number: i32| {
        if roll.is("pad") { format!("{number:02}") } else { number.to_string() }
    };
    if let Some(exact) = roll.int("exact") {
        return Some(pad(exact));
    }
    let (min, max) = (roll.int("min")?, roll.int("max")?);
    Some(format!("{}–{}", pad(min), pad(max)))
}
