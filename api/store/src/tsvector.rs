//! Text format of Postgres' `tsvector`: lexemes with their positions, and a weight for each field.

use lorekeeper_content::lexemes as stems;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The fields of an entity: name (weight A), facts (B) and text (D).
pub const FIELDS: usize = 3;

/// The letters of the fields' weights; that of the text is the default, and not written.
const WEIGHTS: [&str; FIELDS] = ["A", "B", ""];

/// The longest lexeme that Postgres takes, in bytes.
const MAX_LEXEME_BYTES: usize = 2046;

/// The last position that Postgres tells apart.
const MAX_POSITION: usize = 16_383;

/// Most positions of a lexeme.
const MAX_POSITIONS: usize = 255;

/// The `tsvector` of an entity's name, facts and text. The positions of a field go on behind those of the field before.
pub fn tsvector(fields: [&str; FIELDS]) -> String {
    let mut positions: BTreeMap<String, Vec<(usize, &str)>> = BTreeMap::new();
    let mut position = 0;
    for (text, weight) in fields.into_iter().zip(WEIGHTS) {
        for stem in stems(text).filter(|stem| stem.len() <= MAX_LEXEME_BYTES) {
            position = MAX_POSITION.min(position + 1);
            let places = positions.entry(stem).or_default();
            if places.len() < MAX_POSITIONS && places.last().is_none_or(|(last, _)| *last < position) {
                places.push((position, weight));
            }
        }
    }
    let mut tsvector = String::new();
    for (stem, places) in positions {
        let space = if tsvector.is_empty() { "" } else { " " };
        // A stem has neither quotes nor backslashes.
        let _ = write!(tsvector, "{space}'{stem}'");
        for (number, (position, weight)) in places.into_iter().enumerate() {
            let before = if number == 0 { ':' } else { ',' };
            let _ = write!(tsvector, "{before}{position}{weight}");
        }
    }
    tsvector
}

/// A lexeme of an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexeme {
    /// The lexeme.
    pub text: String,
    /// Where each field has it.
    pub positions: [Vec<u16>; FIELDS],
}

/// The lexemes of a `tsvector`.
pub fn lexemes(tsvector: &str) -> Vec<Lexeme> {
    let mut chars = tsvector.chars().peekable();
    let mut found = Vec::new();
    while chars.next_if_eq(&' ').is_some() || chars.peek().is_some() {
        let Some(text) = quoted(&mut chars) else {
            break;
        };
        let mut lexeme = Lexeme { text, ..Lexeme::default() };
        if chars.next_if_eq(&':').is_some() {
            let mut position = 0_u16;
            while let Some(c) = chars.next_if(|c| *c != ' ') {
                if let Some(digit) = c.to_digit(10).and_then(|digit| u16::try_from(digit).ok()) {
                    position = position.saturating_mul(10).saturating_add(digit);
                    // Of what is least prominent there is no letter.
                    if chars.peek().is_none_or(|next| [',', ' '].contains(next)) {
                        add(&mut lexeme, 2, &mut position);
                    }
                } else if let Some(field) = ['A', 'B'].iter().position(|weight| *weight == c) {
                    add(&mut lexeme, field, &mut position);
                }
            }
        }
        found.push(lexeme);
    }
    found
}

fn add(lexeme: &mut Lexeme, field: usize, position: &mut u16) {
    if let Some(positions) = lexeme.positions.get_mut(field) {
        positions.push(std::mem::take(position));
    }
}

/// A text in quotes: quotes and backslashes within are doubled. Nothing where none begins here.
fn quoted(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<String> {
    chars.next_if_eq(&'\'')?;
    let mut text = String::new();
    while let Some(c) = chars.next() {
        if ['\'', '\\'].contains(&c) && chars.next_if_eq(&c).is_none() && c == '\'' {
            return Some(text);
        }
        text.push(c);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lexemes_with_positions_by_field() {
        let found = lexemes(r"'1/4':12B 'ember':1A,4,30B 'o''er':2A 'plain' 'back\\slash':7");
        let texts: Vec<&str> = found.iter().map(|lexeme| lexeme.text.as_str()).collect();
        assert_eq!(texts, ["1/4", "ember", "o'er", "plain", r"back\slash"]);
        assert_eq!(found[1].positions, [vec![1], vec![30], vec![4]]);
        assert!(found[3].positions.iter().all(Vec::is_empty));
        assert!(lexemes("").is_empty());
    }

    #[test]
    fn written_lexemes_are_read_again() {
        let found = lexemes(&tsvector(["The ember", "embers and", "an ember's +1 ember"]));
        let ember = found.iter().find(|lexeme| lexeme.text == "ember").unwrap();
        assert_eq!(ember.positions, [vec![2], vec![3], vec![6, 8]]);
        assert!(found.iter().any(|lexeme| lexeme.text == "+1"));
        assert_eq!(tsvector(["", "?", ""]), "");
        let long = tsvector(["", "", &"word ".repeat(20_000)]);
        assert_eq!(lexemes(&long)[0].positions[2].len(), MAX_POSITIONS);
        let endless = lexemes(&tsvector(["", &"x".repeat(3000), ""]));
        assert_eq!(endless, []);
    }
}
