//! Unknown words: a filter asks for a value that no stored row has, and which stored values are near. Empty results ask, and
//! lists of several values.

use crate::coverage_warnings::grouped;
use crate::no_results::{joined, quote_excerpt};
use crate::{Result, Search, did_you_mean, facets};
use lorekeeper_content::edit_distance::normalized_damerau_levenshtein;
use lorekeeper_content::filter::{Field, Filter};

/// Fields whose values are those of one row each: `name` has hints of its own.
const NOT_WORDS: [&str; 3] = ["name", "slug", "text"];

/// Most words of a filter that are looked for.
const MAX_WORDS: usize = 10;

/// Most values, the most frequent ones first, that a word is compared with.
const MAX_COMPARED: usize = 1000;

/// Most words that a message explains.
const MAX_EXPLAINED: usize = 3;

/// Most values that are named for a word.
const MAX_VALUES: usize = 3;

/// Least likeness of a value that may be meant.
const MIN_LIKENESS: f64 = 0.5;

/// A word that a field must have.
pub struct Word {
    field: Field,
    word: String,
}

/// The words that a filter asks for.
pub fn words<F: Filter>(filter: Option<&F>) -> Vec<Word> {
    let asked = filter.map(Filter::words).unwrap_or_default();
    let fields = F::fields();
    let word = |(name, word): (String, String)| {
        let field = fields.iter().find(|field| field.name == name)?.clone();
        // A name that is looked for among the ids as well is no id.
        let is_no_word = NOT_WORDS.contains(&field.name.as_str()) || field.name == "id" && !word.contains(':');
        (!is_no_word).then_some(Word { field, word })
    };
    asked.into_iter().filter_map(word).take(MAX_WORDS).collect()
}

/// The words of those fields that ask for several: where one is misspelt, the others still find something.
pub fn words_of_lists<F: Filter>(filter: Option<&F>) -> Vec<Word> {
    let words = words(filter);
    let times: Vec<usize> =
        words.iter().map(|word| words.iter().filter(|other| other.field.name == word.field.name).count()).collect();
    words.into_iter().zip(times).filter(|(_, times)| *times > 1).map(|(word, _)| word).collect()
}

/// A sentence for each of the words that no row of a table has; `None` where rows have all of them.
pub async fn explain(search: &Search, table: &'static str, words: Vec<Word>) -> Result<Option<String>> {
    let db = &search.connection();
    let mut unknown: Vec<Word> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for asked in words {
        let Some(condition) = asked.field.has_word(&asked.word) else {
            continue;
        };
        if did_you_mean::any(db, table, condition).await? {
            known.push(asked.word);
        } else {
            unknown.push(asked);
        }
    }
    // A word that another field has is no slip (`or`).
    unknown.retain(|asked| !known.contains(&asked.word));
    let mut sentences = Vec::new();
    for Word { field, word } in unknown.into_iter().take(MAX_EXPLAINED) {
        let values = facets::values(search, table, &field.counted_values()).await?;
        sentences.push(sentence(&field.name, &word, &values));
    }
    Ok((!sentences.is_empty()).then(|| sentences.join(" ")))
}

/// What to say of a word that a field has nowhere, and of the values that the field has, the most frequent ones first.
fn sentence(field: &str, word: &str, values: &[facets::Value]) -> String {
    let likeness = |value: &facets::Value| {
        let (word, value) = (word.trim().to_lowercase(), value.value.to_lowercase());
        let contains = value.contains(&word) || word.contains(&value);
        let contained = if contains { 1.0 } else { 0.0 };
        normalized_damerau_levenshtein(&word, &value).max(contained)
    };
    let mut near: Vec<(f64, &facets::Value)> = values
        .iter()
        .take(MAX_COMPARED)
        .map(|value| (likeness(value), value))
        .filter(|(likeness, _)| *likeness >= MIN_LIKENESS && !word.trim().is_empty())
        .collect();
    // Stable: of values that are as like, the most frequent ones come first.
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let near: Vec<&facets::Value> = near.into_iter().map(|(_, value)| value).collect();
    let unknown = format!("Nothing has {} as `filter.{field}`.", quote_excerpt(word));
    match (near.as_slice(), values) {
        (_, []) => format!("{unknown} No value of it is stored."),
        ([], values) => {
            let frequent: Vec<&facets::Value> = values.iter().collect();
            format!("{unknown} The most frequent values are {}.", named(&frequent, "and"))
        }
        (near, _) => format!("{unknown} Did you mean {}?", named(near, "or")),
    }
}

/// The first values, with their counts.
fn named(values: &[&facets::Value], with: &str) -> String {
    let named = values.iter().take(MAX_VALUES);
    let named: Vec<String> =
        named.map(|value| format!("{} ({})", quote_excerpt(&value.value), grouped(value.count))).collect();
    joined(&named, with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::creature::CreatureFilter;
    use lorekeeper_content::filter::{ListFilter, TextFilter};

    fn value(value: &str, count: i64) -> facets::Value {
        facets::Value { value: value.into(), label: None, count }
    }

    #[test]
    fn the_nearest_values_are_named_with_their_counts() {
        let types = [value("beast", 1500), value("undead", 312), value("fey", 4)];
        assert_eq!(
            sentence("type", "Undaed", &types),
            "Nothing has \"Undaed\" as `filter.type`. Did you mean \"undead\" (312)?"
        );
        assert_eq!(
            sentence("type", "xyzzy", &types),
            "Nothing has \"xyzzy\" as `filter.type`. The most frequent values are \"beast\" (1,500), \"undead\" (312) and \"fey\" (4)."
        );
        let alignments = [value("lawful evil", 9), value("evil", 2)];
        assert!(sentence("alignment", "evils", &alignments).ends_with("Did you mean \"evil\" (2)?"));
        assert!(sentence("sets", "", &[]).ends_with("No value of it is stored."));
    }

    #[test]
    fn the_words_that_a_filter_asks_for() {
        let text = |eq: &str| Some(TextFilter { eq: Some(eq.into()), ..TextFilter::default() });
        let filter = CreatureFilter {
            name: text("Owl"),
            r#type: text("dragon"),
            languages: Some(ListFilter {
                has_any: Some(vec!["common".into(), "druidic".into()]),
                ..ListFilter::default()
            }),
            or: Some(vec![CreatureFilter { size: text("huge"), ..CreatureFilter::default() }]),
            not: Some(Box::new(CreatureFilter { alignment: text("evil"), ..CreatureFilter::default() })),
            ..CreatureFilter::default()
        };
        let asked: Vec<(String, String)> =
            words(Some(&filter)).into_iter().map(|word| (word.field.name, word.word)).collect();
        let expected = [("type", "dragon"), ("languages", "common"), ("languages", "druidic"), ("size", "huge")];
        assert_eq!(asked, expected.map(|(f, w)| (f.to_owned(), w.to_owned())));
        assert!(words::<CreatureFilter>(None).is_empty());
        let listed: Vec<String> = words_of_lists(Some(&filter)).into_iter().map(|word| word.word).collect();
        assert_eq!(listed, ["common", "druidic"]);
    }
}
