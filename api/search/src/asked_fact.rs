//! Facts that a question asks of a thing (`ac of a toad`, `toad price`), as its book prints them, for the quote of a result.

use lorekeeper_content::markdown::Layout;
use lorekeeper_content::{Family, Row};
use std::sync::LazyLock;

/// Words of a question, and the labels under which books print what they ask for. `line` is the line under the name.
static LABELS: LazyLock<Vec<(Vec<&str>, Vec<&str>)>> = LazyLock::new(|| {
    let lines = include_str!("asked_fact/labels.txt").lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(" = "));
    pairs.map(|(said, labels)| (said.split(' ').collect(), labels.split(", ").collect())).collect()
});

/// The label of the line under the name.
const LINE: &str = "line";

/// The labels of the facts that a question asks for; none where it asks for none.
pub fn labels_asked(words: &[String]) -> Vec<&'static str> {
    let mut labels: Vec<&'static str> = Vec::new();
    for (said, printed) in &*LABELS {
        if words.windows(said.len()).any(|run| run == said.as_slice()) {
            labels.extend(printed.iter().filter(|label| !labels.contains(label)).collect::<Vec<_>>());
        }
    }
    labels
}

/// What the book prints of a thing under the labels, as plain text; nothing where it prints none of it.
pub fn fact_of<R: Row>(row: &R, labels: &[&str]) -> Option<String> {
    let printed = row.printed(Layout::of(row.document_key(), None));
    let is_thing = [Family::Spell, Family::Creature, Family::Equipment].contains(&R::FAMILY);
    let line = printed.line_under_name().filter(|_| is_thing && labels.contains(&LINE));
    let facts: Vec<String> = line.into_iter().chain(printed.facts_under(labels)).collect();
    (!facts.is_empty()).then(|| facts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::QueryAnalysis;
    use lorekeeper_content::creature;

    fn asked(text: &str) -> Vec<&'static str> {
        labels_asked(&QueryAnalysis::without_dictionary(text).words)
    }

    #[test]
    fn a_question_asks_for_facts_by_their_labels() {
        assert_eq!(asked("ac of a toad"), ["AC", "Armor Class"]);
        assert_eq!(asked("how much does a toad cost"), ["Cost"]);
        assert!(asked("toad that leaps").is_empty());
    }

    #[test]
    fn a_fact_is_quoted_as_printed() {
        let toad = |document: &str| creature::Model {
            document_key: document.to_owned(),
            name: "Wet Toad".to_owned(),
            armor_class: Some(11),
            hit_points: Some(7),
            hit_dice: Some("2d6".to_owned()),
            size: Some("small".to_owned()),
            creature_type: Some("beast".to_owned()),
            ..creature::Model::default()
        };
        let fact = |text: &str, document: &str| fact_of(&toad(document), &asked(text));
        assert_eq!(fact("toad hp", "srd-2024").as_deref(), Some("HP 7 (2d6)"));
        assert_eq!(fact("toad hp", "pond").as_deref(), Some("Hit Points: 7 (2d6)"));
        assert_eq!(fact("ac and hp of a toad", "pond").as_deref(), Some("Armor Class: 11; Hit Points: 7 (2d6)"));
        assert_eq!(fact("what type is a toad", "pond").as_deref(), Some("Small beast"));
        assert_eq!(fact("what skills does a toad have", "pond"), None);
    }
}
