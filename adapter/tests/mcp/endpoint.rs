//! A mock endpoint, whose answers a test gives.

use async_trait::async_trait;
use lorekeeper_mcp::{Executor, ExecutorError, GraphqlRequest, Server, ToolSet};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

type Answer = dyn Fn(&GraphqlRequest) -> Result<Value, ExecutorError> + Send + Sync;

/// Answers every operation with what the test says, and remembers what was asked.
pub struct Endpoint {
    answer: Box<Answer>,
    pub asked: Mutex<Vec<GraphqlRequest>>,
}

impl Endpoint {
    pub fn new(answer: impl Fn(&GraphqlRequest) -> Result<Value, ExecutorError> + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { answer: Box::new(answer), asked: Mutex::default() })
    }

    pub fn server(self: &Arc<Self>, set: ToolSet) -> Server {
        Server::new(Arc::clone(self) as Arc<dyn Executor>, set).unwrap()
    }
}

#[async_trait]
impl Executor for Endpoint {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        let answer = (self.answer)(&request);
        self.asked.lock().unwrap().push(request);
        answer
    }
}

/// A page of edges, as a connection under `page`.
pub fn page(edges: Vec<Value>, more: bool) -> Value {
    let total = edges.len() + usize::from(more);
    json!({"data": {"page": {
        "totalCount": total,
        "pageInfo": {"hasNextPage": more},
        "edges": edges,
        "meta": {"cacheStatus": "FRESH", "sources": ["open5e_v2"], "message": null, "warnings": []},
    }}})
}

/// An edge with a spell that has a text of this length.
pub fn spell(number: usize, length: usize) -> Value {
    json!({"cursor": format!("c{number}"), "similarity_score": null, "node": {
        "__typename": "Spell",
        "id": format!("spell:hearth:ember-{number}"), "name": format!("Ember {number}"), "slug": format!("ember-{number}"),
        "family": "SPELL",
        "document": {"document": "Hearth", "document_key": "hearth", "document_name": "Hearth", "document_source": "open5e_v2", "license": null, "game_system": "5e-2024"},
        "level": 1, "school": "evocation", "classes": ["wizard"], "damage_types": [], "healing": null,
        "snippet": "Embers.", "text": "x".repeat(length), "source": {"source_url": "http://example.invalid/ember"},
    }})
}
