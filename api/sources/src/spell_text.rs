//! Readers of spell text: casting times, ranges, durations, prices and dice become numbers and codes.

pub mod casting;
pub mod dice;
pub mod effect;
pub mod price;
