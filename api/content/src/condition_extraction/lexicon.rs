//! Lexicon: the words by which the sentences of books are parsed.

/// Words and marks between the conditions of a list.
pub(super) const LIST_SEPARATORS: &[&str] =
    &[",", "and", "or", "and/or", "knocked", "fall", "falls", "also", "then", "silent"];

/// Words that may stand between a verb and a condition.
pub(super) const ADVERBS: &[&str] = &[
    "additionally", "also", "automatically", "both", "but", "considered", "effectively", "either", "helplessly",
    "immediately", "instantly", "instead", "magically", "now", "only", "permanently", "simultaneously", "stable",
    "then", "thereby",
];

pub(super) const BEING: &[&str] = &["is", "are", "be"];
pub(super) const BECOMING: &[&str] =
    &["become", "becomes", "becoming", "left", "rendered", "made", "turned", "turns", "remain", "remains"];
pub(super) const FALLING: &[&str] =
    &["fall", "falls", "falling", "knocked", "knocks", "land", "lands", "landing", "exiting", "thrown"];
pub(super) const KNOCKING: &[&str] = &["knock", "knocks", "knocking"];
pub(super) const HAVING: &[&str] = &[
    "has", "have", "having", "gain", "gains", "gaining", "suffer", "suffers", "inflict", "inflicts", "impose",
    "imposes", "receives",
];
pub(super) const EXHAUSTION_VERBS: &[&str] = &[
    "suffer", "suffers", "suffering", "gain", "gains", "gaining", "take", "takes", "taking", "inflict", "inflicts",
    "accumulates", "receives", "adds",
];

/// Words that negate a verb, or make it hypothetical.
pub(super) const NEGATIONS: &[&str] =
    &["not", "never", "nor", "neither", "longer", "without", "would", "could", "already", "still", "unless"];

/// Verbs whose subject inflicts the condition on somebody else.
pub(super) const ACTIVE_VERBS: &[&str] =
    &["knock", "knocks", "knocking", "inflict", "inflicts", "impose", "imposes", "give", "gives", "giving"];

/// Words that may stand before a subject, besides the beginning of the clause.
pub(super) const BEFORE_SUBJECTS: &[&str] =
    &["if", "when", "whenever", "while", "until", "unless", "and", "or", "then", "where"];

/// Words that begin a subordinate clause: circumstances, or which creatures.
pub(super) const SUBORDINATORS: &[&str] =
    &["if", "while", "when", "whenever", "unless", "until", "that", "who", "which", "as", "whose"];

/// Verbs that end a subordinate clause where it has no comma.
pub(super) const CLAUSE_VERBS: &[&str] = &[
    "is", "are", "was", "has", "have", "hit", "hits", "fail", "fails", "failed", "succeed", "succeeds", "start",
    "starts", "end", "ends", "enter", "enters", "move", "moves", "take", "takes", "makes", "must", "see", "sees",
    "hears", "can", "touch", "touches", "choose", "cause", "causes", "appears",
];

/// Names of those whom an effect is meant for.
pub(crate) const TARGETS: &[&str] = &[
    "target", "targets", "creature", "creatures", "humanoid", "humanoids", "victim", "victims", "enemy", "enemies",
    "foe", "foes", "opponent", "opponents", "character", "anyone", "those", "they",
];

/// Words after which a pronoun is no subject.
pub(super) const PREPOSITIONS: &[&str] = &["of", "by", "with", "to", "from", "against", "near"];

/// Those that stand for several.
pub(super) const PLURAL_TARGETS: &[&str] =
    &["targets", "creatures", "humanoids", "victims", "enemies", "foes", "opponents", "those", "they"];

/// Words for the rolls that decide about a target.
pub(super) const ROLLS: &[&str] = &["fails", "failure", "failed", "hit", "throw", "save"];
