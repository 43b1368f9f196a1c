//! The keys of conditions, by family.

use super::{cell, check_generated};
use lorekeeper_content::Family;
use lorekeeper_content::filter::Field;
use lorekeeper_content::filter::query_language::{ValueKind, declared, keys};
use std::fmt::Write;

/// What the values of a field are.
fn values(field: &Field) -> String {
    match &field.kind {
        ValueKind::Text if field.is_prose => "text".into(),
        ValueKind::Text => "word".into(),
        ValueKind::List => "list of words".into(),
        ValueKind::Integer => "whole number".into(),
        ValueKind::Number => "number".into(),
        ValueKind::Rating => "number or fraction".into(),
        ValueKind::Truth => "truth value".into(),
        ValueKind::Phrase => "exact words".into(),
        ValueKind::OneOf(words) => {
            let words = words.iter().map(|word| format!("`{}`", word.to_lowercase()));
            words.collect::<Vec<_>>().join(", ")
        }
        ValueKind::Related { family, is_list } => {
            let names = if *is_list { "list of words, or " } else { "" };
            format!("{names}conditions on {}s in brackets", family.name())
        }
    }
}

#[test]
fn keys_of_conditions() {
    let mut text = String::new();
    for family in Family::ALL {
        let name = family.name().replace('_', " ");
        let (first, rest) = name.split_at(1);
        let _ = write!(text, "\n## {}{rest}\n\n| key | values |\n|---|---|\n", first.to_uppercase());
        for field in declared(family) {
            let written: Vec<String> = keys(&field).map(|key| format!("`{key}`")).collect();
            let _ = writeln!(text, "| {} | {} |", written.join(", "), cell(&values(&field)));
        }
    }
    check_generated("docs/reference/where.md", &text);
}
