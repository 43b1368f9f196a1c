//! What the adapter adds: arguments on the way in, the answer on the way out.

use criterion::Criterion;
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::answer::answer;
use lorekeeper_mcp::arguments::read;
use lorekeeper_mcp::catalogue::Catalogue;
use serde_json::{Value, json};
use std::hint::black_box;

pub fn measure(criterion: &mut Criterion) {
    let catalogue = Catalogue::load(ToolSet::Search).expect("the operations fit the schema");
    let tool = catalogue.tool("search_spell").expect("a tool");
    let given = json!({"search": "protect me from fire", "level_min": 1, "school": "abjuration", "limit": 20});
    let given = given.as_object().expect("arguments");
    criterion.bench_function("arguments of a tool", |bencher| {
        bencher.iter(|| read(tool, black_box(given)));
    });
    let call = read(tool, given).expect("valid arguments");
    let data = page();
    criterion.bench_function("answer of a tool", |bencher| {
        bencher.iter(|| answer(tool, &call, black_box(&data), "2026-01-01T00:00:00Z"));
    });
}

/// Twenty spells, as the operation gives them.
fn page() -> Value {
    let edge = |number: u32| {
        json!({"cursor": format!("c{number}"), "similarity_score": 0.5, "node": {
            "__typename": "Spell",
            "id": format!("spell:hearth:ember-{number}"), "name": format!("Ember {number}"),
            "slug": format!("ember-{number}"), "family": "SPELL",
            "document": {
                "document": "Hearth", "document_key": "hearth", "document_name": "Hearth",
                "document_source": "open5e_v2", "license": null, "game_system": "5e-2024"
            },
            "level": 1, "school": "evocation", "classes": ["wizard"], "damage_types": ["fire"], "healing": null,
            "snippet": "Embers.", "text": "Embers fly from your hand. ".repeat(30),
            "source": {"source_url": "https://books.example/ember"},
        }})
    };
    let edges: Vec<Value> = (0..20).map(edge).collect();
    json!({"page": {
        "totalCount": 20,
        "pageInfo": {"hasNextPage": false},
        "edges": edges,
        "meta": {"cacheStatus": "FRESH", "sources": ["open5e_v2"], "message": null, "warnings": []},
    }})
}
