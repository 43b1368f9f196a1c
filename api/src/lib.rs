//! LoreKeeper.
pub mod assets;
pub mod embed;
pub mod family;
pub mod source;
mod stub;
