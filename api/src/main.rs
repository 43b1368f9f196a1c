//! The command line of LoreKeeper. See [`lorekeeper::cli`] for the commands.

use std::process::ExitCode;

/// Stack of a thread, in bytes: a filter nested as deep as it may be takes a few of the usual two megabytes.
const STACK: usize = 16 << 20;

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .build();
    match runtime {
        // On a thread of the runtime, which has that stack, rather than on the main one.
        Ok(runtime) => runtime
            .block_on(runtime.spawn(lorekeeper::cli::run()))
            .unwrap_or(ExitCode::FAILURE),
        Err(_) => ExitCode::FAILURE,
    }
}
