//! The conditions of the game.

/// Slugs of the conditions, in alphabetical order.
pub const CONDITIONS: [&str; 15] = [
    "blinded",
    "charmed",
    "deafened",
    EXHAUSTION,
    "frightened",
    GRAPPLED,
    "incapacitated",
    INVISIBLE,
    "paralyzed",
    "petrified",
    "poisoned",
    PRONE,
    "restrained",
    "stunned",
    UNCONSCIOUS,
];

pub(crate) const EXHAUSTION: &str = "exhaustion";
pub(crate) const GRAPPLED: &str = "grappled";
pub(crate) const INVISIBLE: &str = "invisible";
pub(crate) const PRONE: &str = "prone";
pub(crate) const UNCONSCIOUS: &str = "unconscious";
