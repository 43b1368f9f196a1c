//! Settings of request limits.

use super::{flag, parse};
use lorekeeper_graphql::Limits;
use lorekeeper_graphql::error::{Error, Result};
use std::time::Duration;

fn query_timeout(given: &str) -> Result<Duration> {
    let time = super::duration("query_timeout", given)?;
    // Postgres counts in milliseconds.
    if (Duration::from_millis(1)..=Duration::from_hours(24)).contains(&time) {
        return Ok(time);
    }
    Err(Error::input(format!(
        "The setting query_timeout is \"{given}\", but must be from 1ms to 24h."
    )))
}

/// Reads the limits.
pub fn limits(get: &impl Fn(&str) -> Option<String>) -> Result<Limits> {
    let number = |key: &str, default: &str| {
        let value = get(key);
        parse::<usize>(key, value.as_deref().unwrap_or(default), "a whole number")
    };
    let timeout = get("query_timeout");
    let cache_mebibytes = number("response_cache_size", "32")?;
    Ok(Limits {
        complexity: number("max_complexity", "200000")?,
        time: query_timeout(timeout.as_deref().unwrap_or("10s"))?,
        response: number("max_response_size", "32")?.saturating_mul(1 << 20),
        batch: number("max_batch_size", "10")?,
        introspection: flag("introspection", get("introspection"), "true")?,
        response_cache: u64::try_from(cache_mebibytes)
            .unwrap_or(u64::MAX)
            .saturating_mul(1 << 20),
        trusted_documents: get("trusted_documents")
            .map(|path| lorekeeper_graphql::read_trusted_documents(path.as_ref()))
            .transpose()?,
    })
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::config::tests::layer;

    #[test]
    fn limits_have_defaults_and_say_what_they_expect() {
        let config = Config::resolve(&[layer(&[])]).unwrap();
        assert_eq!(
            (config.limits.complexity, config.limits.batch),
            (200_000, 10)
        );
        assert_eq!(config.limits.response_cache, 32 << 20);
        assert!(config.limits.introspection && config.limits.trusted_documents.is_none());
        for (key, value, words) in [
            ("max_complexity", "much", "a whole number"),
            ("query_timeout", "soon", "30s"),
            ("query_timeout", "30d", "24h"),
            ("introspection", "perhaps", "true or false"),
            ("trusted_documents", "nowhere.json", "cannot be read"),
        ] {
            let error = Config::resolve(&[layer(&[(key, value)])]).unwrap_err();
            assert!(error.message.contains(words), "{error}");
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "[]").unwrap();
        let path = file.path().to_str().unwrap();
        let error = Config::resolve(&[layer(&[("trusted_documents", path)])]).unwrap_err();
        assert!(error.message.contains("no manifest"), "{error}");
        std::fs::write(file.path(), r#"{"a": "{ __typename }"}"#).unwrap();
        let config = Config::resolve(&[layer(&[("trusted_documents", path)])]).unwrap();
        assert!(config.limits.trusted_documents.is_some());
    }
}
