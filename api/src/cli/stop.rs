//! When to stop.

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

/// Ends the process at once when somebody wants that again.
pub fn at_once_when_told_again() {
    tokio::spawn(async {
        signal().await;
        std::process::exit(INTERRUPTED);
    });
}
