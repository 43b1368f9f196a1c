//! Directives of selected fields: how a field becomes part of a result.

use super::Detail;
use crate::operation::words;
use apollo_compiler::ast::DirectiveList;
use serde_json::Value;

/// How the value of a field is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Render {
    /// As it is.
    Plain,
    /// Its fields take its place.
    Flatten,
    /// The texts of a list as one.
    Join(String),
    /// The objects of a list as one.
    Map(Map),
}

/// Where the objects of a list have the keys and the values of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    key: String,
    value: String,
}

impl Map {
    /// The object of a list: the keys in the spelling of arguments.
    pub(super) fn object(&self, items: &[Value]) -> Value {
        let entry = |item: &Value| {
            let key = item.get(&self.key)?.as_str()?;
            let value = item.get(&self.value)?;
            let key = if value.is_object() || value.is_array() { words::snake(key) } else { key.to_owned() };
            Some((key, value.clone()))
        };
        Value::Object(items.iter().filter_map(entry).collect())
    }
}

/// The detail that a selection belongs to: `@summary`, or whatever is included on demand.
pub(super) fn detail_of(directives: &DirectiveList) -> Option<Detail> {
    if directives.has("summary") {
        Some(Detail::Summary)
    } else if directives.has("include") {
        Some(Detail::Full)
    } else {
        None
    }
}

pub(super) fn render_of(directives: &DirectiveList) -> Render {
    if directives.has("flatten") {
        return Render::Flatten;
    }
    if let Some(map) = directives.get("map") {
        let name = |argument| {
            let name = map.specified_argument_by_name(argument);
            name.and_then(|name| name.as_str()).unwrap_or_default().to_owned()
        };
        return Render::Map(Map { key: name("key"), value: name("value") });
    }
    directives.get("join").map_or(Render::Plain, |join| {
        let with = join.specified_argument_by_name("with").and_then(|with| with.as_str());
        Render::Join(with.unwrap_or(", ").to_owned())
    })
}

pub(super) fn name_of(directives: &DirectiveList) -> Option<String> {
    let key = directives.get("as")?.specified_argument_by_name("key")?;
    key.as_str().map(str::to_owned)
}
