//! Lulls in the making of an answer: nothing of it goes on until something comes from outside.
//!
//! What the fields of an answer need is read in batches. A batch that is read at the first lull has all that can be asked
//! for by then: its statements do not grow in number with the answer, and no time is spent waiting for more.

use futures::task::AtomicWaker;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use tokio::sync::watch;

/// The count of lulls once nothing is made any more: whoever waits for one has it.
const OVER: u64 = u64::MAX;

/// Counts the lulls of something that is made.
#[derive(Default)]
pub struct Lull {
    count: watch::Sender<u64>,
    works: AtomicBool,
    /// Whether it was called while it was at work, and will go on at once.
    called: AtomicBool,
    maker: AtomicWaker,
}

impl Lull {
    /// Makes something, and counts its lulls.
    pub async fn observe<F: Future>(self: Arc<Self>, making: F) -> F::Output {
        let _end = End(&self);
        let mut making = pin!(making);
        let call = Waker::from(Arc::clone(&self));
        poll_fn(|ctx| {
            self.maker.register(ctx.waker());
            self.called.store(false, Ordering::SeqCst);
            self.works.store(true, Ordering::SeqCst);
            let polled = making.as_mut().poll(&mut Context::from_waker(&call));
            self.works.store(false, Ordering::SeqCst);
            if !self.called.load(Ordering::SeqCst) {
                self.count
                    .send_modify(|count| *count = count.saturating_add(1));
            }
            polled
        })
        .await
    }

    /// The next lull: that which ends the work at hand, or else the one that is.
    pub fn next(&self) -> u64 {
        let count = *self.count.borrow();
        count.saturating_add(self.works.load(Ordering::SeqCst).into())
    }

    /// Waits for a lull.
    pub async fn comes(&self, number: u64) {
        // The sender lives as long as this.
        let _ = self
            .count
            .subscribe()
            .wait_for(|count| *count >= number)
            .await;
    }
}

impl Wake for Lull {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.called.store(true, Ordering::SeqCst);
        self.maker.wake();
    }
}

/// Nothing more is made.
struct End<'a>(&'a Lull);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.works.store(false, Ordering::SeqCst);
        self.0.count.send_replace(OVER);
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
            let steps = async {
                let next = lull.next();
                let (lull, seen) = (Arc::clone(&lull), Arc::clone(&done));
                let asked = tokio::spawn(async move {
                    lull.comes(next).await;
                    answer.send(seen.load(Ordering::SeqCst)).unwrap();
                });
                for _ in 0..50 {
                    pause().await;
                    done.fetch_add(1, Ordering::SeqCst);
                }
                let seen = answered.await.unwrap();
                asked.await.unwrap();
                seen
            };
            assert_eq!(Arc::clone(&lull).observe(steps).await, 50);
            lull.comes(lull.next()).await;
        }
    }

    #[tokio::test]
    async fn a_lull_that_was_is_not_missed() {
        let lull = Arc::<Lull>::default();
        let next = lull.next() + 1;
        let mut making = Box::pin(Arc::clone(&lull).observe(std::future::pending::<()>()));
        assert!(futures::poll!(making.as_mut()).is_pending());
        // It is called, but nobody makes anything of it yet.
        lull.wake_by_ref();
        assert!(futures::poll!(pin!(lull.comes(next))).is_ready());
        // Nobody works: what is asked for now need not wait.
        assert!(futures::poll!(pin!(lull.comes(lull.next()))).is_ready());
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
        let next = lull.next() + 1;
        assert!(futures::poll!(pin!(lull.comes(next))).is_pending());
        drop(making);
        // Nor does a call that comes too late.
        lull.wake_by_ref();
        lull.comes(next).await;
    }
}
