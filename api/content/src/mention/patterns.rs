//! Patterns of the words beside a name that say what it means.

use crate::{Regex, pattern};
use std::sync::LazyLock;

pub static CASTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(casts?|casting) (the |a |an )?((?-i)[A-Z][a-z' ]+ or )?$"));
pub static SPELL_LIST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(at will|cantrips?( \([^)]*\))?|\d/(day|rest|long rest|short rest)( each)?|\d(st|nd|rd|th)[- ]level( \([^)]*\))?|constant|spells known|prepared( spells)?)\s*:[^.:]*$",
    )
});
pub static DETERMINER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(the|an?|and|or|of|your|its|this|that|any|no|another) $"));
pub static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?-i)(?:^|(?P<inner>[\w,;] )|[(:.“\x22] ?)(?P<word>[A-Z][\w'’]+) (?P<of>of (the )?)?$",
    )
});
pub static SEE_ALSO: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bsee also\b[^.]*$"));
pub static OR_ACTION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?-i)^,? or (the )?[A-Z][a-z]+ actions?\b"));
pub static BECOMES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(is|are|be|been|being|becom\w+|turn\w*|remain\w*|was|were|while|it's|you're|and|or)\s+$",
    )
});
pub static WEARS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(wear\w*|wield\w*|hold\w*|carr\w+|don\w*|bear\w*|equip\w*|using|use|with|and|or|a|your|no)\s+(a |an |the )?$",
    )
});

pub static GAINS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(ha(ve|s|ving)|with|gains?|grants?|gives?|lose[sd]?|imposes?|at|and|or)\s+$")
});
pub static USES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(your|its|their|his|her|as a|no|tak(es?|ing)( a)?|roll(s|ed|ing)?( for)?)\s+$")
});
pub static OR_WEAPON: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^,? or (an? )?[\w-]+ (weapons?|property|properties)\b"));
pub static LEVEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(level \d+|\d+(st|nd|rd|th) level)$"));

/// What only a thing can follow.
pub static EQUIPS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(wear(s|ing)?|wield(s|ing)?|carr(y|ies|ying)|don(s|ning)?|equipped with)\s+(an? |the |your )?$",
    )
});
