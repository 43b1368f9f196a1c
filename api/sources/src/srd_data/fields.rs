//! Lenient access to the fields of a record, by paths such as `damage.parts`: what is missing, or of another type, is
//! empty.

use serde_json::Value;

/// A value within a record, or nothing.
#[derive(Copy, Clone, Debug)]
pub(super) struct Fields<'a>(&'a Value);

impl<'a> Fields<'a> {
    /// Nothing.
    pub const NOTHING: Fields<'static> = Fields(&Value::Null);

    /// The fields of a value.
    pub fn of(value: &'a Value) -> Self {
        Self(value)
    }

    /// What stands at a path.
    pub fn at(self, path: &str) -> Self {
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
        self.at(path).0.as_array().into_iter().flatten().map(Self)
    }

    /// The texts of a list.
    pub fn words(self, path: &str) -> Vec<&'a str> {
        self.list(path).filter_map(|word| word.0.as_str()).collect()
    }

    /// The entries of a map.
    pub fn entries(self, path: &str) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        let entries = self.at(path).0.as_object().into_iter().flatten();
        entries.map(|(key, value)| (key.as_str(), Self(value)))
    }
}
