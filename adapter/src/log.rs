//! Log messages to the client: only to one that asked for them, at the level it asked for.

#![expect(
    deprecated,
    reason = "revisions before 2026-07-28 have logging, and their clients use it"
)]

use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};

/// What a client wants to be told.
#[derive(Clone, Debug, Default)]
pub struct Log {
    least: Arc<Mutex<Option<LoggingLevel>>>,
}

impl Log {
    /// From now on, messages of this level and above.
    pub fn set(&self, level: LoggingLevel) {
        *self.least.lock().unwrap_or_else(PoisonError::into_inner) = Some(level);
    }

    /// What went as it should.
    pub async fn info(&self, context: &RequestContext<RoleServer>, logger: &str, said: &Value) {
        self.send(context, LoggingLevel::Info, logger, said).await;
    }

    /// What did not go quite as it should.
    pub async fn warning(&self, context: &RequestContext<RoleServer>, logger: &str, said: &Value) {
        self.send(context, LoggingLevel::Warning, logger, said)
            .await;
    }

    /// What went wrong.
    pub async fn error(&self, context: &RequestContext<RoleServer>, logger: &str, said: &Value) {
        self.send(context, LoggingLevel::Error, logger, said).await;
    }

    async fn send(
        &self,
        context: &RequestContext<RoleServer>,
        level: LoggingLevel,
        logger: &str,
        said: &Value,
    ) {
        let least = context
            .meta
            .log_level()
            .or(*self.least.lock().unwrap_or_else(PoisonError::into_inner));
        if least.is_none_or(|least| (level as u8) < (least as u8)) {
            return;
        }
        let message = LoggingMessageNotificationParam::new(level, said.clone()).with_logger(logger);
        if let Err(cause) = context.peer.notify_logging_message(message).await {
            tracing::debug!(%cause, "a log message did not reach the client");
        }
    }
}
