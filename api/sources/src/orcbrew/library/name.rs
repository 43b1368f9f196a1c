//! Names and keys of books and items.

use crate::import::shelf::slug;
use lorekeeper_content::slugify;
use serde_json::Value;

/// The name of a file without its folder and ending.
pub(super) fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.trim();
    if stem.is_empty() { "orcbrew" } else { stem }
}

/// The book of an item: its option pack, else the book that it stands in, else the file.
pub(super) fn book(option_pack: Option<&Value>, around: Option<&str>, stem: &str) -> String {
    let pack = option_pack.and_then(Value::as_str).and_then(name);
    pack.or_else(|| around.and_then(name)).unwrap_or_else(|| stem.to_owned())
}

/// A given name; `None` for `Default Option Source`, which `OrcPub` puts in the place of a missing one.
fn name(given: &str) -> Option<String> {
    let name: Vec<&str> = given.split_whitespace().collect();
    let name = name.join(" ");
    let says =
        name.chars().any(char::is_alphabetic) && !name.eq_ignore_ascii_case("default option source") && name != "nil";
    says.then_some(name)
}

/// The key of an item.
pub(super) fn item_key(key: &str, item_name: &str) -> String {
    let own = slugify(key.rsplit('/').next().unwrap_or(key));
    if own.is_empty() { slug(item_name, "item") } else { own }
}
