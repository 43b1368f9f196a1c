//! Weighted semaphore with a limit for all clients and one for each.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// An amount that clients share.
#[derive(Clone, Debug)]
pub struct Quota(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    max: usize,
    max_each: usize,
    all: Arc<Semaphore>,
    /// Those of the clients that hold something.
    each: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

/// An acquired amount, released on drop.
#[derive(Debug)]
#[must_use = "the amount is released when this is dropped"]
pub struct Permit {
    _all: OwnedSemaphorePermit,
    _each: Option<OwnedSemaphorePermit>,
}

impl Quota {
    /// A quota with a limit for all clients together, and one for each.
    pub fn new(max: usize, max_each: usize) -> Self {
        Self(Arc::new(Inner { max, max_each, all: Arc::new(Semaphore::new(max)), each: Mutex::default() }))
    }

    /// Acquires an amount for a client; without a client it counts only towards the limit for all. An amount above a
    /// limit counts as the whole of it, so that nothing is refused for ever.
    pub fn acquire(&self, client: Option<IpAddr>, amount: usize) -> Option<Permit> {
        let each = match client {
            None => None,
            Some(client) => Some(take(self.semaphore_of(client), amount.min(self.0.max_each))?),
        };
        let all = take(Arc::clone(&self.0.all), amount.min(self.0.max))?;
        Some(Permit { _all: all, _each: each })
    }

    fn semaphore_of(&self, client: IpAddr) -> Arc<Semaphore> {
        let mut each = self.0.each.lock().unwrap_or_else(PoisonError::into_inner);
        each.retain(|_, semaphore| semaphore.strong_count() > 0);
        let known = each.get(&client).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let semaphore = Arc::new(Semaphore::new(self.0.max_each));
            each.insert(client, Arc::downgrade(&semaphore));
            semaphore
        })
    }
}

fn take(semaphore: Arc<Semaphore>, amount: usize) -> Option<OwnedSemaphorePermit> {
    semaphore.try_acquire_many_owned(u32::try_from(amount).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn a_client_cannot_take_everything() {
        let quota = Quota::new(5, 3);
        let mine: Vec<Permit> = (0..3).filter_map(|_| quota.acquire(Some(client(1)), 1)).collect();
        assert_eq!(mine.len(), 3);
        assert!(quota.acquire(Some(client(1)), 1).is_none());
        let other = quota.acquire(Some(client(2)), 2);
        assert!(other.is_some());
        assert!(quota.acquire(Some(client(3)), 1).is_none() && quota.acquire(None, 1).is_none());
        drop(mine);
        let nobody = quota.acquire(None, 3);
        assert!(nobody.is_some() && quota.acquire(Some(client(1)), 1).is_none());
        drop((nobody, other));
        assert!(quota.acquire(None, 5).is_some());
        drop(quota.semaphore_of(client(4)));
        assert_eq!(quota.0.each.lock().unwrap().len(), 1, "others are forgotten");
    }

    #[test]
    fn what_is_more_than_the_whole_is_had_alone() {
        let quota = Quota::new(10, 5);
        let large = quota.acquire(Some(client(1)), 20);
        assert!(large.is_some());
        assert!(quota.acquire(Some(client(1)), 1).is_none() && quota.acquire(Some(client(2)), 1).is_none());
        drop(large);
        assert!(quota.acquire(Some(client(2)), 1).is_some());
    }
}
