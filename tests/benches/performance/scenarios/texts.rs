//! Texts to search for, in ordinary words: 20,736 different ones.

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

/// The text of a number. The same comes back after 20,736 numbers.
pub fn text(number: u64) -> String {
    let place = usize::try_from(number % 20_736).unwrap_or_default();
    let word =
        |list: &[&'static str; 12], at: usize| list.get(at % 12).copied().unwrap_or_default();
    // Neighbours differ in every part.
    let (a, b, c, d) = (
        place,
        place / 12 + place,
        place / 144 + place / 12 + place,
        place / 1728 + place,
    );
    format!(
        "{} {} {} {}",
        word(&WHO, a),
        word(&SORT, b),
        word(&WHAT, c),
        word(&WHERE, d)
    )
}
