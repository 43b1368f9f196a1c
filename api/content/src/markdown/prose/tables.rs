//! Table repair: tables as sources write them, made into valid Markdown.

/// The text with its tables repaired: one row a line, a pipe at the front of each, a head and a delimiter row.
pub(super) fn repair(text: &str) -> String {
    if !text.contains('|') {
        return text.to_owned();
    }
    let lines = split_rows(text);
    let mut out: Vec<String> = Vec::new();
    let mut columns = None;
    for (index, line) in lines.iter().enumerate() {
        let next = lines.get(index + 1).map_or("", String::as_str);
        let bare = line.trim();
        if columns.is_some() && is_rule(bare) {
            out.push(bare.replace(['—', '–'], "-"));
        } else if let (None, true, true) = (columns, is_rule(next), bare.contains('|')) {
            let (words, head) = split_head(bare, cells(next));
            if !words.is_empty() {
                out.extend([words.to_owned(), String::new()]);
            }
            out.push(row(head));
            columns = Some(cells(next));
        } else if columns.is_some() && bare.contains('|') {
            out.push(row(bare));
        } else if bare.starts_with('|') && bare.len() > 1 && cells(bare) > 0 {
            // A table without a head gets an empty one.
            out.extend([blank(cells(bare), "   "), blank(cells(bare), " --- "), row(bare)]);
            columns = Some(cells(bare));
        } else {
            columns = None;
            if bare != "|" {
                out.push(line.clone());
            }
        }
    }
    out.join("\n")
}

/// Whether the line is the delimiter row between a table's head and its body.
pub(super) fn is_rule(line: &str) -> bool {
    line.contains('|')
        && ["--", "——", "––"].iter().any(|dashes| line.contains(dashes))
        && line.chars().all(|c| " \t|:-—–".contains(c))
}

/// The lines of a text; a line with a whole table is split into its rows.
fn split_rows(text: &str) -> Vec<String> {
    let rows = text.lines().map(|line| {
        let rolled = line.contains("|--") && !is_rule(line);
        if rolled { line.replace("| |", "|\n|") } else { line.to_owned() }
    });
    let rows: Vec<String> = rows.collect();
    rows.join("\n").split('\n').map(str::to_owned).collect()
}

/// Words that stand before the head of a table in its line, and the head.
fn split_head(line: &str, columns: usize) -> (&str, &str) {
    match line.find('|') {
        Some(at) if at > 0 => {
            let (words, head) = line.split_at(at);
            if cells(head) == columns { (words.trim(), head) } else { ("", line) }
        }
        _ => ("", line),
    }
}

fn cells(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').unwrap_or(row);
    if row.trim().is_empty() { 0 } else { row.replace("\\|", "").matches('|').count() + 1 }
}

fn row(line: &str) -> String {
    if line.starts_with('|') { line.to_owned() } else { format!("| {line}") }
}

fn blank(columns: usize, cell: &str) -> String {
    format!("|{}", format!("{cell}|").repeat(columns))
}
