//! A query and what it is read from: one source throughout. Where that breaks off, all of the query is read again from
//! another one, so that a standby that ends takes no request with it.

use super::budget::Budget;
use super::documents::Document;
use super::responses::Fleeting;
use super::{Gate, Sorted};
use crate::db::Reader;
use crate::error::Code;
use crate::graphql::lull::Lull;
use crate::graphql::{Admin, codes};
use async_graphql::{Request, Response};
use futures::future::BoxFuture;
use std::any::{Any, TypeId};
use std::sync::Arc;

impl Gate {
    /// The response to a query.
    pub(super) async fn read(&self, request: Request, document: &Document) -> Response {
        let sources = &self.app.db.sources;
        let mut next = request;
        let mut first = true;
        let attempt = |reader: Arc<Reader>| {
            let again = if sources.are_several() {
                copy(&next, document)
            } else {
                // With one source there is one attempt.
                Request::new("")
            };
            let request = std::mem::replace(&mut next, again);
            if !std::mem::take(&mut first) {
                begin_anew(&request);
            }
            self.made(request, &reader)
        };
        let broke = |response: &Response| {
            let broke = |error| codes::code(error) == Code::Disconnected;
            response.errors.iter().any(broke)
        };
        sources.read(attempt, broke).await
    }

    /// The response to a request that reads from one source.
    pub(super) fn made(
        &self,
        request: Request,
        reader: &Arc<Reader>,
    ) -> BoxFuture<'static, Response> {
        let lull = Arc::<Lull>::default();
        let loader = self.loaders.of(&self.app, reader, &lull);
        let schema = self.schema.clone();
        let request = request.data(loader);
        // Boxed: it is large, and would be moved about on the stack.
        let making = Box::pin(async move { schema.execute(request).await });
        Box::pin(lull.observe(making))
    }
}

/// What the attempt before took does not count; and the answer is kept for nobody, since it is not of the source that
/// it would be kept for.
fn begin_anew(request: &Request) {
    if let Some(budget) = data::<Arc<Budget>>(request) {
        budget.renew();
    }
    if let Some(fleeting) = data::<Fleeting>(request) {
        fleeting.mark();
    }
}

/// The same request once more.
fn copy(request: &Request, document: &Document) -> Request {
    let mut copy = Request::new(request.query.clone()).variables(request.variables.clone());
    copy.operation_name.clone_from(&request.operation_name);
    copy.extensions.clone_from(&request.extensions);
    copy.set_parsed_query(document.parsed.clone());
    let copy = with::<Sorted>(copy, request);
    let copy = with::<Fleeting>(copy, request);
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
