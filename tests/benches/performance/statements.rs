//! SQL statements per request, whatever the length of the page (no N+1 queries).

use crate::Result;
use crate::bench::Bench;
use crate::client::Request;
use crate::report::Figure;
use serde_json::json;

/// The figure, by the length of the page.
pub const STATEMENTS: &str = "statements of nested, first: ";

/// How often each request is counted: background work can only add to it.
const REPEATS: usize = 4;

const METRIC: &str = "lorekeeper_store_statements_total";

/// Spells that have all that is asked for, so that a longer page has no relation that a shorter one lacks.
const DOCUMENT: &str = "query($first: Int, $most: Int) {
    spells(filter: {classes: {isEmpty: false}, conditionsInflicted: {isEmpty: false}, level: {lte: $most}}, first: $first) {
        nodes {
            name
            document { name }
            classes { name document { name } }
            inflictedConditions { name document { name } }
        }
    }
}";

/// The statements of a nested request by the length of the page. (Reading the metric takes some itself.)
pub async fn measure(bench: &mut Bench) -> Result<Vec<Figure>> {
    eprintln!("counting statements");
    let mut figures = Vec::new();
    for first in [1, 10, 100] {
        let mut fewest = f64::INFINITY;
        for _ in 0..REPEATS {
            let most = 10 + bench.reserve(1);
            let request = Request::graphql(DOCUMENT, json!({"first": first, "most": most}));
            let server = &bench.server;
            let begin = server.metric(METRIC).await?;
            let before = server.metric(METRIC).await?;
            let answer = server.ask(&request).await?;
            let after = server.metric(METRIC).await?;
            if answer.pointer("/data/spells/nodes/0/inflictedConditions/0").is_none() {
                return Err("statements: no spell has conditions that lead somewhere".into());
            }
            fewest = fewest.min(after - before - (before - begin));
        }
        figures.push(Figure::new(format!("{STATEMENTS}{first}"), fewest, "statements"));
    }
    Ok(figures)
}
