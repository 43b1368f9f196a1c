//! Typed reading of settings: each value is a text until it is read here, so that every wrong one is refused in the
//! same words, whichever layer it comes from.
//!
//! Not by clap: its variables would need flags for secrets, too, and it speaks of flags also where a file is wrong.
//! Not by serde: a variable has no other type than text.

use super::Layer;
use super::keys::{Fallback, KEYS};
use lorekeeper_graphql::error::{Error, Result};
use std::str::FromStr;
use std::time::Duration;

/// The layers of settings; the first that has a key decides.
#[derive(Copy, Clone)]
pub(super) struct Given<'a>(pub &'a [Layer]);

impl<'a> Given<'a> {
    /// The text of a setting as it was given, with its blanks.
    pub fn exact(self, key: &str) -> Option<&'a str> {
        let given = self.0.iter().find_map(|layer| layer.get(key));
        given.map(String::as_str)
    }

    /// The text of a setting, or its default; `None` where it has none.
    pub fn text(self, key: &str) -> Option<&'a str> {
        let given = self.exact(key).map(str::trim);
        given.filter(|value| !value.is_empty()).or_else(|| match KEYS.iter().find(|known| known.name == key)?.default {
            Fallback::Value(value) => Some(value),
            Fallback::Absent(_) => None,
        })
    }

    /// A setting as `read` reads it; `expected` ends the sentence that refuses a wrong value.
    pub fn optional<T>(self, key: &str, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>> {
        let refused = |value| Error::input(format!("The setting {key} is \"{value}\", but must be {expected}."));
        self.text(key).map(|value| read(value).ok_or_else(|| refused(value))).transpose()
    }

    /// The same of a setting with a default.
    pub fn read<T>(self, key: &str, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T> {
        let value = self.optional(key, expected, read)?;
        value.ok_or_else(|| Error::input(format!("The setting {key} must be {expected}.")))
    }

    pub fn parse<T: FromStr>(self, key: &str, expected: &str) -> Result<T> {
        self.read(key, expected, |value| value.parse().ok())
    }

    pub fn number(self, key: &str) -> Result<usize> {
        self.parse(key, "a whole number")
    }

    pub fn mebibytes(self, key: &str) -> Result<usize> {
        Ok(self.number(key)?.saturating_mul(1 << 20))
    }

    pub fn duration(self, key: &str) -> Result<Duration> {
        self.read(key, "a time such as 7d, 12h or 30s", |value| humantime::parse_duration(value).ok())
    }

    pub fn switch(self, key: &str) -> Result<bool> {
        self.read(key, "true or false", |value| match value.to_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Some(true),
            "false" | "0" | "no" | "off" => Some(false),
            _ => None,
        })
    }

    /// An address of HTTP, without a slash at its end.
    pub fn url(self, key: &str) -> Result<Option<String>> {
        let expected = "an address that starts with http:// or https://";
        self.optional(key, expected, |value| {
            let url: reqwest::Url = value.parse().ok()?;
            let is_http = matches!(url.scheme(), "http" | "https");
            is_http.then(|| value.trim_end_matches('/').to_owned())
        })
    }

    /// The items of a list, with commas between them.
    pub fn list(self, key: &str) -> impl Iterator<Item = &'a str> {
        let items = self.text(key).unwrap_or_default().split(',');
        items.map(str::trim).filter(|item| !item.is_empty())
    }

    pub fn texts(self, key: &str) -> Vec<String> {
        self.list(key).map(str::to_owned).collect()
    }

    /// The items of a list as `read` reads them.
    pub fn items<T>(self, key: &str, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>> {
        let refused = |item| Error::input(format!("The setting {key} has \"{item}\", but must have {expected}."));
        self.list(key).map(|item| read(item).ok_or_else(|| refused(item))).collect()
    }
}
