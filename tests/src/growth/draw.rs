//! Chance that is the same each time: draws that follow from a seed and a record's place.

use lorekeeper::digest::sha256;

/// A run of draws.
pub struct Draw(fastrand::Rng);

impl Draw {
    /// The draws of the record `number` of `what`; another `attempt` draws otherwise.
    #[must_use]
    pub fn of(seed: u64, what: &str, number: usize, attempt: u8) -> Self {
        let digest = sha256(format!("{seed} {what} {number} {attempt}"));
        let start = digest.get(..16).unwrap_or_default();
        Self(fastrand::Rng::with_seed(
            u64::from_str_radix(start, 16).unwrap_or_default(),
        ))
    }

    /// A number below `end`; 0 where that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0.i32(low..=high.max(low))
    }

    /// A number from 0 to 1.
    pub fn part(&mut self) -> f64 {
        self.0.f64()
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: f64) -> bool {
        self.part() * 100.0 < percent
    }

    /// Any of a list, each as often as the others.
    pub fn pick<T: Copy + Default>(&mut self, list: &[T]) -> T {
        let place = self.below(list.len());
        list.get(place).copied().unwrap_or_default()
    }

    /// One of a list, as words are used: the second half as often as the first, the third a third as often.
    pub fn common<T: Copy + Default>(&mut self, list: &[T]) -> T {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a place in a list of words"
        )]
        let place = ((list.len() + 1) as f64).powf(self.part()) as usize;
        list.get(place.saturating_sub(1))
            .copied()
            .unwrap_or_default()
    }

    /// One of a list whose members have weights.
    pub fn weighted<T: Copy + Default>(&mut self, list: &[(T, u32)]) -> T {
        let all: u32 = list.iter().map(|(_, weight)| weight).sum();
        let mut left = self.0.u32(..all.max(1));
        for (thing, weight) in list {
            if left < *weight {
                return *thing;
            }
            left -= weight;
        }
        T::default()
    }

    /// A length whose logarithm is normal: half are below `median`; two thirds of the logarithms are within
    /// `spread` of its own.
    pub fn length(&mut self, median: f64, spread: f64) -> usize {
        let (one, two) = (1.0 - self.part(), self.part());
        let normal = (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * two).cos();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded to what a text may have"
        )]
        let length = (median * (spread * normal).exp()).clamp(1.0, 20_000.0) as usize;
        length
    }
}
