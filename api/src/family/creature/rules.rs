//! What the game's rules make certain about a creature.

use super::Model;
use crate::family::{average, inflicts};

/// Experience points by challenge rating 0 to 30.
const XP: [i32; 31] = [
    10, 200, 450, 700, 1100, 1800, 2300, 2900, 3900, 5000, 5900, 7200, 8400, 10_000, 11_500,
    13_000, 15_000, 18_000, 20_000, 22_000, 25_000, 33_000, 41_000, 50_000, 62_000, 75_000, 90_000,
    105_000, 120_000, 135_000, 155_000,
];

/// Fills in proficiency bonus and experience from the challenge rating, hit points from the dice.
/// Of the creatures of rating 0, those that can attack are worth 10 points and the others none.
pub(super) fn complete(creature: &mut Model) {
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
        creature.hit_points = creature.hit_dice.as_deref().and_then(average);
    }
}

/// The conditions that its traits and actions inflict. Being invisible is a boon, which it gives to itself.
pub(super) fn inflicted(creature: &Model) -> Vec<String> {
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
    let mut found = inflicts::inflicted(&creature.name, texts);
    found.retain(|condition| condition != "invisible");
    found
}

/// Dice with spaces around their bonus, however the source writes it: `17d12+85` is `17d12 + 85`.
fn spaced(dice: &str) -> String {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    compact.replace('+', " + ").replace(['-', '−', '–'], " - ")
}

/// +2 up to CR 4, and one more for every four.
#[must_use]
pub fn proficiency_bonus(cr: f64) -> Option<i32> {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be 0 to 30")]
    (0.0..=30.0)
        .contains(&cr)
        .then(|| ((cr.ceil() as i32 - 1).max(0)) / 4 + 2)
}

/// The table of the rules.
#[must_use]
pub fn experience_points(cr: f64) -> Option<i32> {
    for (fraction, worth) in [(0.125, 25), (0.25, 50), (0.5, 100)] {
        if (cr - fraction).abs() < f64::EPSILON {
            return Some(worth);
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a whole 0 to 30"
    )]
    let index =
        (cr.fract().abs() < f64::EPSILON && (0.0..=30.0).contains(&cr)).then_some(cr as usize)?;
    XP.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proficiency_follows_the_challenge_rating() {
        for (cr, bonus) in [
            (0.0, 2),
            (0.25, 2),
            (4.0, 2),
            (5.0, 3),
            (8.0, 3),
            (9.0, 4),
            (17.0, 6),
            (29.0, 9),
            (30.0, 9),
        ] {
            assert_eq!(proficiency_bonus(cr), Some(bonus), "CR {cr}");
        }
        assert_eq!(proficiency_bonus(31.0), None);
    }

    #[test]
    fn the_immune_are_not_resistant_too() {
        let kinds = |kinds: &[&str]| kinds.iter().map(|kind| (*kind).to_owned()).collect();
        let mut creature = Model {
            damage_resistances: kinds(&["cold", "poison"]),
            damage_immunities: kinds(&["poison"]),
            ..Model::default()
        };
        complete(&mut creature);
        assert_eq!(creature.damage_resistances, ["cold"]);
        assert_eq!(creature.damage_immunities, ["poison"]);
    }

    #[test]
    fn experience_follows_the_challenge_rating() {
        for (cr, xp) in [
            (0.125, 25),
            (0.25, 50),
            (0.5, 100),
            (1.0, 200),
            (10.0, 5900),
            (30.0, 155_000),
        ] {
            assert_eq!(experience_points(cr), Some(xp), "CR {cr}");
        }
        assert_eq!(experience_points(0.3), None);
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
        complete(&mut harmless);
        complete(&mut biter);
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
        complete(&mut creature);
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
