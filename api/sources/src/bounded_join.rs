//! Bounded join: runs the requests of one listing a few at a time, keeps the results, and stops after several failures.

use super::http::{FetchError, IN_FLIGHT};
use futures::{StreamExt, stream};
use std::future::Future;

/// How many requests of a listing may fail, each after its own retries, before the rest is left for later.
const MAX_FAILURES: usize = 3;

/// Results and failures of the requests for one listing.
#[derive(Debug)]
pub struct Joined<T> {
    /// The results, in the order of the requests.
    pub results: Vec<T>,
    asked: usize,
    failures: Vec<FetchError>,
}

impl<T> Joined<T> {
    /// A sentence about the missing results, if any; `things` names them (`pages`).
    pub fn missing(&self, things: &str) -> Option<String> {
        let first = self.failures.first()?;
        let missing = self.asked - self.results.len();
        Some(format!("{missing} of {} {things} did not come: {first}", self.asked))
    }

    /// The first failure, where there are no results at all.
    pub fn nothing(&self) -> Option<FetchError> {
        self.failures.first().filter(|_| self.results.is_empty()).cloned()
    }
}

/// Makes the requests, a few at a time.
pub async fn bounded_join<T, R>(requests: Vec<R>) -> Joined<T>
where
    R: Future<Output = Result<T, FetchError>>,
{
    let mut joined = Joined { results: Vec::new(), asked: requests.len(), failures: Vec::new() };
    let mut answers = stream::iter(requests).buffered(IN_FLIGHT);
    while let Some(answer) = answers.next().await {
        match answer {
            Ok(thing) => joined.results.push(thing),
            Err(error) => joined.failures.push(error),
        }
        if joined.failures.len() >= MAX_FAILURES {
            break;
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::ready;

    fn failure() -> FetchError {
        FetchError::Unreachable { url: "http://nowhere".into(), cause: "no answer in time".into() }
    }

    #[tokio::test]
    async fn what_comes_is_kept() {
        let requests = (1..=12).map(|n| ready(if n == 5 { Err(failure()) } else { Ok(n) }));
        let joined = bounded_join(requests.collect()).await;
        assert_eq!(joined.results, [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]);
        assert!(joined.nothing().is_none());
        let missing = joined.missing("pages").unwrap();
        assert!(missing.starts_with("1 of 12 pages did not come: http://nowhere"), "{missing}");
    }

    #[tokio::test]
    async fn who_fails_again_and_again_is_left_alone() {
        let requests = (1..=100).map(|n| ready(if n > 2 { Err(failure()) } else { Ok(n) }));
        let joined = bounded_join(requests.collect()).await;
        assert_eq!(joined.results, [1, 2]);
        assert_eq!(joined.failures.len(), MAX_FAILURES);
        assert!(joined.missing("records").unwrap().starts_with("98 of 100"));
        let requests = (1..=9).map(|_| ready(Err::<u8, _>(failure())));
        assert!(bounded_join(requests.collect()).await.nothing().is_some());
    }
}
