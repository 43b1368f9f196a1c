//! Provenance of entities: the sources of a record, and of its fields.

use super::loader;
use super::loaders::RawRecord;
use crate::error::Result;
use async_graphql::{ComplexObject, Context, Json, SimpleObject};
use lorekeeper_content::{Disagreement, Origin, RowCore};

/// The sources of an entity's record.
#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct EntitySource {
    /// Name of the preferred source: `open5e_v2`, `dnd5e_api`, `foundry_srd`, `open5e_v1`, `srd_data`, or that of an
    /// import (`orcbrew`, `fivetools`, `foundry`, `fight_club`, `stat_blocks`).
    name: String,
    /// Key of the record in the preferred source.
    key: String,
    /// URL of the record in the preferred source.
    url: String,
    /// Names of all sources that have the entity, the preferred one first.
    names: Vec<String>,
    /// The fields that came from another source than the preferred one.
    fields: Vec<FieldSource>,
    /// The fields that sources state differently, and how each was settled; empty where all agree.
    disagreements: Vec<Disagreement>,
    #[graphql(skip)]
    first: Origin,
}

/// A field and the source that filled it.
#[derive(Clone, Debug, SimpleObject)]
pub struct FieldSource {
    /// The field; a point precedes what lies within one (`speed.walk`).
    pub field: String,
    /// The source.
    pub source: String,
}

impl EntitySource {
    /// The sources of a row.
    pub fn of(row: &impl RowCore) -> Self {
        let first = row.origins().first().cloned().unwrap_or_default();
        let source = |(field, source): (&String, &String)| FieldSource { field: field.clone(), source: source.clone() };
        Self {
            name: first.source.clone(),
            key: first.key.clone(),
            url: first.url.clone(),
            names: row.origins().iter().map(|o| o.source.clone()).collect(),
            fields: row.field_sources().iter().map(source).collect(),
            disagreements: row.disagreements().to_vec(),
            first,
        }
    }
}

#[ComplexObject]
impl EntitySource {
    /// The record of the preferred source, as received.
    async fn raw(&self, ctx: &Context<'_>) -> Result<Option<Json<serde_json::Value>>> {
        let key = RawRecord(self.first.clone());
        Ok(loader(ctx)?.load_one(key).await?.map(Json))
    }
}
