//! Tests of encounter budgets: what fits into one, and how hard it makes an encounter.

use super::super::tests::{groups, party};
use super::super::{MAX_LEVEL, Rules};
use super::*;

#[test]
fn what_fits_stays_within_the_budget_and_one_more_does_not() {
    let party = party(&[3, 4, 5]);
    for rules in [Rules::Rules2014, Rules::Rules2024] {
        for difficulty in rules.difficulties() {
            for chosen in [&[][..], &[(100, 2)], &[(200, 1), (50, 3)]] {
                let chosen = groups(chosen);
                let budget = Budget::new(&party, rules, *difficulty, &chosen).expect("a budget");
                for points in [1, 10, 25, 50, 100, 450, 1800] {
                    let with = |count| {
                        let more = Group { experience_points: points, count };
                        let all: Vec<Group> = chosen.iter().copied().chain([more]).collect();
                        party.judge(rules, &all).adjusted
                    };
                    let most = budget.max_count(points);
                    assert!(most == 0 || with(most) <= budget.limit);
                    let all = most + 1 + budget.chosen;
                    assert!(all > MAX_COUNT || with(most + 1) > budget.limit);
                    // The filter of a listing and the number agree.
                    for count in 1..=3 {
                        let listed = points <= budget.max_experience_points(count);
                        assert_eq!(listed, most >= count, "{count} of {points}: {most}");
                    }
                }
            }
        }
    }
}

/// A creature is a candidate of 2024 if and only if some number of it, at least the count, makes an encounter of the
/// difficulty; and so many as fit do.
#[test]
fn candidates_of_2024_make_an_encounter_of_the_difficulty() {
    let rules = Rules::Rules2024;
    for (levels, chosen) in [
        (&[1; 4][..], &[][..]),
        (&[5; 4], &[(450, 1)]),
        (&[10, 11, 12], &[(2300, 1), (100, 2)]),
        (&[20; 6], &[]),
        (&[2; 3], &[(450, 2)]),
    ] {
        let (party, chosen) = (party(levels), groups(chosen));
        for difficulty in rules.difficulties() {
            let budget = Budget::new(&party, rules, *difficulty, &chosen).expect("a budget");
            for count in [1, 3] {
                let ranges = budget.ranges(count);
                for points in (1..200).chain((200..8000).step_by(50)) {
                    let with = |count| {
                        let more = groups(&[(points, count)]);
                        party.judge(rules, &[chosen.clone(), more].concat())
                    };
                    let is_it = |count: u32| {
                        let judged = with(count);
                        judged.difficulty == *difficulty && judged.over_high_budget().is_none()
                    };
                    let some = (count..=MAX_COUNT - budget.chosen).any(is_it);
                    let listed = ranges.iter().any(|(least, most)| (*least..=*most).contains(&points));
                    assert_eq!(listed, some, "{difficulty:?} {levels:?} {count} of {points}");
                    assert!(!listed || is_it(budget.max_count(points)), "{points}");
                }
            }
        }
    }
}

/// The most that a budget of 2014 lets in has the difficulty, and one point more has the next.
#[test]
fn a_budget_of_2014_ends_below_the_next_threshold() {
    let rules = Rules::Rules2014;
    for level in 1..=MAX_LEVEL {
        let party = party(&[level; 4]);
        let next = rules.difficulties().iter().skip(1).map(Some).chain([None]);
        for (difficulty, next) in rules.difficulties().iter().zip(next) {
            let budget = Budget::new(&party, rules, *difficulty, &[]).expect("a budget");
            let most = budget.max_experience_points(1);
            let judge = |points| party.judge(rules, &groups(&[(points, 1)])).difficulty;
            assert_eq!(judge(most), *difficulty, "level {level}");
            assert_eq!(judge(most + 1), *next.unwrap_or(difficulty));
            assert_eq!((budget.max_count(most), budget.max_count(most + 1)), (1, 0));
        }
    }
    // Half a point is dropped: 233 times 1.5 is 349, and 350 would be medium.
    let mixed = party(&[1, 1, 1, 1, 3]);
    let budget = Budget::new(&mixed, rules, Difficulty::Easy, &groups(&[(100, 1)]));
    let budget = budget.expect("a budget");
    assert_eq!((budget.limit, budget.max_experience_points(1)), (349, 133));
}

#[test]
fn budgets_are_of_their_rules() {
    let party = party(&[1; 4]);
    let limit = |rules, difficulty| {
        let budget = Budget::new(&party, rules, difficulty, &[]);
        budget.map(|budget| budget.limit)
    };
    assert_eq!(limit(Rules::Rules2024, Difficulty::High), Some(400));
    assert_eq!(limit(Rules::Rules2024, Difficulty::Trivial), None);
    assert_eq!(limit(Rules::Rules2024, Difficulty::Deadly), None);
    assert_eq!(limit(Rules::Rules2014, Difficulty::Low), None);
    for (difficulty, expected) in [
        (Difficulty::Trivial, 99),
        (Difficulty::Easy, 199),
        (Difficulty::Medium, 299),
        (Difficulty::Hard, 399),
        (Difficulty::Deadly, 500),
    ] {
        assert_eq!(limit(Rules::Rules2014, difficulty), Some(expected));
    }
    for rules in [Rules::Rules2014, Rules::Rules2024] {
        for difficulty in rules.difficulties() {
            assert_eq!(Rules::of_difficulty(*difficulty), rules);
        }
    }
    assert_eq!(Rules::of_difficulty(Difficulty::Trivial), Rules::Rules2014);
    assert_eq!(Rules::of_game_system("5E-2014"), Some(Rules::Rules2014));
    assert_eq!(Rules::of_game_system("a5e"), None);
}
