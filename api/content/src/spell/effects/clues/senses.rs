//! Senses and words: what a spell lets creatures perceive, tell and hide.

use super::Clue;
use crate::spell::SpellEffect as Effect;

pub(super) const CLUES: &[Clue] = &[
    Clue {
        effect: Effect::RequiresSight,
        says: &[
            r"\b(?:creature|creatures|target|targets|humanoid|humanoids|beast|object|objects|undead|enemy|foe|ally|one|person|other|construct|elemental|fiend|plant|corpse|allies|spellcaster|caster|animal|weapon|giant|monstrosity|item|individual|fey|celestial|dragon)s? (?:of your choice |other than yourself |or object |or smaller |of \w+ size or smaller )?(?:that )?(?:you can (?:clearly )?see|within range that you can see|within \d+ feet(?: of you)? that you can see)\b",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::Communication,
        says: &[
            r"\btelepath\w*\b",
            r"\bcommunicate\b",
            r"\bcommunicates\b",
            r"\bconverse\b",
            r"\bcommunicating\b",
            r"\bspeak with (?:the |it|any|each|animals|plants|beasts|them|dead)",
            r"\b(?:whisper|send|deliver|leave|sends?|implant|write|transmit)s? (?:\w+ |-){0,4}messages?\b",
            r"\bunderstands? (?:and (?:can )?speak )?(?:the (?:literal )?meaning|any (?:spoken |written )?language|all (?:spoken )?languages|each other|one another)",
            r"\bask (?:the \w+ |it |up to )?(?:\w+ ){0,3}questions?\b",
            r"\banswers? (?:up to )?(?:\w+ ){0,2}questions?\b",
        ],
        unless: &[
            r"\bnot\b",
            r"\bunable\b",
            r"\bstat block\b",
            r"\btelepathic(?:ally)? (?:intrusion|contact)\b",
            r"\bblock\w*\b",
            r"\bthoughts\b",
            r"\bprotect\w*\b",
            r"\bprevent\w*\b",
            r"\bability to communicate\b",
            r"\bability to speak\b",
            r"\bretain\w*\b",
            r"\bunwanted\b",
            r"\bmust\b",
            r"\bguard a location\b",
        ],
    },
    Clue {
        effect: Effect::Detection,
        says: &[
            r"\byou (?:can |also |immediately |instantly |automatically |then )*(?:sense|detect|learn|perceive|discern|know) (?:of )?(?:the |if |whether |its |an? |that |when )?(?:\w+ ){0,4}?(?:presence|location|direction|whether|there is|is present|within \d+|locations|distance|whereabouts|poisons?|school|spells are)\b",
            r"\blocate (?:\w+ ){0,3}(?:creatures?|objects?|kind|person|animals?|plants?|beasts?)\b",
            r"\byou see invisible\b",
            r"\balarm alerts\b",
            r"\byou can see invisible\b",
            r"\byou (?:sense|detect) (?:the|any|magic|every)\b",
        ],
        unless: &[
            r"\bnot\b",
            r"\bblock\w*\b",
            r"\bfails?\b",
            r"\bof all other\b",
            r"\bknow is\b",
            r"\bchecks?\b",
        ],
    },
    Clue {
        effect: Effect::GrantsSenses,
        says: &[
            r"\b(?:has|have|gains?|grants?|granting|giving|gives?|gaining) (?:\w+ ){0,4}?(?:darkvision|blindsight|truesight|tremorsense)\b",
            r"\byou can see invisible\b",
            r"\byou see invisible",
        ],
        unless: &[
            r"\bnot\b",
            r"\bno effect\b",
            r"\bthat has\b",
            r"\bthat have\b",
            r"\bif\b",
            r"\beye\b",
            r"\bhound\b",
            r"\bit also\b",
            r"\bobject\b",
            r"\bblind beyond\b",
            r"\bit has\b",
        ],
    },
    Clue {
        effect: Effect::GrantsSenses,
        says: &[r"\byou (?:can )?see invisible"],
        unless: &[],
    },
    Clue {
        effect: Effect::RemoteSenses,
        says: &[
            r"\byou can (?:\w+ )?(?:see|hear|see and hear|see or hear|perceive)(?:,? | through | using | via | from )(?:\w+ |, |\'s ){0,4}?(?:its (?:eyes|senses|location)|the \w+\'s (?:eyes|senses|point of view)|(?:as if|as though) you were|through (?:its|the|your|their) (?:\w+ )?(?:eyes|senses|sensor))",
            r"\b(?:invisible |magical |scrying )sensor\b",
            r"\bsee through (?:the|its|their) \w*\'?s? ?(?:eyes|senses)",
            r"\byou can see and hear the target",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::BlocksScrying,
        says: &[
            r"\b(?:can not be (?:\w+ ){0,3}?(?:targeted|perceived|detected|found)|immune to|hides?|prevents?|blocks?|protect\w*|wards?|hidden from|undetectable|sensors can not)\b[^.\n]{0,90}?\b(?:divination|scrying|scry)\b",
            r"\bdivination (?:spells|magic) (?:can not|do not|does not|fail)",
        ],
        unless: &[r"\broute of\b"],
    },
];
