//! Bounds on texts that clients send, told by the argument they were given as.
//!
//! Every text passes here before anything looks for it or compares it: names and keys are short, and no store can look for
//! the character U+0000.

use crate::error::{Error, Result};
use crate::query::name;
use async_graphql::{InputType, Value};

/// Most names (of documents) of one argument.
const MAX_NAMES: usize = 100;

/// Most characters of a text that a filter compares with.
const MAX_FILTER_CHARS: usize = 1_000;

/// Refuses texts that can be no name, key or slug of anything, or more of them than a request needs.
pub fn check_names(argument: &str, value: Option<&impl InputType>) -> Result<()> {
    let Some(value) = value.map(InputType::to_value) else {
        return Ok(());
    };
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

/// Refuses texts of a filter that no store can look for.
pub fn check_filter(argument: &str, value: Option<&impl InputType>) -> Result<()> {
    value.map_or(Ok(()), |value| {
        check_value(argument, &value.to_value(), MAX_FILTER_CHARS)
    })
}

/// Refuses the character U+0000 in a text that is bounded elsewhere.
pub fn check_characters(argument: &str, value: Option<&impl InputType>) -> Result<()> {
    value.map_or(Ok(()), |value| {
        check_value(argument, &value.to_value(), usize::MAX)
    })
}

fn check_value(place: &str, value: &Value, most: usize) -> Result<()> {
    match value {
        Value::String(text) if text.contains('\0') => Err(Error::input(format!(
            "`{place}` contains the character U+0000, which no text here has. Leave it out."
        ))),
        Value::String(text) => check_length(place, text, most),
        Value::List(items) => items
            .iter()
            .try_for_each(|item| check_value(place, item, most)),
        Value::Object(fields) => fields
            .iter()
            .try_for_each(|(name, value)| check_value(&format!("{place}.{name}"), value, most)),
        _ => Ok(()),
    }
}

fn check_length(place: &str, text: &str, most: usize) -> Result<()> {
    let length = text.chars().count();
    if length <= most {
        return Ok(());
    }
    Err(Error::input(format!(
        "`{place}` is {length} characters long, but may have at most {most}."
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::filter::TextFilter;
    use crate::family::spell::SpellFilter;

    fn text_contains(text: &str) -> SpellFilter {
        SpellFilter {
            or: Some(vec![SpellFilter {
                name: Some(TextFilter {
                    contains: Some(text.to_owned()),
                    ..TextFilter::default()
                }),
                ..SpellFilter::default()
            }]),
            ..SpellFilter::default()
        }
    }

    #[test]
    fn the_place_is_named() {
        let filter = text_contains("fire\0ball");
        let refused = check_filter("filter", Some(&filter)).unwrap_err().message;
        assert!(
            refused.starts_with("`filter.or.name.contains` contains the character U+0000"),
            "{refused}"
        );
        assert!(check_names("documents", Some(&vec!["srd".to_owned(), "\0".to_owned()])).is_err());
        assert!(check_names("name", Some(&"Fireball".to_owned())).is_ok());
        assert!(check_names("name", None::<&String>).is_ok());
    }

    #[test]
    fn long_texts_and_many_names_are_refused() {
        let long = check_names("documents", Some(&vec!["ü".repeat(201)])).unwrap_err();
        assert!(
            long.message
                .contains("`documents` is 201 characters long, but may have at most 200"),
            "{long}"
        );
        assert!(check_names("documents", Some(&vec!["ü".repeat(200); 100])).is_ok());
        let many = check_names("documents", Some(&vec![String::new(); 101])).unwrap_err();
        assert!(many.message.contains("101 names"), "{many}");
        assert!(check_filter("filter", Some(&text_contains(&"a".repeat(1_000)))).is_ok());
        assert!(check_filter("filter", Some(&text_contains(&"a".repeat(1_001)))).is_err());
        assert!(check_characters("search", Some(&"a".repeat(1_000_000))).is_ok());
    }
}
