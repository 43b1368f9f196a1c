//! Embedded creatures: those whose stat blocks stand in the texts of spells and items. Each becomes a creature of the book.

use lorekeeper_content::{Row, creature, spell};
use lorekeeper_sources::stat_blocks::creatures_in;
use lorekeeper_sources::{Draft, Drafts};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Adds the creatures that the texts of spells and items have, but for those that the source has as records.
///
/// Correction (creatures): A stat block printed in the text of a spell or an item is a creature of its book.
pub(super) fn add(drafts: &mut Drafts) {
    let of_spell = |row: &spell::Model| {
        let growth = row.higher_levels.as_deref().unwrap_or_default();
        format!("{}\n\n{growth}", row.text)
    };
    let mut found = find_in(&drafts.spells, of_spell);
    found.extend(find_in(&drafts.equipment, |row| row.text.clone()));
    let mut known: BTreeSet<(String, String)> = BTreeSet::new();
    for draft in &drafts.creatures {
        known.insert((draft.row.document_key.clone(), draft.row.slug.clone()));
    }
    for draft in found {
        if known.insert((draft.row.document_key.clone(), draft.row.slug.clone())) {
            drafts.creatures.push(draft);
        }
    }
}

fn find_in<R: Row>(drafts: &[Draft<R>], text: impl Fn(&R) -> String + Sync) -> Vec<Draft<creature::Model>> {
    let found = drafts.par_iter().flat_map_iter(|draft| {
        creatures_in(&text(&draft.row)).into_iter().map(|mut row| {
            draft.row.document_key().clone_into(&mut row.document_key);
            Draft::new(row, draft.origin.clone())
        })
    });
    found.collect()
}
