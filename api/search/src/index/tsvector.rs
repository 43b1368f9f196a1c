//! Text format of Postgres' `tsvector` and `tsquery`: lexemes with their positions by weight, and the lexemes of a
//! phrase.

/// The fields of an entity: name (weight A), facts (B) and text (D).
pub const FIELDS: usize = 3;

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
        let mut lexeme = Lexeme {
            text,
            ..Lexeme::default()
        };
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

/// The lexemes of a `tsquery` that is a word or a phrase, in order; none of one that says nothing.
pub fn phrase(tsquery: &str) -> Vec<String> {
    let mut chars = tsquery.chars().peekable();
    let mut found = Vec::new();
    while chars.peek().is_some() {
        match quoted(&mut chars) {
            Some(text) => found.push(text),
            None => {
                chars.next();
            }
        }
    }
    found
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
    fn lexemes_of_a_phrase() {
        assert_eq!(phrase("'level' <-> '3'"), ["level", "3"]);
        assert_eq!(phrase("'o''er'"), ["o'er"]);
        assert!(phrase("").is_empty());
    }
}
