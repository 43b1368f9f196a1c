//! Allow-lists: contradictions that are known, each with the reason why the row stays as it is.
//!
//! A line is `rule | id | count | reason`. An id may end in `*`, for all that begin so; the count is the most that the
//! line allows.

use super::report::Contradiction;

struct Entry {
    rule: String,
    id: String,
    count: usize,
    line: String,
}

impl Entry {
    fn covers(&self, found: &Contradiction) -> bool {
        let is_meant = match self.id.strip_suffix('*') {
            Some(prefix) => found.id.starts_with(prefix),
            None => found.id == self.id,
        };
        is_meant && found.rule == self.rule
    }
}

/// An allow-list.
pub struct AllowList(Vec<Entry>);

impl AllowList {
    /// Reads a list; lines that begin with `#` are comments.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let entry = |line: &str| {
            let cells: Vec<&str> = line.splitn(4, '|').map(str::trim).collect();
            let [rule, id, count, reason] = cells.as_slice() else {
                return Err(format!("not \"rule | id | count | reason\": {line}"));
            };
            if reason.is_empty() {
                return Err(format!("without a reason: {line}"));
            }
            let count = count.parse().map_err(|_| format!("no count: {line}"))?;
            Ok(Entry { rule: (*rule).to_owned(), id: (*id).to_owned(), count, line: line.to_owned() })
        };
        Ok(Self(lines.map(entry).collect::<Result<_, _>>()?))
    }

    /// Holds contradictions against the list. Each counts for the first entry with room.
    pub fn hold<'a>(&'a self, contradictions: &'a [Contradiction]) -> Verdict<'a> {
        let mut used = vec![0; self.0.len()];
        let mut outside = Vec::new();
        for found in contradictions {
            let mut entries = self.0.iter().zip(&mut used);
            match entries.find(|(entry, used)| entry.covers(found) && **used < entry.count) {
                Some((_, used)) => *used += 1,
                None => outside.push(found),
            }
        }
        let entries = self.0.iter().zip(used);
        let loose = entries.filter(|(entry, used)| *used < entry.count);
        Verdict {
            allowed: contradictions.len() - outside.len(),
            loose: loose.map(|(entry, used)| (entry.line.as_str(), used)).collect(),
            outside,
        }
    }
}

/// What an allow-list says of contradictions.
pub struct Verdict<'a> {
    allowed: usize,
    /// Entries that allow more than there is, and how much there is.
    loose: Vec<(&'a str, usize)>,
    /// Contradictions that no entry allows.
    pub outside: Vec<&'a Contradiction>,
}

/// Most contradictions that a message names.
const MAX_NAMED: usize = 60;

impl Verdict<'_> {
    /// The counts.
    pub fn summary(&self, checks: usize) -> String {
        let loose = self.loose.iter();
        let loose = loose.map(|(line, used)| format!("\nonly {used} are left of: {line}"));
        format!(
            "{checks} checks, {} contradictions on the allow-list, {} outside of it{}",
            self.allowed,
            self.outside.len(),
            loose.collect::<String>()
        )
    }

    /// Why the test fails.
    pub fn refusal(&self, name: &str) -> String {
        let shown = self.outside.iter().take(MAX_NAMED);
        let shown: Vec<String> = shown.map(ToString::to_string).collect();
        format!(
            "{} contradictions are not on the list lint/{name}.txt (rule, id, what the field says, what is expected). \
             Mend the row or, where it is right, add a line with the reason:\n{}",
            self.outside.len(),
            shown.join("\n")
        )
    }
}

#[test]
fn an_entry_needs_a_reason() {
    assert!(AllowList::parse("speed | creature:pond:shrub | 1 | A shrub stays where it is.").is_ok());
    assert!(AllowList::parse("speed | creature:pond:shrub | 1 | ").is_err());
    assert!(AllowList::parse("speed | creature:pond:shrub | A shrub stays.").is_err());
}

#[test]
fn an_entry_allows_no_more_than_its_count() {
    let list = AllowList::parse("speed | creature:pond:* | 1 | Shrubs stay where they are.").unwrap();
    let found = ["shrub", "tree"].map(|slug| Contradiction {
        rule: "speed",
        id: format!("creature:pond:{slug}"),
        stated: "no speed".into(),
        expected: "a speed".into(),
    });
    let verdict = list.hold(&found);
    assert_eq!((verdict.allowed, verdict.outside.len()), (1, 1));
}
