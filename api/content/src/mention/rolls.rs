//! Rolls: the dice, attack bonuses and difficulty classes that a text prints.

use crate::Pattern;
use std::ops::Range;

/// A roll in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What is rolled or to be reached.
    pub value: Value,
}

/// What is rolled or to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Dice: `8d6`, `2d8 + 4`; of an attack bonus, the twenty-sided die with it.
    Dice(Dice),
    /// A difficulty class.
    Dc(i32),
}

/// Dice with their bonus, and what they give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    /// Without blanks: `2d8+4`.
    pub notation: String,
    /// The average, rounded down.
    pub average: i32,
    /// The least result.
    pub minimum: i32,
    /// The greatest result.
    pub maximum: i32,
}

/// Dice of more are a slip of the pen.
const MAX_DICE: i32 = 1000;

static ROLL: Pattern = Pattern::new(
    r"\b(?P<count>\d{1,3})?d(?P<sides>\d{1,4})(?:\s?(?P<sign>[+−–-])\s?(?P<bonus>\d{1,4}))?|\bDC\s(?P<dc>\d{1,2})\b|(?P<attack>[+−-]\d{1,2})\sto\shit\b|\bAttack Roll:\s(?P<roll>[+−-]\d{1,2})\b",
);

/// The rolls of a text, in order.
pub fn find_rolls(text: &str) -> Vec<Roll> {
    let mut rolls = Vec::new();
    for found in ROLL.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        let number = |name: &str| found.name(name).and_then(|n| n.as_str().parse::<i32>().ok());
        let after = text.get(whole.end()..).unwrap_or_default();
        if is_no_roll(whole.as_str(), after) {
            continue;
        }
        if let Some(dc) = number("dc") {
            let (range, value) = (whole.range(), Value::Dc(dc));
            rolls.push(Roll { range, value });
            continue;
        }
        if let Some(bonus) = found.name("attack").or_else(|| found.name("roll")) {
            let amount = signed(bonus.as_str());
            let dice = amount.and_then(|bonus| Dice::new(1, 20, bonus));
            rolls.extend(dice.map(|dice| Roll { range: bonus.range(), value: Value::Dice(dice) }));
            continue;
        }
        let Some(sides) = number("sides") else {
            continue;
        };
        let bonus = match (number("bonus"), found.name("sign")) {
            (Some(bonus), Some(sign)) if sign.as_str() == "+" => bonus,
            (Some(bonus), _) => -bonus,
            _ => 0,
        };
        let dice = Dice::new(number("count").unwrap_or(1), sides, bonus);
        rolls.extend(dice.map(|dice| Roll { range: whole.range(), value: Value::Dice(dice) }));
    }
    rolls
}

/// Whether the words are a part of something else: a DC that something is added to (`DC 8 plus your Wisdom modifier`), and
/// the name of the checks of 2024 (`D20 Test`).
fn is_no_roll(words: &str, after: &str) -> bool {
    let after = after.trim_start();
    let is_sum = words.starts_with("DC") && after.starts_with("plus ");
    is_sum || words == "D20" && after.starts_with("Test")
}

impl Dice {
    fn new(count: i32, sides: i32, bonus: i32) -> Option<Self> {
        if !(1..=MAX_DICE).contains(&count) || sides < 2 {
            return None;
        }
        let sign = match bonus {
            0 => String::new(),
            bonus => format!("{bonus:+}"),
        };
        let (minimum, maximum) = (count + bonus, count * sides + bonus);
        Some(Self {
            notation: format!("{count}d{sides}{sign}"),
            average: (minimum + maximum).div_euclid(2),
            minimum,
            maximum,
        })
    }
}

fn signed(bonus: &str) -> Option<i32> {
    bonus.replace('−', "-").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let rolls = find_rolls(text).into_iter();
        rolls
            .map(|roll| {
                let words = text.get(roll.range).unwrap_or_default();
                match roll.value {
                    Value::Dc(dc) => format!("{words}: DC {dc}"),
                    Value::Dice(d) => format!("{words}: {} {} {}-{}", d.notation, d.average, d.minimum, d.maximum),
                }
            })
            .collect()
    }

    #[test]
    fn dice_attacks_and_difficulties_are_found() {
        assert_eq!(found("takes 14 (4d6) mud damage"), ["4d6: 4d6 14 4-24"]);
        assert_eq!(found("regains 2d8 + 4 points"), ["2d8 + 4: 2d8+4 13 6-20"]);
        assert_eq!(found("5d10 − 5"), ["5d10 − 5: 5d10-5 22 0-45"]);
        assert_eq!(found("roll a d20"), ["d20: 1d20 10 1-20"]);
        assert_eq!(found("+7 to hit, reach"), ["+7: 1d20+7 17 8-27"]);
        assert_eq!(found("Attack Roll: +9, reach"), ["+9: 1d20+9 19 10-29"]);
        assert_eq!(found("a DC 15 Wisdom save"), ["DC 15: DC 15"]);
        assert_eq!(found("4d4 and 1d100"), ["4d4: 4d4 10 4-16", "1d100: 1d100 50 1-100"]);
    }

    #[test]
    fn other_numbers_are_no_rolls() {
        for text in [
            "AD 4", "d1", "0d6", "level 5", "a 3d-printed toad", "DC", "abcd6", "DC 8 plus your Mud modifier",
            "a D20 Test",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
