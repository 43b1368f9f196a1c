//! Stat-block restoration: what upstream cuts from its book of 2024, which is the first of two sizes, *Tiny*, and the label of a hit.

use crate::stat_block::input;
use lorekeeper_content::{Pattern, creature};
use regex::Captures;
use std::borrow::Cow;

/// The book whose sizes and attacks are cut.
const CUT: &str = "srd-2024";

/// The head of an attack of 2024, and the word behind it.
static ATTACK: Pattern = Pattern::new(
    r"(?-i)(?P<head>Attack Roll:\W*\+\d+[^.]{1,100} (?:ft|feet)\.(?: or range [^.]{1,20} (?:ft|feet)\.)?(?: \([^)]*\))?) (?P<next>[\w*]+:?)",
);

/// Correction (creatures): An attack of 2024 has its label `Hit:`, which upstream leaves out of its book.
pub(super) fn restore_hit_labels(document: &str, actions: &mut [input::Action]) {
    if document != CUT {
        return;
    }
    for action in actions {
        let labelled = ATTACK.replace(&action.desc, |found: &Captures<'_>| {
            let (head, next) = (&found["head"], &found["next"]);
            if next.contains("Hit") {
                return found[0].to_owned();
            }
            format!("{head} Hit: {next}")
        });
        if let Cow::Owned(labelled) = labelled {
            action.desc = labelled;
        }
    }
}

/// Correction (creatures): Of two sizes (`Medium or Small`) upstream has the last, and nothing is Tiny in its book of 2024: the
/// hit die tells.
pub(super) fn restore_sizes(row: &mut creature::Model) {
    let dice = row.hit_dice.as_deref().unwrap_or_default();
    let faces = dice.split_once('d').map_or("", |(_, rest)| rest);
    let faces = faces.split(|c: char| !c.is_ascii_digit()).next();
    if row.document_key != CUT || row.size.as_deref() != Some("small") {
        return;
    }
    let sizes: &[&str] = match faces {
        Some("4") => &["tiny"],
        Some("8") => &["medium", "small"],
        _ => return,
    };
    row.sizes = sizes.iter().map(|size| (*size).to_owned()).collect();
    row.size = row.sizes.first().cloned();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_hit_die() {
        for (book, dice, sizes) in [
            (CUT, "1d4 - 1", &["tiny"][..]),
            (CUT, "31d8 + 31", &["medium", "small"]),
            (CUT, "2d6", &[]),
            ("pond", "1d4", &[]),
        ] {
            let mut row = creature::Model {
                document_key: book.to_owned(),
                size: Some("small".to_owned()),
                hit_dice: Some(dice.to_owned()),
                ..creature::Model::default()
            };
            restore_sizes(&mut row);
            assert_eq!(row.sizes, sizes, "{dice}");
        }
    }

    #[test]
    fn hits_have_their_label() {
        for (desc, expected) in [
            (
                "Melee Attack Roll: +5, reach 5 ft. 6 (1d6 + 3) Cold damage.",
                "Melee Attack Roll: +5, reach 5 ft. Hit: 6 (1d6 + 3) Cold damage.",
            ),
            (
                "Ranged Attack Roll: +5, range 20/60 ft. The toad is wet.",
                "Ranged Attack Roll: +5, range 20/60 ft. Hit: The toad is wet.",
            ),
            (
                "Melee Attack Roll: +5 (with Advantage if the target is a newt that swims), reach 5 feet. 6 (1d6) Cold damage.",
                "Melee Attack Roll: +5 (with Advantage if the target is a newt that swims), reach 5 feet. Hit: 6 (1d6) Cold damage.",
            ),
            (
                "Melee or Ranged Attack Roll: +5, reach 5 ft. or range 20/60 ft. 6 (1d6) Cold damage.",
                "Melee or Ranged Attack Roll: +5, reach 5 ft. or range 20/60 ft. Hit: 6 (1d6) Cold damage.",
            ),
            (
                "Melee Attack Roll: +5, reach 5 ft. Hit: 6 Cold damage.",
                "Melee Attack Roll: +5, reach 5 ft. Hit: 6 Cold damage.",
            ),
            ("The toad hops 5 ft. It rests.", "The toad hops 5 ft. It rests."),
        ] {
            let mut actions = [input::Action { desc: desc.to_owned(), ..input::Action::default() }];
            restore_hit_labels(CUT, &mut actions);
            assert_eq!(actions[0].desc, expected);
        }
    }
}
