//! Higher levels of spells: what a spell does with a higher slot, without what the book prints below it.

use lorekeeper_content::Pattern;
use serde_json::{Map, Value};

/// Where a stat block, a section or a table begins.
static BELOW: Pattern = Pattern::new(r"\n\s*\n(?:#{1,6} |\* \* \*|\||\*\*[^*\n]+\*\*\s*\n\s*\|)");

/// Moves what stands below to the end of the text.
///
/// Correction (spells): A stat block or a table behind what a spell does at higher levels belongs to its text.
pub(super) fn move_below(row: &mut Map<String, Value>) {
    let Some(Value::String(higher)) = row.get_mut("higher_levels") else {
        return;
    };
    let Some(start) = BELOW.find(higher).map(|found| found.start()) else {
        return;
    };
    let below = higher.split_off(start);
    if let Some(Value::String(text)) = row.get_mut("text") {
        *text = format!("{}\n\n{}", text.trim_end(), below.trim());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_stat_block_goes_to_the_text() {
        let Value::Object(mut row) = json!({
            "text": "You summon a toad.",
            "higher_levels": "It is wetter.\n\n## Toad\n\n*Tiny beast*",
        }) else {
            panic!("an object");
        };
        move_below(&mut row);
        assert_eq!(row["higher_levels"], "It is wetter.");
        assert_eq!(row["text"], "You summon a toad.\n\n## Toad\n\n*Tiny beast*");
    }
}
