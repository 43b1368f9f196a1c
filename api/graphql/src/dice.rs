//! Dice: rolls with every die, and the chances of attacks and saving throws.

use crate::error::{Error, Result};
use async_graphql::SimpleObject;
use lorekeeper_content::vocabulary::dice::{Advantage, Chances, Distribution, Expression, RolledDice};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// The numbers that bonuses and target numbers are within.
const BONUSES: std::ops::RangeInclusive<i32> = -1_000..=1_000;

/// A roll of dice.
#[derive(Clone, Debug, SimpleObject)]
pub struct DiceRoll {
    /// The expression, as it was understood (`2d20kh1+5`).
    pub expression: String,
    /// What came out.
    pub total: i64,
    /// The dice, in the order of the expression.
    pub dice: Vec<RolledDice>,
    /// The seed of the roll: with it, the same roll is made again.
    pub seed: i32,
}

/// What is asked of an attack, an effect, or dice alone.
#[derive(Clone, Debug, Default)]
pub struct Question<'a> {
    pub attack_bonus: Option<i32>,
    pub armor_class: Option<i32>,
    pub critical_from: Option<i32>,
    pub save_bonus: Option<i32>,
    pub save_dc: Option<i32>,
    pub half_on_save: bool,
    pub advantage: Advantage,
    pub damage: Option<&'a str>,
}

/// Chances from 0 to 1 and average damages, exact to six decimals.
#[derive(Clone, Debug, Default, PartialEq, SimpleObject)]
pub struct Odds {
    /// The chance that the attack hits, critical hits included; null without an attack.
    pub hit_chance: Option<f64>,
    /// The chance of a critical hit; null without an attack.
    pub critical_chance: Option<f64>,
    /// The chance that the saving throw succeeds; null without one.
    pub save_chance: Option<f64>,
    /// The average damage of one attack or effect, misses and saves included; null without `damage`.
    pub average_damage: Option<f64>,
    /// The average damage of a hit that is not critical, or after a failed saving throw.
    pub full_damage: Option<f64>,
    /// The average damage of a critical hit: all dice are rolled twice.
    pub critical_damage: Option<f64>,
    /// The average damage after a saving throw that succeeds.
    pub saved_damage: Option<f64>,
    /// The least damage of the dice, without critical hits and saves.
    pub least_damage: Option<i64>,
    /// The greatest damage of the dice, without critical hits and saves.
    pub greatest_damage: Option<i64>,
}

/// Rolls an expression.
pub fn roll(expression: &str, advantage: Advantage, seed: Option<i32>) -> Result<DiceRoll> {
    let expression = parse("expression", expression)?;
    let expression = expression.with_advantage(advantage).ok_or_else(|| {
        Error::input("`advantage` is for a roll with one twenty-sided die, such as d20+5; the expression has none.")
    })?;
    let seed = seed.unwrap_or_else(|| fastrand::i32(..));
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(seed.cast_unsigned()));
    let thrown = expression.roll(&mut |sides| below(&mut random, sides) + 1);
    Ok(DiceRoll { expression: expression.to_string(), total: thrown.total, dice: thrown.dice, seed })
}

/// A random number below a limit.
pub fn below(random: &mut ChaCha8Rng, limit: u32) -> u32 {
    let limit = u64::from(limit.max(1));
    u32::try_from(random.next_u64() % limit).unwrap_or(0)
}

/// The chances of an attack or a saving throw, and the damage.
pub fn odds(question: &Question<'_>) -> Result<Odds> {
    let attack = pair(("attackBonus", question.attack_bonus), ("armorClass", question.armor_class))?;
    let save = pair(("saveBonus", question.save_bonus), ("saveDc", question.save_dc))?;
    let damage = match question.damage {
        Some(text) if !text.trim().is_empty() => Some(Damage::of(text)?),
        _ => None,
    };
    let critical_from = question.critical_from.unwrap_or(20);
    if !(2..=20).contains(&critical_from) {
        return Err(Error::input(format!(
            "`criticalFrom` is {critical_from}, but must be from 2 to 20: the least roll of a critical hit."
        )));
    }
    let how = question.advantage;
    let odds = match (attack, save) {
        (Some(_), Some(_)) => {
            return Err(Error::input(
                "Ask for an attack (`attackBonus`, `armorClass`) or for a saving throw (`saveBonus`, `saveDc`), not for both at once.",
            ));
        }
        (None, None) if damage.is_none() => {
            return Err(Error::input(
                "Nothing is asked for: give `attackBonus` and `armorClass`, or `saveBonus` and `saveDc`, or `damage`.",
            ));
        }
        (Some((bonus, class)), None) => {
            let chances = Chances::of_attack(bonus, class, critical_from, how);
            let mean = |d: &Damage| (chances.success - chances.critical) * d.full + chances.critical * d.critical;
            Odds {
                hit_chance: Some(chances.success),
                critical_chance: Some(chances.critical),
                average_damage: damage.as_ref().map(mean),
                critical_damage: damage.as_ref().map(|d| d.critical),
                ..Odds::default()
            }
        }
        (None, Some((bonus, difficulty))) => {
            let saved = Chances::of_save(bonus, difficulty, how).success;
            let after = |d: &Damage| if question.half_on_save { d.half } else { 0.0 };
            Odds {
                save_chance: Some(saved),
                average_damage: damage.as_ref().map(|d| (1.0 - saved) * d.full + saved * after(d)),
                saved_damage: damage.as_ref().map(after),
                ..Odds::default()
            }
        }
        (None, None) => Odds { average_damage: damage.as_ref().map(|d| d.full), ..Odds::default() },
    };
    Ok(Odds {
        hit_chance: odds.hit_chance.map(rounded),
        critical_chance: odds.critical_chance.map(rounded),
        save_chance: odds.save_chance.map(rounded),
        average_damage: odds.average_damage.map(rounded),
        full_damage: damage.as_ref().map(|d| rounded(d.full)),
        critical_damage: odds.critical_damage.map(rounded),
        saved_damage: odds.saved_damage.map(rounded),
        least_damage: damage.as_ref().map(|d| d.range.0.max(0)),
        greatest_damage: damage.as_ref().map(|d| d.range.1.max(0)),
    })
}

/// Average damages.
struct Damage {
    full: f64,
    critical: f64,
    half: f64,
    range: (i64, i64),
}

impl Damage {
    fn of(text: &str) -> Result<Self> {
        let expression = parse("damage", text)?;
        let of = |is_critical| {
            Distribution::of(&expression, is_critical).map_err(|much| Error::input(format!("`damage`: {much}")))
        };
        let (plain, critical) = (of(false)?, of(true)?);
        Ok(Self {
            full: plain.mean_damage(),
            critical: critical.mean_damage(),
            half: plain.mean_half_damage(),
            range: plain.range(),
        })
    }
}

fn parse(argument: &str, text: &str) -> Result<Expression> {
    Expression::parse(text).map_err(|mistake| Error::input(format!("`{argument}`: {mistake}")))
}

/// Two numbers that are given together or not at all.
fn pair(one: (&str, Option<i32>), other: (&str, Option<i32>)) -> Result<Option<(i32, i32)>> {
    for (name, number) in [one, other] {
        if let Some(number) = number.filter(|number| !BONUSES.contains(number)) {
            return Err(Error::input(format!("`{name}` is {number}, but must be from -1000 to 1000.")));
        }
    }
    match (one, other) {
        ((_, Some(one)), (_, Some(other))) => Ok(Some((one, other))),
        ((_, None), (_, None)) => Ok(None),
        ((given, Some(_)), (missing, None)) | ((missing, None), (given, Some(_))) => {
            Err(Error::input(format!("`{given}` is given, but `{missing}` is missing.")))
        }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_roll_again() {
        let first = roll("8d6+2", Advantage::None, Some(7)).unwrap();
        let again = roll("8d6+2", Advantage::None, Some(7)).unwrap();
        assert_eq!(first.total, again.total);
        let shown: Vec<u32> = first.dice[0].rolls.iter().map(|die| die.value).collect();
        assert_eq!(i64::from(shown.iter().sum::<u32>()) + 2, first.total);
        assert!(shown.iter().all(|value| (1..=6).contains(value)));
        let by_chance = roll("8d6", Advantage::None, None).unwrap();
        let repeated = roll("8d6", Advantage::None, Some(by_chance.seed)).unwrap();
        assert_eq!(by_chance.total, repeated.total);
    }

    #[test]
    fn all_sides_come_up_alike() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0_u32; 6];
        for _ in 0..6_000 {
            counts[below(&mut random, 6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn odds_are_those_of_the_game() {
        let attack =
            Question { attack_bonus: Some(7), armor_class: Some(16), damage: Some("2d6+4"), ..Question::default() };
        let attacked = odds(&attack).unwrap();
        assert_eq!((attacked.hit_chance, attacked.critical_chance), (Some(0.6), Some(0.05)));
        assert_eq!(attacked.average_damage, Some(6.95));
        assert_eq!((attacked.full_damage, attacked.critical_damage), (Some(11.0), Some(18.0)));
        assert_eq!((attacked.least_damage, attacked.greatest_damage), (Some(6), Some(16)));
        let save = Question {
            save_bonus: Some(2),
            save_dc: Some(15),
            half_on_save: true,
            damage: Some("8d6"),
            ..Question::default()
        };
        let saved = odds(&save).unwrap();
        assert_eq!(saved.save_chance, Some(0.4));
        assert_eq!((saved.full_damage, saved.saved_damage), (Some(28.0), Some(13.75)));
        assert_eq!(saved.average_damage, Some(22.3));
        let alone = Question { damage: Some("4d6kh3"), ..Question::default() };
        assert_eq!(odds(&alone).unwrap().average_damage, Some(12.244_599));
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let none = Question::default();
        let half = Question { attack_bonus: Some(5), ..none.clone() };
        let both = Question {
            attack_bonus: Some(5),
            armor_class: Some(12),
            save_bonus: Some(1),
            save_dc: Some(12),
            ..none.clone()
        };
        let far = Question { attack_bonus: Some(i32::MAX), armor_class: Some(12), ..none.clone() };
        let many = Question { damage: Some("1000d1000"), ..none.clone() };
        for (question, said) in [
            (none, "Nothing is asked for"),
            (half, "`armorClass` is missing"),
            (both, "not for both"),
            (far, "from -1000 to 1000"),
            (many, "`damage`: These are too many dice"),
        ] {
            let problem = odds(&question).unwrap_err().message;
            assert!(problem.contains(said), "{problem}");
        }
        let problem = roll("2d6", Advantage::Advantage, None).unwrap_err().message;
        assert!(problem.contains("one twenty-sided die"), "{problem}");
    }
}
