//! Contradictions in imported files: the linter over the rows that would come in.

use lorekeeper_content::Row;
use lorekeeper_content::lint::{Finding, lint};
use lorekeeper_sources::{Draft, Drafts};
use serde::{Deserialize, Serialize};

/// A field of an entity that contradicts the entity's own text, or the game's arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The key of the book.
    pub document: String,
    /// The family.
    pub family: String,
    /// The name of the entity.
    pub name: String,
    /// The rule of the linter (`hit-points-of-dice`).
    pub rule: String,
    /// What the field says.
    pub stated: String,
    /// What the text or the arithmetic says.
    pub expected: String,
}

/// The contradictions within the rows that drafts would become.
pub(super) fn contradictions(drafts: &Drafts) -> Vec<Contradiction> {
    let mut found = Vec::new();
    macro_rules! lint_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            found.extend(drafts.$plural.iter().flat_map(of_draft));
        )* };
    }
    lorekeeper_content::families!(lint_families);
    found
}

fn of_draft<R: Row>(draft: &Draft<R>) -> Vec<Contradiction> {
    let mut row = draft.row.clone();
    row.apply_rules();
    let contradictions = lint(&row).filter_map(|(rule, finding)| match finding {
        Finding::Holds => None,
        Finding::Contradiction { stated, expected } => Some(Contradiction {
            document: row.document_key().to_owned(),
            family: R::FAMILY.name().to_owned(),
            name: row.name().to_owned(),
            rule: rule.to_owned(),
            stated,
            expected,
        }),
    });
    contradictions.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{Origin, creature};

    #[test]
    fn what_contradicts_itself_is_told() {
        let row = |name: &str, hit_points: i32| Draft {
            row: creature::Model {
                document_key: "pond".into(),
                name: name.into(),
                hit_points: Some(hit_points),
                hit_dice: Some("2d8".into()),
                ..creature::Model::default()
            },
            origin: Origin::default(),
            section: None,
        };
        let drafts = Drafts {
            creatures: vec![row("Toad", 9), row("Newt", 90)],
            ..Drafts::default()
        };
        let found = contradictions(&drafts);
        assert_eq!(found.len(), 1);
        let newt = &found[0];
        assert_eq!(
            (newt.name.as_str(), newt.family.as_str()),
            ("Newt", "creature")
        );
        assert_eq!(newt.rule, "hit-points-of-dice");
        assert_eq!((newt.stated.as_str(), newt.expected.as_str()), ("90", "9"));
    }
}
