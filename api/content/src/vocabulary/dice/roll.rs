//! Rolls of dice expressions: what each die shows, and which count.

use super::{Dice, Expression, Sign};

/// A roll of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// What came out.
    pub total: i64,
    /// The dice, in the order of the expression.
    pub dice: Vec<RolledDice>,
}

/// Dice of one kind, rolled.
#[derive(Clone, Debug, PartialEq, Eq, async_graphql::SimpleObject)]
#[graphql(name = "RolledDice")]
pub struct RolledDice {
    /// What was rolled (`4d6kh3`).
    pub dice: String,
    /// The sum of the dice that count.
    pub sum: u32,
    /// Each die, in the order of the throw.
    pub rolls: Vec<Die>,
}

/// A die, rolled.
#[derive(Copy, Clone, Debug, PartialEq, Eq, async_graphql::SimpleObject)]
#[graphql(name = "Die")]
pub struct Die {
    /// What it shows.
    pub value: u32,
    /// Whether it counts.
    pub kept: bool,
    /// What it showed before it was rolled again; null where it was not.
    pub rerolled_from: Option<u32>,
}

impl Expression {
    /// Rolls it. `throw` gives a number from 1 to the number of sides.
    pub fn roll(&self, throw: &mut impl FnMut(u32) -> u32) -> Throw {
        let mut dice = Vec::new();
        let total = self.roll_into(throw, &mut dice);
        Throw { total, dice }
    }

    fn roll_into(&self, throw: &mut impl FnMut(u32) -> u32, dice: &mut Vec<RolledDice>) -> i64 {
        match self {
            Self::Number(number) => *number,
            Self::Dice(kind) => {
                let rolled = kind.roll(throw);
                let sum = i64::from(rolled.sum);
                dice.push(rolled);
                sum
            }
            Self::Sum(parts) => parts.iter().fold(0, |sum, (sign, part)| {
                let value = part.roll_into(throw, dice);
                match sign {
                    Sign::Plus => sum + value,
                    Sign::Minus => sum - value,
                }
            }),
            Self::Product(parts) => {
                let values = parts.iter().map(|part| part.roll_into(throw, dice));
                values.product()
            }
        }
    }
}

impl Dice {
    fn roll(self, throw: &mut impl FnMut(u32) -> u32) -> RolledDice {
        let mut rolls = Vec::new();
        for _ in 0..self.count {
            let first = throw(self.sides);
            let again = self.reroll.is_some_and(|greatest| first <= greatest);
            rolls.push(Die {
                value: if again { throw(self.sides) } else { first },
                kept: true,
                rerolled_from: again.then_some(first),
            });
        }
        if let Some(keep) = self.keep {
            let mut by_value: Vec<&mut Die> = rolls.iter_mut().collect();
            by_value.sort_by_key(|die| die.value);
            if keep.highest {
                by_value.reverse();
            }
            let kept = usize::try_from(keep.count).unwrap_or(usize::MAX);
            for die in by_value.into_iter().skip(kept) {
                die.kept = false;
            }
        }
        let kept = rolls.iter().filter(|die| die.kept);
        RolledDice { dice: self.to_string(), sum: kept.map(|die| die.value).sum(), rolls }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dice that show these numbers, one after the other.
    fn rolled(text: &str, shown: &[u32]) -> Throw {
        let mut shown = shown.iter();
        let expression = Expression::parse(text).unwrap();
        let thrown = expression.roll(&mut |_| *shown.next().expect("a die too many"));
        assert_eq!(shown.next(), None, "{text}");
        thrown
    }

    #[test]
    fn dice_are_added_kept_and_rolled_again() {
        for (text, shown, total) in [
            ("2d6+3", &[4, 5][..], 12),
            ("4d6kh3", &[1, 6, 5, 2], 13),
            ("4d6dl1", &[1, 6, 5, 2], 13),
            ("2d20kl1-1", &[17, 4], 3),
            ("2d6ro2", &[2, 1, 5], 6),
            ("(1d6+2)*2 - 1d4", &[3, 4], 6),
        ] {
            assert_eq!(rolled(text, shown).total, total, "{text}");
        }
    }

    #[test]
    fn every_die_is_told() {
        let thrown = rolled("3d6ro1kh2+1d4", &[1, 4, 2, 6, 3]);
        let told = |dice: &RolledDice| {
            let rolls = dice.rolls.iter();
            let rolls = rolls.map(|die| (die.value, die.kept, die.rerolled_from));
            (dice.dice.clone(), dice.sum, rolls.collect::<Vec<_>>())
        };
        let told: Vec<_> = thrown.dice.iter().map(told).collect();
        assert_eq!(
            told,
            [
                ("3d6ro1kh2".to_owned(), 10, vec![(4, true, Some(1)), (2, false, None), (6, true, None)]),
                ("1d4".to_owned(), 3, vec![(3, true, None)]),
            ]
        );
        assert_eq!(thrown.total, 13);
    }
}
