//! Grants of properties and level modifiers, as sentences. Both have one vocabulary: `:props {:speed 10}`,
//! `{:type :flying-speed :value 30}`.

mod bonus;
mod pool;
mod table;

use super::super::item::{Item, flags, number, whole};
use super::super::prose;
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::Benefit;
use serde_json::Value;
use table::{How, property};

/// Something granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grant {
    /// Heading.
    pub name: String,
    /// Type of benefit.
    pub kind: &'static str,
    /// The granted benefit, as a sentence.
    pub text: String,
}

impl From<Grant> for Trait {
    fn from(grant: Grant) -> Self {
        Self { name: grant.name, text: grant.text, ..Self::default() }
    }
}

impl From<Grant> for Benefit {
    fn from(grant: Grant) -> Self {
        Self { name: Some(grant.name), text: grant.text, kind: Some(grant.kind.to_owned()) }
    }
}

/// The grants of an item's properties, and its choices.
pub(super) fn grants(item: &Item<'_>) -> Vec<Grant> {
    let props = item.entries("props").into_iter();
    let props = props.filter_map(|(key, value)| grant(key, value));
    props.chain(pool::choices(item)).collect()
}

/// The grant of a property; `None` when the value has no effect.
pub(super) fn grant(key: &str, value: &Value) -> Option<Grant> {
    if let Some(granted) = bonus::grant(key, value) {
        return Some(granted);
    }
    let Some(property) = property(key) else {
        return unknown(key, value);
    };
    let words = match property.how {
        How::Flag => String::new(),
        How::Amount => number(value).and_then(whole).filter(|n| *n != 0)?.to_string(),
        How::Choice(one, many) => {
            let count = number(value).and_then(whole).filter(|n| *n > 0)?;
            format!("{count} {}", if count == 1 { one } else { many })
        }
        How::Each(word) => {
            let words: Vec<String> = flags(value).iter().map(|flag| word(flag)).collect();
            match key {
                _ if words.is_empty() => return None,
                "condition-immunity" | "saving-throw-advantage" => prose::either(&words),
                _ => prose::listed(&words),
            }
        }
    };
    let text = property.sentence.replace("{}", &words).replace("+-", "-");
    Some(new_grant(property.name, property.kind, text))
}

/// The grant of an unknown property, in its own words.
fn unknown(key: &str, value: &Value) -> Option<Grant> {
    let name = prose::heading(key.trim_end_matches('?'));
    let words = match value {
        Value::Bool(_) => String::new(),
        Value::Number(number) => number.to_string(),
        other => {
            let words: Vec<String> = flags(other).iter().map(|flag| prose::lower(flag)).collect();
            prose::listed(&words)
        }
    };
    let says = !name.is_empty() && (value.is_boolean() || !words.is_empty());
    let text = if words.is_empty() { format!("{name}.") } else { format!("{name}: {words}.") };
    says.then(|| new_grant(&name, "feature", text))
}

fn new_grant(name: &str, kind: &'static str, text: String) -> Grant {
    Grant { name: name.to_owned(), kind, text }
}

/// `light armor`, `shields`.
pub(super) fn armor(keyword: &str) -> String {
    match keyword {
        "light" | "medium" | "heavy" | "all" => format!("{keyword} armor"),
        "shield" => "shields".to_owned(),
        _ => prose::lower(keyword),
    }
}

/// `simple weapons`, `longsword`, `hand crossbow`.
pub(super) fn weapon(keyword: &str) -> String {
    match keyword {
        "simple" | "martial" => format!("{keyword} weapons"),
        _ => match keyword.strip_prefix("crossbow-") {
            Some(kind) => format!("{kind} crossbow"),
            None => prose::lower(keyword),
        },
    }
}

fn damage(keyword: &str) -> String {
    if keyword == "traps" { "trap".to_owned() } else { prose::lower(keyword) }
}

fn ability(keyword: &str) -> String {
    super::ability::ability_of(keyword).map_or_else(|| prose::heading(keyword), prose::sentence)
}
