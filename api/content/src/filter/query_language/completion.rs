//! Completion: what may stand where somebody types.

use super::keys::{self, FAMILY};
use super::{ValueKind, writing};
use crate::Family;
use crate::filter::Field;

/// What somebody types, and what it may become.
#[derive(Debug)]
pub struct Completion<'a> {
    /// The text before what is typed.
    pub before: &'a str,
    /// The text behind it.
    pub after: &'a str,
    /// What may stand there.
    pub wanted: Wanted,
}

/// What may stand where somebody types.
#[derive(Debug)]
pub enum Wanted {
    /// One of these keys, each with its operator; a truth value stands alone.
    Keys(Vec<String>),
    /// One of these values, which begin as typed.
    Words(Vec<String>),
    /// A stored value of a field that begins so.
    Stored(Box<Field>, String),
    /// Nothing that is known.
    Nothing,
}

/// What may stand at a character of a text.
pub fn completion(family: Family, text: &str, cursor: usize) -> Completion<'_> {
    let end = text.char_indices().nth(cursor).map_or(text.len(), |(byte, _)| byte);
    let (typed, after) = text.split_at(end);
    let fields = keys::declared(family);
    let nothing = Completion { before: typed, after, wanted: Wanted::Nothing };
    // A key is followed by its value, which may be in open quotes.
    let start = term_start(typed);
    let (head, term) = typed.split_at(start);
    let negations = term.len() - term.trim_start_matches('-').len();
    let (_, term) = term.split_at(negations);
    let Some(sign) = term.find([':', '=', '<', '>']) else {
        if term.contains('"') {
            return nothing;
        }
        let (before, _) = typed.split_at(head.len() + negations);
        return Completion { before, after, wanted: Wanted::Keys(keys_like(&fields, term)) };
    };
    let (key, value) = term.split_at(sign);
    let value = value.trim_start_matches([':', '=', '<', '>']);
    let value = value.rsplit(',').next().unwrap_or_default();
    let prefix = value.trim_start_matches('"');
    let (before, _) = typed.split_at(typed.len() - value.len());
    let wanted = values_like(&fields, key, prefix);
    Completion { before, after, wanted }
}

/// Where the term begins that ends with a text.
fn term_start(typed: &str) -> usize {
    let mut is_quoted = false;
    let mut start = 0;
    for (byte, c) in typed.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if !is_quoted && (c.is_whitespace() || matches!(c, '(' | ')')) => {
                start = byte + c.len_utf8();
            }
            _ => {}
        }
    }
    start
}

fn begins(word: &str, prefix: &str) -> bool {
    keys::folded(word).starts_with(&keys::folded(prefix))
}

/// The keys that begin so, the short ones first.
fn keys_like(fields: &[Field], prefix: &str) -> Vec<String> {
    let mut found: Vec<String> = fields
        .iter()
        .filter(|field| keys::keys(field).any(|key| begins(key, prefix)))
        .map(|field| match field.kind {
            ValueKind::Truth => writing::key(field).to_owned(),
            _ => format!("{}:", writing::key(field)),
        })
        .collect();
    if begins(FAMILY, prefix) {
        found.push(format!("{FAMILY}:"));
    }
    found.sort_by_key(|key| (!begins(key, prefix), key.len()));
    found
}

fn values_like(fields: &[Field], key: &str, prefix: &str) -> Wanted {
    let words = |known: &[&str]| {
        let known = known.iter().map(|word| word.to_lowercase());
        let known = known.filter(|word| begins(word, prefix));
        Wanted::Words(known.map(|word| writing::quoted(&word)).collect())
    };
    if keys::folded(key) == FAMILY {
        return words(&Family::ALL.map(Family::name));
    }
    let Some(field) = keys::find(fields, key) else {
        return Wanted::Nothing;
    };
    match &field.kind {
        ValueKind::Truth => words(&["true", "false"]),
        ValueKind::OneOf(known) => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            words(&known)
        }
        ValueKind::Phrase => Wanted::Nothing,
        ValueKind::Text if field.is_prose => Wanted::Nothing,
        kind if kind.is_ordered() && field.facet.is_none() => Wanted::Nothing,
        ValueKind::Related { is_list: false, .. } => Wanted::Nothing,
        _ => Wanted::Stored(Box::new(field.clone()), prefix.to_owned()),
    }
}
