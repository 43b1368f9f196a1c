//! Answers that are kept for a while: to public queries, until content or vectors change. However many ask the same
//! at once, it is answered once.

use super::answer::Answer;
use crate::digest::{canonical, sha256};
use async_graphql::Request;
use moka::future::Cache;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long an answer is kept at most: what it says of freshness is as old.
pub const KEPT: Duration = Duration::from_mins(1);

/// The answers.
#[derive(Clone, Debug)]
pub struct Responses(Option<Cache<String, Arc<Answer>>>);

impl Responses {
    /// Keeps so many bytes of answers; none: nothing.
    pub fn new(bytes: u64) -> Self {
        let weigh = |key: &String, answer: &Arc<Answer>| {
            u32::try_from(key.len() + answer.body.len() + 200).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder()
            .weigher(weigh)
            .max_capacity(bytes)
            .time_to_live(KEPT);
        Self((bytes > 0).then(|| cache.build()))
    }

    /// The answer that is kept under the key, or else the one that `make` makes.
    pub async fn get(&self, key: String, make: impl Future<Output = Answer>) -> Arc<Answer> {
        let Some(cache) = &self.0 else {
            return Arc::new(make.await);
        };
        let made = AtomicBool::new(false);
        let init = async {
            made.store(true, Ordering::Relaxed);
            let answer = Arc::new(make.await);
            // What is not to be kept is an error here, but all who wait get it.
            if answer.kept.is_some() {
                Ok(answer)
            } else {
                Err(answer)
            }
        };
        let answer = cache.try_get_with(key, init).await;
        super::count("response", !made.load(Ordering::Relaxed));
        answer.unwrap_or_else(|answer| Arc::clone(&answer))
    }
}

/// The key of a request's answer, as long as `generation` is what is stored.
pub fn key(request: &Request, generation: &str) -> String {
    let variables = serde_json::to_value(&request.variables).unwrap_or_default();
    let name = request.operation_name.as_deref().unwrap_or_default();
    // Lengths keep the parts apart.
    sha256(format!(
        "{}|{}|{generation}|{name}{}{}",
        name.len(),
        request.query.len(),
        request.query,
        canonical(variables)
    ))
}

/// Marks, among the data of a request, that its answer will be another one soon.
#[derive(Clone, Debug, Default)]
pub struct Fleeting(Arc<AtomicBool>);

impl Fleeting {
    /// The answer will be another one soon.
    pub fn mark(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was marked.
    pub fn is_marked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long a response may be kept.
pub fn kept(max_age: i32, fleeting: &Fleeting) -> Option<Duration> {
    let seconds = u64::try_from(max_age).ok().filter(|seconds| *seconds > 0)?;
    (!fleeting.is_marked()).then(|| Duration::from_secs(seconds).min(KEPT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::{Response, Value};
    use std::sync::atomic::AtomicUsize;

    fn answer(n: i32, kept: Option<Duration>) -> Answer {
        Answer::of(&Response::new(Value::from(n)), kept)
    }

    #[tokio::test]
    async fn the_same_asked_at_once_is_answered_once() {
        let responses = Responses::new(1 << 20);
        let runs = AtomicUsize::new(0);
        let ask = || {
            responses.get("key".into(), async {
                tokio::task::yield_now().await;
                runs.fetch_add(1, Ordering::Relaxed);
                answer(1, Some(KEPT))
            })
        };
        let (first, second) = tokio::join!(ask(), ask());
        assert_eq!(first.body, second.body);
        ask().await;
        assert_eq!(runs.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn what_is_not_to_be_kept_is_made_again() {
        for responses in [Responses::new(1 << 20), Responses::new(0)] {
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
            key(&request, "1")
        };
        let one = request("{ a }", None, r#"{"b": 1, "c": 2}"#);
        assert_eq!(one, request("{ a }", None, r#"{"c": 2, "b": 1}"#));
        assert_ne!(one, request("{ a }", None, r#"{"b": 1, "c": 3}"#));
        assert_ne!(one, request("{ b }", None, r#"{"b": 1, "c": 2}"#));
        assert_ne!(
            request("bc", Some("a"), "{}"),
            request("c", Some("ab"), "{}")
        );
        assert_ne!(
            key(&Request::new("{ a }"), "1"),
            key(&Request::new("{ a }"), "2")
        );
    }

    #[test]
    fn how_long_is_what_the_fields_allow() {
        let fleeting = Fleeting::default();
        assert_eq!(kept(30, &fleeting), Some(Duration::from_secs(30)));
        assert_eq!(kept(3600, &fleeting), Some(KEPT));
        assert_eq!(kept(0, &fleeting), None);
        assert_eq!(kept(-1, &fleeting), None);
        fleeting.mark();
        assert_eq!(kept(30, &fleeting), None);
    }
}
