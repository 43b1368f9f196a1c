//! The words by which books tell what befalls whom.

/// The conditions of the game.
pub(super) const CONDITIONS: [&str; 15] = [
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

pub(super) const EXHAUSTION: &str = "exhaustion";
pub(super) const GRAPPLED: &str = "grappled";
pub(super) const INVISIBLE: &str = "invisible";
pub(super) const PRONE: &str = "prone";
pub(super) const UNCONSCIOUS: &str = "unconscious";

/// What stands between the conditions of a list.
pub(super) const BETWEEN: &[&str] = &[
    ",", "and", "or", "and/or", "knocked", "fall", "falls", "also", "then",
];

/// What may stand between a verb and a condition.
pub(super) const ADVERBS: &[&str] = &[
    "additionally",
    "also",
    "automatically",
    "both",
    "but",
    "considered",
    "effectively",
    "either",
    "helplessly",
    "immediately",
    "instantly",
    "instead",
    "magically",
    "now",
    "only",
    "permanently",
    "simultaneously",
    "stable",
    "then",
    "thereby",
];

pub(super) const BEING: &[&str] = &["is", "are", "be"];
pub(super) const BECOMING: &[&str] = &[
    "become", "becomes", "becoming", "left", "rendered", "made", "turned", "turns",
];
pub(super) const FALLING: &[&str] = &[
    "fall", "falls", "falling", "knocked", "knocks", "land", "lands", "landing", "exiting",
    "thrown",
];
pub(super) const KNOCKING: &[&str] = &["knock", "knocks", "knocking"];
pub(super) const HAVING: &[&str] = &[
    "has", "have", "having", "gain", "gains", "gaining", "suffer", "suffers", "inflict",
    "inflicts", "impose", "imposes", "receives",
];
pub(super) const TIRING: &[&str] = &[
    "suffer",
    "suffers",
    "suffering",
    "gain",
    "gains",
    "gaining",
    "take",
    "takes",
    "taking",
    "inflict",
    "inflicts",
    "accumulates",
    "receives",
    "adds",
];

/// Words that turn a verb into its contrary, or into what only might be.
pub(super) const DENIALS: &[&str] = &[
    "not", "never", "nor", "neither", "longer", "without", "would", "could", "already", "still",
    "unless",
];

/// Verbs whose subject does it to somebody else.
pub(super) const DOING: &[&str] = &[
    "knock", "knocks", "knocking", "inflict", "inflicts", "impose", "imposes", "give", "gives",
    "giving",
];

/// What may stand before a subject, besides the beginning of the clause.
pub(super) const BEFORE_SUBJECTS: &[&str] = &[
    "if", "when", "whenever", "while", "until", "unless", "and", "or", "then", "where",
];

/// What begins a clause that tells under which circumstances, or which creatures.
pub(super) const MARKERS: &[&str] = &[
    "if", "while", "when", "whenever", "unless", "until", "that", "who", "which", "as", "whose",
];

/// Verbs that end such a clause where it has no comma.
pub(super) const VERBS: &[&str] = &[
    "is", "are", "was", "has", "have", "hit", "hits", "fail", "fails", "failed", "start", "starts",
    "end", "ends", "enter", "enters", "move", "moves", "take", "takes", "makes", "must", "see",
    "sees", "hears", "can", "touch", "touches", "choose", "cause", "causes", "appears",
];

/// Those whom an effect is meant for.
pub(super) const TARGETS: &[&str] = &[
    "target",
    "targets",
    "creature",
    "creatures",
    "humanoid",
    "humanoids",
    "victim",
    "victims",
    "enemy",
    "enemies",
    "foe",
    "foes",
    "opponent",
    "opponents",
    "character",
    "anyone",
    "those",
    "they",
];

/// What somebody does who is a target.
pub(super) const ROLLS: &[&str] = &["fails", "failure", "failed", "hit", "throw", "save"];
