//! Entries of a printed stat block: a name, a full stop, and what it does.

use crate::import::plain::plain;
use crate::stat_block::printed::Entry;
use lorekeeper_content::Pattern;

/// A name in bold or italics: `***Boil (1/Day).*** It boils.`
static MARKED: Pattern = Pattern::new(
    r"^(?P<open>[*_]{1,3})(?P<name>[^*_]{1,90}?)(?P<stop>[.:!?])?(?P<close>[*_]{1,3})(?P<after>[.:])?\s*(?P<text>.*)$",
);

/// A name of plain letters, each word of it capitalised: `Boil (1/Day). It boils.`
static PLAIN: Pattern = Pattern::new(
    r"(?-i)^(?P<name>(?:\d+(?:st|nd|rd|th)|\p{Lu}[\p{L}\d'’/-]*)(?:,? (?:of|the|and|a|an|in|on|to|with|for|or|from|\p{Lu}[\p{L}\d'’/-]*|\d+|[-+]\d+)){0,6}(?: \((?:[^()]{1,60})\))?)[.!]\s+(?P<text>\p{Lu}.*|_.*|\*.*)$",
);

/// What is printed before a colon or a stop in the text of an attack, and is no name.
const NONE: [&str; 6] = ["Hit", "Miss", "Failure", "Success", "Trigger", "Response"];

/// The name that a line begins with, and the rest of the line.
pub(crate) fn begins(line: &str) -> Option<(String, String)> {
    let line = line.trim().trim_start_matches(['>', ' ']);
    let line = line.strip_prefix("- ").unwrap_or(line);
    let whole =
        |found: &regex::Captures<'_>, name: &str| found.name(name).map(|group| group.as_str().trim().to_owned());
    if let Some(found) = MARKED.captures(line) {
        let is_name = found.name("stop").is_some() || found.name("after").is_some();
        let open = whole(&found, "open").unwrap_or_default();
        let close = whole(&found, "close").unwrap_or_default();
        // A mark that the name does not close is the text's: `_**Boil.** Melee Weapon Attack:_ …`.
        let rest = open.get(..open.len().saturating_sub(close.len()));
        let text = rest.unwrap_or_default().to_owned() + &whole(&found, "text").unwrap_or_default();
        let is_list = ["melee", "ranged", "hit", "at will", "trigger", "response", "failure", "success"];
        let name = whole(&found, "name")?;
        let lower = name.to_lowercase();
        let is_part = is_list.iter().any(|part| lower.starts_with(part)) || lower.contains("saving throw");
        return (is_name && !is_part).then_some((name, text));
    }
    let found = PLAIN.captures(line)?;
    let (name, text) = (whole(&found, "name")?, whole(&found, "text")?);
    (!NONE.contains(&name.as_str())).then_some((name, text))
}

/// What precedes the entries of a section, and the entries.
pub(super) fn entries(lines: &[String]) -> (String, Vec<Entry>) {
    let mut before: Vec<String> = Vec::new();
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    // In a text with marks, what has none begins no entry.
    let is_marked =
        lines.iter().any(|line| MARKED.is_match(line.trim().trim_start_matches(['>', ' '])) && begins(line).is_some());
    let mut ended = true;
    for line in lines {
        let text = line.trim().trim_start_matches(['>', ' ']);
        let begun = begins(line).filter(|_| !is_marked || text.starts_with(['*', '_', '-']));
        match begun {
            Some((name, rest)) if is_marked || ended => found.push((name, vec![rest])),
            _ => match found.last_mut() {
                Some((_, texts)) => texts.push(text.to_owned()),
                None => before.push(text.to_owned()),
            },
        }
        ended = text.is_empty() || text.ends_with(['.', '!', '?', ')', ':', '”', '"', '*', '_']);
    }
    let entries = found.into_iter().map(|(name, lines)| Entry { name, text: paragraphs(&lines) });
    (paragraphs(&before), entries.collect())
}

/// Lines as paragraphs: those that follow one another are one, unless they are of a list or a table.
fn paragraphs(lines: &[String]) -> String {
    let mut out = String::new();
    for line in lines.iter().map(|line| line.trim()) {
        let is_block = line.starts_with(['-', '|', '•']) || line.starts_with("* ");
        let line = line.strip_prefix('•').map_or(line.to_owned(), |rest| format!("-{rest}"));
        if line.is_empty() {
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push_str("\n\n");
            }
        } else if out.is_empty() || out.ends_with('\n') {
            out.push_str(&line);
        } else {
            out.push_str(if is_block { "\n" } else { " " });
            out.push_str(&line);
        }
    }
    plain(&out)
}
