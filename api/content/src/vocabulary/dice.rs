//! Dice notation: expressions such as `18d10 + 36` and `4d6kh3`, their rolls and their distributions.

mod chances;
mod distribution;
mod roll;
mod syntax;

pub use chances::Chances;
pub use distribution::{Distribution, TooMuchWork};
pub use roll::{Die, RolledDice, Throw};

use std::fmt;

/// Most characters of an expression.
const MAX_CHARS: usize = 200;

/// Most brackets within each other.
const MAX_DEPTH: usize = 20;

/// Most dice of an expression.
const MAX_DICE: u32 = 1_000;

/// Most sides of a die.
const MAX_SIDES: u32 = 1_000;

/// The greatest number that an expression can give.
const MAX_RESULT: f64 = 1e9;

/// An expression: dice and numbers, added and multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// Dice of one kind.
    Dice(Dice),
    /// Expressions that are added, or taken away.
    Sum(Vec<(Sign, Self)>),
    /// Expressions that are multiplied.
    Product(Vec<Self>),
}

/// Whether a part of a sum is added.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is taken away.
    Minus,
}

/// Dice of one kind that are rolled together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    /// How many are rolled.
    pub count: u32,
    /// How many sides each has.
    pub sides: u32,
    /// The greatest number that is rolled anew, once.
    pub reroll: Option<u32>,
    /// Which of them count; `None` for all.
    pub keep: Option<Keep>,
}

/// Which of several dice count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Whether the highest count, else the lowest.
    pub highest: bool,
    /// How many count.
    pub count: u32,
}

/// How a twenty-sided die is rolled.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, async_graphql::Enum)]
pub enum Advantage {
    /// One die.
    #[default]
    None,
    /// Of two dice the higher counts.
    Advantage,
    /// Of two dice the lower counts.
    Disadvantage,
}

/// Why a text is no dice expression, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DiceMistake(String);

impl Expression {
    /// Reads an expression: `2d6+3`, `d20`, `d%`, `4d6kh3` (the three highest count), `2d20kl1`, `4d6dl1` (the lowest does
    /// not count), `2d6ro2` (a 1 or 2 is rolled once more), `(1d6+2)*2`.
    pub fn parse(text: &str) -> Result<Self, DiceMistake> {
        syntax::parse(text)
    }

    /// The same with the first single twenty-sided die rolled twice; `None` where there is none.
    pub fn with_advantage(&self, advantage: Advantage) -> Option<Self> {
        let highest = match advantage {
            Advantage::None => return Some(self.clone()),
            Advantage::Advantage => true,
            Advantage::Disadvantage => false,
        };
        let mut changed = self.clone();
        let die = changed.first_twenty()?;
        die.count = 2;
        die.keep = Some(Keep { highest, count: 1 });
        Some(changed)
    }

    fn first_twenty(&mut self) -> Option<&mut Dice> {
        match self {
            Self::Number(_) => None,
            Self::Dice(dice) => (dice.count == 1 && dice.sides == 20).then_some(dice),
            Self::Sum(parts) => parts.iter_mut().find_map(|(_, part)| part.first_twenty()),
            Self::Product(parts) => parts.iter_mut().find_map(Self::first_twenty),
        }
    }

    /// How many dice are rolled.
    fn dice_count(&self) -> u32 {
        match self {
            Self::Number(_) => 0,
            Self::Dice(dice) => dice.count,
            Self::Sum(parts) => parts.iter().map(|(_, part)| part.dice_count()).sum(),
            Self::Product(parts) => parts.iter().map(Self::dice_count).sum(),
        }
    }

    /// The greatest number, whatever its sign, that can come out.
    fn magnitude(&self) -> f64 {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "numbers are below 2^53")]
            Self::Number(number) => number.abs() as f64,
            Self::Dice(dice) => f64::from(dice.count_kept()) * f64::from(dice.sides),
            Self::Sum(parts) => parts.iter().map(|(_, part)| part.magnitude()).sum(),
            Self::Product(parts) => parts.iter().map(Self::magnitude).product(),
        }
    }

    /// The average of plain dice and numbers, added; `None` of anything else.
    fn average_of_sum(&self) -> Option<f64> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "numbers are below 2^53")]
            Self::Number(number) => Some(*number as f64),
            Self::Dice(dice) if dice.keep.is_none() && dice.reroll.is_none() => {
                Some(f64::from(dice.count) * f64::midpoint(f64::from(dice.sides), 1.0))
            }
            Self::Sum(parts) => {
                parts.iter().try_fold(0.0, |sum, (sign, part)| Some(sum + sign.factor() * part.average_of_sum()?))
            }
            Self::Dice(_) | Self::Product(_) => None,
        }
    }
}

impl Sign {
    fn factor(self) -> f64 {
        match self {
            Self::Plus => 1.0,
            Self::Minus => -1.0,
        }
    }
}

impl Dice {
    /// How many of them count.
    fn count_kept(self) -> u32 {
        self.keep.map_or(self.count, |keep| keep.count)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)?;
        if let Some(greatest) = self.reroll {
            write!(f, "ro{greatest}")?;
        }
        match self.keep {
            Some(keep) if keep.highest => write!(f, "kh{}", keep.count),
            Some(keep) => write!(f, "kl{}", keep.count),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Dice(dice) => write!(f, "{dice}"),
            Self::Sum(parts) => {
                for (place, (sign, part)) in parts.iter().enumerate() {
                    match sign {
                        Sign::Plus if place == 0 => {}
                        Sign::Plus => f.write_str("+")?,
                        Sign::Minus => f.write_str("-")?,
                    }
                    match part {
                        Self::Sum(_) => write!(f, "({part})")?,
                        part => write!(f, "{part}")?,
                    }
                }
                Ok(())
            }
            Self::Product(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    if place > 0 {
                        f.write_str("*")?;
                    }
                    match part {
                        Self::Sum(_) => write!(f, "({part})")?,
                        part => write!(f, "{part}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// The average of dice such as `18d10 + 36`, rounded down; `None` when it is no sum of dice.
pub fn dice_average(dice: &str) -> Option<i32> {
    // Books break notation where their lines end.
    let compact: String = dice.split_whitespace().collect();
    let average = Expression::parse(&compact).ok()?.average_of_sum()?;
    #[expect(clippy::cast_possible_truncation, reason = "an expression gives less than 2^31")]
    Some(average.floor() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_have_averages() {
        for (dice, expected) in [
            ("18d10 + 36", Some(135)),
            ("1d4-1", Some(1)),
            ("d8", Some(4)),
            ("3d8 − 3", Some(10)),
            ("18 d10 + 3 6", Some(135)),
            ("7", Some(7)),
            ("4d6kh3", None),
            ("2 * 1d6", None),
            ("see text", None),
            ("", None),
        ] {
            assert_eq!(dice_average(dice), expected, "{dice}");
        }
    }

    #[test]
    fn expressions_are_written_as_they_are_read() {
        for (text, expected) in [
            ("D20 + 5", "1d20+5"),
            ("d%", "1d100"),
            ("4d6k3", "4d6kh3"),
            ("4d6dl1", "4d6kh3"),
            ("4d6dh", "4d6kl3"),
            ("2d6ro2+3", "2d6ro2+3"),
            ("-1d4 + (2d6 - 1) x 2", "-1d4+(2d6-1)*2"),
            ("1d6 – (1d4 - 2)", "1d6-(1d4-2)"),
            ("+3", "3"),
        ] {
            let read = Expression::parse(text).map(|read| read.to_string());
            assert_eq!(read.as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_is_told_with_the_limit() {
        let deep = "(".repeat(30) + "1" + &")".repeat(30);
        let deeper = "(".repeat(10_000) + "1" + &")".repeat(10_000);
        let long_product = "*999999".repeat(20);
        for (text, said) in [
            ("1000000d1000000", "at most 1,000 dice"),
            ("1d1000000", "1 to 1,000 sides"),
            ("d0", "1 to 1,000 sides"),
            ("0d6", "1 to 1,000 dice"),
            ("600d6+600d6", "at most 1,000 dice"),
            ("99999999999999999999d6", "at most 1,000 dice"),
            ("99999999999999999999", "numbers up to"),
            (&format!("9{long_product}"), "results up to"),
            ("4d6kh5", "has 4 dice"),
            ("4d6dl4", "has 4 dice"),
            ("2d6ro6", "from 1 to 5"),
            (&deep, "at most 20 deep"),
            (&deeper, "at most 200 characters"),
            ("2d6+", "something is missing"),
            ("2d6 fire", "\"fire\""),
            ("(2d6", "is not closed"),
            ("", "something is missing"),
        ] {
            let problem = Expression::parse(text).unwrap_err().to_string();
            assert!(problem.contains(said), "{text:.40}: {problem}");
        }
    }

    #[test]
    fn advantage_is_for_one_twenty_sided_die() {
        let with = |text: &str, advantage| {
            let read = Expression::parse(text).unwrap();
            read.with_advantage(advantage).map(|read| read.to_string())
        };
        assert_eq!(with("d20+5", Advantage::Advantage).as_deref(), Some("2d20kh1+5"));
        assert_eq!(with("1d4+d20", Advantage::Disadvantage).as_deref(), Some("1d4+2d20kl1"));
        assert_eq!(with("2d6", Advantage::Advantage), None);
        assert_eq!(with("2d6", Advantage::None).as_deref(), Some("2d6"));
    }
}
