//! Limits of text arguments: their length, and no character U+0000, which the store cannot compare.
//!
//! Every text is checked before it is compared with anything; an error names its argument.

use crate::error::{Error, Result};
use async_graphql::{InputType, Value};
use lorekeeper_search::name;

/// Most names of one argument.
const MAX_NAMES: usize = 100;

/// Most characters of a text that a filter compares with.
const MAX_FILTER_CHARS: usize = 1_000;

/// Checks names, keys or slugs: their length, and how many there are.
pub fn check_names(argument: &str, value: &impl InputType) -> Result<()> {
    let value = value.to_value();
    if let Value::List(names) = &value
        && names.len() > MAX_NAMES
    {
        return Err(Error::input(format!(
            "`{argument}` has {} names, but at most {MAX_NAMES} are looked for at once. Ask in several requests.",
            names.len()
        )));
    }
    check_value(argument, &value, name::LONGEST)
}

/// Checks the texts of a filter.
pub fn check_filter(argument: &str, value: &impl InputType) -> Result<()> {
    check_value(argument, &value.to_value(), MAX_FILTER_CHARS)
}

/// Checks the characters of a text whose length is limited elsewhere.
pub fn check_characters(argument: &str, value: &impl InputType) -> Result<()> {
    check_value(argument, &value.to_value(), usize::MAX)
}

fn check_value(place: &str, value: &Value, max_chars: usize) -> Result<()> {
    match value {
        Value::String(text) if text.contains('\0') => {
            Err(Error::input(format!("`{place}` contains the character U+0000, which no text here has. Leave it out.")))
        }
        Value::String(text) if text.chars().count() > max_chars => Err(Error::input(format!(
            "`{place}` is {} characters long, but may have at most {max_chars}.",
            text.chars().count()
        ))),
        Value::List(items) => items.iter().try_for_each(|item| check_value(place, item, max_chars)),
        Value::Object(fields) => fields
            .iter()
            // Most fields of a filter are not given.
            .filter(|(_, value)| matches!(value, Value::String(_) | Value::List(_) | Value::Object(_)))
            .try_for_each(|(name, value)| check_value(&format!("{place}.{name}"), value, max_chars)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::filter::TextFilter;
    use lorekeeper_content::spell::SpellFilter;

    fn text_contains(text: &str) -> SpellFilter {
        SpellFilter {
            or: Some(vec![SpellFilter {
                name: Some(TextFilter { contains: Some(text.to_owned()), ..TextFilter::default() }),
                ..SpellFilter::default()
            }]),
            ..SpellFilter::default()
        }
    }

    #[test]
    fn an_error_names_the_argument() {
        let filter = text_contains("fire\0ball");
        let refused = check_filter("filter", &filter).unwrap_err().message;
        assert!(refused.starts_with("`filter.or.name.contains` contains the character U+0000"), "{refused}");
        assert!(check_names("documents", &vec!["srd".to_owned(), "\0".to_owned()]).is_err());
        assert!(check_names("name", &"Fireball".to_owned()).is_ok());
        assert!(check_names("name", &None::<String>).is_ok());
    }

    #[test]
    fn long_texts_and_many_names_are_refused() {
        let long = check_names("documents", &vec!["ü".repeat(201)]).unwrap_err();
        assert!(long.message.contains("`documents` is 201 characters long, but may have at most 200"), "{long}");
        assert!(check_names("documents", &vec!["ü".repeat(200); 100]).is_ok());
        let many = check_names("documents", &vec![String::new(); 101]).unwrap_err();
        assert!(many.message.contains("101 names"), "{many}");
        assert!(check_filter("filter", &text_contains(&"a".repeat(1_000))).is_ok());
        assert!(check_filter("filter", &text_contains(&"a".repeat(1_001))).is_err());
        assert!(check_characters("search", &"a".repeat(1_000_000)).is_ok());
    }
}
