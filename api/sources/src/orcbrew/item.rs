//! Lenient access to the fields of an item.

use super::prose;
use lorekeeper_content::vocabulary::ability_of as ability;
use serde_json::{Map, Value};

/// A map of an item, or the item itself. `false` and null count as absent; a key answers without its
/// namespace.
#[derive(Copy, Clone)]
pub(super) struct Item<'a>(&'a Map<String, Value>);

impl<'a> Item<'a> {
    pub fn new(map: &'a Map<String, Value>) -> Self {
        Self(map)
    }

    /// The item that a value is.
    pub fn of(value: &'a Value) -> Option<Self> {
        value.as_object().map(Self)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        let found = self.0.get(key).filter(|value| is_there(value));
        found.or_else(|| {
            let others = self.0.iter().filter(|(k, v)| bare(k) == key && is_there(v));
            // The store does not keep the order of keys.
            others.min_by_key(|(k, _)| *k).map(|(_, value)| value)
        })
    }

    /// The value of a key of a namespace: `weapons` and `type` for `:orcpub.dnd.e5.weapons/type`.
    pub fn keyword_of(&self, namespace: &str, key: &str) -> Option<String> {
        let is_meant = |k: &str| {
            let parts = k.rsplit_once('/');
            let space = parts.filter(|(_, name)| *name == key).map(|(space, _)| space);
            space.is_some_and(|space| space.rsplit('.').next() == Some(namespace))
        };
        let found = self.0.iter().filter(|(k, _)| is_meant(k));
        let (_, value) = found.min_by_key(|(k, _)| *k)?;
        keyword(value)
    }

    /// Whether something is on, or expressly off; `None` where nothing is said.
    pub fn switch(&self, key: &str) -> Option<bool> {
        let asked = format!("{key}?");
        let said = |key: &str| {
            let found = self.0.iter().filter(|(k, v)| bare(k) == key && v.is_boolean());
            found.min_by_key(|(k, _)| *k)?.1.as_bool()
        };
        said(&asked).or_else(|| said(key))
    }

    /// Whether anything stands under a key, with or without a question mark.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some() || self.get(&format!("{key}?")).is_some()
    }

    /// Text in one line.
    pub fn words(&self, key: &str) -> Option<String> {
        let text = match self.get(key)? {
            Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// Text as Markdown.
    pub fn text(&self, key: &str) -> Option<String> {
        Some(prose::markdown(self.get(key)?.as_str()?)).filter(|text| !text.is_empty())
    }

    /// The first of several texts that there is, as Markdown; empty when there is none.
    pub fn first_text(&self, keys: &[&str]) -> String {
        keys.iter().find_map(|key| self.text(key)).unwrap_or_default()
    }

    /// A keyword as a slug without its namespace.
    pub fn keyword(&self, key: &str) -> Option<String> {
        keyword(self.get(key)?)
    }

    /// A number, in digits or as text.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(number)
    }

    /// A whole number.
    pub fn int(&self, key: &str) -> Option<i32> {
        self.number(key).and_then(whole)
    }

    /// The ability that stands under a key.
    pub fn ability(&self, key: &str) -> Option<&'static str> {
        ability(&self.keyword(key)?)
    }

    /// A map within.
    pub fn child(&self, key: &str) -> Option<Item<'a>> {
        Self::of(self.get(key)?)
    }

    /// The maps of a list, or of a map that is numbered like one.
    pub fn items(&self, key: &str) -> Vec<Item<'a>> {
        let values: Vec<&Value> = match self.get(key) {
            Some(Value::Array(values)) => values.iter().collect(),
            Some(Value::Object(_)) => {
                let entries = self.entries(key);
                entries.into_iter().map(|(_, value)| value).collect()
            }
            _ => Vec::new(),
        };
        values.into_iter().filter_map(Self::of).collect()
    }

    /// The entries of a map that are there, by their bare keys: numbers first, in order.
    pub fn entries(&self, key: &str) -> Vec<(&'a str, &'a Value)> {
        self.child(key).map(|map| map.all()).unwrap_or_default()
    }

    /// All entries that are there, in the same order.
    pub fn all(&self) -> Vec<(&'a str, &'a Value)> {
        let entries = self.0.iter().filter(|(_, value)| is_there(value));
        let mut entries: Vec<(&str, &Value)> = entries.map(|(k, v)| (k.as_str(), v)).collect();
        entries.sort_by_key(|(key, _)| (bare(key).parse::<i64>().unwrap_or(i64::MAX), bare(key), *key));
        entries.into_iter().map(|(key, value)| (bare(key), value)).collect()
    }

    /// The keys of a map, on or off, sorted.
    pub fn keys(&self, key: &str) -> Vec<String> {
        let Some(Value::Object(map)) = self.get(key) else {
            return self.flags(key);
        };
        let said = map.iter().filter(|(_, value)| !value.is_null());
        let mut keys: Vec<String> = said.map(|(key, _)| bare(key).to_owned()).collect();
        keys.sort();
        keys.dedup();
        keys
    }

    /// The flags that are on: the keys of `{:fire true}`, the members of `#{:fire}`, or one keyword; sorted.
    pub fn flags(&self, key: &str) -> Vec<String> {
        self.get(key).map(flags).unwrap_or_default()
    }
}

/// The flags that are on in a value: see [`Item::flags`].
pub(super) fn flags(value: &Value) -> Vec<String> {
    let mut on: Vec<String> = match value {
        Value::Object(map) => {
            let on = map.iter().filter(|(_, value)| is_there(value));
            on.map(|(key, _)| bare(key).to_owned()).collect()
        }
        Value::Array(values) => values.iter().filter_map(|v| v.as_str().map(|s| bare(s).to_owned())).collect(),
        Value::String(text) => vec![bare(text).to_owned()],
        _ => Vec::new(),
    };
    on.retain(|word| !word.trim().is_empty());
    on.sort();
    on.dedup();
    on
}

fn keyword(value: &Value) -> Option<String> {
    Some(prose::slug(bare(value.as_str()?))).filter(|slug| !slug.is_empty())
}

/// A number, in digits or as text (`+5`, `1/4`).
pub(super) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => lorekeeper_content::parse_fraction(text.trim().trim_start_matches('+')),
        // `(/ 1 4)`, the way Clojure writes a division.
        Value::Array(parts) => match parts.as_slice() {
            [Value::String(divided), over, under] if divided == "/" => {
                let (over, under) = (over.as_f64()?, under.as_f64()?);
                (under > 0.0).then(|| over / under)
            }
            _ => None,
        },
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

/// A number that is whole.
pub(super) fn whole(number: f64) -> Option<i32> {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and of the size of stat blocks")]
    (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i32)
}

/// A keyword without its namespace; a text with a slash in it stays whole.
pub(super) fn bare(keyword: &str) -> &str {
    match keyword.rsplit_once('/') {
        Some((namespace, name)) if namespace.contains('.') && !namespace.contains(' ') => name,
        _ => keyword,
    }
}

fn is_there(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false))
}
