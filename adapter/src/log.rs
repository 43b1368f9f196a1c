//! Log messages to the client: only to one that asked for them, at the level it asked for.

#![expect(deprecated, reason = "revisions before 2026-07-28 have logging, and their clients use it")]

use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The log of one client.
#[derive(Clone, Debug, Default)]
pub struct Log {
    min_level: Arc<Mutex<Option<LoggingLevel>>>,
}

impl Log {
    /// From now on, messages of this level and above.
    pub fn set(&self, level: LoggingLevel) {
        *self.min_level() = Some(level);
    }

    /// Tells how many results a tool has, and what its answer warns of.
    pub async fn answered(&self, context: &RequestContext<RoleServer>, tool: &str, answer: &Value) {
        let warnings = answer.get("warnings").and_then(Value::as_array);
        for warning in warnings.into_iter().flatten() {
            self.send(context, LoggingLevel::Warning, tool, warning.clone()).await;
        }
        let count = answer.get("count").unwrap_or(&Value::Null);
        let message = format!("{count} results.");
        self.send(context, LoggingLevel::Info, tool, message.into()).await;
    }

    /// Tells why a tool has no answer.
    pub async fn failed(&self, context: &RequestContext<RoleServer>, tool: &str, problem: &str) {
        self.send(context, LoggingLevel::Error, tool, problem.into()).await;
    }

    async fn send(&self, context: &RequestContext<RoleServer>, level: LoggingLevel, logger: &str, message: Value) {
        let wanted = context.meta.log_level().or(*self.min_level());
        if wanted.is_none_or(|wanted| (level as u8) < (wanted as u8)) {
            return;
        }
        let message = LoggingMessageNotificationParam::new(level, message).with_logger(logger);
        if let Err(cause) = context.peer.notify_logging_message(message).await {
            tracing::debug!(%cause, "a log message did not reach the client");
        }
    }

    fn min_level(&self) -> MutexGuard<'_, Option<LoggingLevel>> {
        self.min_level.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
