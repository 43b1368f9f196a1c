//! Calls of `query_graphql`: a client's own query, under the limits of the public.

use super::{Server, refused, result};
use crate::graphql_tools::{GraphqlTools, QUERY_GRAPHQL};
use crate::loading::{FirstLoad, found_nothing};
use rmcp::model::CallToolResult;
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value};
use std::sync::atomic::Ordering;

impl Server {
    pub(super) async fn call_query(
        &self,
        tools: &GraphqlTools,
        given: &Map<String, Value>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let (request, warning) = match tools.request(given) {
            Ok(asked) => asked,
            Err(problem) => return refused(problem),
        };
        let mut outcome = self.executor.execute(request.clone()).await;
        let mut load = FirstLoad::new();
        while !self.stocked.load(Ordering::Relaxed)
            && outcome.as_ref().is_ok_and(|response| found_nothing(response.get("data").unwrap_or(&Value::Null)))
            && load.wait(&self.catalogue.loading, self.executor.as_ref(), context).await
        {
            outcome = self.executor.execute(request.clone()).await;
        }
        if load.found_stocked() {
            self.stocked.store(true, Ordering::Relaxed);
        }
        let answer = outcome.map_err(|error| error.to_string()).and_then(|response| tools.answer(response, warning));
        match answer {
            Ok(answer) => result(answer),
            Err(problem) => {
                self.log.failed(context, QUERY_GRAPHQL, &problem).await;
                refused(problem)
            }
        }
    }
}
