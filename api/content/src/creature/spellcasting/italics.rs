//! Emphasis of the spells in the lists of stat blocks: books print their names in italics.

use super::{LIST_HEAD, Terms, items, spell};
use crate::creature::Model;

/// Books that print the names of spells in small letters, where a source has capitals.
const IN_SMALL_LETTERS: [&str; 2] = ["a5e-mm", "tob3"];

/// Emphasises the spells that traits and actions list.
///
/// Correction (creatures): The spells in the lists of a stat block are in italics, also where a source gives them plain, and in small
/// letters where the book prints them so.
pub(super) fn emphasise_lists(creature: &mut Model) {
    let is_small = IN_SMALL_LETTERS.contains(&creature.document_key.as_str());
    let traits = creature.traits.iter_mut();
    let traits = traits.map(|part| (&part.name, &mut part.text));
    let lists = [&mut creature.actions, &mut creature.bonus_actions];
    let actions = lists.into_iter().flat_map(|list| list.iter_mut());
    let actions = actions.map(|part| (&part.name, &mut part.text));
    for (name, text) in traits.chain(actions) {
        if name.to_lowercase().contains("spellcasting") && LIST_HEAD.is_match(text) {
            let lines: Vec<String> = text.split('\n').map(|line| emphasise_line(line, is_small)).collect();
            *text = lines.join("\n");
        }
    }
}

/// A line of a list whose names are emphasised. Another line comes back as it is.
fn emphasise_line(line: &str, is_small: bool) -> String {
    let is_marker = |c: char| c.is_whitespace() || "-*_".contains(c);
    let start = line.len() - line.trim_start_matches(is_marker).len();
    let head = LIST_HEAD.find(line).filter(|head| head.start() == start);
    let Some((head, list)) = head.and_then(|head| line.split_at_checked(head.end())) else {
        return line.to_owned();
    };
    let mut emphasised = head.to_owned();
    if list.starts_with(char::is_alphabetic) {
        emphasised.push(' ');
    }
    for item in items(list) {
        emphasised.push_str(&emphasise(item, is_small));
    }
    emphasised
}

/// An item of a list with an emphasised name; an asterisk behind it leads to a note.
fn emphasise(item: &str, is_small: bool) -> String {
    let end = item.find(['(', '*', '.', ',', ';', '<', '\\']).unwrap_or(item.len());
    let (before, after) = item.split_at(end);
    let name = before.trim();
    let name = name.strip_prefix("and ").unwrap_or(name).trim();
    let opens = |after: &str| after.starts_with(char::is_alphabetic);
    let is_emphasised = item.contains('_') || after.strip_prefix('*').is_some_and(opens);
    if is_emphasised || spell(name, &Terms::default()).is_none() {
        return item.to_owned();
    }
    let after = match after.strip_prefix('*') {
        Some(rest) => format!("\\*{rest}"),
        None => after.to_owned(),
    };
    let printed = if is_small { name.to_lowercase() } else { name.to_owned() };
    format!("{}{after}", before.replacen(name, &format!("*{printed}*"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_lists_are_emphasised_once() {
        for (line, expected) in [
            (
                "- **Cantrips** (at will): ember tongue, mend pot",
                "- **Cantrips** (at will): *ember tongue*, *mend pot*",
            ),
            (
                "3/day each: warm hands (self only, as level 3), and steam wall*.",
                "3/day each: *warm hands* (self only, as level 3), and *steam wall*\\*.",
            ),
            ("- **At Will:** *ember tongue*, _mend pot_", "- **At Will:** *ember tongue*, _mend pot_"),
            ("- **3/Day Each:**steam wall", "- **3/Day Each:** *steam wall*"),
            ("* 1st level (4 slots): warm hands", "* 1st level (4 slots): *warm hands*"),
            ("It casts one of these at will: whatever", "It casts one of these at will: whatever"),
        ] {
            assert_eq!(emphasise_line(line, false), expected);
            assert_eq!(emphasise_line(expected, false), expected);
        }
        let small = emphasise_line("At will: Steam Wall, Mend Pot", true);
        assert_eq!(small, "At will: *steam wall*, *mend pot*");
    }
}
