//! Request coalescing for `DataLoader` batches: a batch is dispatched when the executor is idle.
//!
//! An executor is idle when nothing of its operation can go on before something comes from outside. By then all keys of a
//! batch are known: the number of statements does not grow with the answer, and no time is spent waiting for more keys.

use futures::task::AtomicWaker;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use tokio::sync::watch;

/// The count of idle moments after the execution has ended: nothing waits any longer.
const ENDED: u64 = u64::MAX;

/// Counts the idle moments of one execution.
#[derive(Default)]
pub struct BatchScheduler {
    idle_count: watch::Sender<u64>,
    polling: AtomicBool,
    /// Whether the execution was woken while it was polled, so that it goes on at once.
    woken: AtomicBool,
    executor: AtomicWaker,
}

impl BatchScheduler {
    /// Drives an execution, and counts its idle moments.
    pub async fn drive<F: Future>(self: Arc<Self>, execution: F) -> F::Output {
        let _end = End(&self);
        let mut execution = pin!(execution);
        let waker = Waker::from(Arc::clone(&self));
        poll_fn(|ctx| {
            self.executor.register(ctx.waker());
            self.woken.store(false, Ordering::SeqCst);
            self.polling.store(true, Ordering::SeqCst);
            let polled = execution.as_mut().poll(&mut Context::from_waker(&waker));
            self.polling.store(false, Ordering::SeqCst);
            if !self.woken.load(Ordering::SeqCst) {
                self.idle_count.send_modify(|count| *count = count.saturating_add(1));
            }
            polled
        })
        .await
    }

    /// The number of the next idle moment: the end of the poll under way, else the present moment.
    pub fn next_idle(&self) -> u64 {
        let count = *self.idle_count.borrow();
        count.saturating_add(self.polling.load(Ordering::SeqCst).into())
    }

    /// Waits for the idle moment of that number.
    pub async fn wait_for(&self, number: u64) {
        // The sender lives as long as the scheduler.
        let _ = self.idle_count.subscribe().wait_for(|count| *count >= number).await;
    }
}

impl Wake for BatchScheduler {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::SeqCst);
        self.executor.wake();
    }
}

/// Ends the waiting when the execution is done or dropped.
struct End<'a>(&'a BatchScheduler);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.polling.store(false, Ordering::SeqCst);
        self.0.idle_count.send_replace(ENDED);
    }
}

/// Yields to other tasks once. The executor does not count as idle meanwhile: the execution goes on by itself.
pub async fn yield_once() {
    let mut yielded = false;
    poll_fn(|ctx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
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
    async fn a_batch_is_dispatched_when_the_executor_is_idle() {
        for _ in 0..200 {
            let scheduler = Arc::<BatchScheduler>::default();
            let done = Arc::new(AtomicUsize::new(0));
            let (answer, answered) = oneshot::channel();
            let steps = async {
                let next = scheduler.next_idle();
                let (scheduler, seen) = (Arc::clone(&scheduler), Arc::clone(&done));
                let batch = tokio::spawn(async move {
                    scheduler.wait_for(next).await;
                    answer.send(seen.load(Ordering::SeqCst)).unwrap();
                });
                for _ in 0..50 {
                    yield_once().await;
                    done.fetch_add(1, Ordering::SeqCst);
                }
                let seen = answered.await.unwrap();
                batch.await.unwrap();
                seen
            };
            assert_eq!(Arc::clone(&scheduler).drive(steps).await, 50);
            scheduler.wait_for(scheduler.next_idle()).await;
        }
    }

    #[tokio::test]
    async fn an_idle_moment_in_the_past_is_not_missed() {
        let scheduler = Arc::<BatchScheduler>::default();
        let next = scheduler.next_idle() + 1;
        let mut execution = Box::pin(Arc::clone(&scheduler).drive(std::future::pending::<()>()));
        assert!(futures::poll!(execution.as_mut()).is_pending());
        // Woken, but not polled yet.
        scheduler.wake_by_ref();
        assert!(futures::poll!(pin!(scheduler.wait_for(next))).is_ready());
        // Between polls a batch need not wait.
        assert!(futures::poll!(pin!(scheduler.wait_for(scheduler.next_idle()))).is_ready());
    }

    #[tokio::test]
    async fn a_dropped_execution_ends_the_waiting() {
        let scheduler = Arc::<BatchScheduler>::default();
        let mut execution = Box::pin(Arc::clone(&scheduler).drive(async {
            loop {
                yield_once().await;
            }
        }));
        assert!(futures::poll!(execution.as_mut()).is_pending());
        let next = scheduler.next_idle() + 1;
        assert!(futures::poll!(pin!(scheduler.wait_for(next))).is_pending());
        drop(execution);
        // A late wake-up changes nothing.
        scheduler.wake_by_ref();
        scheduler.wait_for(next).await;
    }
}
