//! Effects of the schools of magic, from the table that 2024 prints of them.

use super::{Kind, Model};
use crate::table;
use std::collections::HashMap;

/// The rule with the table of the schools.
const RULE: &str = "school-of-magic";

/// Gives each school of magic without a text the effects that the table of its book prints.
///
/// Correction (rules): A school of magic of 2024 has its line of the table of schools.
pub(super) fn read(rows: &mut [Model]) {
    let mut effects: HashMap<(String, String), String> = HashMap::new();
    for rule in rows.iter().filter(|row| row.slug == RULE) {
        for table in table::find_tables(&rule.text) {
            for row in table.rows {
                if let [school, effect] = row.cells.as_slice() {
                    let key = (rule.document_key.clone(), school.to_lowercase());
                    effects.insert(key, effect.clone());
                }
            }
        }
    }
    let schools = rows.iter_mut().filter(|row| row.kind == Kind::MagicSchool && row.text.is_empty());
    for school in schools {
        let key = (school.document_key.clone(), school.name.to_lowercase());
        school.text = effects.get(&key).cloned().unwrap_or_default();
    }
}
