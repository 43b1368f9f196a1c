//! One client with quick questions, while others have slow ones answered.

use crate::Result;
use crate::asking::Bench;
use crate::connection::Request;
use crate::figures::{LimitFigures, Row};
use crate::scenarios::{STRUCTURED, texts};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::task::JoinSet;

/// The name in the table.
pub const NAME: &str = "structured-beside-slow";

/// How many ask slowly.
const SLOW: u64 = 2;

/// A long question to everything there is, and whole records for an answer.
const DOCUMENT: &str = "query($text: String!) {
    search(query: $text, first: 100) {
        edges { score matchedBy node { name markdown document { name } } }
    }
}";

/// Quick questions beside slow ones; their limit is themselves, alone.
pub async fn beside(bench: &mut Bench) -> Result<Row> {
    eprintln!("{NAME}: the same while two clients have long texts searched for in everything");
    let alone = bench.crowd(&STRUCTURED, 1).await?;
    let over = Arc::new(AtomicBool::new(false));
    let mut slow = JoinSet::new();
    for client in 0..SLOW {
        let mut connection = bench.server.connect().await?;
        let over = Arc::clone(&over);
        slow.spawn(async move {
            let mut number = texts::DIFFERENT / 4 * (client + 1);
            while !over.load(Ordering::Relaxed) {
                let text: Vec<String> = (number..number + 8).map(texts::text).collect();
                number += 8;
                let variables = json!({"text": text.join(" ")});
                let answer = connection
                    .send(&Request::graphql(DOCUMENT, variables))
                    .await?;
                answer.sound()?;
            }
            Ok::<_, crate::BoxedError>(())
        });
    }
    let beside = bench.crowd(&STRUCTURED, 1).await?;
    over.store(true, Ordering::Relaxed);
    while let Some(ended) = slow.join_next().await {
        ended??;
    }
    Ok(Row {
        scenario: NAME.to_owned(),
        // The slow ones have their part in it.
        cpu_ms: None,
        store_cpu_ms: None,
        limit: Some(LimitFigures {
            what: "alone".to_owned(),
            p50_ms: alone.p50_ms,
            p99_ms: alone.p99_ms,
        }),
        ..beside
    })
}
