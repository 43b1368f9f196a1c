//! Rules as a tree of headings: chapters, their sections, and the parts of these.
//!
//! Since September 2026 one collection has all of them. Before that, chapters (`rules`) list sections (`rule-sections`),
//! whose parts stand in their text.

use super::super::wire::{Reference, document_key};
use super::draft;
use crate::dnd5e::wire::{Prose, filled};
use crate::{Drafts, Record, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The most headings above a rule: what lies deeper is not believed, and a ring of rules ends here.
const MAX_DEPTH: usize = 12;

/// Draws the rules and the rule sections.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let mut nodes: Vec<(String, &Record, Heading)> = Vec::new();
    for collection in ["rules", "rule-sections"] {
        let endpoint = format!("{edition}/{collection}");
        for (record, heading) in drafts.parse::<Heading>(records, &endpoint) {
            // Sections that an older server sent stay stored beside the tree that has them, too.
            if nodes.iter().all(|(_, _, known)| known.index != heading.index) {
                nodes.push((endpoint.clone(), record, heading));
            }
        }
    }
    let tree = Tree::of(nodes.iter().map(|(_, _, heading)| heading));
    for (endpoint, record, heading) in &nodes {
        let row = tree.row(edition, heading);
        let section = row.section_slug.clone();
        drafts.rules.push(crate::Draft { section, ..draft(row, endpoint, record) });
    }
}

/// A rule under its heading.
#[derive(Deserialize)]
struct Heading {
    index: String,
    #[serde(deserialize_with = "filled")]
    name: String,
    #[serde(default, alias = "description")]
    desc: Prose,
    /// The headings below it; the older chapters call them subsections.
    #[serde(default, alias = "subsections")]
    children: Vec<Reference>,
    parent: Option<Reference>,
}

/// The place of every heading below another.
struct Tree<'a> {
    headings: BTreeMap<&'a str, &'a Heading>,
    /// By index: the heading above, and the position there.
    places: BTreeMap<&'a str, (&'a Heading, i32)>,
}

impl<'a> Tree<'a> {
    fn of(headings: impl Iterator<Item = &'a Heading> + Clone) -> Self {
        let by_index: BTreeMap<_, _> = headings.clone().map(|h| (h.index.as_str(), h)).collect();
        let mut places = BTreeMap::new();
        // Those that only the rule itself places come behind the ones that are listed.
        for heading in headings.clone() {
            for (child, order) in heading.children.iter().zip(1..) {
                places.insert(child.index.as_str(), (heading, order));
            }
        }
        for heading in headings {
            let above = heading.parent.as_ref();
            let above = above.and_then(|parent| by_index.get(parent.index.as_str()));
            if let Some(above) = above {
                let last = i32::try_from(above.children.len()).unwrap_or(i32::MAX);
                let place = (*above, last.saturating_add(1));
                places.entry(heading.index.as_str()).or_insert(place);
            }
        }
        Self { headings: by_index, places }
    }

    /// The headings above one, the nearest first.
    fn above(&self, heading: &Heading) -> Vec<&'a Heading> {
        let up = |below: &&'a Heading| Some(self.places.get(below.index.as_str())?.0);
        let first = self.places.get(heading.index.as_str()).map(|(above, _)| *above);
        std::iter::successors(first, up).take(MAX_DEPTH).collect()
    }

    /// A heading of the first two levels is a section, as in other sources; a part of a section is a rule.
    fn row(&self, edition: &str, heading: &Heading) -> Model {
        let whole = heading.desc.markdown();
        let (level, text) = without_heading(&heading.name, &whole);
        let above = self.above(heading);
        let depth = i32::try_from(above.len()).unwrap_or(i32::MAX);
        let is_placed = depth > 0 || !heading.children.is_empty();
        let mut row = Model {
            document_key: document_key(edition),
            kind: if depth > 1 { Kind::Rule } else { Kind::Section },
            slug: slugify(&heading.name),
            name: heading.name.clone(),
            text: text.to_owned(),
            heading_level: level.or_else(|| is_placed.then_some(depth.saturating_add(1))),
            related_slugs: heading.children.iter().filter_map(|c| self.slug(c)).collect(),
            chapter: above.last().map(|chapter| slugify(&chapter.name)),
            parent_slug: above.first().map(|parent| slugify(&parent.name)),
            order: self.places.get(heading.index.as_str()).map(|(_, order)| *order),
            ..Model::default()
        };
        if above.is_empty() && !heading.children.is_empty() {
            row.chapter = Some(row.slug.clone());
        }
        if row.kind == Kind::Rule {
            row.section_slug.clone_from(&row.parent_slug);
            row.section_name = above.first().map(|parent| parent.name.clone());
        }
        row
    }

    fn slug(&self, reference: &Reference) -> Option<String> {
        let known = self.headings.get(reference.index.as_str());
        let name = known.map_or(&reference.name, |heading| &heading.name);
        Some(slugify(name)).filter(|slug| !slug.is_empty())
    }
}

/// The text without the heading that repeats its name, and the level of that heading.
///
/// Correction (rules): A heading that repeats the name of the section is left out of its text.
fn without_heading<'a>(name: &str, text: &'a str) -> (Option<i32>, &'a str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let heading = first.trim_start_matches('#');
    let level = first.len() - heading.len();
    if level == 0 || slugify(heading) != slugify(name) {
        return (None, text);
    }
    (i32::try_from(level).ok(), rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_heading_stays() {
        let text = "## Yeast\nIt grows.";
        assert_eq!(without_heading("Dough", text), (None, text));
    }
}
