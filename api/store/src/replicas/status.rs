//! Replica status: the health of each server, for operators.

use super::{PRIMARY, ReplicaRouter};
use std::time::Duration;

/// The status of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplicaStatus {
    /// Host and port.
    pub name: String,
    /// Whether it is the primary, which is written to.
    pub primary: bool,
    /// Whether requests are read from it.
    pub used: bool,
    /// Whether it answers, and is of this store.
    pub up: bool,
    /// Whether it is up and near enough to the primary to be read from.
    pub usable: bool,
    /// How far behind it is at most; `None` where that is not known.
    pub lag: Option<Duration>,
    /// The revision that it has.
    pub revision: i64,
    /// Why it cannot be read from.
    pub problem: Option<String>,
}

impl ReplicaRouter {
    /// The status of each server, the primary first; empty without standbys.
    pub fn statuses(&self) -> Vec<ReplicaStatus> {
        if !self.has_standbys() {
            return Vec::new();
        }
        let used = self.active.borrow().session.server;
        let state = self.state.lock();
        let servers = self.servers.iter().zip(&state.health).enumerate();
        let status =
            |(index, (server, health)): (usize, (&super::Server, &super::Health))| ReplicaStatus {
                name: server.name.clone(),
                primary: index == PRIMARY,
                used: index == used,
                up: health.up,
                usable: health.up && health.lag.is_some_and(|lag| lag <= self.max_lag),
                lag: health.lag,
                revision: health.revision,
                problem: health.problem.clone(),
            };
        servers.map(status).collect()
    }
}
