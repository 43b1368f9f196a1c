//! Facts that a question asks of a thing (`ac of a toad`, `toad price`), as its book prints them, for the quote of a result.

use lorekeeper_content::markdown::Layout;
use lorekeeper_content::{Family, Row};
use std::sync::LazyLock;

/// Words of a question, and the labels under which books print what they ask for.
struct Asked {
    said: Vec<&'static str>,
    labels: Vec<&'static str>,
    /// Whether they say nothing about which thing is meant.
    only_asks: bool,
    /// Whether they count only where nothing else is asked for.
    is_weak: bool,
}

static ASKED: LazyLock<Vec<Asked>> = LazyLock::new(|| {
    let lines = include_str!("asked_fact/labels.txt").lines().filter(|line| !line.starts_with('#'));
    let asked = lines.filter_map(|line| {
        let (mark, (said, labels)) =
            [" = ", " ~ ", " : "].iter().find_map(|mark| Some((*mark, line.split_once(mark)?)))?;
        let only_asks = mark != " : " && (said.contains(' ') || said.ends_with(END));
        let (said, labels) = (said.split(' ').collect(), labels.split(", ").collect());
        Some(Asked { said, labels, only_asks, is_weak: mark == " ~ " })
    });
    asked.collect()
});

/// What marks a word that ends a question.
pub const END: char = '$';

/// The label of the line under the name.
const LINE: &str = "line";

/// The words of a question that ask for a fact, and nothing about which thing is meant; a word that ends it with its mark.
pub fn asking_phrases() -> impl Iterator<Item = String> {
    ASKED.iter().filter(|asked| asked.only_asks).map(|asked| asked.said.join(" "))
}

/// The labels of the facts that a question asks for; none where it asks for none.
pub fn labels_asked(words: &[String]) -> Vec<&'static str> {
    let of_strength = |is_weak: bool| {
        let asked = ASKED.iter().filter(|asked| asked.is_weak == is_weak && asked.is_in(words));
        let mut labels: Vec<&'static str> = Vec::new();
        for label in asked.flat_map(|asked| &asked.labels) {
            if !labels.contains(label) {
                labels.push(label);
            }
        }
        labels
    };
    let strong = of_strength(false);
    if strong.is_empty() { of_strength(true) } else { strong }
}

impl Asked {
    /// Whether the words are in a question. Those with the mark end it, and have no number before them: `5th level` asks for no
    /// level.
    fn is_in(&self, words: &[String]) -> bool {
        if let [said] = self.said.as_slice()
            && let Some(said) = said.strip_suffix(END)
        {
            let [.., before, last] = words else {
                return false;
            };
            return last == said && !before.starts_with(|c: char| c.is_ascii_digit());
        }
        words.windows(self.said.len()).any(|run| run == self.said.as_slice())
    }
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
    use lorekeeper_content::creature::{self, Abilities};

    fn find_labels(text: &str) -> Vec<&'static str> {
        labels_asked(&QueryAnalysis::without_dictionary(text).words)
    }

    #[test]
    fn a_question_asks_for_facts_by_their_labels() {
        assert_eq!(find_labels("ac of a toad"), ["AC", "Armor Class"]);
        assert_eq!(find_labels("how much does a toad cost"), ["Cost"]);
        assert_eq!(find_labels("toad level"), ["line"]);
        assert_eq!(find_labels("what saves is a toad proficient in"), ["Saving Throws"]);
        assert_eq!(find_labels("what is a toad proficient in"), ["Armor", "Weapons", "Tools"]);
        assert!(find_labels("toad that leaps").is_empty() && find_labels("toad at 5th level").is_empty());
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
            ability_scores: Abilities { strength: Some(8), ..Abilities::default() }.into(),
            ..creature::Model::default()
        };
        let fact = |text: &str, document: &str| fact_of(&toad(document), &find_labels(text));
        assert_eq!(fact("toad hp", "srd-2024").as_deref(), Some("HP 7 (2d6)"));
        assert_eq!(fact("toad hp", "pond").as_deref(), Some("Hit Points: 7 (2d6)"));
        assert_eq!(fact("ac and hp of a toad", "pond").as_deref(), Some("Armor Class: 11; Hit Points: 7 (2d6)"));
        assert_eq!(fact("what type is a toad", "pond").as_deref(), Some("Small beast"));
        assert_eq!(fact("strength of a toad", "pond").as_deref(), Some("STR 8 (-1)"));
        assert!(fact("strength of a toad", "srd-2024").unwrap().starts_with("Str: Score 8, MOD"));
        assert_eq!(fact("what skills does a toad have", "pond"), None);
    }
}
