//! Targets of spells that several books have: what both reference documents say of the spell of that name.

use super::sibling_books::{NAME, REFERENCES};
use lorekeeper_content::spell::Model;
use lorekeeper_content::{Disagreement, Statement};
use std::collections::HashMap;

/// The source that takes the kind of target from a word of the text (`hit points`, `guarding an area`).
const GUESSING: &str = "open5e_v2";

/// Corrects the kinds of targets.
///
/// Correction (spells): Where both reference documents have a spell with the same kind of target, the spell of that name in another book of
/// Open5e has it.
pub(in super::super) fn correct_targets(spells: &mut [Model]) {
    let mut known: HashMap<String, [Option<String>; 2]> = HashMap::new();
    for row in spells.iter() {
        let place = REFERENCES.iter().position(|book| *book == row.document_key);
        if let Some(place) = place {
            let targets = known.entry(row.slug.clone()).or_default();
            if let Some(target) = targets.get_mut(place) {
                target.clone_from(&row.target_type);
            }
        }
    }
    for row in spells {
        let is_guessed = row.origins.first().is_some_and(|o| o.source == GUESSING);
        if !is_guessed || REFERENCES.contains(&row.document_key.as_str()) {
            continue;
        }
        let Some([Some(one), Some(other)]) = known.get(&row.slug) else {
            continue;
        };
        if one == other && row.target_type.as_ref().is_some_and(|own| own != one) {
            row.disagreements.push(Disagreement {
                field: "target_type".to_owned(),
                values: vec![Statement {
                    source: GUESSING.to_owned(),
                    value: row.target_type.clone().unwrap_or_default(),
                }],
                settled_by: NAME.to_owned(),
                reason: "Both reference documents have the spell of that name with another kind of target.".to_owned(),
            });
            row.target_type = Some(one.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::Origin;

    #[test]
    fn targets_are_those_of_both_references() {
        let spell = |book: &str, target: &str| Model {
            document_key: book.to_owned(),
            slug: "croak".to_owned(),
            target_type: Some(target.to_owned()),
            origins: vec![Origin { source: GUESSING.to_owned(), ..Origin::default() }].into(),
            ..Model::default()
        };
        let mut spells = [spell("srd-2014", "creature"), spell("srd-2024", "creature"), spell("pond", "point")];
        correct_targets(&mut spells);
        assert_eq!(spells[2].target_type.as_deref(), Some("creature"));
        assert_eq!(spells[2].disagreements.len(), 1);
        spells[1].target_type = Some("area".to_owned());
        spells[2].target_type = Some("point".to_owned());
        correct_targets(&mut spells);
        assert_eq!(spells[2].target_type.as_deref(), Some("point"));
    }
}
