//! Invented ability scores: a book that prints modifiers alone has none, but converters compute them, ten and twice the
//! modifier.
//!
//! Correction (creatures): Ability scores of a book that prints modifiers alone, which a converter computed (all are even, and
//! some above 30), become null. The modifiers stay.

use lorekeeper_content::creature::{Abilities, Model};
use lorekeeper_content::vocabulary::ABILITIES;
use lorekeeper_sources::Draft;
use std::collections::BTreeMap;

/// Fewest scores of a book that are judged.
const MIN_SCORES: usize = 150;

/// The share of even scores that no book has that prints them, in hundredths.
const MIN_EVEN_HUNDREDTHS: usize = 95;

/// The highest score of the game.
const HIGHEST: i32 = 30;

/// The scores that a source has of a book.
#[derive(Default)]
struct Scores {
    all: usize,
    even: usize,
    too_high: usize,
}

impl Scores {
    fn are_invented(&self) -> bool {
        self.all >= MIN_SCORES && self.even * 100 >= self.all * MIN_EVEN_HUNDREDTHS && self.too_high > 0
    }
}

/// Takes out what was invented.
pub(in super::super) fn leave_out<'a>(sources: impl Iterator<Item = &'a mut Vec<Draft<Model>>>) {
    for drafts in sources {
        let mut books: BTreeMap<String, Scores> = BTreeMap::new();
        for draft in drafts.iter() {
            let scores = books.entry(draft.row.document_key.clone()).or_default();
            let own = &draft.row.ability_scores;
            for score in ABILITIES.iter().filter_map(|ability| own.get(ability)) {
                scores.all += 1;
                scores.even += usize::from(score % 2 == 0);
                scores.too_high += usize::from(score > HIGHEST);
            }
        }
        for draft in drafts.iter_mut() {
            let row = &mut draft.row;
            if books.get(&row.document_key).is_some_and(Scores::are_invented) {
                let (scores, stated) = (&row.ability_scores, &row.modifiers);
                let modifier = |ability: &str| Some((scores.get(ability)? - 10).div_euclid(2));
                let modifiers = Abilities::each(|ability| stated.get(ability).or(modifier(ability)));
                row.modifiers = modifiers.into();
                row.ability_scores = Abilities::default().into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::Origin;

    fn drafts(strength: i32, others: i32) -> Vec<Draft<Model>> {
        let draft = |n: i32| {
            let scores =
                Abilities::each(|ability| Some(if ability == "strength" && n == 0 { strength } else { others }));
            let row = Model {
                document_key: "pond".to_owned(),
                slug: format!("toad-{n}"),
                ability_scores: scores.into(),
                ..Model::default()
            };
            Draft::new(row, Origin::default())
        };
        (0..30).map(draft).collect()
    }

    #[test]
    fn computed_scores_become_modifiers() {
        for (strength, others, are_kept) in [(34, 12, false), (34, 13, true), (30, 12, true)] {
            let mut sources = [drafts(strength, others)];
            leave_out(sources.iter_mut());
            let row = &sources[0][0].row;
            assert_eq!(row.ability_scores.strength.is_some(), are_kept, "{strength} {others}");
            if !are_kept {
                assert_eq!((row.modifiers.strength, row.modifiers.wisdom), (Some(12), Some(1)));
            }
        }
    }
}
