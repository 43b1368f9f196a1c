//! A request and its limit, in turns: what else the machine does hits both alike.

use crate::Result;
use crate::figures::Times;
use std::time::Duration;

/// Turns that are not counted: connections, caches and plans are made in them.
pub const WARM_UP: u64 = 10;

/// Times two ways of doing the same `turns` times, each going first every other time. Both are given the number of the
/// turn.
pub async fn take_turns(
    turns: u64,
    mut one: impl AsyncFnMut(u64) -> Result<Duration>,
    mut other: impl AsyncFnMut(u64) -> Result<Duration>,
) -> Result<(Times, Times)> {
    let (mut ones, mut others) = (Times::default(), Times::default());
    for turn in 0..WARM_UP + turns {
        let (a, b) = if turn % 2 == 0 {
            let a = one(turn).await?;
            (a, other(turn).await?)
        } else {
            let b = other(turn).await?;
            (one(turn).await?, b)
        };
        if turn >= WARM_UP {
            ones.note(a);
            others.note(b);
        }
    }
    Ok((ones, others))
}
