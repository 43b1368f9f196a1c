//! Addresses with places to fill in, such as `lore://spell/{id}` (RFC 6570, level 1).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Map, Value};

/// What is percent-encoded in an address.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// The same for a whole address.
const WITH_SLASHES: &AsciiSet = &ENCODED.remove(b'/');

/// An address whose places are filled, with what no address can have percent-encoded.
pub fn encoded(address: &str) -> String {
    utf8_percent_encode(address, WITH_SLASHES).to_string()
}

/// An address with places to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    text: String,
}

impl Template {
    /// The template of a text.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The names of its places.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.text.split('{').skip(1).filter_map(|part| part.split('}').next())
    }

    /// What stands in the places of an address, if the address is one of these. Every place but the last ends
    /// at the next slash.
    pub fn read(&self, address: &str) -> Option<Map<String, Value>> {
        let mut found = Map::new();
        let (mut template, mut address) = (self.text.as_str(), address);
        while let Some((before, rest)) = template.split_once('{') {
            let (name, after) = rest.split_once('}')?;
            address = address.strip_prefix(before)?;
            let end = match after.chars().next() {
                Some(stop) => address.find(stop)?,
                None => address.len(),
            };
            let (value, rest) = address.split_at_checked(end)?;
            if value.is_empty() {
                return None;
            }
            let value = percent_decode_str(value).decode_utf8().ok()?;
            found.insert(name.to_owned(), value.into());
            (template, address) = (after, rest);
        }
        (template == address).then_some(found)
    }

    /// The address with an object's fields in its places.
    pub fn fill(&self, fields: &Value) -> Option<String> {
        let mut address = String::new();
        let mut template = self.text.as_str();
        while let Some((before, rest)) = template.split_once('{') {
            let (name, after) = rest.split_once('}')?;
            address.push_str(before);
            let field = fields.get(name)?.as_str()?;
            address.extend(utf8_percent_encode(field, ENCODED));
            template = after;
        }
        address.push_str(template);
        Some(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_is_read_and_filled() {
        let template = Template::new("lore://spell/{id}");
        assert_eq!(template.names().collect::<Vec<_>>(), ["id"]);
        let read = |template: &Template, address| template.read(address).map(Value::Object);
        let id = json!({"id": "spell:srd-2014:fire bolt"});
        let address = "lore://spell/spell:srd-2014:fire%20bolt";
        assert_eq!(read(&template, address), Some(id));
        assert_eq!(template.read("lore://creature/x"), None);
        assert_eq!(template.read("lore://spell/"), None);
        assert_eq!(template.read("lore://spell/%ff"), None);
        assert_eq!(template.fill(&json!({"id": "a b"})), Some("lore://spell/a%20b".into()));
        assert_eq!(encoded("lore://rule/a b)`"), "lore://rule/a%20b%29%60");
        let two = Template::new("lore://{family}/{id}");
        let places = json!({"family": "rule", "id": "a/b"});
        assert_eq!(read(&two, "lore://rule/a/b"), Some(places));
    }
}
