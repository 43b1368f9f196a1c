//! Autocomplete of conditions: keys and values of the query language of filters, where somebody types.

use crate::{Result, Search, facets};
use lorekeeper_content::Family;
use lorekeeper_content::filter::Field;
use lorekeeper_content::filter::query_language::{Completion, Wanted, completion, quoted};

/// A key or a value to offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuggestedCondition {
    /// The key or value.
    pub term: String,
    /// The whole text with it.
    pub text: String,
    /// How many entries have the value; `None` for keys and fixed words.
    pub count: Option<i64>,
}

/// The `first` best keys or values that may stand at a character of a text, in any of some families: keys by their
/// length, values from the most frequent one.
pub async fn suggest_conditions(
    search: &Search,
    families: &[Family],
    text: &str,
    cursor: usize,
    first: usize,
) -> Result<Vec<SuggestedCondition>> {
    let mut found: Vec<SuggestedCondition> = Vec::new();
    for family in families {
        let Completion { before, after, wanted } = completion(*family, text, cursor);
        let offered = match wanted {
            Wanted::Keys(terms) | Wanted::Words(terms) => terms.into_iter().map(|term| (term, None)).collect(),
            Wanted::Stored(field, prefix) => stored(search, *family, &field, &prefix).await?,
            Wanted::Nothing => Vec::new(),
        };
        for (term, count) in offered {
            match found.iter_mut().find(|known| known.term == term) {
                Some(known) => {
                    known.count = known.count.zip(count).map(|(one, other)| one + other);
                }
                None => found.push(SuggestedCondition { text: format!("{before}{term}{after}"), term, count }),
            }
        }
    }
    if families.len() > 1 {
        // Those of the families beside each other.
        found.sort_by_key(|known| (std::cmp::Reverse(known.count), known.count.map_or(known.term.len(), |_| 0)));
    }
    found.truncate(first);
    Ok(found)
}

/// The stored values of a field that begin so, or have a word that does.
async fn stored(search: &Search, family: Family, field: &Field, prefix: &str) -> Result<Vec<(String, Option<i64>)>> {
    let values = field.facet.clone().unwrap_or_else(|| field.counted_values());
    let counted = facets::values(search, family.name(), &values).await?;
    let prefix = prefix.to_lowercase();
    let begins = |value: &str| {
        let value = value.to_lowercase();
        let mut words = value.split([' ', '-', '_']);
        value.starts_with(&prefix) || words.any(|word| word.starts_with(&prefix))
    };
    let begin = counted.into_iter().filter(|value| begins(&value.value));
    Ok(begin.map(|value| (quoted(&value.value), Some(value.count))).collect())
}
