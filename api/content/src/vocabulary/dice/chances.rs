//! Chances of a twenty-sided die: attack rolls and saving throws.

use super::Advantage;

/// The chances of a twenty-sided die against a number.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Chances {
    /// That it is reached.
    pub success: f64,
    /// That it is reached with a critical hit.
    pub critical: f64,
}

impl Chances {
    /// The chances of an attack roll: a 1 misses, a 20 hits, and what hits with the least critical roll is a critical hit.
    pub fn of_attack(bonus: i32, armor_class: i32, critical_from: i32, how: Advantage) -> Self {
        let is_hit = |roll| roll != 1 && (roll == 20 || roll + bonus >= armor_class);
        Self { success: chance(how, is_hit), critical: chance(how, |roll| roll >= critical_from && is_hit(roll)) }
    }

    /// The chance of a saving throw or a check.
    pub fn of_save(bonus: i32, difficulty: i32, how: Advantage) -> Self {
        Self { success: chance(how, |roll| roll + bonus >= difficulty), critical: 0.0 }
    }
}

/// The chance of the rolls of a twenty-sided die for which something holds, out of the 400 of two dice.
fn chance(how: Advantage, holds: impl Fn(i32) -> bool) -> f64 {
    let ways = |roll: i32| match how {
        Advantage::None => 20,
        Advantage::Advantage => 2 * roll - 1,
        Advantage::Disadvantage => 2 * (21 - roll) - 1,
    };
    let rolls = (1..=20).filter(|roll| holds(*roll));
    f64::from(rolls.map(ways).sum::<i32>()) / 400.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(is: f64, expected: f64, what: &str) {
        assert!((is - expected).abs() < 1e-9, "{what}: {is} is not {expected}");
    }

    #[test]
    fn chances_are_exact() {
        let attack = |bonus, class, how| Chances::of_attack(bonus, class, 20, how).success;
        for (bonus, class, how, expected) in [
            (5, 15, Advantage::None, 0.55),
            (5, 15, Advantage::Advantage, 0.7975),
            (5, 15, Advantage::Disadvantage, 0.3025),
            (0, 40, Advantage::None, 0.05),
            (30, 10, Advantage::None, 0.95),
        ] {
            assert_near(attack(bonus, class, how), expected, &format!("{bonus} {class} {how:?}"));
        }
        let champion = Chances::of_attack(0, 20, 19, Advantage::None);
        assert_near(champion.critical, 0.05, "a 19 that misses is no critical hit");
        assert_near(Chances::of_save(3, 15, Advantage::None).success, 0.45, "a save");
        assert_near(Chances::of_save(20, 15, Advantage::None).success, 1.0, "a 1 saves");
    }
}
