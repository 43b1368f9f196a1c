//! Embedding of stored passages: in the background, resumably, and from one model to another.

pub mod background;
pub mod change;
mod pending;
pub mod servers;
mod stored;
