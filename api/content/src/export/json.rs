//! JSON records: all fields of a row, under the names that the GraphQL schema has for them.

use super::Credit;
use crate::vocabulary::camel_case;
use crate::{Family, Row};
use serde_json::{Map, Value, json};

/// Columns that are written elsewhere in the record, or that only the store needs.
const OTHER_COLUMNS: [&str; 12] = [
    "id", "document_key", "slug", "name", "text", "origins", "field_sources", "disagreements", "mentions",
    "linked_names", "content_hash", "fetched_at",
];

/// The record of a row: identity and book first, then its fields, its text and its sources. Every record of a family
/// has the same keys; what is not known is null.
pub(super) fn record<R: Row>(row: &R, credit: &Credit<'_>) -> Value {
    let book = credit.book;
    let mut record = Map::new();
    record.insert("id".into(), json!(row.identity().global_id()));
    record.insert("family".into(), json!(R::FAMILY.name().to_uppercase()));
    record.insert("name".into(), json!(row.name()));
    record.insert("slug".into(), json!(row.slug()));
    record.insert(
        "document".into(),
        json!({
            "key": credit.key,
            "name": credit.name,
            "publisher": book.and_then(|book| book.publisher.as_deref()),
            "gameSystem": book.and_then(|book| book.game_system.as_deref()),
            "license": (!credit.licenses.is_empty()).then_some(&credit.licenses),
            "attribution": credit.attribution,
            "permalink": book.and_then(|book| book.permalink.as_deref()),
        }),
    );
    // A row is a struct, whose serialisation cannot fail.
    let columns = serde_json::to_value(row).unwrap_or_default();
    if let Value::Object(columns) = columns {
        let own = columns.into_iter();
        let own = own.filter(|(name, _)| !OTHER_COLUMNS.contains(&name.as_str()));
        record.extend(own.map(|(name, value)| (field_name(R::FAMILY, &name), renamed(value))));
    }
    record.insert("text".into(), json!(row.text()));
    let origin = row.origins().first();
    let names: Vec<&str> = row.origins().iter().map(|o| o.source.as_str()).collect();
    record.insert(
        "source".into(),
        json!({
            "name": origin.map(|origin| &origin.source),
            "key": origin.map(|origin| &origin.key),
            "url": origin.map(|origin| &origin.url),
            "names": names,
        }),
    );
    Value::Object(record)
}

/// The field of a column.
fn field_name(family: Family, column: &str) -> String {
    match (family, column) {
        (Family::Creature, "creature_type") => "type".to_owned(),
        (_, "inflicts") => "conditionsInflicted".to_owned(),
        _ => camel_case(column),
    }
}

/// The value of a column with the names of its parts in camel case. What sort of thing a part is, is its `type`.
fn renamed(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(renamed).collect(),
        Value::Object(fields) => {
            let name = |name: &str| match name {
                "kind" | "damage_type" => "type".to_owned(),
                _ => camel_case(name),
            };
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (name(&key), renamed(value))).collect())
        }
        other => other,
    }
}
