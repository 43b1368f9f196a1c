//! What a stat block prints in lines, for the sources that have it so.

pub mod numbers;
pub mod senses;
