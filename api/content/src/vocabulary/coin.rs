//! Coins that prices are written in.

/// Coins and their worth in copper pieces, the most valuable one first. Platinum and electrum are left out: books
/// price in the other three.
pub(crate) const COINS: [(&str, i64); 3] = [("gp", 100), ("sp", 10), ("cp", 1)];
