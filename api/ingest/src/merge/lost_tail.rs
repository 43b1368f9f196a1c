//! Lost tails: what another source has behind the last line of a rule that begins alike.

use super::fuller::words;
use lorekeeper_content::letters;
use serde_json::{Map, Value};

/// The reference documents, whose rules several sources have.
const DOCUMENTS: [&str; 2] = ["srd-2014", "srd-2024"];

/// Fewest letters of a line that two texts do not share by chance.
const MIN_LETTERS: usize = 30;

/// Fewest words of a tail.
const MIN_WORDS: usize = 10;

/// Adds the tail that a text has lost.
///
/// Correction (rules): A rule that ends within a list goes on as another source has it.
pub(super) fn restore(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    let book = row.get("document_key").and_then(Value::as_str);
    if !book.is_some_and(|book| DOCUMENTS.contains(&book)) {
        return;
    }
    let Some(Value::String(mine)) = row.get_mut("text") else {
        return;
    };
    let mut texts = statements.iter().filter_map(|(_, fields)| fields.get("text")?.as_str());
    let tail = texts.find_map(|theirs| tail(mine, theirs));
    if let Some(tail) = tail {
        let goes_on = tail.starts_with(['*', '-']) || tail.starts_with(|c: char| c.is_ascii_digit());
        let gap = if goes_on && !tail.starts_with("**") { "\n" } else { "\n\n" };
        mine.extend([gap, &tail]);
    }
}

/// What stands behind the last line of a list in the other text, where both begin alike.
fn tail(mine: &str, theirs: &str) -> Option<String> {
    let first = |text: &str| text.lines().next().map(letters);
    let last = mine.lines().next_back()?.trim();
    let said = letters(last);
    if !last.starts_with(['*', '-']) || said.len() < MIN_LETTERS || first(mine) != first(theirs) {
        return None;
    }
    let mut lines = theirs.lines();
    lines.find(|line| letters(line) == said)?;
    let rest: Vec<&str> = lines.collect();
    let rest = rest.join("\n");
    (words(&rest).count() >= MIN_WORDS).then(|| rest.trim_matches('\n').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_on() {
        let mine = "Toads hop in three steps:\n\n1. **Look.** Look at the reeds of the pond.\n* **_Rain._** In the rain the reeds are closer.";
        let rest = "2. **Hop.** Hop over the reeds, and rest by the pond until the rain is over.";
        let theirs = format!(
            "Toads hop in three steps:\n\n1. **Look.** Look at reeds.\n    - **Rain.** In the rain the reeds are closer.\n{rest}"
        );
        assert_eq!(tail(mine, &theirs).as_deref(), Some(rest));
        assert_eq!(tail(&theirs, mine), None);
        assert_eq!(tail("Newts swim.", &theirs), None);
    }
}
