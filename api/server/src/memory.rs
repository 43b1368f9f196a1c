//! Memory that was freed, given back to the system.
//!
//! glibc keeps freed pages in the arenas of the threads that allocated them: after 39,000 passages were embedded, half a
//! gigabyte. They are given back when content or vectors have changed and the work that follows is over.

use std::time::Duration;
use tokio::sync::watch;

/// Time after the last change in which the search index is built and caches are filled.
const QUIET: Duration = Duration::from_secs(10);

/// Gives freed pages back after each change, until the sender is gone.
pub(crate) async fn trim_after_changes(mut changes: watch::Receiver<u64>) {
    while changes.changed().await.is_ok() {
        while let Ok(Ok(())) = tokio::time::timeout(QUIET, changes.changed()).await {}
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
