//! Apostrophe restoration: of possessives of the entity itself, and of contractions.

use crate::Pattern;
use regex::Captures;
use std::borrow::Cow;

/// A plural or a possessive without its apostrophe, behind an article or a preposition, and the word behind it.
static POSSESSIVE: Pattern =
    Pattern::new(r"(?P<before>\b(?:the|a|an|this|that) (?:\p{L}+[ -])??)(?P<owner>\p{L}{3,})s (?P<thing>[\p{L}’']+)");

/// *Cant* and *wont* before a word that only a verb comes before.
static NEGATION: Pattern = Pattern::new(
    r"(?-i)(?P<before>[\p{L},.] |\(|^)(?P<verb>[Cc]an|[Ww]on)t (?P<after>(?:be|have|use|take|see|move|make|speak|attack|gain|cast|do|go|come|breathe|become|leave|regain|enter|reach|benefit|willingly|hear|act|affect|target|tell|end|fall|fly|teleport|stop|understand|know|die|burn|swim|walk|learn|lie|lose|get|hold|stand|choose|pass|hide|affect|voluntarily|otherwise|also|again|normally|even|directly|fit|touch|open|discern|travel|spend|carry|find|escape|change|shift|return|read|recover|sleep|survive|work|occupy|perform|perceive|heal)\b)",
);

/// What a single creature has, behind a plural that is none: `at the end of the creatures turn`.
static HAVING: Pattern = Pattern::new(
    r"(?P<owner>\b(?:the|a|another|each|that|this) (?:creature|target|dragon|caster|wearer|attacker|owner|user))s (?P<thing>turns?(?:[.,;)]| and\b| if\b| immediately\b| ends\b|$)|next (?:turn|long|short)\b|space\b|stats\b|statistics\b|saving throw\b|hit points?\b|body\b|choice\b|mind\b)",
);

/// What whoever is named behind an article, or opens brackets, alone can have: `(dragons choice)`, `at the start of the hags next turn`.
static OWNED: Pattern = Pattern::new(
    r"(?P<owner>(?:\b(?:the|an?|another|its|their|that|this|each|one)(?: \p{L}+)? |\()\p{L}{2,}[^su\W])s (?P<thing>(?:choice|next turn|own turn|master and\b|area\b|reach(?: (?:must|misses|is|makes|takes|that|who)\b|[.,;)]|$)|brain\b|heart\b|shadow(?:[.,;)]|$)|breath weapon|size and\b|activities\b|total number|current (?:hit points|location)))",
);

/// What a creature or a thing of the game has.
static OF_GAME: Pattern = Pattern::new(
    r"(?P<owner>\b(?:the|an?|another|its|their|that|this|each|one)(?: \p{L}+)? (?:creature|target|dragon|hag|master|enemy|attacker|armor|original|caster|beast|sphere|cube|aura|spire|wearer|owner|user|summoner|rider|victim))s (?P<thing>(?:AC|movement|resistances|statistics|owner|magic|hit points?|maximum hit points|possession|enemies|spaces|saving throws?|space|body|mind|ability|skin|blood|soul|memories|thoughts|will[.,;])(?:\b|$|\s))",
);

/// An action or a trait of any creature of a kind: `any toads Deep Croak`.
static OF_ANY: Pattern = Pattern::new(r"(?-i)(?P<owner>\bany \p{Ll}{3,})s (?P<thing>\p{Lu}[\p{Ll}-]+)");

/// The name of a trait of one kind of creature: `Devils Sight`.
static TRAIT: Pattern =
    Pattern::new(r"(?-i)\A(?P<owner>Devil|Trickster|Earth|Officer|Dragon|Hunter|Nature|Hag|Giant)s (?P<thing>\p{Lu})");

/// Words that may follow a plural, but no possessive.
const AFTER_PLURALS: [&str; 62] = [
    "a", "an", "and", "are", "as", "at", "be", "before", "by", "can", "cannot", "cause", "come", "could", "deal", "do",
    "during", "each", "fight", "for", "from", "gain", "gather", "get", "go", "had", "have", "if", "in", "into", "is",
    "live", "make", "may", "might", "move", "must", "of", "on", "or", "serve", "share", "should", "take", "than",
    "that", "the", "then", "they", "to", "until", "use", "was", "were", "when", "where", "which", "while", "who",
    "will", "with", "within",
];

/// A text with the apostrophes that the name of its entity proves: one creature owns what stands behind its name.
///
/// Correction (text): A possessive of the entity's own name that lost its apostrophe (`the toads lair`) in the Monstrous Menagerie gets it
/// back, and so do what a single creature has (`the targets hit points`), and *can't* and *won't* before a verb.
pub fn restore<'a>(text: &'a str, name: &str) -> Cow<'a, str> {
    let name = name.to_lowercase();
    let owners: Vec<&str> = name.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2).collect();
    let mut mended = Cow::Borrowed(text);
    if owners.iter().any(|owner| has_plural(text, owner)) {
        let restored = POSSESSIVE.replace_all(text, |found: &Captures<'_>| {
            let (before, owner, thing) = (&found["before"], &found["owner"], &found["thing"]);
            let is_own = owners.contains(&owner.to_lowercase().as_str());
            if is_own && !AFTER_PLURALS.contains(&thing.to_lowercase().as_str()) {
                format!("{before}{owner}'s {thing}")
            } else {
                found[0].to_owned()
            }
        });
        if let Cow::Owned(restored) = restored {
            mended = Cow::Owned(restored);
        }
    }
    if mended.contains("s ") {
        let of_book: &[&Pattern] = if name.is_empty() { &[] } else { &[&OWNED, &OF_GAME, &OF_ANY, &TRAIT] };
        for rule in [&HAVING].iter().chain(of_book) {
            let restored = rule.replace_all(&mended, "$owner's $thing");
            if let Cow::Owned(restored) = restored {
                mended = Cow::Owned(restored);
            }
        }
    }
    if mended.contains("ant ") || mended.contains("ont ") {
        let restored = NEGATION.replace_all(&mended, "$before${verb}'t $after");
        if let Cow::Owned(restored) = restored {
            mended = Cow::Owned(restored);
        }
    }
    mended
}

/// Whether a text has a word with an *s* behind it.
fn has_plural(text: &str, word: &str) -> bool {
    let mut places = text.match_indices('s');
    places.any(|(at, _)| {
        let start = at.checked_sub(word.len());
        let before = start.and_then(|start| text.get(start..at));
        before.is_some_and(|before| before.eq_ignore_ascii_case(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_name_proves_is_restored() {
        for (text, expected) in [
            ("The toads lair is wet.", "The toad's lair is wet."),
            ("It stops the toads attacks by day.", "It stops the toad's attacks by day."),
            ("under the pond toads control", "under the pond toad's control"),
            ("The toads are wet, the toads of the pond.", "The toads are wet, the toads of the pond."),
            ("The newts lair, two toads lairs.", "The newts lair, two toads lairs."),
            ("It cant be wet and wont take part.", "It can't be wet and won't take part."),
            ("thieves' cant is spoken", "thieves' cant is spoken"),
            ("Devils Sight", "Devil's Sight"),
            (
                "It hops (newts choice) by the will of witches, as the targets AC is 3.",
                "It hops (newt's choice) by the will of witches, as the target's AC is 3.",
            ),
            (
                "The potion restores hit points, and the creatures attack at the newts next turn.",
                "The potion restores hit points, and the creatures attack at the newt's next turn.",
            ),
            (
                "At the end of the creatures next turn the targets hit points return, while the creatures turn to stone.",
                "At the end of the creature's next turn the target's hit points return, while the creatures turn to stone.",
            ),
        ] {
            assert_eq!(restore(text, "Elder Toad"), expected);
        }
    }
}
