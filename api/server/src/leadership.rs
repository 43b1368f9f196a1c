//! Leader election among the processes that share a data directory.
//!
//! The embedded store can be open in one process at a time. The process that has the lock of the data directory
//! ([`DataDirLock`]) is the [`Leader`]: it opens the store, answers for itself, and serves the others through a local API
//! (`local_api`, over `transport`) whose address and secret are in the data directory (`endpoint`). Every other process is a
//! [`Follower`], which calls the leader. When the leader ends, a follower takes over. A [`Session`] hides from the
//! rest of the program which of the two this process is.
//!
//! A Postgres at `DATABASE_URL` serves many processes by itself: there every process is a leader, without a lock
//! and without a local API.

mod endpoint;
mod follower;
mod leader;
mod local_api;
mod proof;
mod routes;
mod session;
#[cfg(test)]
mod tests;
mod transport;

pub use follower::Follower;
pub use leader::Leader;
pub use routes::routes;
pub use session::{Mode, Session};

use crate::config::Config;
use endpoint::Endpoint;
use follower::ANSWER_MARGIN;
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_store::DataDirLock;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long to wait for a leader that does not answer yet: it may be opening the store.
const JOIN_TIMEOUT: Duration = Duration::from_mins(1);

/// How often the lock and the endpoint file are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The role of a process in its data directory.
pub enum Role {
    /// The process has the store open.
    Leader(Box<Leader>),
    /// The process calls the leader.
    Follower(Box<Follower>),
}

/// Identity of the leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderInfo {
    /// The process id.
    pub pid: u32,
    /// The embedding model, as the settings name it.
    pub model: String,
}

impl Role {
    /// The process that leads.
    pub fn leader(&self) -> LeaderInfo {
        match self {
            Self::Leader(leader) => {
                LeaderInfo { pid: std::process::id(), model: leader.services.config.model.name.clone() }
            }
            Self::Follower(follower) => follower.leader(),
        }
    }
}

/// Becomes the leader, or attaches to it.
async fn join(config: &Config, timeout: Duration) -> Result<Role> {
    if config.store.database_url.is_some() {
        return lead(config, None).await;
    }
    let start = Instant::now();
    loop {
        if let Some(lock) = DataDirLock::try_acquire(&config.store.data_dir)? {
            return lead(config, Some(lock)).await;
        }
        if let Some(endpoint) = Endpoint::read(&config.store.data_dir) {
            if endpoint.version != env!("CARGO_PKG_VERSION") {
                refuse_other_version(&config.store.data_dir, &endpoint).await?;
            } else if let Some(follower) =
                Follower::handshake(endpoint, config.store.query_timeout + ANSWER_MARGIN).await
            {
                return Ok(Role::Follower(Box::new(follower)));
            }
        }
        if start.elapsed() > timeout {
            return Err(no_answer(&config.store.data_dir));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn lead(config: &Config, lock: Option<DataDirLock>) -> Result<Role> {
    let leader = Leader::open(config.clone(), lock).await?;
    Ok(Role::Leader(Box::new(leader)))
}

/// Fails when a process of another version runs; an endpoint file that it left behind is no reason.
async fn refuse_other_version(data_dir: &Path, endpoint: &Endpoint) -> Result<()> {
    let connected = tokio::time::timeout(Duration::from_secs(1), endpoint.connect()).await;
    if !matches!(connected, Ok(Ok(_))) {
        return Ok(());
    }
    Err(Error {
        code: Code::Internal,
        message: format!(
            "The store in {} is held by process {}, which is LoreKeeper {}, but this is LoreKeeper {}. Stop that process, or use the same version for both.",
            data_dir.display(),
            endpoint.pid,
            endpoint.version,
            env!("CARGO_PKG_VERSION")
        ),
    })
}

fn no_answer(data_dir: &Path) -> Error {
    let owner =
        DataDirLock::owner(data_dir).map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"));
    Error {
        code: Code::Internal,
        message: format!(
            "The store in {} is held by {owner}, which does not answer. It may still be opening the store: try again in a moment, or stop it; or choose another directory with --data-dir or LOREKEEPER_DATA_DIR.",
            data_dir.display()
        ),
    }
}
