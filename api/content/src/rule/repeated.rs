//! Repeated sections: what stands under a heading in one rule, and is another rule of the book.

use super::{Kind, Model};
use crate::{letters, slugify};
use std::collections::{HashMap, HashSet};

/// Fewest letters of a section that is not repeated by chance.
const MIN_LETTERS: usize = 40;

/// The rules of a book by their names: where each stands, and the letters of its text.
type ByName = HashMap<(String, String), Vec<(usize, String)>>;

/// Leaves out of each rule the sections that are rules of their own.
///
/// Correction (rules): A section of a rule that is, word for word, another rule of the book stands in that one only.
pub(super) fn leave_out(rules: &mut [Model]) {
    let mut by_name = ByName::new();
    // What a list defines stays in the list, too.
    let is_text = |rule: &Model| matches!(rule.kind, Kind::Rule | Kind::Section | Kind::Glossary);
    for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| is_text(rule)) {
        let key = (rule.document_key.clone(), slugify(&rule.name));
        by_name.entry(key).or_default().push((at, letters(&rule.text)));
    }
    for rule in rules.iter_mut().filter(|rule| rule.text.contains("\n\n")) {
        rule.text = without_repeats(&rule.text, rule.kind == Kind::Condition);
    }
    for (at, rule) in rules.iter_mut().enumerate().filter(|(_, rule)| rule.text.contains('#')) {
        let is_other = |title: &str, text: &str| {
            let others = by_name.get(&(rule.document_key.clone(), slugify(title)));
            others.into_iter().flatten().any(|(other, said)| *other != at && said.contains(text))
        };
        let kept = without_sections(&rule.text, is_other);
        if !kept.is_empty() {
            rule.text = kept;
        }
    }
}

/// A text without the tables, or all paragraphs, that stand in it before.
///
/// Correction (rules): A table stands once in a rule, and each paragraph once in a condition.
fn without_repeats(text: &str, of_all: bool) -> String {
    let mut known = HashSet::new();
    let is_new = |block: &&str| {
        let said = letters(block);
        said.len() < MIN_LETTERS || !of_all && !block.starts_with('|') || known.insert(said)
    };
    let kept: Vec<&str> = text.split("\n\n").filter(is_new).collect();
    kept.join("\n\n")
}

/// A text without the sections, each up to the next heading of its level, that are repeated.
fn without_sections(text: &str, is_repeated: impl Fn(&str, &str) -> bool) -> String {
    let blocks: Vec<&str> = text.split("\n\n").collect();
    let level = |block: &str| block.bytes().take_while(|byte| *byte == b'#').count();
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(block) = blocks.get(at) {
        let depth = level(block);
        let body = blocks.get(at + 1..).unwrap_or_default();
        // A paragraph has no section below it.
        let is_below = |next: &&&str| depth > 0 && (level(next) == 0 || level(next) > depth);
        let length = body.iter().take_while(is_below).count();
        let said = letters(&body.get(..length).unwrap_or_default().concat());
        if said.len() >= MIN_LETTERS && is_repeated(block.trim_start_matches('#').trim(), &said) {
            at += length + 1;
        } else {
            kept.push(block);
            at += 1;
        }
    }
    kept.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_that_is_a_rule_stands_once() {
        let wading = "Whoever wades through the pond moves at half speed until the reeds end.";
        let rule = |name: &str, text: String| Model {
            document_key: "fen".to_owned(),
            slug: slugify(name),
            name: name.to_owned(),
            text,
            ..Model::default()
        };
        let mut rules = [
            rule(
                "Swimming",
                format!(
                    "You swim.\n\n## Wading\n\n{wading}\n\n## Diving\n\nYou dive, which no other rule tells of you."
                ),
            ),
            rule("Wading", wading.to_owned()),
            rule("Diving", "You dive deep.".to_owned()),
        ];
        leave_out(&mut rules);
        assert_eq!(rules[0].text, "You swim.\n\n## Diving\n\nYou dive, which no other rule tells of you.");
        assert_eq!(rules[1].text, wading);
        assert_eq!(
            without_repeats(&format!("{wading}\n\nYes.\n\nYes.\n\n*{wading}*"), true),
            format!("{wading}\n\nYes.\n\nYes.")
        );
    }
}
