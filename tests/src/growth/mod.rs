//! Content that grows: as much of everything as one wants, in our own words, to see what its size does.
//!
//! [`serve`] is an upstream with so many times the open content there is; a sync loads it. [`multiply`] makes a
//! store that is loaded larger within the database, which is much faster than a sync. [`recall`] says how much of
//! what is nearest in meaning the index of vectors finds.

mod actions;
mod books;
mod classes;
mod concepts;
mod creatures;
mod draw;
mod equipment;
mod game;
mod library;
mod multiply;
mod names;
mod options;
mod recall;
mod rules;
mod speech;
mod spells;
mod words;

#[cfg(test)]
mod tests;

pub use library::Library;
pub use multiply::{Multiplied, multiply, open};
pub use recall::{Asked, Recall, build_index, recall};

use crate::upstream::Upstream;
use std::net::SocketAddr;

/// An upstream at `address` (port 0: any that is free) with `factor` times the open content there is: 1 is some
/// 10,000 records of 25 books. Only the second version of Open5e is there: sync with `sources = open5e_v2`.
pub async fn serve(address: SocketAddr, factor: f64) -> std::io::Result<Upstream> {
    Upstream::of(address, Library::new(factor).listings()).await
}
