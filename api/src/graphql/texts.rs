//! Texts that no store can look for, told by the argument they were given as.

use crate::error::{Error, Result};
use async_graphql::{InputType, Value};

/// Refuses the character U+0000, wherever in an argument it is.
pub fn check(argument: &str, value: Option<&impl InputType>) -> Result<()> {
    value.map_or(Ok(()), |value| check_value(argument, &value.to_value()))
}

fn check_value(place: &str, value: &Value) -> Result<()> {
    match value {
        Value::String(text) if text.contains('\0') => Err(Error::input(format!(
            "`{place}` contains the character U+0000, which no text here has. Leave it out."
        ))),
        Value::List(items) => items.iter().try_for_each(|item| check_value(place, item)),
        Value::Object(fields) => fields
            .iter()
            .try_for_each(|(name, value)| check_value(&format!("{place}.{name}"), value)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::filter::TextFilter;
    use crate::family::spell::SpellFilter;

    #[test]
    fn the_place_is_named() {
        let filter = SpellFilter {
            or: Some(vec![SpellFilter {
                name: Some(TextFilter {
                    contains: Some("fire\0ball".into()),
                    ..TextFilter::default()
                }),
                ..SpellFilter::default()
            }]),
            ..SpellFilter::default()
        };
        let refused = check("filter", Some(&filter)).unwrap_err().message;
        assert!(
            refused.starts_with("`filter.or.name.contains` contains the character U+0000"),
            "{refused}"
        );
        assert!(check("documents", Some(&vec!["srd".to_owned(), "\0".to_owned()])).is_err());
        assert!(check("name", Some(&"Fireball".to_owned())).is_ok());
        assert!(check("name", None::<&String>).is_ok());
    }
}
