//! Weighted semaphore with a limit for all clients and one for each.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An amount that clients share.
#[derive(Clone, Debug)]
pub struct Quota(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    max: usize,
    max_each: usize,
    taken: Mutex<Amounts>,
}

#[derive(Debug, Default)]
struct Amounts {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

/// An acquired amount, released on drop.
#[derive(Debug)]
#[must_use = "the amount is released when this is dropped"]
pub struct Permit {
    quota: Quota,
    client: Option<IpAddr>,
    amount: usize,
}

impl Quota {
    /// A quota with a limit for all clients together, and one for each.
    pub fn new(max: usize, max_each: usize) -> Self {
        Self(Arc::new(Inner {
            max,
            max_each,
            taken: Mutex::default(),
        }))
    }

    /// Acquires an amount for a client; without a client it counts only towards the limit for all. An amount above a limit is
    /// granted while nothing else is held, so that nothing is refused for ever.
    pub fn acquire(&self, client: Option<IpAddr>, amount: usize) -> Option<Permit> {
        let mut taken = self.amounts();
        let fits = |taken: usize, max: usize| taken == 0 || taken.saturating_add(amount) <= max;
        if !fits(taken.all, self.0.max) {
            return None;
        }
        if let Some(client) = client {
            let each = taken.each.get(&client).copied().unwrap_or_default();
            if !fits(each, self.0.max_each) {
                return None;
            }
            taken.each.insert(client, each.saturating_add(amount));
        }
        taken.all = taken.all.saturating_add(amount);
        drop(taken);
        Some(Permit {
            quota: self.clone(),
            client,
            amount,
        })
    }

    fn amounts(&self) -> MutexGuard<'_, Amounts> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.quota.amounts();
        taken.all = taken.all.saturating_sub(self.amount);
        if let Some(client) = self.client
            && let Some(each) = taken.each.get_mut(&client)
        {
            *each = each.saturating_sub(self.amount);
            if *each == 0 {
                taken.each.remove(&client);
            }
        }
    }
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
        let mine: Vec<Permit> = (0..3)
            .filter_map(|_| quota.acquire(Some(client(1)), 1))
            .collect();
        assert_eq!(mine.len(), 3);
        assert!(quota.acquire(Some(client(1)), 1).is_none());
        let other = quota.acquire(Some(client(2)), 2);
        assert!(other.is_some());
        assert!(quota.acquire(Some(client(3)), 1).is_none() && quota.acquire(None, 1).is_none());
        drop(mine);
        let nobody = quota.acquire(None, 3);
        assert!(nobody.is_some() && quota.acquire(Some(client(1)), 1).is_none());
        drop((nobody, other));
        assert!(quota.amounts().all == 0 && quota.amounts().each.is_empty());
    }

    #[test]
    fn what_is_more_than_the_whole_is_had_alone() {
        let quota = Quota::new(10, 5);
        let large = quota.acquire(Some(client(1)), 20);
        assert!(large.is_some());
        assert!(
            quota.acquire(Some(client(1)), 1).is_none()
                && quota.acquire(Some(client(2)), 1).is_none()
        );
        drop(large);
        assert!(quota.acquire(Some(client(2)), 1).is_some());
    }
}
