//! The allocator: jemalloc, in place of that of the C library.
//!
//! Content is drawn from many small texts, which one thread allocates and another frees. With glibc a first sync took a third
//! more time, and freed pages stayed in the arenas of the threads that had allocated them.

use tikv_jemallocator::Jemalloc;

#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// What jemalloc reads at its start. Freed pages go back to the system after a second, whether or not the program does anything. Threads
/// keep no blocks of more than 4 KiB to themselves.
/// `MALLOC_CONF` in the environment comes after it.
#[expect(unsafe_code, reason = "jemalloc reads its settings from a symbol of this name")]
#[unsafe(export_name = "malloc_conf")]
static SETTINGS: &[u8] = b"background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:2,lg_tcache_max:12\0";
