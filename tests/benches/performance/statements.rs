//! How many SQL statements a request takes, however long its page is.

use crate::Result;
use crate::asking::Bench;
use crate::connection::Request;
use crate::facts;
use crate::figures::Fact;
use serde_json::json;

/// Lengths of pages.
const PAGES: [u32; 3] = [1, 10, 100];

/// How often each is counted: what the server does beside it can only add to it.
const TIMES: usize = 4;

/// Spells that have all that is asked for, so that a longer page has no relation that a shorter one lacks.
const DOCUMENT: &str = "query($first: Int, $most: Int) {
    spells(filter: {classes: {isEmpty: false}, inflicts: {isEmpty: false}, level: {lte: $most}}, first: $first) {
        nodes {
            name
            document { name }
            classes { name document { name } }
            inflictedConditions { name document { name } }
        }
    }
}";

/// The statements of nested relations by the length of the page. (Reading the metrics takes some itself.)
pub async fn statements(bench: &mut Bench) -> Result<Vec<Fact>> {
    eprintln!("counting statements");
    let mut counted = Vec::new();
    for first in PAGES {
        let mut fewest = f64::INFINITY;
        for _ in 0..TIMES {
            let most = 10 + bench.numbers(1);
            let request = Request::graphql(DOCUMENT, json!({"first": first, "most": most}));
            let server = &bench.server;
            let begin = server.metric(STATEMENTS).await?;
            let before = server.metric(STATEMENTS).await?;
            let answer = server.ask(&request).await?;
            let after = server.metric(STATEMENTS).await?;
            if answer
                .pointer("/data/spells/nodes/0/inflictedConditions/0")
                .is_none()
            {
                return Err("statements: no spell has conditions that lead somewhere".into());
            }
            let of_metrics = before - begin;
            fewest = fewest.min(after - before - of_metrics);
        }
        let what = format!("{}{first}", facts::STATEMENTS);
        counted.push(Fact::new(what, fewest, "statements"));
    }
    Ok(counted)
}

const STATEMENTS: &str = "lorekeeper_store_statements_total";
