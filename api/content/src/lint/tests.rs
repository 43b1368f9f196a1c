//! Each rule tells a row that holds from one that contradicts itself.

mod creature;
mod equipment;
mod spell;

use super::*;
use crate::{character_option, rule};
use std::collections::BTreeSet;

/// The finding of a rule on a row: one check, or none.
fn finding<R: Lint>(rule: &str, row: &R) -> Option<Finding> {
    let mut found = lint(row).filter(|(name, _)| *name == rule);
    let (_, finding) = found.next()?;
    // Of several checks, the one that fails.
    let failed = found.map(|(_, finding)| finding).find(|f| *f != Finding::Holds);
    Some(if finding == Finding::Holds { failed.unwrap_or(Finding::Holds) } else { finding })
}

/// Holds a rule against a row that it has nothing to say against, and one that contradicts itself.
fn tells<R: Lint>(rule: &str, right: &R, wrong: &R) {
    assert_eq!(finding(rule, right), Some(Finding::Holds), "{rule}");
    let found = finding(rule, wrong);
    assert!(matches!(found, Some(Finding::Contradiction { .. })), "{rule}: {found:?}");
}

#[test]
fn rules_have_names_of_their_own() {
    fn names<R: Lint>() -> Vec<&'static str> {
        R::RULES.iter().map(|rule| rule.name).collect()
    }
    let mut known = BTreeSet::new();
    let all = [
        names::<crate::spell::Model>(),
        names::<crate::creature::Model>(),
        names::<crate::equipment::Model>(),
        names::<character_option::Model>(),
        names::<rule::Model>(),
    ];
    for name in all.concat() {
        assert!(known.insert(name), "{name} is the name of two rules");
    }
}

#[test]
fn an_empty_row_contradicts_nothing() {
    assert_eq!(lint(&crate::spell::Model::default()).count(), 0);
    assert_eq!(lint(&crate::creature::Model::default()).count(), 0);
    assert_eq!(lint(&crate::equipment::Model::default()).count(), 0);
    assert_eq!(lint(&character_option::Model::default()).count(), 0);
    assert_eq!(lint(&rule::Model::default()).count(), 0);
}

#[test]
fn texts_of_rules_are_clean() {
    let of = |text: &str| rule::Model { text: text.to_owned(), ..rule::Model::default() };
    let plain = of("A pond is wet. So is [the rain](https://rain.example/page).");
    tells("rule-joined-words", &plain, &of("A pond is wet.So is the rain."));
    tells("rule-joined-words", &plain, &of("Wait 1 hr.Then rest."));
    tells("rule-raw-links", &plain, &of("It is [wet](srd:wet)."));
    for left in ["Wet.\\nDry.", "Wet.<br>Dry.", "toad\u{ad}stool", "a __wet stone_ here", "_wet_ ."] {
        tells("rule-leftovers", &plain, &of(left));
    }
    let long = "The toad sits on its stone for the whole of the day, and does nothing else.";
    tells("rule-said-once", &of(long), &of(&format!("{long}\n\n{long}")));
}

#[test]
fn options_agree_with_their_texts() {
    let speed = |speed: i32| character_option::Model {
        kind: character_option::Kind::Race,
        speed: Some(speed),
        traits: vec![crate::Trait {
            name: "Speed".to_owned(),
            text: "Your base walking speed is 25 feet.".to_owned(),
            ..crate::Trait::default()
        }]
        .into(),
        ..character_option::Model::default()
    };
    tells("option-speed-of-traits", &speed(25), &speed(30));
    let feature = |name: &str, text: &str| character_option::Feature {
        name: name.to_owned(),
        text: text.repeat(10),
        ..character_option::Feature::default()
    };
    let featured = |second: &str| character_option::Model {
        features: vec![feature("Leap", "It leaps. "), feature("Rest", second)].into(),
        ..character_option::Model::default()
    };
    tells("option-features-said-once", &featured("It rests. "), &featured("It leaps. "));
    let die = |sides: i32| character_option::Model {
        hit_die: Some(sides),
        hit_points_at_higher_levels: Some("1d8 (or 5) per level".to_owned()),
        ..character_option::Model::default()
    };
    tells("option-hit-die", &die(8), &die(10));
    let level = |bonus: i32| character_option::Model {
        levels: vec![character_option::ClassLevel {
            level: 5,
            proficiency_bonus: Some(bonus),
            ..character_option::ClassLevel::default()
        }]
        .into(),
        ..character_option::Model::default()
    };
    tells("option-proficiency-of-level", &level(3), &level(2));
}
