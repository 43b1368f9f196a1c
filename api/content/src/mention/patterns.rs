//! Patterns of the words beside a name that say what it means.

use crate::Pattern;

pub static CASTS: Pattern = Pattern::new(r"\b(casts?|casting) (the |a |an )?((?-i)[A-Z][a-z' ]+ or )?$");
pub static SPELL_LIST: Pattern = Pattern::new(
    r"(at will|cantrips?( \([^)]*\))?|\d/(day|rest|long rest|short rest)( each)?|\d(st|nd|rd|th)[- ]level( \([^)]*\))?|constant|spells known|prepared( spells)?)\s*:[^.:]*$",
);
pub static COSTS: Pattern = Pattern::new(r"^ \((?:\d+|one|two|three|four|five) charges?\b");
pub static DETERMINER: Pattern = Pattern::new(r"\b(the|an?|and|or|of|your|its|this|that|any|no|another) $");
/// What makes a thing of the words behind it: spells have no article.
pub static THING: Pattern = Pattern::new(r"(?:\b(?:an?|its|their|sheer)(?: [\w-]+,?){0,2}|\d-foot) $");
pub static TITLE: Pattern =
    Pattern::new(r"(?-i)(?:^|(?P<inner>[\w,;] )|[(:.“\x22] ?)(?P<word>[A-Z][\w'’]+) (?P<of>of (the )?)?$");
pub static SEE_ALSO: Pattern = Pattern::new(r"\bsee also\b[^.]*$");
pub static OR_ACTION: Pattern = Pattern::new(r"(?-i)^,? or (the )?[A-Z][a-z]+ actions?\b");
pub static BECOMES: Pattern =
    Pattern::new(r"\b(is|are|be|been|being|becom\w+|turn\w*|remain\w*|was|were|while|it's|you're|and|or)\s+$");
pub static WEARS: Pattern = Pattern::new(
    r"\b(wear\w*|wield\w*|hold\w*|carr\w+|don\w*|bear\w*|equip\w*|using|use|with|and|or|a|your|no)\s+(a |an |the )?$",
);

pub static GAINS: Pattern =
    Pattern::new(r"\b(ha(ve|s|ving)|with|gains?|grants?|gives?|lose[sd]?|imposes?|at|and|or)\s+$");
pub static USES: Pattern =
    Pattern::new(r"\b(your|its|their|his|her|as a|no|tak(es?|ing)( a)?|roll(s|ed|ing)?( for)?)\s+$");
pub static OR_WEAPON: Pattern = Pattern::new(r"^,? or (an? )?[\w-]+ (weapons?|property|properties)\b");
pub static LEVEL: Pattern = Pattern::new(r"^(level \d+|\d+(st|nd|rd|th) level)$");

/// What only a thing can follow.
pub static EQUIPS: Pattern =
    Pattern::new(r"\b(wear(s|ing)?|wield(s|ing)?|carr(y|ies|ying)|don(s|ning)?|equipped with)\s+(an? |the |your )?$");
