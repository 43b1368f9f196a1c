//! The last page of a long list, which is reached by a cursor.

use crate::Result;
use crate::asking::Bench;
use crate::connection::{Connection, Request};
use crate::figures::{LimitFigures, Row, mean, megabytes};
use crate::limits::Parameter;
use crate::turns::take_turns;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The name in the table.
pub const NAME: &str = "last-page";

/// Where the last page begins. Not measured.
const BEGINNING: &str = "query($most: Int) {
    creatures(filter: {hitPoints: {lte: $most}}, last: 21) { pageInfo { startCursor } }
}";

/// The last page.
const PAGE: &str = "query($most: Int, $after: String) {
    creatures(filter: {hitPoints: {lte: $most}}, first: 20, after: $after) {
        nodes { name type challengeRating }
        pageInfo { hasNextPage }
    }
}";

/// Its rows, from the other end of the same index.
const STATEMENT: &str =
    "SELECT name, creature_type, challenge_rating FROM creature WHERE hit_points <= $1
    ORDER BY name DESC, document_key DESC, id DESC LIMIT 20";

/// The last 20 of all creatures, in turns with the statement that gives them.
pub async fn last_page(bench: &mut Bench) -> Result<Row> {
    eprintln!("{NAME}: the last 20 of all creatures, by a cursor");
    let turns = bench.effort.turns;
    let first = bench.numbers(turns.at_most());
    let most = |turn| 10_000 + first + turn;
    let (mut connection, sql) = (bench.server.connect().await?, &mut bench.sql);
    let (mut bytes, mut took) = (0, Duration::ZERO);
    let asked = async |turn| {
        let cursor = cursor(&mut connection, most(turn)).await?;
        let request = Request::graphql(PAGE, json!({"most": most(turn), "after": cursor}));
        let answer = connection.send(&request).await?;
        answer.sound()?;
        bytes += answer.body.len();
        took += answer.took;
        Ok(answer.took)
    };
    let bare = async |turn| {
        let began = Instant::now();
        let parameter = Parameter::Int(i64::try_from(most(turn))?);
        sql.rows(STATEMENT, vec![parameter]).await?;
        Ok(began.elapsed())
    };
    let taken = take_turns(turns, asked, bare).await?;
    Ok(Row {
        scenario: NAME.to_owned(),
        clients: 1,
        requests: taken.one.count(),
        p50_ms: taken.one.at(50.0),
        p99_ms: taken.one.at(99.0),
        per_second: 1.0 / mean(took.as_secs_f64(), taken.turns),
        cpu_ms: None,
        store_cpu_ms: None,
        rss_mb: megabytes(bench.server.process.resident()),
        bytes: bytes / usize::try_from(taken.turns)?,
        failed: 0,
        degraded: 0,
        limit: Some(LimitFigures {
            what: "bare SQL".to_owned(),
            p50_ms: taken.other.at(50.0),
            p99_ms: taken.other.at(99.0),
        }),
    })
}

async fn cursor(connection: &mut Connection, most: u64) -> Result<String> {
    let request = Request::graphql(BEGINNING, json!({"most": most}));
    let answer = connection.send(&request).await?;
    answer.sound()?;
    let answer: Value = serde_json::from_slice(&answer.body)?;
    let cursor = answer.pointer("/data/creatures/pageInfo/startCursor");
    let cursor = cursor
        .and_then(Value::as_str)
        .ok_or("there are no creatures")?;
    Ok(cursor.to_owned())
}
