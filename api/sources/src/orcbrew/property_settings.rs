//! Settings and values of property tests: the same cases in every run, unless a seed is given.

use proptest::sample::{Select, select};
use proptest::test_runner::{Config, RngSeed};

/// Settings for a number of cases. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` override the number and the seed.
pub(super) fn property_settings(cases: u32) -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// One of the pieces of a text that `|` divides.
pub(super) fn pieces(text: &'static str) -> Select<&'static str> {
    select(text.split('|').collect::<Vec<_>>())
}
