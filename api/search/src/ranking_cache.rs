//! Ranking cache: rankings are kept until content, vectors or models change, since all pages of a search are of one
//! ranking, and so are its facets.

use crate::ranking::Ranking;
use crate::{Error, Result};
use moka::future::Cache;
use std::sync::Arc;
use std::time::Duration;

/// How many bytes of rankings are remembered, about.
const REMEMBERED: u64 = 32 << 20;

/// How long a ranking is remembered that nobody asks for.
const IDLE: Duration = Duration::from_mins(10);

/// The rankings.
#[derive(Clone)]
pub struct Rankings(Cache<String, Arc<Ranking>>);

/// A ranking that is not remembered.
enum Passing {
    /// It will be another one soon; whoever waits for it gets it all the same.
    Provisional(Arc<Ranking>),
    /// It could not be made.
    Failed(Error),
}

impl Default for Rankings {
    fn default() -> Self {
        let weigh = |key: &String, ranking: &Arc<Ranking>| {
            u32::try_from(key.len() + ranking.size()).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder().weigher(weigh).max_capacity(REMEMBERED);
        Self(cache.time_to_idle(IDLE).build())
    }
}

impl Rankings {
    /// The ranking of that key, or else the one that `make` makes: once, however many ask for it. It says whether it
    /// will be another one soon.
    pub async fn get(
        &self,
        key: String,
        make: impl Future<Output = Result<(Ranking, bool)>>,
    ) -> Result<Arc<Ranking>> {
        let outcome = async {
            match make.await {
                Ok((ranking, true)) => Err(Passing::Provisional(Arc::new(ranking))),
                Ok((ranking, false)) => Ok(Arc::new(ranking)),
                Err(error) => Err(Passing::Failed(error)),
            }
        };
        self.0
            .try_get_with(key, outcome)
            .await
            .or_else(|passing| match &*passing {
                Passing::Provisional(ranking) => Ok(Arc::clone(ranking)),
                Passing::Failed(error) => Err(error.clone()),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_will_change_soon_is_made_again() {
        let rankings = Rankings::default();
        let get = async |key: &str, name: &str, provisional| {
            let ranking = Ranking {
                warnings: vec![name.to_owned()],
                ..Ranking::default()
            };
            let made = rankings.get(key.to_owned(), async { Ok((ranking, provisional)) });
            made.await.unwrap().warnings.concat()
        };
        assert_eq!(get("a", "first", true).await, "first");
        assert_eq!(get("a", "second", false).await, "second");
        assert_eq!(get("a", "third", false).await, "second");
        assert_eq!(get("b", "other", false).await, "other");
        let failed = rankings.get("c".to_owned(), async { Err(Error::input("No.")) });
        assert_eq!(failed.await.err().unwrap().to_string(), "No.");
        assert_eq!(get("c", "now", false).await, "now");
    }
}
