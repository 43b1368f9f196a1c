//! An exit handler: what several tests share has no end of its own, and is removed when the process ends.

use super::Database;
use std::path::PathBuf;
use std::sync::{Mutex, Once, PoisonError};

static LEFT: Mutex<Vec<(PathBuf, Option<Database>)>> = Mutex::new(Vec::new());

static HOOK: Once = Once::new();

/// Removes a data directory and a database when the process ends, whoever uses them still.
pub(super) fn remove(data: PathBuf, database: Option<Database>) {
    HOOK.call_once(|| {
        shutdown_hooks::add_shutdown_hook(clean);
    });
    LEFT.lock().unwrap_or_else(PoisonError::into_inner).push((data, database));
}

extern "C" fn clean() {
    // The main thread has no thread-local values any more. A panic is no concern of a process that ends.
    let _ = std::thread::spawn(|| {
        let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        for (data, database) in left.drain(..) {
            let _ = std::fs::remove_dir_all(data);
            if let (Some(database), Ok(runtime)) = (database, &runtime) {
                runtime.block_on(database.delete());
            }
        }
    })
    .join();
}
