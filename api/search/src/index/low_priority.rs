//! Low-priority threads: while requests come, the index is built in the time that they leave.

use super::in_background;
use crate::{Error, Result};
use lorekeeper_embed::Requests;
use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::sync::oneshot;

/// The priority, of 0 to 99: a tenth of the time of a busy core, so that an index becomes ready under load as well.
const PRIORITY: u8 = 23;

/// Runs work that gives way to requests: while some come, on a thread of a low priority. While none do, embedding uses all
/// cores, and would leave such a thread no more than that tenth.
pub async fn at_low_priority<T: Send + 'static>(
    requests: &Requests,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    if requests.are_quiet() {
        return in_background(work).await;
    }
    let (done, result) = oneshot::channel();
    let run = move || {
        let lowered = ThreadPriorityValue::try_from(PRIORITY)
            .map(|value| set_current_thread_priority(ThreadPriority::Crossplatform(value)));
        if !matches!(lowered, Ok(Ok(()))) {
            tracing::debug!(?lowered, "the priority of a thread was not lowered");
        }
        // Where nobody waits any more, nobody wants the result.
        let _ = done.send(work());
    };
    let thread = std::thread::Builder::new().name("search-index".to_owned());
    thread.spawn(run).map_err(Error::index)?;
    result.await.map_err(Error::index)?
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// How much a thread gives way: the seventeenth value behind the name of `/proc/thread-self/stat`.
    fn nice() -> Result<i32> {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").map_err(Error::index)?;
        let (_, values) = stat.rsplit_once(") ").unwrap();
        Ok(values.split(' ').nth(16).unwrap().parse().unwrap())
    }

    #[tokio::test]
    async fn work_gives_way_to_requests() {
        let (requests, before) = (Requests::default(), nice().unwrap());
        assert_eq!(at_low_priority(&requests, nice).await, Ok(before));
        requests.note();
        assert!(at_low_priority(&requests, nice).await.unwrap() > before);
        assert_eq!(nice(), Ok(before));
    }

    #[tokio::test]
    async fn the_error_of_the_work_comes_back() {
        let requests = Requests::default();
        requests.note();
        let failed = at_low_priority(&requests, || Err::<(), _>(Error::input("No."))).await;
        assert_eq!(failed, Err(Error::input("No.")));
    }
}
