//! Rulesets (sections) and their rules.

use super::super::wire::DocumentRef;
use super::{draft, row};
use crate::prose;
use crate::{Draft, Drafts, Records};
use lorekeeper_content::edit_distance::levenshtein;
use lorekeeper_content::rule::Kind;
use lorekeeper_content::slugify;
use lorekeeper_content::typography::is_english;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Ruleset {
    key: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    /// The records of `/rules/`.
    #[serde(default)]
    rules: Vec<Heading>,
}

#[derive(Deserialize)]
struct Heading {
    key: String,
    name: String,
    #[serde(default)]
    index: i32,
}

#[derive(Deserialize)]
struct Rule {
    key: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    index: Option<i32>,
    #[serde(rename = "initialHeaderLevel")]
    heading_level: Option<i32>,
    /// The ruleset's key, or its address.
    #[serde(default)]
    ruleset: DocumentRef,
}

/// Draws the sections and their rules.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let rules = drafts.parse::<Rule>(records, "rules");
    let names = names(rules.iter().map(|(_, rule)| rule));
    let mut sections: BTreeMap<String, String> = BTreeMap::new();
    for (record, mut ruleset) in drafts.parse::<Ruleset>(records, "rulesets") {
        let mut row = row(Kind::Section, ruleset.document.key(), &ruleset.name, &ruleset.desc);
        ruleset.rules.sort_by_key(|rule| rule.index);
        let headings = ruleset.rules.iter();
        row.related_slugs = headings.map(|rule| slugify(names.get(&rule.key).unwrap_or(&rule.name))).collect();
        sections.insert(ruleset.key, ruleset.name);
        drafts.rules.push(draft(row, "rulesets", record));
    }
    for (record, rule) in rules {
        let name = names.get(&rule.key).unwrap_or(&rule.name);
        let mut row = row(Kind::Rule, rule.document.key(), name, &rule.desc);
        let section = sections.get(rule.ruleset.key());
        row.section_name = section.map(|name| name.trim().to_owned());
        row.section_slug = section.map(|name| slugify(name));
        row.order = rule.index;
        row.heading_level = rule.heading_level;
        let section = row.section_slug.clone();
        drafts.rules.push(Draft { section, ..draft(row, "rules", record) });
    }
}

/// The names of the rules by their keys. Upstream has given some rules the name of another in the same
/// book: where the key fits the other's name and not its own, the key says what the rule is
/// (`environment_darkvision` is no *Blindsight*).
fn names<'a>(rules: impl Iterator<Item = &'a Rule> + Clone) -> BTreeMap<String, String> {
    let rightful: BTreeSet<(&str, &str)> = rules
        .clone()
        .filter(|rule| rule.bare_key() == slugify(&rule.name))
        .map(|rule| (rule.document.key(), rule.name.as_str()))
        .collect();
    rules
        .map(|rule| {
            let taken = rightful.contains(&(rule.document.key(), rule.name.as_str()));
            let is_misprint = is_misprinted(&slugify(&rule.name), rule.bare_key());
            let name = if taken && rule.bare_key() != slugify(&rule.name) || is_misprint {
                prose::heading(rule.bare_key())
            } else {
                rule.name.clone()
            };
            (rule.key.clone(), name)
        })
        .collect()
}

/// Whether a name is a misprint of its key: nearly the same, in as many words, where all words of the key are English and
/// none differs by its ending.
fn is_misprinted(name: &str, key: &str) -> bool {
    const MAX_EDITS: usize = 2;
    let (names, keys): (Vec<&str>, Vec<&str>) = (name.split('-').collect(), key.split('-').collect());
    let differs = |(name, key): &(&&str, &&str)| name != key;
    let mut other = names.iter().zip(&keys).filter(differs);
    let (Some((wrong, right)), None) = (other.next(), other.next()) else {
        return false;
    };
    let is_inflected = wrong.starts_with(right) || right.starts_with(wrong);
    names.len() == keys.len() && !is_inflected && is_english(right) && levenshtein(wrong, right) <= MAX_EDITS
}

impl Rule {
    /// The last part of its key (`darkvision`).
    fn bare_key(&self) -> &str {
        self.key.rsplit('_').next().unwrap_or(&self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misprinted_name_gives_way_to_the_key() {
        assert!(is_misprinted("wht-toads", "wet-toads"));
        assert!(is_misprinted("contents", "contests"));
        for (name, key) in [
            ("wet-toads", "wet-toad"),
            ("wet-toads", "wet-todas"),
            ("wet-toads", "dry-newts"),
            ("the-wet-toads", "wet-toads"),
        ] {
            assert!(!is_misprinted(name, key), "{name} {key}");
        }
    }

    #[test]
    fn a_rule_with_the_name_of_another_is_named_by_its_key() {
        let rules = [
            ("book_senses_smell", "Smell"),
            ("book_senses_use-of-ears", "Smell"),
            ("book_senses_gaze", "Sight"),
            ("book_hunting_smell", "Smell"),
        ]
        .map(|(key, name)| Rule {
            key: key.into(),
            name: name.into(),
            desc: String::new(),
            document: DocumentRef::default(),
            index: None,
            heading_level: None,
            ruleset: DocumentRef::default(),
        });
        let names = names(rules.iter());
        let names: Vec<&str> = rules.iter().map(|rule| names[&rule.key].as_str()).collect();
        assert_eq!(names, ["Smell", "Use of Ears", "Sight", "Smell"]);
    }
}
