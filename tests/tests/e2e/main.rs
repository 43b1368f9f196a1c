//! The main job end to end: content in from upstream, answers out over HTTP.

#[cfg(test)]
mod dump;
