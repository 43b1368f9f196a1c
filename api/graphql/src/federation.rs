//! Apollo Federation: the schema as a subgraph (version 2), whose entities other subgraphs refer to by their global ids.
//!
//! With keys in the schema the library adds `_service` and `_entities`; without the setting there are none.

use super::document::Document;
use super::entity::Node;
use super::loaders::{DocumentKey, MentionedEntity};
use super::{backend, loader};
use crate::error::{Error, Result};
use async_graphql::parser::types::Field;
use async_graphql::registry::{MetaType, Registry};
use async_graphql::{Context, ContextSelectionSet, OutputType, Positioned, ServerResult, Value};
use lorekeeper_content::Identity;
use lorekeeper_ingest::on_demand;
use std::borrow::Cow;
use std::sync::Arc;

/// The types with a key.
const ENTITIES: [&str; 6] = ["CharacterOption", "Creature", "Document", "Equipment", "Rule", "Spell"];

/// Gives the types of a schema their keys. It is never a value.
pub struct Keys;

#[async_trait::async_trait]
impl OutputType for Keys {
    fn type_name() -> Cow<'static, str> {
        "Query".into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        for name in ENTITIES {
            registry.add_keys(name, "id");
        }
        // Relay gives every schema one of this name, with these fields.
        if let Some(MetaType::Object { shareable, .. }) = registry.types.get_mut("PageInfo") {
            *shareable = true;
        }
        Self::type_name().into_owned()
    }

    async fn resolve(&self, _: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        Ok(Value::Null)
    }
}

/// The selected fields of the entity that a representation names; null where there is none.
pub async fn resolve(ctx: &Context<'_>, representation: &Value) -> ServerResult<Value> {
    let position = ctx.item.pos;
    let found = find(ctx, representation).await;
    let found = found.map_err(|error| async_graphql::Error::from(error).into_server_error(position));
    let Some(node) = found? else {
        return Ok(Value::Null);
    };
    let selected = ctx.with_selection_set(&ctx.item.node.selection_set);
    OutputType::resolve(&node, &selected, ctx.item).await
}

async fn find(ctx: &Context<'_>, representation: &Value) -> Result<Option<Node>> {
    let field = |name: &str| match representation {
        Value::Object(fields) => match fields.get(name) {
            Some(Value::String(text)) => Some(text.as_str()),
            _ => None,
        },
        _ => None,
    };
    let (Some(name), Some(id)) = (field("__typename"), field("id")) else {
        return Err(Error::input(
            "A representation has the name of a type and an id, such as {\"__typename\": \"Spell\", \"id\": \"spell:srd-2014:fireball\"}.",
        ));
    };
    if !ENTITIES.contains(&name) {
        return Err(Error::input(format!(
            "There are no entities of the type {name}. Those with a key are {}.",
            ENTITIES.join(", ")
        )));
    }
    if name == "Document" {
        let Some(key) = id.strip_prefix("document:") else {
            return Ok(None);
        };
        let document = loader(ctx)?.load_one(DocumentKey(key.to_owned())).await?;
        return Ok(document.map(|row| Node::Document(Document::from(Arc::clone(&row)))));
    }
    let Some(identity) = Identity::parse(id).filter(|own| format!("{:?}", own.family) == name) else {
        return Ok(None);
    };
    on_demand::ensure_fetched(&backend(ctx)?.ingest, &[identity.family]).await;
    let row = loader(ctx)?.load_one(MentionedEntity(identity)).await?;
    Ok(row.map(Node::from))
}
