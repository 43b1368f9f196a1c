//! How properties are tried: the same cases every time, unless a seed is given.

use proptest::test_runner::{Config, RngSeed};

/// As many cases; `PROPTEST_RNG_SEED` has others tried.
pub(super) fn trials(cases: u32) -> Config {
    let mut config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}
