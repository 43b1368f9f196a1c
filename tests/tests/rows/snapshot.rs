//! Snapshots: counts and hashes of rows, the version of the recipe that drew them, and whether they may change.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is said of the rows of one family and document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How many there are.
    pub count: usize,
    /// SHA-256 of their canonical JSON.
    pub rows: String,
    /// SHA-256 of the canonical JSON of their search text.
    pub search: String,
}

/// Counts and hashes of all rows that are drawn from an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Versions of the recipes: of rows, times 1000, plus that of search text.
    pub recipe: u32,
    /// SHA-256 of the input.
    pub input: String,
    /// By family and document (`spell/srd-2014`).
    pub lines: BTreeMap<String, Line>,
}

const HEAD: &str = "\
# Rows that ingest draws: family/document, count, SHA-256 of the rows, SHA-256 of their search text.
# Written by tests/tests/rows, which says how.
";

/// Most changes that a message names.
const MAX_NAMED: usize = 40;

impl Snapshot {
    /// Reads what [`Display`](fmt::Display) wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let recipe = lines.next()?.strip_prefix("recipe ")?.parse().ok()?;
        let input = lines.next()?.strip_prefix("input ")?.to_owned();
        let line = |line: &str| -> Option<(String, Line)> {
            let mut words = line.split(' ').map(str::to_owned);
            let name = words.next()?;
            let line = Line { count: words.next()?.parse().ok()?, rows: words.next()?, search: words.next()? };
            Some((name, line))
        };
        Some(Self { recipe, input, lines: lines.map(line).collect::<Option<_>>()? })
    }

    /// Whether this snapshot has to be written in place of the one that is kept; otherwise both are the same. A
    /// refusal says why they may not differ. `blessed`: the change is meant.
    pub fn replaces(&self, kept: Option<&Self>, blessed: bool) -> Result<bool, String> {
        let Some(kept) = kept else {
            return blessed.then_some(true).ok_or_else(|| format!("There is no snapshot that can be read. {BLESS}"));
        };
        if self == kept {
            return Ok(false);
        }
        let changes = self.changes(kept);
        let why = if self.recipe > kept.recipe {
            format!("The recipe is version {} now, the snapshot is of version {}.", self.recipe, kept.recipe)
        } else if self.input != kept.input {
            "The records that the rows are drawn from have changed.".to_owned()
        } else {
            return Err(format!(
                "The same records give other rows, but the version of the recipe is {} as before. Either the change is \
                 unintended: undo it. Or it is meant: raise ROWS_VERSION (materialise.rs of the ingest) or, where only search text differs, SEARCH_TEXT_VERSION \
                 (search_text.rs of the store), then `cargo xtask bless rows`. {DIFF}\n{changes}",
                self.recipe
            ));
        };
        if blessed { Ok(true) } else { Err(format!("{why} {BLESS} {DIFF}\n{changes}")) }
    }

    /// The families and documents that differ from those of another snapshot, one a line.
    fn changes(&self, kept: &Self) -> String {
        let names: BTreeSet<&String> = self.lines.keys().chain(kept.lines.keys()).collect();
        let changes: Vec<String> = names
            .into_iter()
            .filter_map(|name| match (kept.lines.get(name), self.lines.get(name)) {
                (None, Some(line)) => Some(format!("{name}: new, {}", line.count)),
                (Some(line), None) => Some(format!("{name}: gone, there were {}", line.count)),
                (Some(before), Some(now)) if before != now => Some(format!("{name}: {}", now.difference(before))),
                _ => None,
            })
            .collect();
        let mut text = format!("{} families of documents differ:", changes.len());
        for change in changes.iter().take(MAX_NAMED) {
            text.push_str("\n  ");
            text.push_str(change);
        }
        if changes.len() > MAX_NAMED {
            text.push_str("\n  …");
        }
        text
    }
}

const BLESS: &str = "`cargo xtask bless rows` records the rows as they are.";

const DIFF: &str = "LOREKEEPER_ROWS=<folder> writes the rows out as JSON: do so on this commit and on the one before, \
    into two folders, and compare these with diff -ru.";

impl Line {
    fn difference(&self, before: &Self) -> String {
        let what = match (self.rows == before.rows, self.search == before.search) {
            (false, false) => "rows and their search text differ",
            (false, true) => "rows differ",
            _ => "search text differs",
        };
        if self.count == before.count {
            format!("{what} ({})", self.count)
        } else {
            format!("{what} ({} were {})", self.count, before.count)
        }
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}recipe {}\ninput {}", self.recipe, self.input)?;
        for (name, line) in &self.lines {
            writeln!(f, "{name} {} {} {}", line.count, line.rows, line.search)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(recipe: u32, input: &str, rows: &str, search: &str) -> Snapshot {
        let line = Line { count: 2, rows: rows.to_owned(), search: search.to_owned() };
        Snapshot { recipe, input: input.to_owned(), lines: [("spell/owls".to_owned(), line)].into() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let written = snapshot(4, "a", "b", "c");
        assert_eq!(Snapshot::parse(&written.to_string()), Some(written));
        assert_eq!(Snapshot::parse("recipe 4\ninput a\nspell/owls 2 b\n"), None);
        assert_eq!(Snapshot::parse(""), None);
    }

    #[test]
    fn other_rows_need_another_version() {
        let kept = snapshot(4, "a", "b", "c");
        for blessed in [false, true] {
            assert_eq!(kept.replaces(Some(&kept), blessed), Ok(false));
            for (found, change) in [
                (snapshot(4, "a", "B", "c"), "spell/owls: rows differ (2)"),
                (snapshot(3, "a", "B", "c"), "spell/owls: rows differ (2)"),
                (snapshot(4, "a", "b", "C"), "spell/owls: search text differs (2)"),
            ] {
                let refusal = found.replaces(Some(&kept), blessed).unwrap_err();
                assert!(refusal.contains("raise ROWS_VERSION"), "{refusal}");
                assert!(refusal.ends_with(change), "{refusal}");
            }
        }
    }

    #[test]
    fn a_new_version_is_recorded_when_it_is_meant() {
        let kept = snapshot(4, "a", "b", "c");
        for found in [snapshot(5, "a", "B", "c"), snapshot(5, "a", "b", "c"), snapshot(4, "A", "B", "c")] {
            for before in [Some(&kept), None] {
                assert_eq!(found.replaces(before, true), Ok(true));
                let refusal = found.replaces(before, false).unwrap_err();
                assert!(refusal.contains("cargo xtask bless rows"), "{refusal}");
            }
        }
    }
}
