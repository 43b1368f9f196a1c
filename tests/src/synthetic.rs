//! Synthetic data for benchmarks: the fixtures repeated, and a store multiplied, both with varied names and numbers.
//!
//! [`upstream`] serves as many records as a sync is to fetch. [`multiply`] makes a synced store larger inside its
//! database, vectors included, which takes minutes where embedding as much text takes days.

mod multiply;
mod upstream;

pub use multiply::multiply;
pub use upstream::upstream;

/// Words that stand before the names of copies, so that they differ and are found by a word.
const EPITHETS: [&str; 32] = [
    "Amber", "Ancient", "Ashen", "Bitter", "Brazen", "Broken", "Bright", "Cold", "Copper", "Crooked", "Distant",
    "Dusty", "Eager", "Fallen", "Fickle", "Gentle", "Gilded", "Grim", "Hollow", "Iron", "Jagged", "Lesser", "Lonely",
    "Mossy", "Northern", "Pale", "Quiet", "Rusty", "Salted", "Tattered", "Velvet", "Wandering",
];
