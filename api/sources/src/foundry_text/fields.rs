//! Lenient access to the fields of a record, by paths such as `damage.parts`: what is missing, or of another type, is
//! empty.

use serde_json::Value;

/// A value within a record, or nothing.
#[derive(Copy, Clone, Debug)]
pub struct Fields<'a>(&'a Value);

impl<'a> Fields<'a> {
    /// Nothing.
    pub const NOTHING: Fields<'static> = Fields(&Value::Null);

    /// The fields of a value.
    pub fn of(value: &'a Value) -> Self {
        Self(value)
    }

    /// What stands at a path; the value itself at an empty one.
    pub fn at(self, path: &str) -> Self {
        if path.is_empty() {
            return self;
        }
        let keys = path.split('.');
        Self(keys.fold(self.0, |value, key| value.get(key).unwrap_or(&Value::Null)))
    }

    /// Whether there is anything.
    pub fn is_there(self) -> bool {
        !self.0.is_null()
    }

    /// A text; empty where there is none.
    pub fn text(self, path: &str) -> &'a str {
        self.at(path).0.as_str().unwrap_or_default()
    }

    /// A text without spaces around it, unless it is empty.
    pub fn filled(self, path: &str) -> Option<String> {
        crate::wire::filled(self.text(path))
    }

    /// A text, or a number in digits.
    pub fn word(self, path: &str) -> Option<String> {
        match self.at(path).0 {
            Value::Number(number) => Some(number.to_string()),
            _ => self.filled(path),
        }
    }

    /// A number.
    pub fn number(self, path: &str) -> Option<f64> {
        self.at(path).0.as_f64()
    }

    /// A number that a form may have as text (`"30"`).
    pub fn amount(self, path: &str) -> Option<f64> {
        let text = || self.text(path).trim().parse().ok();
        self.number(path).or_else(text)
    }

    /// A whole number that a form may have as text.
    pub fn whole_amount(self, path: &str) -> Option<i32> {
        let text = || self.text(path).trim().parse().ok();
        self.int(path).or_else(text)
    }

    /// The whole number that this is.
    pub fn whole(self) -> Option<i32> {
        self.0.as_i64()?.try_into().ok()
    }

    /// A whole number.
    pub fn int(self, path: &str) -> Option<i32> {
        self.at(path).whole()
    }

    /// A whole number above zero.
    pub fn positive(self, path: &str) -> Option<i32> {
        self.int(path).filter(|number| *number > 0)
    }

    /// Whether this is true, or false.
    pub fn truth(self) -> Option<bool> {
        self.0.as_bool()
    }

    /// Whether a field is true.
    pub fn is(self, path: &str) -> bool {
        self.at(path).truth().unwrap_or_default()
    }

    /// The values of a list.
    pub fn list(self, path: &str) -> impl Iterator<Item = Self> + Clone + use<'a> {
        let items = self.at(path).0.as_array().into_iter().flatten();
        items.filter(|item| !item.is_null()).map(Self)
    }

    /// The texts of a list.
    pub fn words(self, path: &str) -> Vec<&'a str> {
        self.list(path).filter_map(|word| word.0.as_str()).collect()
    }

    /// The fields as a map of their own; empty where there are none.
    pub fn object(self) -> serde_json::Map<String, Value> {
        self.0.as_object().cloned().unwrap_or_default()
    }

    /// The values of a list, or of a map.
    pub fn values(self, path: &str) -> impl Iterator<Item = Self> + use<'a> {
        self.list(path).chain(self.entries(path).map(|(_, value)| value))
    }

    /// The entries of a map.
    pub fn entries(self, path: &str) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        let entries = self.at(path).0.as_object().into_iter().flatten();
        let entries = entries.filter(|(_, value)| !value.is_null());
        entries.map(|(key, value)| (key.as_str(), Self(value)))
    }
}
