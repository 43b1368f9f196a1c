//! When to stop.

use std::time::Duration;

/// Resolves when somebody wants the process to end.
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

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Longest time that closing the store may take after the last answer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(30);

/// Ends the process when the answers that run have had their time and the store was closed or hangs: what was written
/// is safe, and whoever told the process to end does not wait for ever.
pub fn within(answers: Duration) {
    let limit = answers + CLOSE_TIMEOUT;
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        tracing::error!(
            "The process did not stop within {} seconds, and ends now.",
            limit.as_secs()
        );
        std::process::exit(1);
    });
}

/// Ends the process at once when somebody wants that again.
pub fn at_once_when_told_again() {
    tokio::spawn(async {
        signal().await;
        std::process::exit(INTERRUPTED);
    });
}
