//! For how long an answer in the making keeps a thread from others: what waits lets go of it.

use crate::Result;
use crate::facts;
use crate::figures::Fact;
use crate::server::Server;

const HELD: &str = "lorekeeper_graphql_hold_duration_seconds";

/// What 99 and 99.99 of 100 turns of a thread took at most, of all that a server has answered so far.
pub async fn holding(server: &Server) -> Result<Vec<Fact>> {
    let buckets = server.buckets(HELD).await?;
    let all = buckets.last().map_or(0.0, |(_, count)| *count);
    let most = |part: f64| {
        let bucket = buckets.iter().find(|(_, count)| *count >= part * all);
        bucket.map_or(f64::INFINITY, |(bound, _)| bound * 1e3)
    };
    let fact =
        |part: f64, name: &str| Fact::new(format!("{}{name}", facts::HELD), most(part), "ms");
    Ok(vec![fact(0.99, "p99"), fact(0.9999, "p99.99")])
}
