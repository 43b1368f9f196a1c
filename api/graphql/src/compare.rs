//! Comparison of entities, field by field.

use super::entity::Entity;
use super::projection;
use super::{backend, entity};
use crate::error::{Error, Result};
use async_graphql::{Context, ID, Json, SimpleObject};
use lorekeeper_content::{Family, Identity};
use lorekeeper_ingest::on_demand;
use lorekeeper_search::load;
use serde_json::{Map, Value};

/// How many entities are compared at once.
const COMPARED: std::ops::RangeInclusive<usize> = 2..=4;

/// Columns that say which entity it is, or are no content.
const NOT_COMPARED: [&str; 4] = ["id", "slug", "name", "mentions"];

/// Entities of one family, field by field.
#[derive(Clone, Debug, SimpleObject)]
pub struct Comparison {
    /// The entities, in the order of the ids.
    pub entities: Vec<Entity>,
    /// The fields that any of them has.
    pub fields: Vec<ComparedField>,
}

/// A field of entities that are compared.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct ComparedField {
    /// The name of the field (`armorClass`).
    pub name: String,
    /// Whether the entities differ in it.
    pub differs: bool,
    /// The value that each entity has, in the order of the entities; null where it has none.
    pub values: Vec<Option<Json<Value>>>,
}

/// Compares entities by their ids.
pub async fn compare(ctx: &Context<'_>, ids: &[ID], differing: bool) -> Result<Comparison> {
    if !COMPARED.contains(&ids.len()) {
        return Err(Error::input(format!("Two to four entities are compared, but {} ids were given.", ids.len())));
    }
    let identities = ids.iter().map(|id| {
        Identity::parse(id).ok_or_else(|| {
            Error::input(format!(
                "\"{}\" is no id of an entity. Ids look like creature:srd-2024:goblin-boss.",
                id.as_str()
            ))
        })
    });
    let identities: Vec<Identity> = identities.collect::<Result<_>>()?;
    let family = one_family(&identities)?;
    let backend = backend(ctx)?;
    on_demand::ensure_fetched(&backend.ingest, &[family]).await;
    let found = load::any_by_identity(&backend.search.rows(), &identities).await?;
    let mut rows = Vec::new();
    for identity in &identities {
        let row = found.get(identity).cloned().ok_or_else(|| {
            Error::not_found(format!(
                "No entity has the id {}. Ids come from the results of searches.",
                identity.global_id()
            ))
        })?;
        rows.push(row);
    }
    let object = &ctx.schema_env.registry.types;
    let object = object.get(&format!("{family:?}"));
    let is_field = |name: &str| object.is_some_and(|ty| ty.field_by_name(name).is_some());
    let columns: Vec<Map<String, Value>> = rows.iter().map(entity::columns).collect();
    let mut fields = compared(&columns, is_field);
    fields.retain(|field| field.differs || !differing);
    Ok(Comparison { entities: rows.into_iter().map(Entity::from).collect(), fields })
}

fn one_family(identities: &[Identity]) -> Result<Family> {
    let mut families = identities.iter().map(|identity| identity.family);
    let first = families.next().unwrap_or(Family::Spell);
    match families.find(|family| *family != first) {
        None => Ok(first),
        Some(other) => Err(Error::input(format!(
            "Entities of one family are compared, but the ids are of {} and {}.",
            first.name(),
            other.name()
        ))),
    }
}

/// The columns of rows as fields: those that the family's object has, and that any of the rows has a value for.
fn compared(rows: &[Map<String, Value>], is_field: impl Fn(&str) -> bool) -> Vec<ComparedField> {
    let columns = rows.first().into_iter().flat_map(Map::keys);
    let columns = columns.filter(|column| !NOT_COMPARED.contains(&column.as_str()));
    let mut fields = Vec::new();
    for column in columns {
        let name = projection::field_names(column).find(|name| is_field(name));
        let Some(name) = name else {
            continue;
        };
        let values: Vec<Option<Value>> = rows.iter().map(|row| said(row.get(column)?)).collect();
        if values.iter().all(Option::is_none) {
            continue;
        }
        fields.push(ComparedField {
            name,
            differs: values.windows(2).any(|pair| pair.first() != pair.last()),
            values: values.into_iter().map(|value| value.map(Json)).collect(),
        });
    }
    fields
}

/// A value without what is empty in it; `None` where nothing is left.
fn said(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::String(text) => (!text.is_empty()).then(|| value.clone()),
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().filter_map(said).collect();
            (!items.is_empty()).then_some(Value::Array(items))
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields: Map<String, Value> =
                fields.filter_map(|(key, value)| Some((key.clone(), said(value)?))).collect();
            (!fields.is_empty()).then_some(Value::Object(fields))
        }
        Value::Bool(_) | Value::Number(_) => Some(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn columns_are_compared_under_the_names_of_their_fields() {
        let row = |class: i32, speed: Value, kind: &str| {
            let row = json!({
                "id": class, "slug": "x", "armor_class": class, "creature_type": kind, "speed": speed,
                "content_hash": "y", "languages": [], "alignment": null,
            });
            row.as_object().cloned().unwrap_or_default()
        };
        let rows = [row(12, json!({"walk": 30, "fly": null}), "fey"), row(15, json!({"walk": 30}), "fey")];
        let known = ["armorClass", "type", "speed", "languages", "alignment", "id", "slug"];
        let fields = compared(&rows, |name| known.contains(&name));
        let told: Vec<_> = fields.iter().map(|field| (field.name.as_str(), field.differs)).collect();
        assert_eq!(told, [("armorClass", true), ("type", false), ("speed", false)]);
    }

    #[test]
    fn only_one_family_is_compared() {
        let identities = ["spell:hearth:ember", "creature:hearth:gremlin"].map(|id| Identity::parse(id).unwrap());
        let problem = one_family(&identities).unwrap_err().message;
        assert!(problem.contains("spell and creature"), "{problem}");
    }
}
