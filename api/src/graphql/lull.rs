//! Lulls in the making of an answer: nothing of it goes on until something comes from outside.
//!
//! What the fields of an answer need is read in batches. A batch that is read at the first lull has all that can be asked
//! for by then: its statements do not grow in number with the answer, and no time is spent waiting for more.

use super::observe;
use futures::task::AtomicWaker;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Instant;
use tokio::sync::Notify;

/// It is at work.
const WORKS: u8 = 0;
/// It is called, and will be at work.
const CALLED: u8 = 1;
/// It waits, or is over.
const WAITS: u8 = 2;

/// Knows whether something that is made waits.
#[derive(Default)]
pub struct Lull {
    state: AtomicU8,
    maker: AtomicWaker,
    came: Notify,
}

impl Lull {
    /// Makes something, under observation.
    pub async fn observe<F: Future>(self: Arc<Self>, making: F) -> F::Output {
        let mut making = pin!(making);
        let call = Waker::from(Arc::clone(&self));
        let _end = End(&self);
        poll_fn(|ctx| {
            self.maker.register(ctx.waker());
            self.state.store(WORKS, Ordering::SeqCst);
            let began = Instant::now();
            let polled = making.as_mut().poll(&mut Context::from_waker(&call));
            observe::held(began.elapsed());
            let waits = |state| (state == WORKS).then_some(WAITS);
            let order = Ordering::SeqCst;
            if self.state.fetch_update(order, order, waits).is_ok() {
                self.came.notify_waiters();
            }
            polled
        })
        .await
    }

    /// Waits for the next lull.
    pub async fn comes(&self) {
        let mut came = pin!(self.came.notified());
        loop {
            came.as_mut().enable();
            if self.state.load(Ordering::SeqCst) == WAITS {
                return;
            }
            came.as_mut().await;
            came.set(self.came.notified());
        }
    }
}

impl Wake for Lull {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.state.store(CALLED, Ordering::SeqCst);
        self.maker.wake();
    }
}

/// Nothing more is made: whoever waits for a lull has it.
struct End<'a>(&'a Lull);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.state.store(WAITS, Ordering::SeqCst);
        self.0.came.notify_waiters();
    }
}

/// Lets others have their turn. That is no lull: the making goes on by itself.
pub async fn pause() {
    let mut paused = false;
    poll_fn(|ctx| {
        if paused {
            return Poll::Ready(());
        }
        paused = true;
        ctx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use tokio::sync::oneshot;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_lull_comes_when_all_that_can_be_done_is_done() {
        for _ in 0..200 {
            let lull = Arc::<Lull>::default();
            let done = Arc::new(AtomicUsize::new(0));
            let (answer, answered) = oneshot::channel();
            let asked = tokio::spawn({
                let (lull, done) = (Arc::clone(&lull), Arc::clone(&done));
                async move {
                    lull.comes().await;
                    let seen = done.load(Ordering::SeqCst);
                    answer.send(seen).unwrap();
                }
            });
            let steps = async {
                for _ in 0..50 {
                    pause().await;
                    done.fetch_add(1, Ordering::SeqCst);
                }
                answered.await.unwrap()
            };
            assert_eq!(Arc::clone(&lull).observe(steps).await, 50);
            asked.await.unwrap();
            lull.comes().await;
        }
    }

    #[tokio::test]
    async fn what_is_given_up_keeps_nobody_waiting() {
        let lull = Arc::<Lull>::default();
        let mut making = Box::pin(Arc::clone(&lull).observe(async {
            loop {
                pause().await;
            }
        }));
        assert!(futures::poll!(making.as_mut()).is_pending());
        assert!(futures::poll!(pin!(lull.comes())).is_pending());
        drop(making);
        lull.comes().await;
    }
}
