//! The response cache: answers to public queries, until content or vectors change.
//!
//! Equal requests at the same time are executed once.

use super::answer::Answer;
use async_graphql::Request;
use lorekeeper_content::digest::{canonical, sha256};
use lorekeeper_search::memory::MemoryUse;
use lorekeeper_store::Reader;
use moka::future::Cache;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Longest time that an answer is cached: the freshness that it reports is as old.
const MAX_AGE: Duration = Duration::from_mins(1);

/// Answers by request and content generation.
#[derive(Clone, Debug)]
pub struct ResponseCache(Option<Cache<String, Arc<Answer>>>);

impl ResponseCache {
    /// A cache of so many bytes; with 0 bytes no cache.
    pub fn new(bytes: u64) -> Self {
        let weigh =
            |key: &String, answer: &Arc<Answer>| u32::try_from(key.len() + answer.body.len() + 200).unwrap_or(u32::MAX);
        let cache = Cache::builder().weigher(weigh).max_capacity(bytes).time_to_live(MAX_AGE);
        Self((bytes > 0).then(|| cache.build()))
    }

    /// What the answers take in memory.
    pub fn memory(&self) -> MemoryUse {
        let (bytes, limit) = self
            .0
            .as_ref()
            .map_or((0, 0), |cache| (cache.weighted_size(), cache.policy().max_capacity().unwrap_or_default()));
        MemoryUse { part: "answers", bytes, limit: Some(limit) }
    }

    /// The cached answer of a key, else the one that `execute` gives.
    pub async fn get(&self, key: String, execute: impl Future<Output = Answer>) -> Arc<Answer> {
        let Some(cache) = &self.0 else {
            return Arc::new(execute.await);
        };
        let missed = AtomicBool::new(false);
        let init = async {
            missed.store(true, Ordering::Relaxed);
            let answer = Arc::new(execute.await);
            // moka caches no errors, and hands one to all who wait for the key.
            if answer.max_age.is_some() { Ok(answer) } else { Err(answer) }
        };
        let answer = cache.try_get_with(key, init).await;
        crate::telemetry::count_lookup("response", !missed.load(Ordering::Relaxed));
        answer.unwrap_or_else(|answer| Arc::clone(&answer))
    }
}

/// The key of a request's answer to a reader at a generation of the content.
pub fn key(request: &Request, generation: &str, reader: Reader) -> String {
    let (name, query, variables) = (&request.operation_name, &request.query, &request.variables);
    let is_owner = reader == Reader::Owner;
    sha256(canonical(&json!([generation, is_owner, name, query, variables])))
}

/// Marks an answer as uncacheable (`no-store`): it will soon differ. Kept in the data of its request.
#[derive(Clone, Debug, Default)]
pub struct NoStore(Arc<AtomicBool>);

impl NoStore {
    /// Marks the answer.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the answer is marked.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long an answer may be cached: as long as its fields allow (`max_age`, in seconds), at most [`MAX_AGE`].
pub fn max_age(max_age: i32, no_store: &NoStore) -> Option<Duration> {
    let seconds = u64::try_from(max_age).ok().filter(|seconds| *seconds > 0)?;
    (!no_store.is_set()).then(|| Duration::from_secs(seconds).min(MAX_AGE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::{Response, Value};
    use std::sync::atomic::AtomicUsize;

    fn answer(n: i32, max_age: Option<Duration>) -> Answer {
        Answer::of(&Response::new(Value::from(n)), max_age)
    }

    #[tokio::test]
    async fn equal_requests_at_once_are_executed_once() {
        let responses = ResponseCache::new(1 << 20);
        let runs = AtomicUsize::new(0);
        let ask = || {
            responses.get("key".into(), async {
                tokio::task::yield_now().await;
                runs.fetch_add(1, Ordering::Relaxed);
                answer(1, Some(MAX_AGE))
            })
        };
        let (first, second) = tokio::join!(ask(), ask());
        assert_eq!(first.body, second.body);
        ask().await;
        assert_eq!(runs.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn an_uncacheable_answer_is_executed_again() {
        for responses in [ResponseCache::new(1 << 20), ResponseCache::new(0)] {
            let first = responses.get("key".into(), async { answer(1, None) }).await;
            let second = responses.get("key".into(), async { answer(2, None) }).await;
            assert_ne!(first.body, second.body);
        }
    }

    #[test]
    fn a_key_is_of_the_whole_request_and_the_content() {
        let request = |text: &str, name: Option<&str>, variables: &str| {
            let mut request = Request::new(text);
            request.operation_name = name.map(Into::into);
            request.variables = serde_json::from_str(variables).unwrap();
            key(&request, "1", Reader::Everyone)
        };
        let one = request("{ a }", None, r#"{"b": 1, "c": 2}"#);
        assert_eq!(one, request("{ a }", None, r#"{"c": 2, "b": 1}"#));
        assert_ne!(one, request("{ a }", None, r#"{"b": 1, "c": 3}"#));
        assert_ne!(one, request("{ b }", None, r#"{"b": 1, "c": 2}"#));
        assert_ne!(request("bc", Some("a"), "{}"), request("c", Some("ab"), "{}"));
        assert_ne!(
            key(&Request::new("{ a }"), "1", Reader::Everyone),
            key(&Request::new("{ a }"), "2", Reader::Everyone)
        );
        assert_ne!(key(&Request::new("{ a }"), "1", Reader::Everyone), key(&Request::new("{ a }"), "1", Reader::Owner));
    }

    #[test]
    fn the_age_is_what_the_fields_allow() {
        let no_store = NoStore::default();
        assert_eq!(max_age(30, &no_store), Some(Duration::from_secs(30)));
        assert_eq!(max_age(3600, &no_store), Some(MAX_AGE));
        assert_eq!(max_age(0, &no_store), None);
        assert_eq!(max_age(-1, &no_store), None);
        no_store.set();
        assert_eq!(max_age(30, &no_store), None);
    }
}
