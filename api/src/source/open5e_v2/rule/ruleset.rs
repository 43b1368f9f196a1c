//! Rulesets, which are sections, and their rules.

use super::super::wire::DocumentRef;
use super::{draft, row};
use crate::family::rule::Kind;
use crate::family::slugify;
use crate::source::{Draft, Drafts, Records};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Ruleset {
    key: String,
    name: String,
    desc: String,
    document: DocumentRef,
    /// The same records as those of `/rules/`.
    #[serde(default)]
    rules: Vec<Heading>,
}

#[derive(Deserialize)]
struct Heading {
    name: String,
    #[serde(default)]
    index: i32,
}

#[derive(Deserialize)]
struct Rule {
    name: String,
    desc: String,
    document: DocumentRef,
    index: Option<i32>,
    #[serde(rename = "initialHeaderLevel")]
    heading_level: Option<i32>,
    /// The ruleset's key, or its address.
    ruleset: DocumentRef,
}

/// Draws the sections and their rules.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (record, mut ruleset) in records.parse::<Ruleset>("rulesets", drafts) {
        let mut row = row(
            Kind::Section,
            ruleset.document.key(),
            &ruleset.name,
            &ruleset.desc,
        );
        ruleset.rules.sort_by_key(|rule| rule.index);
        row.related_slugs = ruleset.rules.iter().map(|r| slugify(&r.name)).collect();
        names.insert(ruleset.key, ruleset.name);
        drafts.rules.push(draft(row, "rulesets", record));
    }
    for (record, rule) in records.parse::<Rule>("rules", drafts) {
        let mut row = row(Kind::Rule, rule.document.key(), &rule.name, &rule.desc);
        let section = names.get(rule.ruleset.key());
        row.section_name = section.map(|name| name.trim().to_owned());
        row.section_slug = section.map(|name| slugify(name));
        row.order = rule.index;
        row.heading_level = rule.heading_level;
        let section = row.section_slug.clone();
        drafts.rules.push(Draft {
            section,
            ..draft(row, "rules", record)
        });
    }
}
