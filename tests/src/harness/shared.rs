//! The shared server: one `LoreKeeper` with all fixtures, for the tests of this process that only read.
//!
//! It runs on a thread of its own, because each test has a runtime that ends with it.

use super::{Lore, at_exit};
use crate::upstream::Upstream;
use tokio::sync::{OnceCell, oneshot};

static URL: OnceCell<String> = OnceCell::const_new();

/// Its address; the first test that asks starts it.
pub(super) async fn url() -> String {
    let started = URL.get_or_try_init(|| async {
        let (sender, receiver) = oneshot::channel();
        std::thread::spawn(move || run(sender));
        receiver.await
    });
    started.await.expect("the shared server starts").clone()
}

/// Serves until the process ends.
fn run(started: oneshot::Sender<String>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let upstream = Upstream::start().await;
        let lore = Lore::readable(&upstream).await;
        at_exit::remove(lore.data.path().to_owned(), lore.database.clone());
        if started.send(lore.url.clone()).is_ok() {
            std::future::pending::<()>().await;
        }
    });
}
