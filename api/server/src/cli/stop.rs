//! Termination signals and deadlines.

use lorekeeper_store::exit;
use std::time::Duration;

/// Resolves on SIGINT or SIGTERM.
pub async fn signal() {
    let interrupt = async {
        // Without a handler the default action still stops the process.
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{self, SignalKind};
        if let Ok(mut terminate) = unix::signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    interrupt.await;
}

/// Exit code of an interrupted program.
const EXIT_INTERRUPTED: u8 = 130;

/// Longest time that closing the store may take after the last answer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(30);

/// Ends the process when requests have had their time and the store does not close: what was written is safe.
pub fn within(requests: Duration) {
    let limit = requests + CLOSE_TIMEOUT;
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        tracing::error!("The process did not stop within {} seconds, and ends now.", limit.as_secs());
        exit::now(1);
    });
}

/// Ends the process at once on a second signal.
pub fn at_once_on_second_signal() {
    tokio::spawn(async {
        signal().await;
        exit::now(EXIT_INTERRUPTED);
    });
}
