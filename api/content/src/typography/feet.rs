//! Feet in prose: stat blocks print `ft.` behind a reach or a range only, and converters put it everywhere.

use crate::Pattern;
use regex::Captures;
use std::borrow::Cow;

/// A distance, what may stand before it in an attack, and what follows it.
static DISTANCE: Pattern = Pattern::new(
    r"(?P<attack>\b(?:reach|ranged?|speed|fly|climb|swim|burrow|telepathy|darkvision|blindsight|tremorsense|truesight):? |\()?(?P<number>\d+(?:/\d+)?) ft\.(?P<after>\.|\)|,|;|:|—|\s+(?-i:\p{Lu})|\s*$)?",
);

/// The noun in the abbreviation's place: `lands on its ft.`
static NOUN: Pattern = Pattern::new(r"(?-i)(?P<before>\b(?:its|their|his|her|your|the|number of)) ft\.");

/// A distance before the noun that it is the size of.
static SIZE: Pattern =
    Pattern::new(r"\b(?P<number>\d+) feet (?P<noun>radius|cones?|lines?|cubes?|spheres?|cylinders?|diameter)\b");

static SINGLE: Pattern = Pattern::new(r"(?P<before>^|[^\d.,/\w+−-])1 feet\b");

/// A text of a stat block with distances as prose has them.
///
/// Correction (creatures): A distance in prose is in feet (`within 5 feet of it`); `ft.` stands behind a reach or a range only. The size of
/// an area is in one word with the unit (`a 15-foot cone`), and a single foot is one.
pub fn in_prose(text: &str) -> Cow<'_, str> {
    let spelt = in_feet(text);
    if !spelt.contains(" feet") {
        return spelt;
    }
    let sized = SIZE.replace_all(&spelt, "$number-foot $noun");
    match SINGLE.replace_all(&sized, "${before}1 foot") {
        mended if mended == text => Cow::Borrowed(text),
        mended => Cow::Owned(mended.into_owned()),
    }
}

/// A text with its distances outside of attacks in feet.
fn in_feet(text: &str) -> Cow<'_, str> {
    if !text.contains("ft.") {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').map(|line| {
        // The cells of a table are no prose.
        if line.trim_start().starts_with('|') {
            return Cow::Borrowed(line);
        }
        let line = NOUN.replace_all(line, "$before feet");
        Cow::Owned(DISTANCE.replace_all(&line, spelt_out).into_owned())
    });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

fn spelt_out(found: &Captures<'_>) -> String {
    if found.name("attack").is_some() {
        return found[0].to_owned();
    }
    let after = found.name("after").map_or("", |after| after.as_str());
    let is_end = after.trim().is_empty() || after.trim().chars().all(char::is_uppercase);
    let point = if found.name("after").is_some() && is_end { "." } else { "" };
    format!("{} feet{point}{after}", &found["number"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_in_prose_are_in_feet() {
        for (text, expected) in [
            (
                "A toad within 5 ft. of it hops 10 ft.. It is 30 ft. away, or 5 ft., or less.",
                "A toad within 5 feet of it hops 10 feet. It is 30 feet away, or 5 feet, or less.",
            ),
            (
                "+5 to hit, reach 5 ft., one target. Range 20/60 ft., one toad.",
                "+5 to hit, reach 5 ft., one target. Range 20/60 ft., one toad.",
            ),
            (
                "It lands on its ft. after 20 ft. Then it rests for 10 ft.",
                "It lands on its feet after 20 feet. Then it rests for 10 feet.",
            ),
            (
                "It becomes a toad (Speed 10 ft., Swim 40 ft.) or a newt (20 ft., Climb 20 ft.).",
                "It becomes a toad (Speed 10 ft., Swim 40 ft.) or a newt (20 ft., Climb 20 ft.).",
            ),
            ("| 5 ft. | Toad |", "| 5 ft. | Toad |"),
            (
                "It spits a 15 ft. cone for every 1 feet, in a 10 feet radius. It is 21 feet long.",
                "It spits a 15-foot cone for every 1 foot, in a 10-foot radius. It is 21 feet long.",
            ),
        ] {
            assert_eq!(in_prose(text), expected);
        }
    }
}
