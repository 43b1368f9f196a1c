//! Content cache: values that are kept for one generation of content, vectors and models.
//!
//! A value is computed once, however many requests want it at the same time.

use crate::{Error, Result};
use moka::future::Cache;
use std::time::Duration;

/// How long a value is kept that no request wants.
const IDLE: Duration = Duration::from_mins(10);

/// A value that was computed for a generation of content.
#[derive(Clone, Debug)]
pub enum Computed<V> {
    /// The value stays the same until the generation changes.
    Final(V),
    /// The value changes soon: requests that wait for it get it, later ones compute another.
    Provisional(V),
}

/// Values by generation and key.
pub struct GenerationCache<V>(Cache<String, V>);

/// A value that is not kept, or none.
enum NotKept<V> {
    Provisional(V),
    Failed(Error),
}

impl<V: Clone + Send + Sync + 'static> GenerationCache<V> {
    /// An empty cache of values whose weights sum up to at most `capacity`.
    pub fn new(capacity: u64, weigh: fn(&V) -> usize) -> Self {
        let weigher = move |key: &String, value: &V| u32::try_from(key.len() + weigh(value)).unwrap_or(u32::MAX);
        let cache = Cache::builder().weigher(weigher).max_capacity(capacity);
        Self(cache.time_to_idle(IDLE).build())
    }

    /// How many bytes are kept, about.
    pub fn bytes(&self) -> u64 {
        self.0.weighted_size()
    }

    /// The value of a key at a generation, or else the one that `compute` gives.
    pub async fn get(
        &self,
        generation: &str,
        key: &str,
        compute: impl Future<Output = Result<Computed<V>>>,
    ) -> Result<V> {
        let computed = async {
            match compute.await {
                Ok(Computed::Final(value)) => Ok(value),
                Ok(Computed::Provisional(value)) => Err(NotKept::Provisional(value)),
                Err(error) => Err(NotKept::Failed(error)),
            }
        };
        let kept = self.0.try_get_with(format!("{generation}|{key}"), computed);
        kept.await.or_else(|not_kept| match &*not_kept {
            NotKept::Provisional(value) => Ok(value.clone()),
            NotKept::Failed(error) => Err(error.clone()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn provisional_values_and_errors_are_computed_again() {
        let cache = GenerationCache::new(1000, |_: &&str| 1);
        let get = async |generation, computed| {
            let value = cache.get(generation, "key", async { computed }).await;
            value.map_err(|error| error.to_string())
        };
        assert_eq!(get("1", Ok(Computed::Provisional("a"))).await, Ok("a"));
        assert_eq!(get("1", Ok(Computed::Final("b"))).await, Ok("b"));
        assert_eq!(get("1", Ok(Computed::Final("c"))).await, Ok("b"));
        assert_eq!(get("2", Ok(Computed::Final("d"))).await, Ok("d"));
        assert_eq!(get("3", Err(Error::input("No."))).await, Err("No.".to_owned()));
        assert_eq!(get("3", Ok(Computed::Final("e"))).await, Ok("e"));
    }
}
