//! Things and places: what a spell makes, calls and fills.

use super::Clue;
use crate::spell::SpellEffect as Effect;

pub(super) const CLUES: &[Clue] = &[
    Clue {
        effect: Effect::Summons,
        says: &[
            r"\b(?:you|spell|and|to) (?:summon|summons|conjure|conjures|call forth|calls forth|call up) (?:(?:forth|a|an|the|one|two|three|up|to|of|\w+ed|\w+al|fey|challenge|phantom|loyal|small|giant|nature|undead|\d+d?\d*|incorporeal|vengeful|\w+ly) ){0,5}?(?:spirits?|creatures?|beasts?|fey|elementals?|fiends?|celestials?|undead|demons?|devils?|constructs?|aberrations?|servants?|servitors?|steeds?|companions?|swarms?|hound|watchdog|familiar|guardians?|animals|ally|golem|sentry|horse|mount|minions?|skeletons?|zombies?|ghosts?|shades?|entity|insects?|wolf|wolves|genie|centipede|mastiff|voidborn|duplicate)\b",
        ],
        unless: &[r"\bif the spell (?:summons|conjures)\b"],
    },
    Clue {
        effect: Effect::Summons,
        says: &[
            r"\b(?:summoned|conjured) (?:creature|creatures|(?:spirits?|creatures?|beasts?|fey|elementals?|fiends?|celestials?|undead|demons?|devils?|constructs?|aberrations?|servants?|servitors?|steeds?|companions?|swarms?|hound|watchdog|familiar|guardians?|animals|ally|golem|sentry|horse|mount|minions?|skeletons?|zombies?|ghosts?|shades?|entity|insects?|wolf|wolves|genie|centipede|mastiff|voidborn|duplicate)) (?:is|are|appears?|disappears?|obeys?|acts?)\b",
        ],
        unless: &[r"sphere"],
    },
    Clue {
        effect: Effect::Summons,
        says: &[
            r"\b(?:creature|spirit|beast|undead|construct|elemental|fiend|celestial|it|swarm|familiar|servant|steed|hound) (?:is|are) an ally to you\b",
            r"\broll initiative for (?:the|any) (?:\w+ )*(?:creature|creatures|undead|construct|beasts?|elementals?|fey)\b",
        ],
        unless: &[],
    },
    Clue {
        effect: Effect::Summons,
        says: &[
            r"\bgain the service of",
            r"\bundead servant\b",
            r"\binvisible , mindless , shapeless",
            r"\b(?:becomes?|rises? as|animates? as|creates? an?|raise an?|into an?) (?:an? )?(?:zombie|skeleton|ghoul|undead)\b",
            r"\byou (?:can )?animate\b",
            r"\bfamiliar , a spirit\b",
            r"\bspirit[^.\n]{0,80} appears in an unoccupied space",
            r"\b(?:creature|spirit|beast|construct|swarm)s? [^.;\n]{0,40}\bappears? (?:\w+ ){0,3}?in an? unoccupied spaces?\b",
        ],
        unless: &[
            r"\bif\b",
            r"target",
            r"\bbody\b",
            r"\bcan not\b",
            r"\bthen appears\b",
        ],
    },
    Clue {
        effect: Effect::CreatesObjects,
        says: &[
            r"\b(?:create|creates|conjure|conjures|fashion|summons?) (?:(?:forth|up|to|\d+|a|an|one|two|simple|floating|sumptuous|nonliving|spectral|shimmering|glowing|horizontal|ten|pounds|gallons|of|clean|nonmagical|fiery|blazing|bladelike|magical|,|\w+ed|\w+ing|\w+ful) ){0,6}?(?:food|water|weapon|sword|blade|berries|bow|dagger|daggers|spear|object|objects|items?|shelter|mansion|house|hut|tower|fort|fortress|bridge|rope|ladder|feast|tent|boat|vehicle|furniture|chest|axe|hammer|disk|staircase|cabin|bed|meal|supply|chariot|dwelling|staff|scythe|longsword|cottage|raft|ship|keep|campsite)\b",
            r"\b(?:weapon|berries|sword|hammer|warhammer|blade|staff|quarterstaff|bow|spear|axe|club|dagger|\w+blade)\b[^;\n]{0,90}\b(?:appears?|materiali[sz]es?) in (?:your|its|their) (?:\w+ ){0,2}hands?\b",
            r"\bevoke a fiery blade",
            r"\bplane of force\b",
            r"\bextradimensional (?:dwelling|shelter|mansion|cottage)",
        ],
        unless: &[r"\bnot\b", r"\bharmful\b"],
    },
    Clue {
        effect: Effect::CreatesWall,
        says: &[
            r"\b(?:create|creates|conjure|raise|form|forms|a|an|make|erect|construct) (?:\w+ |-|\d+ ){0,5}?(?:wall|dome|palisade|cage|hemisphere|prison) (?:of|that|appears|made|springs|surrounds|rises|encloses|, composed|composed|around)\b",
            r"\bwall (?:appears|springs into|rises)\b",
            r"\bsphere of (?:shimmering )?force encloses",
        ],
        unless: &[
            r"\b(?:on|against|through|behind|along|by|in|to|from|touching|across|near) (?:a|the|an|any) (?:\w+ )*(?:wall|barrier)\b",
            r"\bif\b",
        ],
    },
    Clue {
        effect: Effect::AffectsObjects,
        says: &[
            r"\bcreatures? (?:and|or|,) (?:\w+ ){0,3}?(?:nonmagical |loose |small )?objects?\b",
            r"\bobjects? (?:and|or) creatures?\b",
            r"\bobjects? (?:you touch|weighing|of your choice|that (?:is not|are not) (?:being )?(?:worn|carried)|you can see|not being (?:worn|carried)|no larger|that is no|in the area (?:that|takes?|are|is)|that you (?:touch|can see|choose))",
            r"\b(?:ignites?|sets? fire to|repairs?|animates?|damages?) (?:\w+ |, ){0,4}?(?:objects?|structures?|items?)\b",
            r"\bflammable objects?[^.\n]*\b(?:burn|ignit)\w*",
            r"\b(?:choose|target|on|touch|one|single|nonmagical|loose|a creature or) (?:an |a |one )?(?:\w+ ){0,2}?objects? (?:that you can see )?within range",
            r"\btarget (?:the |a |an )?(?:single |nonmagical )*object\b",
            r"\btouch (?:a|an|one|the) (?:\w+ ){0,3}?(?:object|weapon|item|door|stone)s?\b",
        ],
        unless: &[
            r"\bcan not\b",
            r"\bobjects? (?:left |still |remaining )*(?:inside|within the passage|in the passage)\b",
            r"\bassociated object\b",
            r"\bnot affect\b",
            r"\bdoes not (?:affect|harm|damage)\b",
            r"\billusory\b",
            r"\billusion\b",
            r"\bimage\b",
            r"\bsuch as\b",
            r"\bthrough\b",
            r"\bsee \b",
            r"\bethereal\b",
            r"\binvisible\b",
            r"\boccupied\b",
            r"\bharmful\b",
            r"\bappearance of\b",
            r"\boccupy\b",
            r"\btrapping\b",
        ],
    },
    Clue {
        effect: Effect::DifficultTerrain,
        says: &[
            r"\b(?:is|are|as|becomes|become|into|considered|counts? as|be|creates?|creating|remains?) (?:an? (?:area|patch|region) of )?(?:also |considered |now )?(?:treated as )?(?:magical )?difficult terrain\b",
            r"\bspend \d+ (?:feet|foot) of movement for every",
        ],
        unless: &[
            r"\bnot\b",
            r"\bno longer\b",
            r"\bif the\b",
            r"\bnormally\b",
            r"\bwind\b",
        ],
    },
    Clue {
        effect: Effect::Light,
        says: &[
            r"\b(?:sheds?|shedding|emits?|emitting|casts?|casting|gives? off|giving off|radiates?)\b[^;\n]{0,50}\b(?:bright light|dim light|sunlight)\b",
            r"\b(?:bright|dim) light (?:fills)\b",
            r"\b(?:is|produces?|creates?|with) (?:bright light|sunlight|dim light)\b",
            r"\blight is sunlight\b",
        ],
        unless: &[
            r"\bin (?:dim light or|bright light|darkness|sunlight)\b",
            r"\bas if\b",
            r"\bthat sheds\b",
        ],
    },
    Clue {
        effect: Effect::Darkness,
        says: &[
            r"\bdarkness (?:spreads|fills|covers|envelops|surrounds|emanates|engulfs)",
            r"\b(?:filled with|shrouded in|plunged into|sphere of|cloud of|area of) (?:\w+ )?darkness\b",
            r"\bdarkvision can not (?:see|penetrate)",
            r"\bnonmagical light can not illuminate",
        ],
        unless: &[r"\bdispel\w*\b", r"\boverlaps\b", r"\barea of darkness\b"],
    },
    Clue {
        effect: Effect::Obscures,
        says: &[
            r"\b(?:is|are|becomes?|become|considered|be|as|into) (?:\w+ ){0,2}?(?:heavily|lightly) obscured\b",
            r"\b(?:heavily|lightly) obscur(?:es|ing)\b",
            r"\b(?:heavily|lightly) obscured (?:area|to)\b",
            r"\bthat is heavily obscured",
        ],
        unless: &[r"\bin (?:an? )?areas? (?:that|of)\b", r"\bif\b"],
    },
];
