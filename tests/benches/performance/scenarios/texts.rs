//! Texts to search for, in ordinary words: 248,832 different ones.

const WHO: [&str; 12] = [
    "protect me from",
    "a creature that fears",
    "a ring against",
    "turn away",
    "somebody who summons",
    "a weapon that calls",
    "heal the wounds of",
    "a cave full of",
    "hide my friends from",
    "an old tale about",
    "the curse of",
    "travel far with",
];
const SORT: [&str; 12] = [
    "burning",
    "frozen",
    "quiet",
    "hungry",
    "ancient",
    "invisible",
    "poisonous",
    "flying",
    "sleeping",
    "cunning",
    "tiny",
    "undying",
];
const WHAT: [&str; 12] = [
    "fire", "wolves", "thieves", "spirits", "stone", "soldiers", "snakes", "storms", "shadows",
    "giants", "vines", "dreams",
];
const WHERE: [&str; 12] = [
    "at night",
    "in a swamp",
    "under water",
    "on a mountain",
    "for an hour",
    "at once",
    "in a forest",
    "near a village",
    "without a sound",
    "in the dark",
    "from afar",
    "in a dungeon",
];

const HOW: [&str; 12] = [
    "with a word",
    "with a gesture",
    "while it rains",
    "for nothing",
    "and live",
    "and be seen by nobody",
    "before dawn",
    "by a trick",
    "with a burning torch",
    "against their will",
    "in a hurry",
    "and take all with me",
];

/// How many there are.
pub const DIFFERENT: u64 = 248_832;

/// The text of a number.
pub fn text(number: u64) -> String {
    // In leaps that reach every place: neighbours differ in every part.
    let place = number % DIFFERENT * LEAP % DIFFERENT;
    let word = |list: &[&'static str; 12], unit: u64| {
        let at = usize::try_from(place / unit % 12).unwrap_or_default();
        list.get(at).copied().unwrap_or_default()
    };
    format!(
        "{} {} {} {} {}",
        word(&WHO, 1),
        word(&SORT, 12),
        word(&WHAT, 144),
        word(&WHERE, 1728),
        word(&HOW, 20_736)
    )
}

/// It has no divisor in common with the number of texts.
const LEAP: u64 = 100_003;
