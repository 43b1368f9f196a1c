//! Tests of mistakes and of hostile texts.

use super::*;

fn mistake(family: Family, text: &str) -> String {
    input(family, text).expect_err(text).to_string()
}

#[test]
fn a_mistake_is_a_sentence_with_its_place() {
    use Family::{Creature, Equipment, Rule, Spell};
    for (family, text, place, part) in [
        (Spell, "level:", 7, "behind `level` a value is missing"),
        (Spell, "level: school:evocation", 7, "behind `level` a value is missing"),
        (Spell, "level: or ritual", 7, "behind `level` a value is missing"),
        (Spell, "ritual level:,3", 14, "a value is missing"),
        (Spell, "school:a,,b", 10, "between two commas"),
        (Spell, "level:3:4", 8, "second sign"),
        (Spell, ":3", 1, "before this sign a key is missing"),
        (Spell, "(level:3", 1, "bracket is not closed"),
        (Spell, "level:3)", 8, "closes nothing"),
        (Spell, "level:3 ()", 9, "nothing in these brackets"),
        (Spell, "\"fire", 1, "quotation is not closed"),
        (Spell, "\" \"", 1, "nothing in these quotes"),
        (Spell, "ritual or", 8, "behind this `or` something is missing"),
        (Spell, "or ritual", 1, "before this `or` something is missing"),
        (Spell, "ritual -", 8, "behind this negation"),
        (Spell, "lvel:3", 1, "Did you mean `level`"),
        (Spell, "ü fire cr:3", 8, "The family creature has one"),
        (Spell, "xyzzyx:3", 1, "put it in quotes"),
        (Spell, "level:three", 7, "takes a whole number, and `three` is none"),
        (Spell, "level:3.5", 7, "a whole number"),
        (Spell, "ritual:maybe", 8, "`true` or `false`"),
        (Creature, "cr:31", 4, "a challenge rating"),
        (Creature, "cr>=1,2", 1, "takes one number"),
        (Spell, "school>=evocation", 1, "has no order"),
        (Spell, "school:a..b", 1, "has no order"),
        (Equipment, "kind:wepon", 6, "Did you mean `weapon`"),
        (Equipment, "kind:qqqq", 6, "There are: "),
        (Rule, "family:beasts", 8, "There are: spell, creature"),
        (Spell, "casters:dragon", 1, "in brackets"),
        (Spell, "class:(bard level:3)", 13, "values only"),
        (Creature, "spells:(cr:3)", 9, "no filter of the family spell"),
        (Creature, "type:*,dragon", 7, "any value already"),
    ] {
        let told = mistake(family, text);
        assert!(told.starts_with(&format!("`where`, at place {place}: ")), "{text}: {told}");
        assert!(told.contains(part), "{text}: {told}");
        assert!(told.ends_with(['.', '?']), "{told}");
    }
}

#[test]
fn hostile_texts_are_bounded() {
    let started = std::time::Instant::now();
    let nested = |count: usize| format!("{}x{}", "a or (".repeat(count), ")".repeat(count));
    assert!(input(Family::Spell, &nested(MAX_DEPTH)).is_ok());
    let deep = mistake(Family::Spell, &nested(40));
    assert!(deep.contains("at most 32 deep"), "{deep}");
    let flat = vec!["ritual"; 40].join(" or ");
    assert!(input(Family::Spell, &flat).is_ok());
    let many = mistake(Family::Spell, &vec!["a"; MAX_TERMS + 1].join(" "));
    assert!(many.contains("at most 64 words and comparisons"), "{many}");
    let long = mistake(Family::Spell, &"ü".repeat(MAX_CHARS + 1));
    assert!(long.contains("at most 1000 characters, this one has 1001"), "{long}");
    for sign in [
        "-", "(", ")", "\"", ":", "=", "<", "!", ",", "or ", "not ", "and ", "a:", "a:(", "..", "*", "\u{1F409}", "\0",
        "“„", "level:1..", "-(",
    ] {
        for count in [1, 2, 3, 31, 33, 250] {
            let _ = input(Family::Creature, &sign.repeat(count));
            let _ = input(Family::Creature, &format!("level:3 {}", sign.repeat(count)));
            for cursor in [0, 1, count, usize::MAX] {
                let _ = completion(Family::Creature, &sign.repeat(count), cursor);
            }
        }
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(20));
}
