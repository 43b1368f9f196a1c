//! How much a request may ask for.

use super::{Trusted, flag, parse, trusted};
use crate::error::{Error, Result};
use std::time::Duration;

/// How much a request may ask for, and which documents are answered at all.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most complexity of an operation, or of a batch of them.
    pub complexity: usize,
    /// Longest time that a query may take.
    pub time: Duration,
    /// Most bytes of an answer.
    pub response: usize,
    /// Most operations of a batch.
    pub batch: usize,
    /// Whether strangers may look at the schema.
    pub introspection: bool,
    /// Most bytes of answers that are kept.
    pub response_cache: u64,
    /// The only documents that are answered, where there are such.
    pub trusted_documents: Option<Trusted>,
}

fn time_limit(given: &str) -> Result<Duration> {
    let time = super::duration("time_limit", given)?;
    // Postgres counts in milliseconds.
    if (Duration::from_millis(1)..=Duration::from_hours(24)).contains(&time) {
        return Ok(time);
    }
    Err(Error::input(format!(
        "The setting time_limit is \"{given}\", but must be from 1ms to 24h."
    )))
}

/// What the layers say of them.
pub fn limits(get: &impl Fn(&str) -> Option<String>) -> Result<Limits> {
    let number = |key: &str, default: &str| {
        let value = get(key);
        parse::<usize>(key, value.as_deref().unwrap_or(default), "a whole number")
    };
    let time = get("time_limit");
    let megabytes = number("response_cache", "32")?;
    Ok(Limits {
        complexity: number("max_complexity", "200000")?,
        time: time_limit(time.as_deref().unwrap_or("10s"))?,
        response: number("response_limit", "32")?.saturating_mul(1 << 20),
        batch: number("batch_limit", "10")?,
        introspection: flag("introspection", get("introspection"), "true")?,
        response_cache: u64::try_from(megabytes)
            .unwrap_or(u64::MAX)
            .saturating_mul(1 << 20),
        trusted_documents: get("trusted_documents")
            .map(|path| trusted::read(path.as_ref()))
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
            ("time_limit", "soon", "30s"),
            ("time_limit", "30d", "24h"),
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
