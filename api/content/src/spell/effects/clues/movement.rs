//! Movement: where a spell takes creatures, and how fast they are.

use super::Clue;
use crate::spell::SpellEffect as Effect;

pub(super) const CLUES: &[Clue] = &[
    Clue {
        effect: Effect::ForcedMovement,
        says: &[
            r"\b(?:is|are|be|being|and|or) (?:also )?(?:magically |violently |forcibly |immediately |instantly )?(?:pushed|pulled|dragged|shoved|flung|hurled|thrown|thrust|repelled|blown|swept|tossed|knocked|moved|drawn) (?:up to )?(?:\d+|away|back|backward|toward|towards|directly|straight|out of|to one side|to the (?:nearest|center)|to an unoccupied|off|into the air)\b",
        ],
        unless: &[
            r"\b(?:is|are) not (?:\w+ )?(?:pushed|pulled|moved)",
            r"\bcan be thrown\b",
        ],
    },
    Clue {
        effect: Effect::ForcedMovement,
        says: &[
            r"\b(?:pushes|pushing|pulls|pulling|drags|hurls|flings|shoves|repels|push|pull|drag|fling|shove|hurl) (?:\w+ ){0,2}(?:target|creature|it|them|creatures|targets|enemies|foe|opponent)s? (?:\w+ ){0,3}?(?:up to \d+|\d+ f|away|toward|towards|back|closer|out of)\b",
        ],
        unless: &[r"hurl it (?:toward|at)"],
    },
    Clue {
        effect: Effect::ForcedMovement,
        says: &[
            r"\byou (?:can )?move (?:it|the (?:target|creature)) up to \d+ feet in any direction\b",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::Teleports,
        says: &[
            r"\b(?:you|target|targets|creature|creatures|it|they|is|are|be|allies|ally|each|to|,|and|targets? or) (?:can |may |also |instantly |then |immediately |magically |is |are |be )*teleport(?:s|ed|ing)?\b",
        ],
        unless: &[
            r"\b(?:not|no one can|nothing can|neither|fails? to|attempt\w* to|tries to|try to|unable to|prevent\w*|other than|when a creature|a creature that|if (?:a|the) creature|that would|such as|effects?) (?:\w+ ){0,5}teleport",
            r"spirit to an",
            r"the disk",
            r"nor can",
            r"into or out of",
        ],
    },
    Clue {
        effect: Effect::Teleports,
        says: &[
            r"\b(?:is|are|be|instantly) (?:instantly |magically |immediately )?(?:transported|transports) (?:you |\w+ ){0,4}?(?:to|into|back|and)\b",
            r"\b(?:swaps?|exchanges?|trade) (?:places|positions)\b",
        ],
        unless: &[r"portion of", r"plane\b", r"demiplane"],
    },
    Clue {
        effect: Effect::Teleports,
        says: &[r"\binstantly appears? (?:within|in|at)\b"],
        unless: &[],
    },
    Clue {
        effect: Effect::PlanarTravel,
        says: &[
            r"\b(?:transport|transported|transports|shift|shifts|step|enter|travel|banished?|banishes|sent|send|sends|teleports?|slip) (?:\w+ |, |-){0,8}?(?:to|into|on|onto) (?:a |the |an |another |different |its |native |harmless |home |astral |ethereal |border |other )*(?:plane|planes|demiplane|ethereal|astral|shadowfell|feywild|border ethereal|plane of existence)\b",
            r"\bportal linking\b[^.\n]*\bplane\b",
            r"\bastral (?:plane|form)\b",
            r"\bstep into the border",
            r"\bvanish(?:es)? from (?:your|its) (?:current )?plane",
            r"\bbanish(?:es)? [^.\n]{0,40}\bdemiplane",
            r"\blabyrinthine demiplane",
        ],
        unless: &[
            r"\bnot\b",
            r"\bprevent\w*\b",
            r"\bagainst\b",
            r"\bif (?:it|the \w+) (?:is|tries|travels)\b",
            r"\balready\b",
            r"\bon a different\b",
            r"\bchest\b",
            r"\bmessage\b",
            r"\bif the\b",
            r"\btries to\b",
        ],
    },
    Clue {
        effect: Effect::BlocksTravel,
        says: &[
            r"\b(?:can not|no one can|nothing can|no creature can|nor can (?:any )?(?:creature|it)|no|prevents?|prohibits?|blocks?|blocked|proof against|warded against|fails?|neither)\b[^.,\n]{0,70}?\b(?:teleport|teleportation|planar travel|interplanar travel|plane shift|extradimensional|travel using)\b",
            r"\bteleportation and planar travel fail",
        ],
        unless: &[
            r"\byou can not teleport\b",
            r"\bbe teleported\b",
            r"\bif you\b",
            r"\bfails? to teleport\b",
            r"\bdestination\b",
            r"\battacks\b",
        ],
    },
    Clue {
        effect: Effect::Flight,
        says: &[
            r"\b(?:gains?|grants?|gives?|granting|giving|you have|targets? has|creature has|have) (?:it |you |them |the target |also )?(?:an? )?(?:magical )?(?:flying|fly|flight) speed\b",
            r"\byou fly (?:up to|at)\b",
            r"\b(?:rises?|lifts?) vertically\b",
        ],
        unless: &[r"\bif (?:it|the \w+|a \w+)\b", r"\bnot\b", r"\bloses\b"],
    },
    Clue {
        effect: Effect::Mobility,
        says: &[
            r"\bspeeds? (?:\w+ ){0,2}?(?:increases?|is increased|is doubled|are doubled|doubles)\b",
            r"\b(?:increases?|increasing|doubles|doubling) (?:\w+ |\w+\'s ){0,4}(?:walking )?speeds?\b",
            r"\b(?:gains?|grants?|have|also gain) (?:\w+ ){0,3}?(?:climbing|swimming|burrowing|climb|swim|burrow) speed\b",
            r"\bjump(?:ing)? distances?\b",
            r"\bdash action as a bonus",
            r"\bbonus action [^;\n]{0,60}\b(?:take|use) the dash\b",
            r"\b(?:walk|stand|move) (?:on|across) (?:water|walls|air|any liquid|liquid)",
            r"\b(?:unaffected by|ignores?|is not affected by|not impeded by|not slowed by) (?:\w+ )?difficult terrain",
        ],
        unless: &[r"\bcan not (?:be )?(?:affected|gain|benefit)\b"],
    },
    Clue {
        effect: Effect::Slows,
        says: &[
            r"\bspeeds? (?:\w+ ){0,2}?(?:is |are |be |becomes? )?(?:also )?(?:halved|reduced|decreases|drops to 0)\b",
            r"\b(?:reduces?|reducing|halves|halving) (?:\w+ |\w+\'s? ){0,3}speeds?\b",
            r"\bspeed (?:is|becomes) (?:0|zero)\b",
            r"\b(?:target|creature|it|targets|creatures|and) (?:can not|is unable to) move(?: or| and| ,| until|$| for)",
            r"\b(?:has|have|and) an? speed of (?:0|zero)\b",
        ],
        unless: &[
            r"\bnot (?:be )?(?:reduce|halv)\w*\b",
            r"\bunless\b",
            r"\bbase speed\b",
            r"\bneither\b",
            r"\bwall\b",
            r"\bcloud\b",
            r"\bobject\b",
            r"\bsoul\b",
            r"\bnor\b",
            r"\bcontainer\b",
            r"\bwhen the spell ends\b",
            r"\bteleport\w*\b",
            r"\brevert\w*\b",
            r"\bmessenger",
        ],
    },
];
