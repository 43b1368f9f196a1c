//! Low-priority threads: the index is built in the time that requests leave.

use crate::{Error, Result};
use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::sync::oneshot;

/// The priority, of 0 to 99: a tenth of the time of a busy core, so that an index becomes ready under load, too.
const PRIORITY: u8 = 23;

/// Runs work on a thread of its own, which gives way to those that answer requests.
pub async fn at_low_priority<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// How much a thread gives way: the seventeenth value behind the name of `/proc/thread-self/stat`.
    fn nice() -> Result<i32> {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").map_err(Error::index)?;
        let (_, values) = stat.rsplit_once(") ").unwrap();
        Ok(values.split(' ').nth(16).unwrap().parse().unwrap())
    }

    #[tokio::test]
    async fn the_work_gives_way_and_its_caller_does_not() {
        let before = nice().unwrap();
        assert!(at_low_priority(nice).await.unwrap() > before);
        assert_eq!(nice().unwrap(), before);
    }

    #[tokio::test]
    async fn the_error_of_the_work_comes_back() {
        let failed = at_low_priority(|| Err::<(), _>(Error::input("No."))).await;
        assert_eq!(failed, Err(Error::input("No.")));
    }
}
