//! Course: how a spell goes on, how it ends, and what it does to other magic.

use super::Clue;
use crate::spell::SpellEffect as Effect;

pub(super) const CLUES: &[Clue] = &[
    Clue {
        effect: Effect::LaterActions,
        says: &[
            r"\b(?:on (?:each of )?your (?:later |subsequent |following |next )?turns?(?: until the spell ends| before the spell ends| for the duration| thereafter| after you cast| , |)|each turn|on later turns|on each turn|on subsequent turns|for the duration|until the spell ends|while the spell (?:lasts|persists))\b[^.\n]{0,110}?\b(?:you|can|use|take|as|using|with) (?:can |may )?(?:use |take )?(?:an? |your |another )?(?:bonus |magic |utilize )?action\b",
            r"\b(?:as|use|take|using) (?:an?|your) (?:bonus |magic |utilize )?action (?:\w+ ){0,2}?(?:on (?:each of )?your (?:\w+ )?turns?|on later turns|on (?:each|any|a) (?:subsequent |later )?turn|on subsequent turns)\b",
            r"\b(?:you can|you may) (?:\w+ ){0,2}?(?:use|take) (?:an?|your) (?:bonus |magic )?action to (?:\w+ ){0,8}?(?:again|repeat|move|switch|direct|command)\b",
            r"\bas an? (?:bonus |magic )?action , you can (?:\w+ ){0,2}?(?:move|command|designate|direct|switch|repeat|shift)\b",
            r"\byou (?:direct|move|command)\b[^.\n]{0,60}\bas an? (?:bonus |magic )?action\b",
            r"\b(?:as long as|while) you (?:maintain concentration|concentrate)\b[^.\n]{0,60}\b(?:use|take) (?:an?|your) (?:bonus |magic )?action\b",
        ],
        unless: &[
            r"\bdismiss\b",
            r"\btarget can (?:use|take)\b",
            r"\bto end\b",
            r"\bends? it\b",
            r"\bit can\b",
            r"\bcan not\b",
        ],
    },
    Clue {
        effect: Effect::EndsOnDamage,
        says: &[
            r"\b(?:ends?|wakes?|awakens?|awake|woken|free of|wakes? up|lasts?|until|unconscious|charmed|sleep)\b[^.\n]{0,60}\b(?:if|when|until|whenever|until either|or) (?:(?:it|the|a|an|any|sleeper|target|creature|affected|steed|you|or|your|companions|allies|of|either|servant|either) ){1,7}(?:takes?|suffers?|is dealt|do|does|harm|harms|attack|attacks|deals?|damage|damages) (?:(?:any|anything|some|to|it|the|target) )*(?:damage|harmful)\b",
            r"\b(?:each time|when|whenever|if) (?:it|the (?:target|creature)|an affected creature) takes (?:any )?damage[^.\n]{0,60}(?:sav|spell ends|effect ends|ends|wakes)",
            r"\bif you or (?:any of )?your (?:companions|allies)[^.\n]{0,40}(?:harm|damage|attack)\w*[^.\n]{0,90}(?:ends)",
            r"\brepeats? the (?:save|saving throw)[^.\n]*\btakes? damage",
        ],
        unless: &[r"of the chosen type"],
    },
    Clue {
        effect: Effect::EndsMagic,
        says: &[
            r"\bspell (?:fails|dissipates) (?:and|with) (?:has )?no effect\b",
            r"\bspell of (?:\w+ )*level (?:\d )?or lower on (?:the target|it) ends\b",
            r"\b(?:dispels|suppresses|counters|ends) (?:(?:any|all|the|each|ongoing|one|active) ){0,2}(?:spells?|magic|magical effects?)\b",
            r"\b(?:spell|item|effect|magic)s? (?:\w+ ){0,8}?(?:within|in) the (?:sphere|area|aura) is suppressed",
            r"\beffect of the spell or (?:the )?item is suppressed",
        ],
        unless: &[r"\bdispel magic\b", r"of the spell", r"ends the spell"],
    },
];
