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
