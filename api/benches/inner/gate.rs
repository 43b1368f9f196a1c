//! What stands before every request, and reads it.

use crate::DOCUMENT;
use async_graphql::{Request, Variables};
use criterion::{BatchSize, Criterion};
use lorekeeper::app::App;
use lorekeeper::config::{Config, Layer};
use lorekeeper::graphql::{Caller, Gate};
use lorekeeper::query::reading::Reading;
use serde_json::json;
use std::hint::black_box;
use std::sync::Arc;
use tokio::runtime::Runtime;

const QUESTION: &str = "which lvl 3 spells protect me from fire dmg without con save";

pub fn measure(criterion: &mut Criterion) {
    criterion.bench_function("reading of a query", |bencher| {
        bencher.iter(|| Reading::without_dictionary(black_box(QUESTION)));
    });

    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let app = runtime.block_on(open(folder.path().display().to_string()));
    let gate = Gate::new(&app);

    let mut number = 0;
    criterion.bench_function("document, for the first time", |bencher| {
        let fresh = || {
            number += 1;
            Request::new(format!("{DOCUMENT}\n# {number}"))
        };
        bencher.iter_batched(
            fresh,
            |request| gate.operation(&request),
            BatchSize::SmallInput,
        );
    });
    let known = Request::new(DOCUMENT);
    criterion.bench_function("document, known", |bencher| {
        bencher.iter(|| gate.operation(black_box(&known)));
    });
    criterion.bench_function("document, known, weighed and refused", |bencher| {
        let request = || {
            let variables = Variables::from_json(json!({"type": "dragon", "first": 100}));
            Request::new(DOCUMENT).variables(variables)
        };
        let refused = |request| runtime.block_on(gate.answer(request, Caller::Public));
        let answer = refused(request());
        assert_eq!(answer.code.as_deref(), Some("TOO_COMPLEX"), "{answer:?}");
        bencher.iter_batched(request, refused, BatchSize::SmallInput);
    });

    drop(gate);
    let app = Arc::into_inner(app).expect("nobody else has it");
    runtime.block_on(app.db.close());
}

/// An app that lets nothing through: so the gate is measured, and nothing behind it.
async fn open(data_dir: String) -> Arc<App> {
    let settings = [
        ("data_dir", data_dir),
        ("offline", "true".to_owned()),
        ("max_complexity", "1".to_owned()),
    ];
    let config = Config::resolve(&[Layer::from(settings)]).expect("valid settings");
    App::open(config).await.expect("an embedded store")
}
