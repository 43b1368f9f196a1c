//! Process exit: the process ends at once, without the handlers of its libraries.
//!
//! Such a handler destroys what is static in ONNX Runtime, while threads of a model may still compute with it. Nothing is
//! left for handlers to do: the store is closed, and what was printed is flushed here.

use std::io::{self, Write};

/// Ends the process with an exit code.
pub fn now(code: u8) -> ! {
    // Nothing is left to do where the outputs are closed.
    let _ = io::stdout().lock().flush();
    let _ = io::stderr().lock().flush();
    end(i32::from(code))
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "a function of the C library")]
fn end(code: i32) -> ! {
    // SAFETY: the function may be called at any time, from any thread, and takes no pointer.
    unsafe { libc::_exit(code) }
}

/// Windows ends all other threads before it lets libraries clean up.
#[cfg(not(unix))]
fn end(code: i32) -> ! {
    std::process::exit(code)
}
