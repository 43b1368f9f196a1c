//! Texts of other books: traits and actions of creatures that the reference document of 2014 does not have, although its
//! converters carry them over from a book that is not open.
//!
//! The packs are made of the document as it was published, so that they tell which names occur in it. Without them only
//! those are known that say of themselves that they are another book's.
//!
//! Correction (creatures): Sidebars of another book (`Variant: …`, the covens of hags) among the traits and actions of
//! creatures are no part of the SRD of 2014 and are left out.

use super::fields::name_key;
use super::settlement::maker;
use lorekeeper_content::creature::{Action, Model};
use lorekeeper_content::spell;
use lorekeeper_sources::Draft;
use std::collections::{BTreeMap, BTreeSet};

/// The reference document to which sidebars were added.
const BOOK: &str = "srd-2014";

/// The source that was made of the document alone.
const WITNESS: &str = "foundry_srd";

/// Leaves out what the document does not have.
pub(in super::super) fn leave_out<'a>(sources: impl Iterator<Item = &'a mut Vec<Draft<Model>>>) {
    let mut sources: Vec<_> = sources.collect();
    let mut printed = Printed::default();
    for draft in sources.iter().flat_map(|drafts| drafts.iter()) {
        if draft.origin.source == WITNESS && draft.row.document_key == BOOK {
            printed.add(&draft.row);
        }
    }
    for draft in sources.iter_mut().flat_map(|drafts| drafts.iter_mut()) {
        let row = &mut draft.row;
        if draft.origin.source == WITNESS || row.document_key != BOOK {
            continue;
        }
        let is_known = printed.creatures.contains(&row.slug) && printed.has_most_of(row);
        let has = |name: &str| {
            let is_marked = name.starts_with("Variant:") || name.contains("(Coven Only)");
            let is_unprinted = is_known && !printed.names.contains(&name_key(name));
            !is_marked && !is_unprinted
        };
        row.traits.retain(|part| has(&part.name));
        for section in sections(row) {
            section.retain(|part| has(&part.name));
        }
    }
}

/// Fewest spells by which another source is known to have all of a document.
const MIN_SPELLS: usize = 100;

/// Leaves out spells that the packs alone have of a document of which two other makers list all spells.
///
/// Correction (spells): A spell that neither Open5e nor the D&D 5e API have of an SRD, though both have the others, is a book's that is
/// not open, and is left out.
pub(in super::super) fn leave_out_spells<'a>(sources: impl Iterator<Item = &'a mut Vec<Draft<spell::Model>>>) {
    let mut sources: Vec<_> = sources.collect();
    for book in ["srd-2014", "srd-2024"] {
        let mut listed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for draft in sources.iter().flat_map(|drafts| drafts.iter()) {
            let source = maker(&draft.origin.source);
            if draft.row.document_key == book && source != maker(WITNESS) {
                listed.entry(source).or_default().insert(draft.row.slug.clone());
            }
        }
        listed.retain(|_, spells| spells.len() >= MIN_SPELLS);
        if listed.len() < 2 {
            continue;
        }
        let known: BTreeSet<String> = listed.into_values().flatten().collect();
        for drafts in &mut sources {
            drafts.retain(|draft| {
                let is_unprinted = maker(&draft.origin.source) == maker(WITNESS)
                    && draft.row.document_key == book
                    && !known.contains(&draft.row.slug);
                !is_unprinted
            });
        }
    }
}

/// The creatures of the document, and the names of all their traits and actions.
#[derive(Default)]
struct Printed {
    creatures: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Printed {
    fn add(&mut self, row: &Model) {
        self.creatures.insert(row.slug.clone());
        self.names.extend(names(row));
    }

    /// Whether the document has most of what the record has: else they are not of one creature.
    fn has_most_of(&self, row: &Model) -> bool {
        let (known, all) =
            names(row).fold((0, 0), |(known, all), name| (known + usize::from(self.names.contains(&name)), all + 1));
        known * 2 >= all
    }
}

/// The names of all traits and actions.
fn names(row: &Model) -> impl Iterator<Item = String> {
    let traits = row.traits.iter().map(|part| name_key(&part.name));
    let sections = [&row.actions, &row.bonus_actions, &row.reactions, &row.legendary_actions, &row.lair_actions];
    let actions = sections.into_iter().flat_map(|section| section.iter());
    traits.chain(actions.map(|part| name_key(&part.name)))
}

fn sections(row: &mut Model) -> [&mut Vec<Action>; 5] {
    [&mut row.actions, &mut row.bonus_actions, &mut row.reactions, &mut row.legendary_actions, &mut row.lair_actions]
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{Origin, Trait};

    fn draft(source: &str, slug: &str, traits: &[&str], actions: &[&str]) -> Draft<Model> {
        let traits = traits.iter().map(|name| Trait { name: (*name).to_owned(), ..Trait::default() });
        let actions = actions.iter().map(|name| Action { name: (*name).to_owned(), ..Action::default() });
        let row = Model {
            document_key: BOOK.to_owned(),
            slug: slug.to_owned(),
            traits: traits.collect::<Vec<_>>().into(),
            actions: actions.collect::<Vec<_>>().into(),
            ..Model::default()
        };
        let origin = Origin { source: source.to_owned(), ..Origin::default() };
        Draft::new(row, origin)
    }

    fn names_left(drafts: &mut [Vec<Draft<Model>>]) -> Vec<String> {
        leave_out(drafts.iter_mut());
        let row = &drafts[0][0].row;
        let traits = row.traits.iter().map(|part| part.name.clone());
        traits.chain(row.actions.iter().map(|part| part.name.clone())).collect()
    }

    #[test]
    fn sidebars_are_left_out() {
        let toad = || {
            draft("open5e_v2", "toad", &["Wet Skin", "Pond Circle", "Deep Voice"], &["Hop (2/Day)", "Variant: Leap"])
        };
        let mut both = [
            vec![toad()],
            vec![draft(WITNESS, "toad", &["Wet Skin"], &["Hop"]), draft(WITNESS, "newt", &["Deep Voice"], &[])],
        ];
        assert_eq!(names_left(&mut both), ["Wet Skin", "Deep Voice", "Hop (2/Day)"]);
        // Another creature of the same name tells nothing.
        let mut other = [vec![toad()], vec![draft(WITNESS, "toad", &["Fur"], &["Bite"])]];
        assert_eq!(names_left(&mut other).len(), 4);
        // Without the packs only what says so itself is known.
        let mut alone = [vec![toad()]];
        assert_eq!(names_left(&mut alone), ["Wet Skin", "Pond Circle", "Deep Voice", "Hop (2/Day)"]);
    }
}
