//! The sources, for whoever looks after the server.

use super::{PRIMARY, Sources};
use std::time::Duration;

/// A source, as whoever looks after the server is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Host and port.
    pub name: String,
    /// Whether it is the one that is written to.
    pub primary: bool,
    /// Whether requests are read from it.
    pub used: bool,
    /// Whether it answers, and is of this store.
    pub up: bool,
    /// Whether it is near enough to the primary to be read from, too.
    pub usable: bool,
    /// How far behind it is at most; nothing where that is not known.
    pub lag: Option<Duration>,
    /// The revision that it has.
    pub revision: i64,
    /// Why it cannot be read from.
    pub problem: Option<String>,
}

impl Sources {
    /// The sources, the primary first; nothing where there is only one.
    pub fn told(&self) -> Vec<Told> {
        if !self.are_several() {
            return Vec::new();
        }
        let used = self.current.borrow().reader.source;
        let state = self.state();
        let told = self.all.iter().zip(&state.seen).enumerate();
        told.map(|(place, (source, seen))| Told {
            name: source.name.clone(),
            primary: place == PRIMARY,
            used: place == used,
            up: seen.up,
            usable: seen.up && seen.lag.is_some_and(|lag| lag <= self.limit),
            lag: seen.lag,
            revision: seen.revision,
            problem: seen.problem.clone(),
        })
        .collect()
    }
}
