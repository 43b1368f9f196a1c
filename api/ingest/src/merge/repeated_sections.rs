//! Repeated sections: a section of a creature's description that its stat block has as a trait or a lair action.

use lorekeeper_content::letters;
use serde_json::{Map, Value};

/// The lists whose parts descriptions repeat.
const LISTS: [&str; 2] = ["traits", "lair_actions"];

/// How many letters a part has at least, so that it tells a section.
const MIN_LETTERS: usize = 80;

/// Leaves out the sections of a description that are parts of the stat block.
///
/// Correction (creatures): A section of the description that is repeated as a trait or a lair action stands only there.
pub(super) fn leave_out(row: &mut Map<String, Value>) {
    let parts = LISTS.iter().filter_map(|list| row.get(*list)?.as_array()).flatten();
    let parts = parts.filter_map(|part| Some(letters(part.get("text")?.as_str()?)));
    let parts: Vec<String> = parts.filter(|part| part.len() >= MIN_LETTERS).collect();
    let Some(Value::String(text)) = row.get_mut("text") else {
        return;
    };
    if parts.is_empty() || !text.contains('#') {
        return;
    }
    let mut sections: Vec<String> = vec![String::new()];
    for line in text.split('\n') {
        if line.starts_with('#') {
            sections.push(String::new());
        }
        if let Some(section) = sections.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    let before = sections.len();
    sections.retain(|section| {
        let section = letters(section);
        !section.is_empty() && !parts.iter().any(|part| is_most_of(part, &section))
    });
    if sections.len() < before {
        sections.concat().trim_end().clone_into(text);
    }
}

/// Whether a section says a part and little more: its title, or how a list of effects ends.
fn is_most_of(part: &str, section: &str) -> bool {
    section.len() < 2 * part.len() && section.contains(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_section_that_is_a_trait_stands_once() {
        let effect = "The region around the pond of a legendary toad is warped by its croaking, so that all lilies sing in the \
                      night and no fish ever sleeps.";
        let Value::Object(mut row) = json!({
            "text": format!("A toad.\n\n## A Toad's Pond\n\nIt is wet.\n\n### Regional Effects\n\n{effect}\n\n## Toads at Home\n\nThey hop."),
            "traits": [{"name": "Regional Effects", "text": effect}],
        }) else {
            panic!("an object");
        };
        leave_out(&mut row);
        assert_eq!(row["text"], "A toad.\n\n## A Toad's Pond\n\nIt is wet.\n\n## Toads at Home\n\nThey hop.");
    }
}
