//! What a semantic query costs beside what it cannot do without: the call of the model, and one bare statement.
//!
//! ```sh
//! LOREKEEPER_DATA_DIR=… cargo bench -p lorekeeper --bench semantic
//! ```
//!
//! It asks the store and the model that the settings name (`DATABASE_URL`, `LOREKEEPER_DATA_DIR`, …), which must be
//! filled already, and fetches nothing. Each text is asked all ways in turn, so that what else the machine does
//! hits all of them alike; only the ratios mean something on another machine.

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a measurement prints what it found, and says why it cannot be made"
)]

use async_graphql::{Request, Variables};
use lorekeeper::app::App;
use lorekeeper::config::{Config, Layer};
use lorekeeper::db::bound;
use lorekeeper::embed::change;
use lorekeeper::graphql::{Caller, Gate};
use lorekeeper::query::reading::Reading;
use lorekeeper::query::search::{Search, search};
use lorekeeper::query::spelling::Spelling;
use lorekeeper::query::status;
use lorekeeper::store;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

const TEXTS: [&str; 10] = [
    "protect me from fire",
    "a creature that turns people to stone",
    "see in the dark",
    "heal many wounded friends at once",
    "undead that drain life",
    "travel far in a moment",
    "make somebody tell the truth",
    "hide a camp from enemies",
    "something small that flies and steals",
    "walls of ice and wind",
];

const ROUNDS: usize = 20;

/// The nearest spells, and nothing else.
const BARE: &str = "SELECT v.entity_id, min(v.embedding <=> $1::vector) AS distance \
    FROM passage_vector v JOIN search_entry e ON e.id = v.entity_id \
    WHERE e.family = 'spell' AND v.model = $2 GROUP BY 1 ORDER BY 2 LIMIT 20";

const ASKED: &str = "query($text: String!) {
    spells(search: $text, mode: SEMANTIC, first: 20) { edges { score node { name } } }
}";

#[tokio::main]
async fn main() {
    let config = Config::load(Layer::new()).expect("valid settings");
    let app = App::open(config).await.expect("a store");
    let stored = app.assets.stored(app.assets.choice.clone());
    change::load(&app, &stored)
        .await
        .expect("a model that is stored already");
    let model = app.model_id().expect("a model");
    let (passages, embedded) = status::passages(&app.db.pool, Some(&model))
        .await
        .expect("counts");
    println!("{model}: {embedded} of {passages} passages have their vectors");
    let gate = Gate::new(&app);
    let mut took = Took::default();
    for round in 0..ROUNDS {
        for text in TEXTS {
            // Texts of the same length, none of which was asked before: what was is remembered.
            let text = |way: char| format!("{text} {way}{round}");
            let start = Instant::now();
            bare(&app, &model, &text('a')).await;
            took.bare.push(start.elapsed());

            let start = Instant::now();
            whole(&app, &model, &text('b')).await;
            took.search.push(start.elapsed());

            let start = Instant::now();
            let variables = Variables::from_json(json!({"text": text('c')}));
            let request = Request::new(ASKED).variables(variables);
            let answer = gate.answer(request, Caller::Own).await;
            took.graphql.push(start.elapsed());
            assert_eq!(answer.code, None);
        }
    }
    took.print();
    drop(gate);
    if let Ok(app) = Arc::try_unwrap(app) {
        app.db.close().await;
    }
}

/// The model's call and one statement.
async fn bare(app: &App, model: &str, text: &str) {
    let vector = app.serving().query(text).await.expect("a vector");
    let values = [store::vector_text(&vector).into(), model.into()];
    let rows = app.db.pool.query_all_raw(bound(BARE, values)).await;
    assert!(!rows.expect("neighbours").is_empty());
}

/// The product's own search, without GraphQL.
async fn whole(app: &App, model: &str, text: &str) {
    let reading = Reading::of(&app.db.pool, text, Spelling::Forgiven).await;
    let reading = reading.expect("a reading");
    let vector = app
        .serving()
        .query(&reading.meaning)
        .await
        .expect("a vector");
    let candidates = Query::select()
        .column(Alias::new("id"))
        .from(Alias::new("search_entry"))
        .and_where(Expr::col(Alias::new("family")).eq("spell"))
        .take();
    let wanted = Search {
        reading: &reading,
        lexical: false,
        fuzzy: true,
        vector: Some((model, &vector)),
        index: None,
    };
    let hits = search(&app.db.pool, &candidates, &wanted, None).await;
    assert!(!hits.expect("hits").is_empty());
}

#[derive(Default)]
struct Took {
    bare: Vec<Duration>,
    search: Vec<Duration>,
    graphql: Vec<Duration>,
}

impl Took {
    fn print(mut self) {
        let base = at(&mut self.bare, 50);
        for (name, all) in [
            ("model call and bare statement", &mut self.bare),
            ("search by meaning", &mut self.search),
            ("the same over GraphQL", &mut self.graphql),
        ] {
            let (half, most) = (at(all, 50), at(all, 99));
            println!(
                "{name:32} p50 {half:7.1} ms  p99 {most:7.1} ms  ratio {:.2}",
                half / base
            );
        }
    }
}

/// The time that so many in a hundred take at most, in milliseconds.
fn at(all: &mut [Duration], percent: usize) -> f64 {
    all.sort();
    let place = (all.len() * percent / 100).min(all.len().saturating_sub(1));
    all.get(place)
        .map_or(0.0, |took| took.as_secs_f64() * 1000.0)
}
