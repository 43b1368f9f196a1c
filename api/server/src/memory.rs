//! Memory that was freed, used again or given back to the system.
//!
//! glibc gives threads arenas of their own, up to eight a processor, and what one of them freed is of no use to the others:
//! a first sync had a third of its memory in such pages. There are no more arenas than processors.
//!
//! glibc keeps freed pages in the arenas of the threads that allocated them: after 39,000 passages were embedded, half a
//! gigabyte, and 50 MB at a start. They are given back when the search index was refreshed, which is the last of the work
//! at a start and after a change of content or vectors, if possible while nobody asks.

use lorekeeper_embed::Requests;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::num::NonZero;
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

/// Allocations of so many bytes are mapped by themselves, and given back as soon as they are freed. Without a fixed limit
/// glibc raises its own to 32 MiB, and vectors and indexes that are gone leave holes among what stays.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED_BYTES: libc::c_int = 4 << 20;

/// Gives freed memory back: large allocations from now on at once, freed pages after refreshes of the index, until the
/// sender is gone.
pub(crate) async fn trim_after_refreshes<T>(
    mut index: watch::Receiver<T>,
    requests: Arc<Requests>,
) {
    map_large_allocations();
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

/// Limits the arenas to one a processor. To be called before threads are.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a function of the C library")]
pub(crate) fn limit_arenas() {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let arenas = libc::c_int::try_from(processors).unwrap_or(libc::c_int::MAX);
    // SAFETY: the function may be called at any time, from any thread, and takes no pointer.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, arenas);
    }
}

/// Other allocators have no such arenas.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn limit_arenas() {}

/// Fixes the limit of [`MAPPED_BYTES`]. That fixes the number of free bytes at the end of an arena that are given back,
/// too: twice the limit, as in glibc's own rule.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a function of the C library")]
fn map_large_allocations() {
    // SAFETY: the function may be called at any time, from any thread, and takes no pointer.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_BYTES);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * MAPPED_BYTES);
    }
}

/// Other allocators map large allocations by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn map_large_allocations() {}

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
