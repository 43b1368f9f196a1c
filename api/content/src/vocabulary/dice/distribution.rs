//! Probability distributions: how likely each result of a dice expression is.

use super::{Dice, Expression, Keep, Sign};

/// Most steps of the calculation.
const MAX_WORK: usize = 4_000_000;

/// How likely each number is, from the least one on.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    least: i64,
    chances: Vec<f64>,
}

/// An expression has too many results to be calculated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "These are too many dice for exact chances: at most some 50 dice of 20 sides, or 20 of which some are kept. Ask for fewer."
)]
pub struct TooMuchWork;

impl Distribution {
    /// How likely each result of an expression is; of a critical hit all dice are rolled twice.
    pub fn of(expression: &Expression, is_critical: bool) -> Result<Self, TooMuchWork> {
        Calculation { is_critical, work: 0 }.distribute(expression)
    }

    /// The mean of what a function makes of the results.
    pub fn mean(&self, of: impl Fn(i64) -> f64) -> f64 {
        let results = (self.least..).zip(&self.chances);
        results.map(|(result, chance)| chance * of(result)).sum()
    }

    /// The mean damage: no damage is below 0.
    #[expect(clippy::cast_precision_loss, reason = "results are below 2^53")]
    pub fn mean_damage(&self) -> f64 {
        self.mean(|damage| damage.max(0) as f64)
    }

    /// The mean of half the damage, rounded down.
    #[expect(clippy::cast_precision_loss, reason = "results are below 2^53")]
    pub fn mean_half_damage(&self) -> f64 {
        self.mean(|damage| (damage.max(0) / 2) as f64)
    }

    /// The least and the greatest result.
    pub fn range(&self) -> (i64, i64) {
        let count = i64::try_from(self.chances.len()).unwrap_or(i64::MAX);
        (self.least, self.least.saturating_add(count - 1))
    }

    fn exactly(number: i64) -> Self {
        Self { least: number, chances: vec![1.0] }
    }

    fn negated(mut self) -> Self {
        let (_, greatest) = self.range();
        self.chances.reverse();
        Self { least: -greatest, ..self }
    }
}

/// A calculation with its steps so far.
struct Calculation {
    is_critical: bool,
    work: usize,
}

impl Calculation {
    fn spend(&mut self, steps: usize) -> Result<(), TooMuchWork> {
        self.work = self.work.saturating_add(steps);
        if self.work > MAX_WORK {
            return Err(TooMuchWork);
        }
        Ok(())
    }

    fn distribute(&mut self, expression: &Expression) -> Result<Distribution, TooMuchWork> {
        match expression {
            Expression::Number(number) => Ok(Distribution::exactly(*number)),
            Expression::Dice(dice) => {
                let once = self.of_dice(*dice)?;
                if self.is_critical {
                    return self.sum(&once, &once);
                }
                Ok(once)
            }
            Expression::Sum(parts) => {
                let mut sum = Distribution::exactly(0);
                for (sign, part) in parts {
                    let part = self.distribute(part)?;
                    let part = match sign {
                        Sign::Plus => part,
                        Sign::Minus => part.negated(),
                    };
                    sum = self.sum(&sum, &part)?;
                }
                Ok(sum)
            }
            Expression::Product(parts) => {
                let mut product = Distribution::exactly(1);
                for part in parts {
                    let part = self.distribute(part)?;
                    product = self.product(&product, &part)?;
                }
                Ok(product)
            }
        }
    }

    fn sum(&mut self, one: &Distribution, other: &Distribution) -> Result<Distribution, TooMuchWork> {
        self.spend(one.chances.len().saturating_mul(other.chances.len()))?;
        let mut chances = vec![0.0; one.chances.len() + other.chances.len() - 1];
        for (start, chance) in one.chances.iter().enumerate() {
            let sums = chances.iter_mut().skip(start);
            for (sum, more) in sums.zip(&other.chances) {
                *sum += chance * more;
            }
        }
        Ok(Distribution { least: one.least + other.least, chances })
    }

    fn product(&mut self, one: &Distribution, other: &Distribution) -> Result<Distribution, TooMuchWork> {
        self.spend(one.chances.len().saturating_mul(other.chances.len()))?;
        let ends = |range: &Distribution| [range.range().0, range.range().1];
        let corners = ends(one).into_iter().flat_map(|a| ends(other).map(|b| a.saturating_mul(b)));
        let (least, greatest) =
            corners.fold((i64::MAX, i64::MIN), |(least, greatest), corner| (least.min(corner), greatest.max(corner)));
        let length = usize::try_from(greatest.saturating_sub(least)).map_err(|_| TooMuchWork)?;
        self.spend(length)?;
        let mut chances = vec![0.0; length + 1];
        for (a, chance) in (one.least..).zip(&one.chances) {
            for (b, more) in (other.least..).zip(&other.chances) {
                let place = usize::try_from(a * b - least).ok();
                if let Some(sum) = place.and_then(|place| chances.get_mut(place)) {
                    *sum += chance * more;
                }
            }
        }
        Ok(Distribution { least, chances })
    }

    fn of_dice(&mut self, dice: Dice) -> Result<Distribution, TooMuchWork> {
        let single = one_die(dice);
        let Some(keep) = dice.keep.filter(|keep| keep.count < dice.count) else {
            let mut sum = Distribution::exactly(0);
            for _ in 0..dice.count {
                sum = self.sum(&sum, &single)?;
            }
            return Ok(sum);
        };
        self.of_kept(&single, dice.count, keep)
    }

    /// The sum of those dice that count. The values are gone through from those that count first; the state is how many
    /// dice show one of them, and the sum of those that count so far.
    fn of_kept(&mut self, die: &Distribution, count: u32, keep: Keep) -> Result<Distribution, TooMuchWork> {
        let size = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
        let (count, kept, sides) = (size(count), size(keep.count), die.chances.len());
        let width = kept * sides + 1;
        let steps = [sides, count, count, width].into_iter();
        self.spend(steps.fold(1, usize::saturating_mul) / 2)?;
        let mut values: Vec<(usize, f64)> = (1..).zip(die.chances.iter().copied()).collect();
        if keep.highest {
            values.reverse();
        }
        // The ways to choose which of the remaining dice show a value.
        let choose = binomials(count);
        let mut states = vec![vec![0.0; width]; count + 1];
        if let Some(start) = states.first_mut().and_then(|sums| sums.first_mut()) {
            *start = 1.0;
        }
        for (value, chance) in values {
            let mut next = vec![vec![0.0; width]; count + 1];
            for (shown, sums) in states.iter().enumerate() {
                let left = count - shown;
                let mut power = 1.0;
                for more in 0..=left {
                    let ways = choose.get(left).and_then(|row| row.get(more));
                    let weight = power * ways.copied().unwrap_or_default();
                    power *= chance;
                    let counting = kept.saturating_sub(shown).min(more);
                    let to = next.get_mut(shown + more).into_iter();
                    let to = to.flat_map(|row| row.iter_mut().skip(counting * value));
                    for (sum, before) in to.zip(sums) {
                        *sum += before * weight;
                    }
                }
            }
            states = next;
        }
        let least = i64::try_from(kept).unwrap_or(i64::MAX);
        let chances = states.pop().unwrap_or_default().split_off(kept);
        Ok(Distribution { least, chances })
    }
}

/// How likely each number of one die is.
fn one_die(dice: Dice) -> Distribution {
    let each = 1.0 / f64::from(dice.sides);
    let again = dice.reroll.unwrap_or(0);
    let rerolled = f64::from(again) * each * each;
    let chance = |value| {
        if value <= again { rerolled } else { each + rerolled }
    };
    Distribution { least: 1, chances: (1..=dice.sides).map(chance).collect() }
}

/// The binomial coefficients up to a number.
fn binomials(count: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for _ in 0..count {
        let last = rows.last().cloned().unwrap_or_default();
        let inner = last.windows(2).map(|pair| pair.iter().sum());
        rows.push([1.0].into_iter().chain(inner).chain([1.0]).collect());
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, is_critical: bool) -> Distribution {
        Distribution::of(&Expression::parse(text).unwrap(), is_critical).unwrap()
    }

    fn assert_near(is: f64, expected: f64, what: &str) {
        assert!((is - expected).abs() < 1e-9, "{what}: {is} is not {expected}");
    }

    /// Every way in which dice can fall, counted by hand.
    fn counted(sides: &[u32], of: impl Fn(&mut Vec<u32>) -> f64) -> f64 {
        let all: u32 = sides.iter().product();
        let sum: f64 = (0..all)
            .map(|mut number| {
                let mut shown: Vec<u32> = sides
                    .iter()
                    .map(|sides| {
                        let value = number % sides + 1;
                        number /= sides;
                        value
                    })
                    .collect();
                of(&mut shown)
            })
            .sum();
        sum / f64::from(all)
    }

    #[test]
    fn means_are_those_of_counting_every_way() {
        let highest = |shown: &mut Vec<u32>| {
            shown.sort_unstable();
            f64::from(shown.iter().rev().take(3).sum::<u32>())
        };
        assert_near(of("4d6kh3", false).mean_damage(), counted(&[6; 4], highest), "4d6kh3");
        let lowest = |shown: &mut Vec<u32>| {
            shown.sort_unstable();
            f64::from(shown.iter().take(2).sum::<u32>())
        };
        assert_near(of("3d8kl2", false).mean_damage(), counted(&[8; 3], lowest), "3d8kl2");
        let half = |shown: &mut Vec<u32>| f64::from(shown.iter().sum::<u32>() / 2);
        assert_near(of("3d6", false).mean_half_damage(), counted(&[6; 3], half), "half of 3d6");
        let product = |shown: &mut Vec<u32>| f64::from((shown[0] + 2) * shown[1]);
        assert_near(of("(1d6+2)*1d4", false).mean_damage(), counted(&[6, 4], product), "product");
        let less = |shown: &mut Vec<u32>| f64::from(shown[0].saturating_sub(2));
        assert_near(of("1d4-2", false).mean_damage(), counted(&[4], less), "1d4-2");
        assert_near(of("2d6ro2", false).mean_damage(), 25.0 / 3.0, "great weapon fighting");
        assert_near(of("2d6+4", true).mean_damage(), 18.0, "a critical hit doubles dice alone");
        assert_eq!(of("1d4-3d6", false).range(), (-17, 1));
    }

    #[test]
    fn too_many_dice_are_refused() {
        for text in ["1000d1000", "1000d20kh500", "100d100*100d100"] {
            let expression = Expression::parse(text).unwrap();
            assert_eq!(Distribution::of(&expression, false), Err(TooMuchWork), "{text}");
        }
        for text in ["50d20", "20d6kh10", "40d6+20"] {
            assert!(Distribution::of(&Expression::parse(text).unwrap(), true).is_ok(), "{text}");
        }
    }
}
