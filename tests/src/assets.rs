//! The folder of assets, where the tests keep models and the starter pack.

use std::path::PathBuf;

/// A folder that outlives the tests, so that an asset is fetched once a machine: `LOREKEEPER_TEST_ASSETS`, else in
/// the user's cache.
pub fn folder() -> PathBuf {
    let cache = || named_folder("XDG_CACHE_HOME").or_else(|| Some(named_folder("HOME")?.join(".cache")));
    named_folder("LOREKEEPER_TEST_ASSETS")
        .or_else(|| Some(cache()?.join("lorekeeper/test-assets")))
        .unwrap_or_else(std::env::temp_dir)
}

/// The folder that a variable of the environment names.
pub fn named_folder(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}
