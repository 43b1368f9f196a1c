//! The argument `where`: conditions in the query language of filters, beside or instead of `filter` and `search`.

use crate::error::{Error, Result};
use crate::text_limits;
use async_graphql::{InputType, Value};
use lorekeeper_content::filter::Filter;
use lorekeeper_content::filter::query_language::{Mistake, Query, Translation};
use lorekeeper_content::{Family, families};

impl From<Mistake> for Error {
    fn from(mistake: Mistake) -> Self {
        Self::input(mistake.to_string())
    }
}

/// What narrows and ranks a family, with what its `where` adds.
pub struct FamilyArguments<F> {
    /// The filter: that of the argument `filter` and that of `where` both hold.
    pub filter: Option<F>,
    /// What is searched for: the text of `search` with the words of `where` that have no key.
    pub search: Option<String>,
    /// The arguments that the filter is of.
    pub arguments: &'static [&'static str],
}

/// Adds the argument `where` to the others of a family.
pub fn add_where<F: Filter + InputType>(
    family: Family,
    text: Option<&str>,
    filter: Option<F>,
    search: Option<String>,
) -> Result<FamilyArguments<F>> {
    let Some(text) = given(text)? else {
        return Ok(FamilyArguments { filter, search, arguments: &["filter"] });
    };
    let query = Query::parse(text)?;
    let Translation { filter: exact, words } = query.filter::<F>(query.input(family)?)?;
    let (filter, arguments): (_, &[&str]) = match (filter, exact) {
        (Some(filter), Some(exact)) => (Some(filter.with(exact)), &["filter", "where"]),
        (Some(filter), None) => (Some(filter), &["filter"]),
        (None, exact) => (exact, &["where"]),
    };
    Ok(FamilyArguments { filter, search: joined(search, words), arguments })
}

/// The argument, if it is more than blank.
pub fn given(text: Option<&str>) -> Result<Option<&str>> {
    let text = text.filter(|text| !text.trim().is_empty());
    text_limits::check_characters("where", &text.map(str::to_owned))?;
    Ok(text)
}

/// The text of `search` with the words of `where`.
pub fn joined(search: Option<String>, words: Option<String>) -> Option<String> {
    match (search, words) {
        (Some(search), Some(words)) => Some(format!("{search} {words}")),
        (search, words) => search.or(words),
    }
}

/// The inputs that `where` of a query field becomes, to be weighed, and whether it leaves words to search for. A text
/// with a mistake weighs nothing: it is refused.
pub fn inputs(field: &str, text: &str) -> (Vec<Value>, bool) {
    let Ok(query) = Query::parse(text) else {
        return (Vec::new(), false);
    };
    let inputs = match family_of(field) {
        Some(family) => query.input(family).map(|input| vec![(family, input)]),
        None => query.inputs(&Family::ALL),
    };
    let inputs = inputs.unwrap_or_default();
    let has_words = inputs.iter().any(|(_, input)| input.words.is_some());
    let filters = inputs.into_iter().filter_map(|(_, input)| input.filter);
    (filters.collect(), has_words)
}

/// The family that a plural field lists; `None` for one that lists several.
fn family_of(field: &str) -> Option<Family> {
    macro_rules! plurals {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => {
            [$( (stringify!($plural), Family::$variant), )*]
        };
    }
    let plurals = families!(plurals);
    let named = |(plural, _): &&(&str, Family)| plural.replace('_', "") == field.to_lowercase();
    plurals.iter().find(named).map(|(_, family)| *family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_where_costs_is_what_it_becomes() {
        let (filters, has_words) = inputs("characterOptions", "kind:feat tough");
        assert_eq!((filters.len(), has_words), (1, true));
        assert_eq!(inputs("search", "level:3").0.len(), 2);
        assert_eq!(inputs("spells", "level:").0, Vec::<Value>::new());
    }
}
