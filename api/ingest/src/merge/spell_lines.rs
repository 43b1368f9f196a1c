//! Lines of spell lists: each level of a stat block's list of spells has its own.

use lorekeeper_content::Pattern;
use std::borrow::Cow;

/// A level that runs on behind the spells of the one before it: `teleport, 8th-level (1 slot): ...`.
static RUN_ON_LEVEL: Pattern =
    Pattern::new(r"(?m)^(?P<line>- \*\*[^\n]*?),? (?P<level>\d(?:st|nd|rd|th))[ -]level \((?P<slots>\d slots?)\): ?");

/// The head of a line without its colon: `- **1/Day** Toad Call, Wet Step`.
static WITHOUT_COLON: Pattern = Pattern::new(
    r"(?m)(?-i)^(?P<head>- \*\*(?:\d+/Day|At Will|\d\w\w[- ]Level)\*\*(?: \(\d slots?\))?) (?P<next>\p{L}|\*\p{L})",
);

/// The line of cantrips that is none.
static LOOSE_CANTRIPS: Pattern = Pattern::new(r"(?m)(?-i)^Cantrips:? \(at will\): ?");

/// A text whose lists of spells have a line a level, each with its colon.
///
/// Correction (creatures): A level that runs on within the line of the one before it has a line of its own in a list of spells, and the
/// head of a line ends in a colon.
pub(super) fn part(text: &str) -> Cow<'_, str> {
    if !text.contains("- **") {
        return Cow::Borrowed(text);
    }
    let cantrips = LOOSE_CANTRIPS.replace_all(text, "- **Cantrips** (at will): ");
    let levels = RUN_ON_LEVEL.replace_all(&cantrips, "$line\n- **$level Level** ($slots): ");
    let ended = WITHOUT_COLON.replace_all(&levels, "$head: $next");
    if ended == text { Cow::Borrowed(text) } else { Cow::Owned(ended.into_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_a_line() {
        for (given, expected) in [
            (
                "- **7th-Level** (1 slot): *wet gate*, 8th-level (1 slot): Pond Word",
                "- **7th-Level** (1 slot): *wet gate*\n- **8th Level** (1 slot): Pond Word",
            ),
            (
                "- **4th Level** (3 slots): *mire*, wall of reeds 5th level (1 slot): call newt",
                "- **4th Level** (3 slots): *mire*, wall of reeds\n- **5th Level** (1 slot): call newt",
            ),
            ("- **1/Day** Toad Call, Wet Step", "- **1/Day**: Toad Call, Wet Step"),
            (
                "Cantrips: (at will): croak\n- **1st Level** (4 slots): leap",
                "- **Cantrips** (at will): croak\n- **1st Level** (4 slots): leap",
            ),
        ] {
            assert_eq!(part(given), expected);
            assert_eq!(part(expected), expected);
        }
    }
}
