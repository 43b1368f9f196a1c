//! Derived fields of a creature: what the game's rules make certain where no source says it.

use super::Model;
use crate::condition_extraction::inflicted_conditions;
use crate::vocabulary::condition::INVISIBLE;
use crate::{dice_average, experience_points, proficiency_bonus};

/// Fills in proficiency bonus and experience from the challenge rating, hit points from the dice.
///
/// Of the creatures of rating 0, those that can attack are worth 10 points and the others none.
///
/// Correction (creatures): A resistance to a damage type that the creature is immune to is left out. A missing
/// proficiency bonus, missing experience points and missing average hit points are computed where the rules make
/// them certain.
pub(super) fn apply(creature: &mut Model) {
    if let Some(cr) = creature.challenge_rating {
        creature.proficiency_bonus = creature.proficiency_bonus.or_else(|| proficiency_bonus(cr));
        let harmless = cr <= 0.0
            && creature
                .actions
                .iter()
                .all(|action| action.attacks.is_empty());
        let worth = if harmless {
            Some(0)
        } else {
            experience_points(cr)
        };
        creature.experience_points = creature.experience_points.or(worth);
    }
    // What does no damage at all does not do half of it either.
    let immune = creature.damage_immunities.clone();
    creature
        .damage_resistances
        .retain(|kind| !immune.contains(kind));
    creature.hit_dice = creature.hit_dice.as_deref().map(spaced);
    if creature.hit_points.is_none() {
        creature.hit_points = creature.hit_dice.as_deref().and_then(dice_average);
    }
}

/// The conditions that its traits and actions inflict, without invisibility: a boon, which a creature gives itself.
pub(super) fn conditions_inflicted(creature: &Model) -> Vec<String> {
    let traits = creature.traits.iter().map(|part| part.text.as_str());
    let actions = [
        &creature.actions,
        &creature.bonus_actions,
        &creature.reactions,
        &creature.legendary_actions,
        &creature.lair_actions,
    ];
    let actions = actions.into_iter().flat_map(|list| list.iter());
    let texts = traits.chain(actions.map(|action| action.text.as_str()));
    let mut conditions = inflicted_conditions(&creature.name, texts);
    conditions.retain(|condition| condition != INVISIBLE);
    conditions
}

/// Dice with spaces around their bonus, however the source writes it: `17d12+85` is `17d12 + 85`.
fn spaced(dice: &str) -> String {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    compact.replace('+', " + ").replace(['-', '−', '–'], " - ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_immune_are_not_resistant_too() {
        let kinds = |kinds: &[&str]| kinds.iter().map(|kind| (*kind).to_owned()).collect();
        let mut creature = Model {
            damage_resistances: kinds(&["cold", "poison"]),
            damage_immunities: kinds(&["poison"]),
            ..Model::default()
        };
        apply(&mut creature);
        assert_eq!(creature.damage_resistances, ["cold"]);
        assert_eq!(creature.damage_immunities, ["poison"]);
    }

    #[test]
    fn hit_dice_are_written_one_way() {
        for (given, written) in [
            ("17d12+85", "17d12 + 85"),
            ("2d4 −2", "2d4 - 2"),
            ("3d8", "3d8"),
        ] {
            assert_eq!(spaced(given), written);
        }
    }

    #[test]
    fn the_harmless_are_worth_nothing() {
        let mut harmless = Model {
            challenge_rating: Some(0.0),
            ..Model::default()
        };
        let bite = super::super::Action {
            attacks: vec![super::super::Attack::default()],
            ..Default::default()
        };
        let mut biter = Model {
            actions: vec![bite].into(),
            ..harmless.clone()
        };
        apply(&mut harmless);
        apply(&mut biter);
        assert_eq!(
            (harmless.experience_points, biter.experience_points),
            (Some(0), Some(10))
        );
    }

    #[test]
    fn what_a_source_says_stands() {
        let mut creature = Model {
            challenge_rating: Some(1.0),
            experience_points: Some(7),
            hit_dice: Some("2d8 + 2".into()),
            ..Model::default()
        };
        apply(&mut creature);
        assert_eq!(
            (
                creature.experience_points,
                creature.hit_points,
                creature.proficiency_bonus
            ),
            (Some(7), Some(11), Some(2))
        );
    }
}
