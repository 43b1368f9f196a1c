//! A request and its limit, in turns: what else the machine does hits both alike.

use crate::Result;
use crate::figures::Times;
use std::time::{Duration, Instant};

/// Turns that are not counted: connections, caches and plans are made in them.
const WARM_UP: u64 = 10;

/// How many turns are taken.
#[derive(Copy, Clone, Debug)]
pub struct Turns {
    /// At least so many, warm-up apart.
    pub least: u64,
    /// And no more than so many.
    pub most: u64,
    /// Once there are enough, no longer than this.
    pub length: Duration,
}

impl Turns {
    /// How many there can be, warm-up and all.
    pub fn at_most(self) -> u64 {
        WARM_UP + self.most
    }
}

/// What taking turns came to.
pub struct Taken {
    /// The times of the one.
    pub one: Times,
    /// The times of the other.
    pub other: Times,
    /// How many turns it took, warm-up and all.
    pub turns: u64,
}

/// Times two ways of doing the same, each going first every other time. Both are given the number of the turn.
pub async fn take_turns(
    turns: Turns,
    mut one: impl AsyncFnMut(u64) -> Result<Duration>,
    mut other: impl AsyncFnMut(u64) -> Result<Duration>,
) -> Result<Taken> {
    let (mut ones, mut others) = (Times::default(), Times::default());
    let began = Instant::now();
    let mut turn = 0;
    while turn < WARM_UP + turns.least || (turn < turns.at_most() && began.elapsed() < turns.length)
    {
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
        turn += 1;
    }
    Ok(Taken {
        one: ones,
        other: others,
        turns: turn,
    })
}
