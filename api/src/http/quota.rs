//! A quota: an amount of something that all clients share, and how much of it one client may have at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An amount that clients take from and give back.
#[derive(Clone, Debug)]
pub struct Quota(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    most_each: usize,
    taken: Mutex<Amounts>,
}

#[derive(Debug, Default)]
struct Amounts {
    all: usize,
    each: HashMap<IpAddr, usize>,
}

/// What was taken from a quota; it is given back when this is dropped.
#[derive(Debug)]
#[must_use = "what is taken is given back when this is dropped"]
pub struct Taken {
    quota: Quota,
    client: Option<IpAddr>,
    amount: usize,
}

impl Quota {
    /// At most so much for all clients together, and for each of them.
    pub fn new(most: usize, most_each: usize) -> Self {
        Self(Arc::new(Inner {
            most,
            most_each,
            taken: Mutex::default(),
        }))
    }

    /// An amount for a client; for nobody in particular it only counts among all. One that is more than the whole is given
    /// to those who have nothing yet, so that nothing is refused for ever.
    pub fn take(&self, client: Option<IpAddr>, amount: usize) -> Option<Taken> {
        let mut taken = self.amounts();
        let fits = |taken: usize, most: usize| taken == 0 || taken.saturating_add(amount) <= most;
        if !fits(taken.all, self.0.most) {
            return None;
        }
        if let Some(client) = client {
            let each = taken.each.get(&client).copied().unwrap_or_default();
            if !fits(each, self.0.most_each) {
                return None;
            }
            taken.each.insert(client, each.saturating_add(amount));
        }
        taken.all = taken.all.saturating_add(amount);
        drop(taken);
        Some(Taken {
            quota: self.clone(),
            client,
            amount,
        })
    }

    fn amounts(&self) -> MutexGuard<'_, Amounts> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken {
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
        let mine: Vec<Taken> = (0..3)
            .filter_map(|_| quota.take(Some(client(1)), 1))
            .collect();
        assert_eq!(mine.len(), 3);
        assert!(quota.take(Some(client(1)), 1).is_none());
        let other = quota.take(Some(client(2)), 2);
        assert!(other.is_some());
        assert!(quota.take(Some(client(3)), 1).is_none() && quota.take(None, 1).is_none());
        drop(mine);
        let nobody = quota.take(None, 3);
        assert!(nobody.is_some() && quota.take(Some(client(1)), 1).is_none());
        drop((nobody, other));
        assert!(quota.amounts().all == 0 && quota.amounts().each.is_empty());
    }

    #[test]
    fn what_is_more_than_the_whole_is_had_alone() {
        let quota = Quota::new(10, 5);
        let large = quota.take(Some(client(1)), 20);
        assert!(large.is_some());
        assert!(
            quota.take(Some(client(1)), 1).is_none() && quota.take(Some(client(2)), 1).is_none()
        );
        drop(large);
        assert!(quota.take(Some(client(2)), 1).is_some());
    }
}
