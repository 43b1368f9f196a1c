//! Replica fail-over: a query reads from one replica throughout, and runs again on another one when that breaks.
//!
//! A standby that ends thus takes no request with it.

use super::RequestPipeline;
use super::budget::Budget;
use super::document_cache::StoredDocument;
use super::response_cache::NoStore;
use crate::Admin;
use crate::batch_scheduler::BatchScheduler;
use crate::error::{Code, add_codes};
use crate::telemetry;
use async_graphql::{Request, Response};
use futures::future::BoxFuture;
use lorekeeper_store::ReadSession;
use std::any::{Any, TypeId};
use std::sync::Arc;

impl RequestPipeline {
    /// The response to a query, from the first replica that does not break.
    pub(super) async fn execute_with_failover(
        &self,
        request: Request,
        document: &Arc<StoredDocument>,
    ) -> Response {
        let sources = &self.backend.store.replicas;
        let mut next = request;
        let mut first = true;
        let attempt = |reader: Arc<ReadSession>| {
            let retry = if sources.has_standbys() {
                clone_request(&next, document)
            } else {
                // With one replica there is one attempt.
                Request::new("")
            };
            let request = std::mem::replace(&mut next, retry);
            if !std::mem::take(&mut first) {
                reset_for_retry(&request);
            }
            self.execute_on(request, document, &reader)
        };
        let broke = |response: &Response| {
            let mut codes = response.errors.iter().map(Code::of);
            codes.any(|code| code == Code::Disconnected)
        };
        sources.retry(attempt, broke).await
    }

    /// The response to a request that reads from one replica.
    pub(super) fn execute_on(
        &self,
        request: Request,
        document: &Arc<StoredDocument>,
        reader: &Arc<ReadSession>,
    ) -> BoxFuture<'static, Response> {
        let scheduler = Arc::<BatchScheduler>::default();
        let loader = self.loaders.of(&self.backend.search, reader, &scheduler);
        let (schema, document) = (self.schema.clone(), Arc::clone(document));
        let schema_index = Arc::clone(&self.schema_index);
        let request = request.data(loader);
        // Boxed: the future is large, and would be moved about on the stack.
        let execution = Box::pin(async move {
            let name = request.operation_name.clone();
            let execution = schema.execute(request);
            let response = telemetry::execute(&document, name.as_deref(), &schema_index, execution);
            add_codes(response.await)
        });
        Box::pin(scheduler.drive(execution))
    }
}

/// Resets the budget, and keeps the answer out of the cache, whose key is of the replica that broke.
fn reset_for_retry(request: &Request) {
    if let Some(budget) = data::<Arc<Budget>>(request) {
        budget.reset();
    }
    if let Some(no_store) = data::<NoStore>(request) {
        no_store.set();
    }
}

/// A copy of a request with its data.
fn clone_request(request: &Request, document: &StoredDocument) -> Request {
    let mut copy = Request::new(request.query.clone()).variables(request.variables.clone());
    copy.operation_name.clone_from(&request.operation_name);
    copy.extensions.clone_from(&request.extensions);
    copy.set_parsed_query(document.parsed.clone());
    let copy = with::<NoStore>(copy, request);
    let copy = with::<Admin>(copy, request);
    with::<Arc<Budget>>(copy, request)
}

fn with<T: Any + Clone + Send + Sync>(copy: Request, request: &Request) -> Request {
    match data::<T>(request) {
        Some(data) => copy.data(data),
        None => copy,
    }
}

fn data<T: Any + Clone>(request: &Request) -> Option<T> {
    let data = request.data.get(&TypeId::of::<T>())?;
    data.downcast_ref::<T>().cloned()
}
