//! Tables of contents: where each rule of a book stands, as the book prints it.
//!
//! Sources cut a book into records at different headings: one has a chapter whole, another its sections, a third each
//! rule. The outline of the book cuts all of their texts at the same headings, so that each text stands once, and each
//! source is a witness of it. `book_outline/KEY.txt` has the outline of the book with that key.

mod cut;
mod outline;

use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_sources::Draft;
use outline::{Node, OUTLINES, Outline};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Cuts the rules of all sources at the headings of their book's outline, and puts each where the outline has it.
///
/// Correction (rules): A text that a source has within a chapter, and another by itself, is one rule, at the place that
/// the book's table of contents gives it.
pub(super) fn arrange(sources: &mut [&mut Vec<Draft<Model>>]) {
    for outline in OUTLINES.iter() {
        let placed: Vec<_> = sources.iter_mut().map(|drafts| place(outline, drafts)).collect();
        let known: BTreeSet<usize> = placed.iter().flat_map(BTreeMap::keys).copied().collect();
        for (drafts, placed) in sources.iter_mut().zip(placed) {
            let placed = placed.into_iter();
            drafts.extend(placed.map(|(node, draft)| outline.placed(node, draft, &known)));
        }
    }
}

/// Takes the drafts of the outline's headings out of a source's drafts.
fn place(outline: &Outline, drafts: &mut Vec<Draft<Model>>) -> BTreeMap<usize, Draft<Model>> {
    let (mine, others) =
        std::mem::take(drafts).into_iter().partition::<Vec<_>, _>(|draft| draft.row.document_key == outline.document);
    *drafts = others;
    let mut placed: BTreeMap<usize, Draft<Model>> = BTreeMap::new();
    for draft in mine {
        match outline.find(&draft) {
            None => drafts.push(draft),
            Some(node) => {
                for (node, part) in cut::parts(outline, node, draft) {
                    keep_fuller(placed.entry(node), part);
                }
            }
        }
    }
    placed
}

/// Keeps of two drafts of one source the one with the longer text, with what only the other one states.
fn keep_fuller(entry: Entry<'_, usize, Draft<Model>>, draft: Draft<Model>) {
    match entry {
        Entry::Vacant(place) => {
            place.insert(draft);
        }
        Entry::Occupied(mut place) => {
            let known = place.get_mut();
            if draft.row.text.len() > known.row.text.len() {
                known.row.text.clone_from(&draft.row.text);
            }
            // A concept (`strength`) has more fields than the rule that only repeats its text.
            if is_concept(draft.row.kind) && !is_concept(known.row.kind) {
                let text = std::mem::take(&mut known.row.text);
                *known = draft;
                known.row.text = text;
            }
        }
    }
}

fn is_concept(kind: Kind) -> bool {
    !matches!(kind, Kind::Rule | Kind::Section)
}

impl Outline {
    /// The draft at the place of a node, among the headings that a source has.
    fn placed(&self, at: usize, mut draft: Draft<Model>, known: &BTreeSet<usize>) -> Draft<Model> {
        let Some(node) = self.nodes.get(at) else {
            return draft;
        };
        let row = &mut draft.row;
        row.kind = node.kind;
        row.slug.clone_from(&node.slug);
        row.name.clone_from(&node.title);
        row.heading_level = i32::try_from(node.depth + 1).ok();
        row.order = Some(node.order);
        row.parent_slug = self.above(at, known).next().map(|above| above.slug.clone());
        row.chapter = self.path(at).first().map(|chapter| chapter.slug.clone());
        // A section stands in none.
        let mut above = self.above(at, known);
        let section = above.find(|above| above.kind == Kind::Section && node.kind != Kind::Section);
        row.section_slug = section.map(|section| section.slug.clone());
        row.section_name = section.map(|section| section.title.clone());
        let parts: Vec<String> = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(part, node)| node.parent == Some(at) && known.contains(part))
            .map(|(_, node)| node.slug.clone())
            .collect();
        if !parts.is_empty() {
            row.related_slugs = parts;
        }
        draft.section = None;
        draft
    }

    /// The known headings above a node, the nearest first.
    fn above<'a>(&'a self, at: usize, known: &'a BTreeSet<usize>) -> impl Iterator<Item = &'a Node> {
        let parent = |at: &usize| self.nodes.get(*at)?.parent;
        std::iter::successors(parent(&at), parent)
            .filter(|above| known.contains(above))
            .filter_map(|above| self.nodes.get(above))
    }
}

#[cfg(test)]
mod tests;
