//! The settings of what keeps the server from harm.

use super::duration;
use crate::error::Result;
use std::time::Duration;

/// What keeps the server from harm.
#[derive(Clone, Debug)]
pub struct Protection {
    /// How long requests that run may take to finish when the server stops.
    pub shutdown_timeout: Duration,
}

impl Protection {
    pub(super) fn read(get: &impl Fn(&str) -> Option<String>) -> Result<Self> {
        Ok(Self {
            shutdown_timeout: duration("shutdown_timeout", get("shutdown_timeout").as_deref().unwrap_or("30s"))?,
        })
    }
}
