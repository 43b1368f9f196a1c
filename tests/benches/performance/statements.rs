//! How many SQL statements a request takes, however long its page is.

use crate::Result;
use crate::asking::Bench;
use crate::connection::Request;
use crate::facts;
use crate::figures::Fact;
use crate::scenarios::{NESTED, Way};
use serde_json::json;

/// Lengths of pages.
const PAGES: [u32; 3] = [1, 10, 100];

/// How often each is counted: what the server does beside it can only add to it.
const TIMES: usize = 3;

/// The statements of the nested scenario by the length of its page. (Reading the metrics takes some itself, and the
/// first answer of a kind some more.)
pub async fn statements(bench: &mut Bench) -> Result<Vec<Fact>> {
    eprintln!("counting statements");
    let mut counted = Vec::new();
    for first in PAGES {
        let mut fewest = f64::INFINITY;
        for _ in 0..=TIMES {
            let number = bench.numbers(1);
            let mut variables = (NESTED.variables)(&bench.samples, number);
            if let Some(variables) = variables.as_object_mut() {
                variables.insert("level".to_owned(), json!(0));
                variables.insert("first".to_owned(), json!(first));
            }
            let Way::Graphql(document) = NESTED.way else {
                continue;
            };
            let request = Request::graphql(document, variables);
            let begin = bench.server.metric(STATEMENTS).await?;
            let before = bench.server.metric(STATEMENTS).await?;
            bench.server.ask(&request).await?;
            let after = bench.server.metric(STATEMENTS).await?;
            let of_metrics = before - begin;
            fewest = fewest.min(after - before - of_metrics);
        }
        let what = format!("{}{first}", facts::STATEMENTS);
        counted.push(Fact::new(what, fewest, "statements"));
    }
    Ok(counted)
}

const STATEMENTS: &str = "lorekeeper_store_statements_total";
