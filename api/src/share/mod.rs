//! Several processes on one embedded store.
//!
//! The embedded store can be open in one process at a time. Whoever has the lock of the data directory
//! ([`Lock`]) opens it and is its [`Holder`]: it answers for itself, and for the others through a private
//! endpoint on loopback whose address and secret are in the data directory ([`Endpoint`]). Everybody else
//! is a [`Guest`] and asks the holder. When a holder ends, however it ends, a guest takes over. [`Access`]
//! is all that the rest of the program sees of this: it answers, whoever holds the store.
//!
//! A Postgres at `DATABASE_URL` serves many processes by itself: there everybody is a holder, without a
//! lock and without an endpoint.

mod access;
mod endpoint;
mod front;
mod guest;
mod holder;
mod job;
mod lock;
#[cfg(test)]
mod tests;

pub use access::{Access, Role};
pub use endpoint::{Endpoint, Published};
pub use front::front;
use guest::ANSWER_MARGIN;
pub use guest::{Guest, Unanswered};
pub use holder::{About, Holder};
pub use lock::Lock;

use crate::config::Config;
use crate::error::{Code, Error, Result};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long to wait for a holder that does not answer yet: it may be opening the store.
const PATIENCE: Duration = Duration::from_mins(1);

/// How often the lock and the endpoint are looked at.
const LOOK: Duration = Duration::from_millis(100);

/// A process's place at the store.
pub enum Seat {
    /// It has the store.
    Holder(Box<Holder>),
    /// It asks the one who has.
    Guest(Box<Guest>),
}

impl Seat {
    /// Who holds the store.
    #[must_use]
    pub fn about(&self) -> About {
        match self {
            Self::Holder(holder) => holder.about(),
            Self::Guest(guest) => guest.about().clone(),
        }
    }
}

/// Opens the store, or attaches to the process that has it.
pub async fn join(config: &Config) -> Result<Seat> {
    join_within(config, PATIENCE).await
}

async fn join_within(config: &Config, patience: Duration) -> Result<Seat> {
    if config.database_url.is_some() {
        return hold(config, None).await;
    }
    let start = Instant::now();
    loop {
        if let Some(lock) = Lock::try_take(&config.data_dir)? {
            return hold(config, Some(lock)).await;
        }
        if let Some(endpoint) = Endpoint::read(&config.data_dir) {
            if endpoint.version != env!("CARGO_PKG_VERSION") {
                refuse_other_version(&config.data_dir, &endpoint).await?;
            } else if let Ok(guest) =
                Guest::greet(endpoint, config.limits.time + ANSWER_MARGIN).await
            {
                return Ok(Seat::Guest(Box::new(guest)));
            }
        }
        if start.elapsed() > patience {
            return Err(no_answer(&config.data_dir));
        }
        tokio::time::sleep(LOOK).await;
    }
}

async fn hold(config: &Config, lock: Option<Lock>) -> Result<Seat> {
    let holder = Holder::open(config.clone(), lock).await?;
    Ok(Seat::Holder(Box::new(holder)))
}

/// Fails when a process of another version is really there, and did not just leave its endpoint behind.
async fn refuse_other_version(data_dir: &Path, endpoint: &Endpoint) -> Result<()> {
    let connection = tokio::net::TcpStream::connect(endpoint.address);
    let there = tokio::time::timeout(Duration::from_secs(1), connection).await;
    if !matches!(there, Ok(Ok(_))) {
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
    let who = Lock::owner(data_dir).map_or_else(
        || "another process".to_owned(),
        |pid| format!("process {pid}"),
    );
    Error {
        code: Code::Internal,
        message: format!(
            "The store in {} is held by {who}, which does not answer. It may still be opening the store: try again in a moment, or stop it; or choose another directory with --data-dir or LOREKEEPER_DATA_DIR.",
            data_dir.display()
        ),
    }
}
