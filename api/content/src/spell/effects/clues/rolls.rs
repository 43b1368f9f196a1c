//! Rolls and turns: what a spell changes of dice, damage and actions.

use super::Clue;
use crate::spell::SpellEffect as Effect;

pub(super) const CLUES: &[Clue] = &[
    Clue {
        effect: Effect::Advantage,
        says: &[
            r"\b(?:has|have|gains?|gaining|grants?|granting|gives?|giving|with|made with) (?:it |you |them |the target |each \w+ )?advantage\b(?: on| against| for| until| when| to| if| while| ,| in|$)",
        ],
        unless: &[
            r"\bdisadvantage\b",
            r"\bif (?:you|your companions|it|the target)[^,\n]*fighting\b",
            r"\bfighting it\b",
            r"\b(?:can|does|do) not (?:have|gain|benefit|grant)\b",
            r"\bnot have\b",
            r"\bagainst (?:the|this) (?:spell|effect)\b",
            r"\b(?:on|for) (?:the|this|its|that|their) (?:\w+ )?(?:saving throw|save|check|sav\w+)\b",
            r"\bon the initial\b",
            r"\bagainst this\b",
            r"\bwith advantage if\b",
            r"\banother saving throw\b",
            r"\badvantage on saving throws against (?:this|the spell)\b",
            r"\bthrow with advantage\b",
        ],
    },
    Clue {
        effect: Effect::Disadvantage,
        says: &[
            r"\b(?:has|have|having|with|makes?|suffers?|imposes?|imposing|at|gains?|inflicts?|gives?|giving) (?:the target |it |them )?disadvantage\b",
        ],
        unless: &[
            r"\byou (?:\w+ ){0,3}(?:has|have|are at|suffer|make|gain) (?:\w+ )*disadvantage\b",
            r"\byou [^,\n]{0,50} (?:with|at) disadvantage\b",
            r"\b(?:does|do|is|are|can) not (?:\w+ ){0,3}disadvantage\b",
            r"\bnot (?:have|suffer|impose|made|make)\b",
            r"\bno longer\b",
            r"\bwithout\b",
            r"\b(?:on|makes?|make|made on|for) (?:the|this|its|that|their) (?:\w+ )?(?:saving throw|save)\b",
            r"\b(?:saving throw|save|saving throws|saves) (?:is made |is |are made |made |against (?:this|the) \w+ )?(?:with|at) disadvantage\b",
            r"\bthat (?:has|have|would)\b",
            r"\byour (?:\w+ )+(?:have|has|with) disadvantage\b",
            r"\bdisadvantage on (?:the|this|its|that) (?:\w+ )?(?:saving throw|save|check)\b\b",
            r"\bmakes? (?:\w+ ){0,4}saving throws? (?:\w+ )?with disadvantage\b",
        ],
    },
    Clue {
        effect: Effect::BonusToRolls,
        says: &[
            r"\b(?:gains?|has|have|gets?|grants?|granting|gives?|with|receives?) (?:it |you |them |the target )?(?:an? )?(?:\w+ )?(?:\d+(?:d\d+)? )?bonus (?:equal to (?:\w+ |\'s ){1,8}?)?(?:to|on) (?:\w+ ){0,6}?(?:attack|damage|saving|ability|checks?|rolls?|throws?|initiative)\b",
            r"\b(?:rolls? a d\d+ and adds?|adds? (?:a d\d+|\d+d\d+)|adds? the (?:number|result))[^;\n]{0,70}\b(?:attack|saving throw|ability check|check|saves?|rolls?)\b",
        ],
        unless: &[r"\bno bonus\b", r"\btrying to pull\b"],
    },
    Clue {
        effect: Effect::ExtraDamage,
        says: &[
            r"\b(?:deals?|dealing|does|do) (?:an )?(?:extra|additional) (?:amount of )?(?:\d+d\d+|\d+|\w+ damage|damage)\b",
        ],
        unless: &[r"\bnot deal\b"],
    },
    Clue {
        effect: Effect::ExtraDamage,
        says: &[
            r"\b(?:takes?|suffers?) (?:an )?(?:extra|additional) \d+(?:d\d+)?[^;\n]{0,40}\bdamage (?:from the (?:attack|weapon)|on (?:a|the) hit)",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::ExtraDamage,
        says: &[
            r"\b(?:hits? [^;\n]{0,80}|attack[^;\n]{0,60}), (?:it|the target|the creature) takes an (?:extra|additional) \d+d?\d*",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::ExtraDamage,
        says: &[
            r"\bbonus to (?:its |your |the )?(?:attack (?:rolls )?and )?(?:\w+ )?damage (?:rolls?|dealt)\b",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::DamageOverTime,
        says: &[
            r"\b(?:at the (?:start|end|beginning) of (?:each of )?(?:its|their|your|the \w+\'s?|every|each) (?:\w+ )?turns?|starts? its turn|ends? its turn|start their turns?|end their turns?|each (?:round|turn|minute)|every (?:round|turn)|at the (?:end|start) of each)\b[^.\n]{0,200}?\b(?:takes?|taking|suffers?|deals?|dealing|dealt|take)\b[^.\n]{0,60}?\bdamage\b",
            r"\b(?:takes?|suffers?|deals?) [^.\n]{0,60}\bdamage [^.;\n]{0,70}\b(?:at the (?:start|end|beginning) of each|at the (?:start|end) of (?:its|their|the \w+\'s) turns?|(?:when(?:ever)? it |if it )?(?:starts?|ends?) its turn|each (?:round|turn)|every round|for each (?:round|turn))\b",
            r"\bongoing [^.\n]*damage",
        ],
        unless: &[r"\beach time (?:it|the \w+) takes\b"],
    },
    Clue {
        effect: Effect::DamageOverTime,
        says: &[
            r"\b(?:takes?|taking) (?:\w+ ){0,3}?\d+d\d+ \w+ damage (?:\w+ ){0,5}?at the (?:end|start) of (?:its|your|the target\'s) next turn",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::DamageOverTime,
        says: &[
            r"\bsav(?:e|ing throw) when (?:it|a creature|the \w+) (?:\w+ ){0,3}?(?:enters|starts|ends|moves)\b",
            r"\bwhen(?:ever)? (?:it|a creature) (?:enters|starts|ends)[^.\n]{0,120}\bsaving throw",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::ExtraAction,
        says: &[
            r"\b(?:gains?|takes?|has|have|make|makes|grants? \w+) (?:an?|one|two) (?:additional|extra) (?:action|actions|attack|attacks|weapon attack|melee attack)\b",
            r"\b(?:can|may) (?:immediately )?use its reaction to (?:immediately )?make (?:a|an|one)[^;,\n]{0,30}\battack\b",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::StopsReactions,
        says: &[
            r"\bcan not (?:take|use|make) (?:any )?(?:reactions?|actions or reactions|opportunity attacks)\b",
        ],
        unless: &[r"\bif\b"],
    },
];
