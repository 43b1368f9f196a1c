//! LoreKeeper.
pub mod family;
pub mod source;
mod stub;
