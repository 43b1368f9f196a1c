//! Addresses with places to fill in, such as `lore://spell/{id}` (RFC 6570, level 1).

use serde_json::Value;

/// An address with places to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    text: String,
}

impl Template {
    /// The template of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
        }
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The names of its places.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
    }

    /// What stands in the places of an address, if the address is one of these. Every place but the last ends
    /// at the next slash.
    #[must_use]
    pub fn read(&self, address: &str) -> Option<Vec<(String, String)>> {
        let mut found = Vec::new();
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
            found.push((name.to_owned(), decoded(value)?));
            (template, address) = (after, rest);
        }
        (template == address).then_some(found)
    }

    /// The address with an object's fields in its places.
    #[must_use]
    pub fn fill(&self, fields: &Value) -> Option<String> {
        let mut address = String::new();
        let mut template = self.text.as_str();
        while let Some((before, rest)) = template.split_once('{') {
            let (name, after) = rest.split_once('}')?;
            address.push_str(before);
            address.push_str(&encoded(fields.get(name)?.as_str()?));
            template = after;
        }
        address.push_str(template);
        Some(address)
    }
}

/// Percent-encodes what may not stand in a path.
fn encoded(text: &str) -> String {
    let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte);
    text.bytes()
        .map(|byte| {
            if kept(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = after.get(2..)?;
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_is_read_and_filled() {
        let template = Template::new("lore://spell/{id}");
        assert_eq!(template.names().collect::<Vec<_>>(), ["id"]);
        let read = template.read("lore://spell/spell:srd-2014:fire%20bolt");
        assert_eq!(
            read,
            Some(vec![("id".into(), "spell:srd-2014:fire bolt".into())])
        );
        assert_eq!(template.read("lore://creature/x"), None);
        assert_eq!(template.read("lore://spell/"), None);
        assert_eq!(template.read("lore://spell/%zz"), None);
        assert_eq!(
            template.fill(&json!({"id": "a b"})),
            Some("lore://spell/a%20b".into())
        );
        let two = Template::new("lore://{family}/{id}");
        assert_eq!(
            two.read("lore://rule/a/b"),
            Some(vec![
                ("family".into(), "rule".into()),
                ("id".into(), "a/b".into())
            ])
        );
    }
}
