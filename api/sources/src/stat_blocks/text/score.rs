//! Ability scores of a printed stat block: a row below a row of names, one beside each name, or with modifiers and saves.

use crate::stat_block::printed::PrintedBlock;
use lorekeeper_content::Pattern;

static BEGINS: Pattern = Pattern::new(
    r"^\W*(?:(?:mod|save)\W+)*(?:str|strength|dex|dexterity|int|intelligence)\b(?:\W*$|\W+(?:\d|dex|con|wis|mod|save))",
);

/// Whether a line begins the scores.
pub(super) fn begins(line: &str) -> bool {
    BEGINS.is_match(line)
}

/// Whether a line goes on with them: numbers, names of abilities.
pub(super) fn goes_on(line: &str) -> bool {
    static WORDS: Pattern = Pattern::new(
        r"^(?:[\s|+−–\-()\d:]|str|dex|con|int|wis|cha|strength|dexterity|constitution|intelligence|wisdom|charisma|mod|save)+$",
    );
    WORDS.is_match(line)
}

static NAMED: Pattern = Pattern::new(
    r"\b(?P<name>str|dex|con|int|wis|cha)[a-z]*[\s|:]*(?P<score>\d{1,2})\b(?:[\s|(]*(?P<mod>[+−–-]?\s?\d+)\)?[\s|]+(?P<save>[+−–-]\s?\d+))?",
);
static NUMBER: Pattern = Pattern::new(r"(?P<sign>[+−–-]\s?)?(?P<number>\d{1,2})\b");

const CODES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// Puts the scores on a block, and the saving throws that stand beside them.
pub(super) fn fill(text: &str, block: &mut PrintedBlock) {
    // The line below the head of a table is no sign of the number behind it.
    static RULE: Pattern = Pattern::new("[−–-]{2,}");
    let text = RULE.replace_all(text, " ");
    let mut saves = Vec::new();
    let mut found = 0;
    for named in NAMED.captures_iter(&text) {
        let group = |name: &str| named.name(name).map(|group| group.as_str());
        let code = group("name").unwrap_or_default().to_lowercase();
        let Some(place) = CODES.iter().position(|known| *known == code) else {
            continue;
        };
        if let Some(score) = block.scores.get_mut(place) {
            *score = group("score").and_then(|score| score.parse().ok());
            found += 1;
        }
        let number = |group: Option<&str>| crate::stat_block::line::whole(&group?.replace([' ', '–'], ""));
        let (modifier, save) = (number(group("mod")), number(group("save")));
        if let Some(save) = save.filter(|_| modifier != save) {
            saves.push(format!("{code} {save:+}"));
        }
    }
    if found < 2 {
        // A row of names, then one of numbers; those with a sign are modifiers.
        let numbers = NUMBER.captures_iter(&text).filter(|number| number.name("sign").is_none());
        let bare: Vec<i32> = numbers.filter_map(|n| n.name("number")?.as_str().parse().ok()).collect();
        let scores = bare.iter().filter(|_| bare.len() <= 12);
        for (score, number) in block.scores.iter_mut().zip(scores) {
            *score = Some(*number);
        }
    }
    if block.saves.is_empty() {
        block.saves = saves.join(", ");
    }
}
