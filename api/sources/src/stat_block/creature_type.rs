//! Creature types and swarms.

use crate::wire::filled;

/// The creature type, and for a swarm the whole phrase (`swarm of Tiny beasts`) as the subtype.
///
/// Correction (creatures): `swarm of Tiny beasts` as a type becomes the type beast, with the swarm as subtype.
pub fn creature_type(text: &str) -> (Option<String>, Option<String>) {
    let text = text.trim().to_lowercase();
    match text.strip_prefix("swarm of ") {
        Some(rest) => {
            let single = rest
                .rsplit(' ')
                .next()
                .map(|many| many.trim_end_matches('s'));
            (single.and_then(filled), Some(text))
        }
        None => (filled(&text), None),
    }
}
