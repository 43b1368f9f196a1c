//! Bodies: what a spell does to the health and shape of creatures.

use super::Clue;
use crate::spell::SpellEffect as Effect;

pub(super) const CLUES: &[Clue] = &[
    Clue {
        effect: Effect::Heals,
        says: &[
            r"\b(?:regains?|regaining|recovers?|restores?|restoring|heals?|healed) (?:\w+ |, |\( ){0,6}?(?:hit points?|hp)\b",
            r"\b(?:heals?|is healed) (?:for )?\d",
        ],
        unless: &[
            r"\bnot\b",
            r"\bno hit points\b",
            r"\bwould\b",
            r"\bspell or\b",
            r"\bif (?:you|it|the \w+) (?:regains?|are|is)\b",
            r"\bonly way\b",
            r"\bloses\b",
            r"\bwhen(?:ever)? (?:a|an|it|the) [^,\n]*regains?\b",
        ],
    },
    Clue {
        effect: Effect::TemporaryHitPoints,
        says: &[
            r"\b(?:gain|gains|gaining|grant|grants|granting|have|has|receive|receives|give|gives|provides|bestows|bestow|get|gets)\b[^.;\n]{0,60}?\btemporary (?:hit points|hp)\b",
        ],
        unless: &[
            r"(?:while|as long as|if|until|when) (?:\w+ ){0,4}(?:has|have) (?:\w+ ){0,4}temporary",
        ],
    },
    Clue {
        effect: Effect::ChangesArmorClass,
        says: &[
            r"\b(?:bonus|penalty|increase) to (?:its |your |the target\'s |their |his or her )?(?:ac|armor class)\b",
            r"\b(?:ac|armor class) (?:and \w+ \w+ )?(?:is|are|becomes|become|increases|increase|decreases|can not be|equals)\b",
            r"\b(?:bonus|penalty) to [^.\n]{0,60}\b(?:ac|armor class)\b",
            r"\b(?:add|adds|adding|subtract|subtracts|reduce|reduces|reducing|increase|increases|lower|lowers) [^.\n]{0,40}\b(?:ac|armor class)\b",
            r"\b(?:has|have|gain|gains) an? (?:ac|armor class) of \d+",
        ],
        unless: &[
            r"(?:ac|armor class) (?:of )?\d+ (?:,|and) [^.\n]{0,40}hit points",
            r"hit points [^.\n]{0,40}(?:ac|armor class)",
            r"\bduplicate",
        ],
    },
    Clue {
        effect: Effect::DamageResistance,
        says: &[
            r"\b(?:you|it|target|targets|creature|creatures|and|they|who|each|allies|recipient|also|grants?|granting|gives?|giving|gains?|confers?|provides?|companions) (?:also |\w+ ){0,2}?(?:resistance|resistant|immunity|immune) (?:to|against) [^;\n]{0,80}?\b(?:damage|acid|cold|fire|lightning|poison|thunder|force|necrotic|radiant|psychic|bludgeoning)\b",
        ],
        unless: &[
            r"\bignores?\b",
            r"\bloses?\b",
            r"\bunaffected\b",
            r"\bnot (?:have|immune|benefit|gain|resistant)\b",
            r"\bif (?:it|the \w+|a \w+)\b",
            r"\b(?:that|which|who) (?:\w+ ){0,6}(?:is|are|has|have) (?:\w+ )?(?:immun|resist)\w*\b",
            r"\bcreature with\b",
            r"\bimmune to (?:this|the) \b",
            r"\bcreatures immune\b",
            r"\b\d+ hit points?\b",
            r"\bdispelled\b",
            r"\bbreathe\b",
            r"\b(?:wall|tomb|ice|spire|dome|cage) (?:is|has)\b",
            r"\bovercoming\b",
            r"\bless resistant\b",
            r"\bit is (?:resistant|immune)\b",
        ],
    },
    Clue {
        effect: Effect::DamageResistance,
        says: &[r"\breduces? (?:the|any|all|that) (?:\w+ )?damage"],
        unless: &[r"\bsav(?:e|es|ing)\b", r"\bless damage\b", r"\bbelow\b"],
    },
    Clue {
        effect: Effect::EndsConditions,
        says: &[
            r"\b(?:cures?|removes?|neutrali[sz]es?|ends|purges?|cleanses?|lifts?|end|cure|remove) (?:(?:one|any|all|either|the|nonmagical|normal|magical|or|and|of|following|both|a|up|to|\w+ness|poisons?|diseases?|curses?|exhaustion|level|effect|affecting|causing|target|be) |, ){0,8}?(?:blinded|blindness|deafened|deafness|paraly[sz]ed|paralysis|poisoned|poisons?|stunned|charmed|frightened|petrified|exhaustion|condition|conditions|diseases?|curses?|contagions?)\b",
            r"\bcured of\b",
            r"\b(?:curse|condition|disease)s? (?:is|are) (?:removed|cured)\b",
            r"\b(?:all curses|curses) affecting [^.\n]{0,50}\bend\b",
            r"\bremove (?:\w+ ){0,3}one of the following (?:effects|conditions)",
            r"\bends? one of the following (?:effects|conditions)",
            r"\breduce (?:\w+ \w+ |its |the target\'s )?exhaustion(?: level)? by one",
        ],
        unless: &[
            r"\bsuccessful\b",
            r"\bsaving throw\b",
            r"\bsave\b",
            r"\buntil\b",
            r"\bonly\b",
            r"\bwish\b",
            r"\bfood\b",
            r"\bcan be\b",
            r"\bthis\b",
            r"\bor remove curse\b",
            r"\ba remove curse\b",
            r"\bremove curse spell\b",
            r"\bgreater restoration\b",
            r"\bits turns?\b",
            r"\bends? the (?:spell|curse|effect)\b",
            r"\bany effect that\b",
        ],
    },
    Clue {
        effect: Effect::Resurrection,
        says: &[
            r"\b(?:returns?|restores?|brought|bring|brings|restored|raised?|raises|returned) (?:\w+ |\w+\'s ){0,6}?(?:back )?(?:to life|from (?:the )?dead)\b",
            r"\breincarnated?\b",
            r"\brevives\b",
            r"\bsoul is (?:free and )?willing",
        ],
        unless: &[
            r"\bcan not\b",
            r"\bundead\b",
            r"\bprevent\w*\b",
            r"\bonly\b",
            r"\bnot\b",
            r"\bwish\b",
            r"\buntil\b",
            r"\bexcept\b",
            r"\bif\b",
            r"\bmeans\b",
        ],
    },
    Clue {
        effect: Effect::Shapechange,
        says: &[
            r"\b(?:you|target|creature|it|body|and|to|touch|each target|targets) (?:is |are |can |magically |may )*(?:transforms?|transformed|polymorphs?|polymorphed|shape-shifts?|shape-shifted|assumes?|takes? on|turns?|changes?|turned) (?:(?:the|each|creature|target|targets|it|yourself|its|your|a|them|\w+self|any|willing) ){0,3}?(?:into (?:an? |the |one |another |new )?(?:\w+ ){0,5}?(?:beast|creature|form|animal|monster|tree|swarm|mist|cloud|bird|wolf|shape|dragon|frog|ooze|giant|spider|rat|elemental|snake|fish|bat|hyena|lemure|toad|insect|plant)s?|the (?:form|shape) of|(?:a )?different form)\b",
            r"\b(?:you|creature|target|it) (?:also )?reverts? to (?:its|your|their|his) (?:normal|original|true|previous|natural) (?:form|shape)",
        ],
        unless: &[r"\bnot\b"],
    },
    Clue {
        effect: Effect::Invisibility,
        says: &[
            r"\b(?:you|target|targets|creature|creatures|touch|allies|ally|designate|object|companions|subject|and) (?:\w+ )?(?:becomes?|turns?|are|is|remains?) (?:also )?invisible\b",
            r"\b(?:turn|make|render)s? (?:\w+ ){1,3}?invisible\b",
            r"\b(?:has|have|gains?) the invisible condition\b",
            r"\btouch the target , it becomes invisible",
        ],
        unless: &[
            r"\b(?:that|who|which) (?:is|are) invisible\b",
            r"\bnot\b",
            r"\bif\b",
            r"\bwhile\b",
            r"\bcreatures? (?:is|are) invisible\b",
            r"\bas if\b",
            r"\bwhether\b",
            r"\beach time\b",
            r"\bchosen creature\b",
            r"\baura\b",
            r"\binvisible to\b",
        ],
    },
];
