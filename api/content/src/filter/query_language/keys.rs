//! Keys: the names of filter fields and their shorter forms, however they are written.

use super::ValueKind;
use crate::edit_distance::normalized_damerau_levenshtein;
use crate::filter::{Field, Filter};
use crate::{Family, families};

/// The key of the family, which no filter declares: whole families hold or do not.
pub const FAMILY: &str = "family";

/// Most keys or values that a sentence names.
const MAX_NAMED: usize = 3;

/// Least likeness of a key or value that may be meant.
const MIN_LIKENESS: f64 = 0.45;

/// The fields of a family's filter, each a key.
pub fn declared(family: Family) -> Vec<Field> {
    macro_rules! fields {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => {
            match family {
                $( Family::$variant => <crate::$module::Filter as Filter>::fields(), )*
            }
        };
    }
    families!(fields)
}

/// The keys of a field: its name, then the shorter ones.
pub fn keys(field: &Field) -> impl Iterator<Item = &str> {
    std::iter::once(field.name.as_str()).chain(field.aliases.iter().copied())
}

/// A key or a value without what does not matter: case, hyphens, underscores and spaces.
pub fn folded(word: &str) -> String {
    let letters = word.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}

/// The field that a key names. Names go before shorter keys of other fields.
pub fn find<'a>(fields: &'a [Field], key: &str) -> Option<&'a Field> {
    let key = folded(key);
    let named = |field: &&Field| folded(&field.name) == key;
    let shorter = |field: &&Field| field.aliases.iter().any(|alias| folded(alias) == key);
    fields.iter().find(named).or_else(|| fields.iter().find(shorter))
}

/// Whether a word is a key of any of some families.
pub fn is_key(families: &[Family], word: &str) -> bool {
    let mut families = families.iter();
    folded(word) == FAMILY || families.any(|family| find(&declared(*family), word).is_some())
}

/// Whether a word alone says that a truth value of a family holds.
pub fn is_truth(family: Family, word: &str) -> bool {
    let field = super::field_of(family, word);
    field.is_some_and(|field| matches!(field.kind, ValueKind::Truth))
}

/// What to say of a key that a family lacks: the nearest keys, or the family that has it.
pub fn unknown(family: Family, fields: &[Field], key: &str) -> String {
    let shown = super::syntax::shown(key);
    let mut all: Vec<&str> = fields.iter().flat_map(keys).collect();
    all.push(FAMILY);
    let what = family.name().replace('_', " ");
    let unknown = format!("no filter of the family {what} is called `{shown}`.");
    if let Some(near) = named(&nearest(key, &all)) {
        return format!("{unknown} Did you mean {near}?");
    }
    let others = Family::ALL.into_iter().filter(|other| is_key(&[*other], key));
    let others: Vec<String> = others.map(|other| other.name().replace('_', " ")).collect();
    if others.is_empty() {
        format!("{unknown} To search for the text, put it in quotes.")
    } else {
        format!("{unknown} The family {} has one.", others.join(", "))
    }
}

/// What to say of a key that some families lack, each for itself or beside other keys.
pub fn unknown_together(families: &[Family], key: &str) -> String {
    let shown = super::syntax::shown(key);
    let having: Vec<&str> =
        families.iter().filter(|family| is_key(&[**family], key)).map(|family| family.name()).collect();
    if !having.is_empty() {
        return format!(
            "`{shown}` is a key of {} only, which lacks the other keys. Ask for one family at a time.",
            having.join(", ")
        );
    }
    let fields: Vec<Field> = families.iter().flat_map(|f| declared(*f)).collect();
    let mut all: Vec<&str> = fields.iter().flat_map(keys).collect();
    all.push(FAMILY);
    all.sort_unstable();
    all.dedup();
    match named(&nearest(key, &all)) {
        Some(near) => format!("no filter is called `{shown}`. Did you mean {near}?"),
        None => format!("no filter is called `{shown}`. To search for the text, put it in quotes."),
    }
}

/// The words nearest to one that is not known, the nearest first.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    let word = folded(word);
    let likeness = |known: &str| {
        let known = folded(known);
        let begins = word.len() > 1 && known.starts_with(&word);
        let begins = if begins { 0.8 } else { 0.0 };
        normalized_damerau_levenshtein(&word, &known).max(begins)
    };
    let mut near: Vec<(f64, &str)> =
        known.iter().map(|known| (likeness(known), *known)).filter(|(likeness, _)| *likeness >= MIN_LIKENESS).collect();
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter().take(MAX_NAMED).map(|(_, known)| known).collect()
}

/// Words in a sentence: `one`, `two` or `three`.
pub fn named(words: &[&str]) -> Option<String> {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [most @ .., last] => Some(format!("{} or {last}", most.join(", "))),
    }
}
