//! Comparison of the performance figures with those of the last release: tables of `docs/performance/README.md`.

use crate::Result;
use crate::process::{output, root};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::Command;

const PAGE: &str = "docs/performance/README.md";

/// Marks of the generated part of the page.
const MARKS: [&str; 2] = ["<!-- figures -->", "<!-- end of figures -->"];

/// A smaller change is of the machine.
const LEAST_CHANGE: f64 = 0.1;

/// Figures by table row and column.
type Figures = BTreeMap<(String, String), f64>;

/// Prints which targets are not met, and which figures changed since the last release.
pub fn compare() -> Result<()> {
    let now = std::fs::read_to_string(root().join(PAGE))?;
    let unmet = now.lines().filter(|line| line.contains("| not met"));
    let unmet = listed("Targets that are not met", unmet);
    writeln!(std::io::stdout(), "{unmet}\n\n{}", since_last_release(&now)?)?;
    Ok(())
}

fn since_last_release(now: &str) -> Result<String> {
    let git = |arguments: &[&str]| output(Command::new("git").args(arguments).current_dir(root()));
    let newest_first = "--sort=-version:refname";
    let tags = git(&["tag", "--list", "v*", newest_first, "--merged"])?;
    let Some(release) = tags.lines().next() else {
        return Ok("There is no release to compare the figures with.".to_owned());
    };
    let before = git(&["show", &format!("{release}:{PAGE}")])?;
    let changed = changes(&figures(&before), &figures(now));
    let title = format!("Figures that changed by a tenth or more since {release}");
    Ok(listed(&title, changed.iter().map(String::as_str)))
}

/// Lines under a title.
fn listed<'a>(title: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = lines.collect();
    if all.is_empty() { format!("{title}: none") } else { format!("{title}:\n{}", all.join("\n")) }
}

/// The figures of a page.
fn figures(page: &str) -> Figures {
    let [begin, end] = MARKS;
    let part = page.split_once(begin).map_or("", |(_, rest)| rest);
    let part = part.split_once(end).map_or(part, |(part, _)| part);
    let mut figures = Figures::new();
    let mut header: Vec<&str> = Vec::new();
    for line in part.lines() {
        let Some(row) = line.strip_prefix('|') else {
            header.clear();
            continue;
        };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if header.is_empty() {
            header = cells;
            continue;
        }
        let numbered = header.get(1) == Some(&"clients");
        let name = cells.iter().take(if numbered { 2 } else { 1 });
        let name = name.copied().collect::<Vec<_>>().join(", clients: ");
        for (column, cell) in header.iter().zip(&cells).skip(1 + usize::from(numbered)) {
            if let Ok(figure) = cell.parse() {
                figures.insert((name.clone(), (*column).to_owned()), figure);
            }
        }
    }
    figures
}

/// The figures that changed, with how many times the earlier one they are.
fn changes(before: &Figures, now: &Figures) -> Vec<String> {
    let both = now.iter().filter_map(|(key, now)| Some((key, *before.get(key)?, *now)));
    both.filter(|(_, before, now)| (now - before).abs() > before.abs() * LEAST_CHANGE)
        .map(|((row, column), before, now)| format!("{row}: {column} {before} -> {now} ({:.2} times)", now / before))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_compared_by_row_and_column() {
        let page = |p50: &str, start: &str| {
            format!(
                "| a | p50 |\n|---|---|\n| before the marks | 1 |\n<!-- figures -->\n\n\
                 | scenario | clients | p50 ms | baseline |\n|---|---|---|---|\n\
                 | structured | 8 | {p50} | bare SQL |\n| named | 1 | 2.00 | |\n\n\
                 | what | value |\n|---|---|\n| start | {start} |\n<!-- end of figures -->\n"
            )
        };
        let before = figures(&page("6.0", "300"));
        assert_eq!(before.len(), 3, "{before:?}");
        let now = figures(&page("3.0", "310"));
        assert_eq!(changes(&before, &now), ["structured, clients: 8: p50 ms 6 -> 3 (0.50 times)"]);
    }
}
