//! Changes of texts: replaced, renamed, appended.

use super::{MAX_TEXT, text_length};
use crate::foundry_text::fields::Fields;
use regex::{Regex, RegexBuilder};
use serde_json::Value;

/// The fields of parts whose texts are replaced, where a change names none; the null stands for texts of a list.
const FIELDS: [&str; 4] = ["entries", "headerEntries", "footerEntries", "entry"];

/// Makes a change in the texts of a value.
pub(super) fn apply(value: &mut Value, mode: &str, change: &Value) -> Option<()> {
    let fields = Fields::of(change);
    if mode == "appendStr" {
        let (Some(new), joiner) = (fields.filled("str"), fields.text("joiner")) else {
            return None;
        };
        let old = value.as_str().filter(|old| !old.is_empty());
        *value = Value::String(old.map_or_else(|| new.clone(), |old| format!("{old}{joiner}{new}")));
        return Some(());
    }
    let found = pattern(fields.text("replace"), fields.text("flags"))?;
    let change = Change {
        is_global: fields.text("flags").contains('g'),
        found,
        with: with(fields.text("with")),
        left: MAX_TEXT.checked_sub(text_length(value))?,
    };
    let mut change = change;
    let named: Vec<String> = fields.words("props").into_iter().map(str::to_owned).collect();
    match (mode, value) {
        ("replaceName", Value::Array(items)) => {
            for item in items {
                change.in_texts(item.get_mut("name").unwrap_or(&mut Value::Null))?;
            }
            Some(())
        }
        (_, Value::Array(items)) => {
            for item in items {
                match item {
                    Value::Object(parts) => {
                        for (name, part) in parts {
                            let is_meant =
                                if named.is_empty() { FIELDS.contains(&name.as_str()) } else { named.contains(name) };
                            if is_meant {
                                change.in_texts(part)?;
                            }
                        }
                    }
                    other => change.in_texts(other)?,
                }
            }
            Some(())
        }
        (_, value) => change.in_texts(value),
    }
}

/// A regular expression as JavaScript writes it; `None` for one that it would take too much to search.
pub(super) fn pattern(source: &str, flags: &str) -> Option<Regex> {
    if source.is_empty() {
        return None;
    }
    let built = RegexBuilder::new(source).case_insensitive(flags.contains('i')).size_limit(1 << 20).build();
    built.ok()
}

/// A replacement whose groups are told apart from the letters behind them.
fn with(replacement: &str) -> String {
    let mut out = String::new();
    let mut letters = replacement.chars().peekable();
    while let Some(c) = letters.next() {
        out.push(c);
        if c == '$' && letters.peek().is_some_and(char::is_ascii_digit) {
            let group = letters.next().unwrap_or_default();
            out.extend(['{', group, '}']);
        }
    }
    out
}

/// A replacement, with how much longer it may make the texts.
struct Change {
    found: Regex,
    with: String,
    is_global: bool,
    left: usize,
}

impl Change {
    /// Replaces in all texts of a value, but not in the kinds and the names of fields.
    fn in_texts(&mut self, value: &mut Value) -> Option<()> {
        match value {
            Value::String(text) => {
                let times = self.found.find_iter(text).count();
                let longer = times.checked_mul(self.with.len() + text.len().min(1000))?;
                if times > 0 {
                    self.left = self.left.checked_sub(longer)?;
                    let limit = usize::from(!self.is_global);
                    *text = self.found.replacen(text, limit, &self.with).into_owned();
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.in_texts(item)?;
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    if !matches!(name.as_str(), "type" | "style" | "source") {
                        self.in_texts(value)?;
                    }
                }
            }
            _ => {}
        }
        Some(())
    }
}
