//! The tables as they are printed, and encounters worked out by hand.

use super::*;

/// The budgets of 2024 by level: low, moderate, high.
const PRINTED_2024: &str = "50/75/100, 100/150/200, 150/225/400, 250/375/500, 500/750/1100, 600/1000/1400, \
    750/1300/1700, 1000/1700/2100, 1300/2000/2600, 1600/2300/3100, 1900/2900/4100, 2200/3700/4700, 2600/4200/5400, \
    2900/4900/6200, 3300/5400/7800, 3800/6100/9800, 4500/7200/11700, 5000/8700/14200, 5500/10700/17200, \
    6400/13200/22000";

/// The thresholds of 2014 by level: easy, medium, hard, deadly.
const PRINTED_2014: &str = "25/50/75/100, 50/100/150/200, 75/150/225/400, 125/250/375/500, 250/500/750/1100, \
    300/600/900/1400, 350/750/1100/1700, 450/900/1400/2100, 550/1100/1600/2400, 600/1200/1900/2800, \
    800/1600/2400/3600, 1000/2000/3000/4500, 1100/2200/3400/5100, 1250/2500/3800/5700, 1400/2800/4300/6400, \
    1600/3200/4800/7200, 2000/3900/5900/8800, 2100/4200/6300/9500, 2400/4900/7300/10900, 2800/5700/8500/12700";

const BOTH: [(Rules, &str); 2] = [(Rules::Rules2014, PRINTED_2014), (Rules::Rules2024, PRINTED_2024)];

pub(super) fn party(levels: &[i32]) -> Party {
    Party::new(levels).expect("a party")
}

pub(super) fn groups(groups: &[(i64, u32)]) -> Vec<Group> {
    let group =
        |(experience_points, count): &(i64, u32)| Group { experience_points: *experience_points, count: *count };
    groups.iter().map(group).collect()
}

/// The printed thresholds of each level.
fn printed(table: &str) -> Vec<Vec<i64>> {
    let number = |text: &str| text.trim().parse().expect("a number");
    table.split(',').map(|row| row.split('/').map(number).collect()).collect()
}

#[test]
fn thresholds_of_every_level() {
    for (rules, table) in BOTH {
        let table = printed(table);
        assert_eq!(table.len(), 20);
        for (level, expected) in (1..).zip(&table) {
            for size in [1_i64, 4, 12] {
                let levels = vec![level; usize::try_from(size).expect("a size")];
                let thresholds = party(&levels).thresholds(rules);
                let points: Vec<i64> = thresholds.iter().map(|t| t.experience_points).collect();
                let sums: Vec<i64> = expected.iter().map(|one| one * size).collect();
                assert_eq!(points, sums, "{rules:?}, {size} of level {level}");
                let difficulties: Vec<Difficulty> = thresholds.iter().map(|t| t.difficulty).collect();
                assert_eq!(difficulties, rules.difficulties());
            }
        }
    }
}

/// One point below a threshold of 2014, and exactly at it.
#[test]
fn boundaries_of_every_threshold_of_every_level() {
    let rules = Rules::Rules2014;
    for (level, expected) in (1..).zip(printed(PRINTED_2014)) {
        let party = party(&[level; 4]);
        let mut below = Difficulty::Trivial;
        for (difficulty, one) in rules.difficulties().iter().zip(expected) {
            let threshold = 4 * one;
            let judge = |points| party.judge(rules, &groups(&[(points, 1)]));
            assert_eq!(judge(threshold - 1).difficulty, below);
            assert_eq!(judge(threshold - 1).remaining, Some(1));
            assert_eq!(judge(threshold).difficulty, *difficulty);
            assert_ne!(judge(threshold).remaining, Some(0));
            below = *difficulty;
        }
    }
}

/// Exactly a budget of 2024, and one point above it.
#[test]
fn budgets_of_every_level_are_what_may_be_spent() {
    let rules = Rules::Rules2024;
    for (level, expected) in (1..).zip(printed(PRINTED_2024)) {
        let party = party(&[level; 4]);
        let judge = |points| party.judge(rules, &groups(&[(points, 1)]));
        assert_eq!(judge(1).difficulty, Difficulty::Low);
        let above = [Difficulty::Moderate, Difficulty::High, Difficulty::High];
        for ((difficulty, above), one) in rules.difficulties().iter().zip(above).zip(expected) {
            let budget = 4 * one;
            assert_eq!((judge(budget).difficulty, judge(budget).remaining), (*difficulty, Some(0)));
            assert_eq!(judge(budget).over_high_budget(), None);
            assert_eq!(judge(budget + 1).difficulty, above);
            assert_eq!(judge(budget - 1).remaining, Some(1));
        }
        let high = party.thresholds(rules)[2].experience_points;
        let over = judge(high + 700);
        assert_eq!((over.remaining, over.over_high_budget()), (None, Some(700)));
    }
    assert_eq!(party(&[3]).judge(rules, &[]).difficulty, Difficulty::Low);
    let deadly = party(&[1]).judge(Rules::Rules2014, &groups(&[(9000, 1)]));
    assert_eq!(deadly.over_high_budget(), None);
}

/// The encounters that the book of 2024 makes as examples, by what their creatures are worth.
#[test]
fn the_examples_of_the_book_of_2024() {
    for (levels, budget, difficulty, encounters) in [
        (&[1; 4][..], 200, Difficulty::Low, &[&[(200, 1)][..], &[(100, 2)], &[(25, 6)]][..]),
        (&[3; 5], 1125, Difficulty::Moderate, &[&[(450, 2), (25, 9)], &[(700, 1), (100, 1), (50, 6)]]),
        (&[15; 6], 46_800, Difficulty::High, &[&[(18_000, 2), (5000, 2)]]),
    ] {
        let party = party(levels);
        let of_difficulty = |t: &&Threshold| t.difficulty == difficulty;
        let thresholds = party.thresholds(Rules::Rules2024);
        let found = thresholds.iter().find(of_difficulty).map(|t| t.experience_points);
        assert_eq!(found, Some(budget));
        for encounter in encounters {
            let judged = party.judge(Rules::Rules2024, &groups(encounter));
            assert_eq!(judged.difficulty, difficulty, "{encounter:?}");
            assert_eq!(judged.over_high_budget(), None);
        }
    }
}

#[test]
fn multipliers_of_every_number_of_creatures() {
    for (creatures, few, usual, many) in [
        (1..=1, 1.5, 1.0, 0.5),
        (2..=2, 2.0, 1.5, 1.0),
        (3..=6, 2.5, 2.0, 1.5),
        (7..=10, 3.0, 2.5, 2.0),
        (11..=14, 4.0, 3.0, 2.5),
        (15..=100, 5.0, 4.0, 3.0),
    ] {
        for count in creatures {
            for size in 1..=12 {
                let expected = match size {
                    1 | 2 => few,
                    3..=5 => usual,
                    _ => many,
                };
                let factor = Rules::Rules2014.multiplier(size, count).value();
                assert!((factor - expected).abs() < f64::EPSILON, "{count} against {size}: {factor}");
                assert_eq!(Rules::Rules2024.multiplier(size, count), Multiplier::ONE);
            }
        }
    }
    assert_eq!(Rules::Rules2014.multiplier(4, 0), Multiplier::ONE);
}

#[test]
fn parties_that_there_are_not() {
    for levels in [&[][..], &[0], &[21], &[-1], &[5, 5, 40], &[3; 13]] {
        assert_eq!(Party::new(levels), None, "{levels:?}");
    }
    assert_eq!(party(&[1, 20]).size(), 2);
    assert!(party(&[3, 4]).is_outranked_by(4.0));
    assert!(!party(&[3, 5]).is_outranked_by(4.0));
}

/// Level of each character; experience points and number of each kind of creature; sum, factor in halves, adjusted
/// sum, difficulty, and what remains.
type Encounter<'a> = (Rules, &'a [i32], &'a [(i64, u32)], (i64, i64, i64, Difficulty, Option<i64>));

#[test]
fn encounters_worked_out_by_hand() {
    use Difficulty::{Deadly, Easy, Hard, High, Low, Medium, Moderate, Trivial};
    use Rules::{Rules2014 as Old, Rules2024 as New};
    let encounters: [Encounter<'_>; 20] = [
        // An ambush on the road by four of rating 1/4: exactly deadly.
        (Old, &[1; 4], &[(50, 4)], (200, 4, 400, Deadly, None)),
        // The chief of a cave alone: exactly medium.
        (Old, &[1; 4], &[(200, 1)], (200, 2, 200, Medium, Some(100))),
        // The chief and two guards.
        (Old, &[1; 4], &[(200, 1), (50, 2)], (300, 4, 600, Deadly, None)),
        // Two beasts chained at the entrance.
        (Old, &[1; 5], &[(50, 2)], (100, 3, 150, Easy, Some(100))),
        // A predator in its lair.
        (Old, &[3; 4], &[(700, 1)], (700, 2, 700, Medium, Some(200))),
        // Three sentries against two heroes; half a point is dropped.
        (Old, &[2; 2], &[(25, 3)], (75, 5, 187, Easy, Some(13))),
        // A duel in a crypt.
        (Old, &[4], &[(450, 1)], (450, 3, 675, Deadly, None)),
        // A brute under a bridge against six.
        (Old, &[5; 6], &[(1800, 1)], (1800, 1, 900, Trivial, Some(600))),
        // Its whole family.
        (Old, &[5; 6], &[(1800, 4)], (7200, 3, 10_800, Deadly, None)),
        // A company of soldiers with their captain.
        (Old, &[8; 4], &[(100, 12), (700, 1)], (1900, 6, 5700, Hard, Some(2700))),
        // A crowd of the dead.
        (Old, &[11; 4], &[(50, 20)], (1000, 8, 4000, Easy, Some(2400))),
        // A dragon at the end.
        (Old, &[17; 3], &[(18_000, 1)], (18_000, 2, 18_000, Hard, Some(8400))),
        // The printed example: a leader and three followers against a mixed party.
        (Old, &[3, 3, 3, 2], &[(200, 1), (100, 3)], (500, 4, 1000, Hard, Some(400))),
        // The same ambush by the other rules: exactly low.
        (New, &[1; 4], &[(50, 4)], (200, 2, 200, Low, Some(0))),
        // Two chiefs: exactly high.
        (New, &[1; 4], &[(200, 2)], (400, 2, 400, High, Some(0))),
        // The predator.
        (New, &[3; 4], &[(700, 1)], (700, 2, 700, Moderate, Some(200))),
        // A young dragon.
        (New, &[5; 5], &[(3900, 1)], (3900, 2, 3900, High, Some(1600))),
        // A general between two guards.
        (New, &[10; 4], &[(10_000, 1), (1800, 2)], (13_600, 2, 13_600, High, None)),
        // A titan against heroes of the highest level.
        (New, &[20; 4], &[(50_000, 1)], (50_000, 2, 50_000, Moderate, Some(2800))),
        // A rat in a cellar.
        (New, &[1, 2], &[(10, 1)], (10, 2, 10, Low, Some(140))),
    ];
    for (rules, levels, creatures, expected) in encounters {
        let judged = party(levels).judge(rules, &groups(creatures));
        let Judgement { experience_points, adjusted, multiplier, difficulty, remaining, .. } = judged;
        let found = (experience_points, multiplier.0, adjusted, difficulty, remaining);
        assert_eq!(found, expected, "{rules:?} {levels:?} {creatures:?}");
    }
}
