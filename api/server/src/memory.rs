//! Memory that was freed, given back to the system.
//!
//! glibc keeps freed pages in the arenas of the threads that allocated them: after 39,000 passages were embedded, half a
//! gigabyte, and 50 MB at a start. They are given back when the search index was refreshed, which is the last of the work
//! at a start and after a change of content or vectors, if possible while nobody asks.

use lorekeeper_embed::Requests;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// Time after the last refresh in which caches are filled.
const QUIET: Duration = Duration::from_secs(10);

/// Time between two looks at whether requests come.
const PAUSE: Duration = Duration::from_secs(1);

/// Longest time that requests put it off.
const MAX_DELAY: Duration = Duration::from_secs(30);

/// Gives freed pages back after refreshes of the index, until the sender is gone.
pub(crate) async fn trim_after_refreshes<T>(
    mut index: watch::Receiver<T>,
    requests: Arc<Requests>,
) {
    while index.changed().await.is_ok() {
        while let Ok(Ok(())) = timeout(QUIET, index.changed()).await {}
        // Giving pages back holds up requests for some 25 ms.
        let quiet = async {
            while !requests.are_quiet() {
                sleep(PAUSE).await;
            }
        };
        let _ = timeout(MAX_DELAY, quiet).await;
        let trimmed = tokio::task::spawn_blocking(trim).await;
        tracing::debug!(?trimmed, "gave freed memory back");
    }
}

/// Gives the freed pages of all arenas back; true where there were any.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a function of the C library")]
fn trim() -> bool {
    // SAFETY: the function may be called at any time, from any thread, and takes no pointer.
    unsafe { libc::malloc_trim(0) == 1 }
}

/// Other allocators give freed pages back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() -> bool {
    false
}
