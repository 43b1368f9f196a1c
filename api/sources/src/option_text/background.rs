//! Backgrounds: their benefits, and the fields that these fill.

use super::{proficiency, starting_gold};
use lorekeeper_content::character_option::{Benefit, Model};

/// Puts the benefits on a row, with the proficiencies, the equipment and the gold that they tell of.
pub fn fill(row: &mut Model, benefits: Vec<Benefit>) {
    for benefit in &benefits {
        let words = proficiency::unless_none(&benefit.text);
        match benefit.kind.as_deref() {
            Some("skill_proficiency") => row.proficiencies.skills = words,
            Some("tool_proficiency") => row.proficiencies.tools = words,
            Some("language") => row.proficiencies.languages = words,
            Some("equipment") => {
                row.starting_gold = starting_gold(&benefit.text);
                row.starting_equipment = words;
            }
            _ => {}
        }
    }
    proficiency::complete(&mut row.proficiencies);
    row.benefits = benefits.into();
}

/// A benefit of a kind, where there is a text of it.
pub fn benefit(name: &str, kind: &str, text: Option<String>) -> Option<Benefit> {
    Some(Benefit {
        name: Some(name.to_owned()).filter(|name| !name.is_empty()),
        text: text?,
        kind: Some(kind.to_owned()),
    })
}
