//! Many requests for one listing: what comes is kept, and who fails again and again is left alone.

use super::http::{FetchError, IN_FLIGHT};
use futures::{StreamExt, stream};
use std::future::Future;

/// How many requests of a listing may fail, each after its own retries, before the rest is left for later.
const MOST_FAILURES: usize = 3;

/// What came of the requests for one listing.
#[derive(Debug)]
pub struct Gathered<T> {
    /// What came, in the order it was asked for.
    pub came: Vec<T>,
    asked: usize,
    failures: Vec<FetchError>,
}

impl<T> Gathered<T> {
    /// What did not come, in words; `things` are what was asked for (`pages`).
    #[must_use]
    pub fn missing(&self, things: &str) -> Option<String> {
        let first = self.failures.first()?;
        let missing = self.asked - self.came.len();
        Some(format!(
            "{missing} of {} {things} did not come: {first}",
            self.asked
        ))
    }

    /// The failure, where nothing came at all.
    #[must_use]
    pub fn nothing(&self) -> Option<FetchError> {
        self.failures
            .first()
            .filter(|_| self.came.is_empty())
            .cloned()
    }
}

/// Makes the requests, a few at a time.
pub async fn gather<T, R>(requests: Vec<R>) -> Gathered<T>
where
    R: Future<Output = Result<T, FetchError>>,
{
    let mut gathered = Gathered {
        came: Vec::new(),
        asked: requests.len(),
        failures: Vec::new(),
    };
    let mut answers = stream::iter(requests).buffered(IN_FLIGHT);
    while let Some(answer) = answers.next().await {
        match answer {
            Ok(thing) => gathered.came.push(thing),
            Err(error) => gathered.failures.push(error),
        }
        if gathered.failures.len() >= MOST_FAILURES {
            break;
        }
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::ready;

    fn failure() -> FetchError {
        FetchError::Unreachable {
            url: "http://nowhere".into(),
            cause: "no answer in time".into(),
        }
    }

    #[tokio::test]
    async fn what_comes_is_kept() {
        let requests = (1..=12).map(|n| ready(if n == 5 { Err(failure()) } else { Ok(n) }));
        let gathered = gather(requests.collect()).await;
        assert_eq!(gathered.came, [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]);
        assert!(gathered.nothing().is_none());
        let missing = gathered.missing("pages").unwrap();
        assert!(
            missing.starts_with("1 of 12 pages did not come: http://nowhere"),
            "{missing}"
        );
    }

    #[tokio::test]
    async fn who_fails_again_and_again_is_left_alone() {
        let requests = (1..=100).map(|n| ready(if n > 2 { Err(failure()) } else { Ok(n) }));
        let gathered = gather(requests.collect()).await;
        assert_eq!(gathered.came, [1, 2]);
        assert_eq!(gathered.failures.len(), MOST_FAILURES);
        assert!(
            gathered
                .missing("records")
                .unwrap()
                .starts_with("98 of 100")
        );
        let requests = (1..=9).map(|_| ready(Err::<u8, _>(failure())));
        assert!(gather(requests.collect()).await.nothing().is_some());
    }
}
