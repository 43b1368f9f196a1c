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

/// Contradictions within the rows that drafts would become. A file can have as many as it has fields: some of each rule
/// are named, all are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradictions {
    /// The first ones of each rule.
    pub named: Vec<Contradiction>,
    /// How many each rule found.
    pub counts: Vec<ContradictionCount>,
}

/// How many contradictions a rule of the linter found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContradictionCount {
    /// The rule (`hit-points-of-dice`).
    pub rule: String,
    /// How many, those included that are not named.
    pub count: usize,
}

/// Most contradictions of one rule that a report names.
const MAX_NAMED: usize = 20;

/// Most characters of a value that a report quotes.
const MAX_VALUE_CHARS: usize = 200;

impl Contradictions {
    /// Adds the contradictions of drafts.
    pub(super) fn add(&mut self, drafts: &Drafts) {
        macro_rules! lint_families {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                for draft in &drafts.$plural {
                    self.add_draft(draft);
                }
            )* };
        }
        lorekeeper_content::families!(lint_families);
    }

    fn add_draft<R: Row>(&mut self, draft: &Draft<R>) {
        let mut row = draft.row.clone();
        row.apply_rules();
        for (rule, finding) in lint(&row) {
            let Finding::Contradiction { stated, expected } = finding else {
                continue;
            };
            if self.count(rule) <= MAX_NAMED {
                self.named.push(Contradiction {
                    document: row.document_key().to_owned(),
                    family: R::FAMILY.name().to_owned(),
                    name: row.name().to_owned(),
                    rule: rule.to_owned(),
                    stated: stated.chars().take(MAX_VALUE_CHARS).collect(),
                    expected: expected.chars().take(MAX_VALUE_CHARS).collect(),
                });
            }
        }
    }

    /// Counts a contradiction. Returns how many the rule has found by now.
    fn count(&mut self, rule: &str) -> usize {
        if let Some(found) = self.counts.iter_mut().find(|found| found.rule == rule) {
            found.count += 1;
            return found.count;
        }
        self.counts.push(ContradictionCount { rule: rule.to_owned(), count: 1 });
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{Origin, creature};

    fn toad(name: &str, hit_points: i32) -> Draft<creature::Model> {
        Draft {
            row: creature::Model {
                document_key: "pond".into(),
                name: name.into(),
                hit_points: Some(hit_points),
                hit_dice: Some("2d8".into()),
                ..creature::Model::default()
            },
            origin: Origin::default(),
            section: None,
            unstated: Vec::new(),
        }
    }

    fn found(creatures: Vec<Draft<creature::Model>>) -> Contradictions {
        let mut found = Contradictions::default();
        let mut drafts = Drafts::default();
        drafts.creatures.extend(creatures);
        found.add(&drafts);
        found
    }

    #[test]
    fn what_contradicts_itself_is_told() {
        let found = found(vec![toad("Toad", 9), toad("Newt", 90)]);
        assert_eq!(found.named.len(), 1);
        let newt = &found.named[0];
        assert_eq!((newt.name.as_str(), newt.family.as_str()), ("Newt", "creature"));
        assert_eq!(newt.rule, "hit-points-of-dice");
        assert_eq!((newt.stated.as_str(), newt.expected.as_str()), ("90", "9"));
    }

    #[test]
    fn a_rule_names_the_first_ones_and_counts_all() {
        let wrong = MAX_NAMED + 5;
        let newts = (0..wrong).map(|n| toad(&format!("Newt {n}"), 90));
        let found = found(newts.collect());
        assert_eq!(found.named.len(), MAX_NAMED);
        assert_eq!(found.named[0].name, "Newt 0");
        let counts: Vec<_> = found.counts.iter().map(|found| (found.rule.as_str(), found.count)).collect();
        assert_eq!(counts, [("hit-points-of-dice", wrong)]);
    }

    #[test]
    fn a_long_value_is_cut() {
        let mut newt = toad("Newt", 9);
        newt.row.text = format!("It is [{}](srd:wet).", "wet ".repeat(100));
        let found = found(vec![newt]);
        assert!(found.named.iter().all(|found| found.stated.len() <= MAX_VALUE_CHARS));
        assert!(!found.named.is_empty());
    }
}
