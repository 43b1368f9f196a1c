//! Spelling of words: the case of enum values, and words in any case.

use apollo_compiler::{Name, ast};

/// How the value of an enum is written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// `magic-item`
    #[default]
    Kebab,
    /// `magic_item`
    Snake,
    /// `MagicItem`
    Pascal,
}

impl Case {
    /// The case that an argument `case` of a directive names.
    pub fn of(case: Option<&ast::Value>) -> Self {
        match case.and_then(ast::Value::as_enum).map(Name::as_str) {
            Some("SNAKE") => Self::Snake,
            Some("PASCAL") => Self::Pascal,
            _ => Self::Kebab,
        }
    }

    /// Writes the value of an enum, such as `MAGIC_ITEM`.
    pub fn write(self, value: &str) -> String {
        match self {
            Self::Kebab => value.to_lowercase().replace('_', "-"),
            Self::Snake => value.to_lowercase(),
            Self::Pascal => value.split('_').map(capitalised).collect(),
        }
    }
}

/// What remains of a word when case, spaces, hyphens and underscores do not matter.
pub fn folded(word: &str) -> String {
    word.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// A name such as `search_spell` as a title: "Search spell".
pub fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut rest = words.chars();
    rest.next().map(|c| c.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// A name such as `challengeRating` in the spelling of arguments: `challenge_rating`.
pub fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

fn capitalised(word: &str) -> String {
    title(&word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enum_value_in_three_cases() {
        assert_eq!(Case::Kebab.write("MAGIC_ITEM"), "magic-item");
        assert_eq!(Case::Snake.write("MAGIC_ITEM"), "magic_item");
        assert_eq!(Case::Pascal.write("MAGIC_ITEM"), "MagicItem");
        assert_eq!(folded("Magic item"), folded("MAGIC_ITEM"));
        assert_eq!(title("search_spell"), "Search spell");
        assert_eq!(snake("challengeRating"), "challenge_rating");
    }
}
