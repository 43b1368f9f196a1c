//! Starting items: starting equipment as items with counts, the choices among them, and the equipment that they are.

use super::entity::Equipment;
use super::relations::by_slug;
use crate::error::Result;
use async_graphql::{Context, Json, Object, SimpleObject};
use lorekeeper_content::character_option::{
    Model, StartingItem as Item, StartingItemCategory, StartingItemOption as Alternative,
};
use lorekeeper_content::equipment;
use serde_json::{Value, json};
use std::sync::Arc;

/// Kinds of equipment that a character starts with.
const MUNDANE: &[&str] = &["WEAPON", "ARMOR", "GEAR"];

/// What starting equipment consists of: all of `items`, `gold`, and of each of `choices` one option.
#[derive(Clone, Debug, SimpleObject)]
pub struct StartingItems {
    /// The items that come without a choice.
    items: Vec<StartingItem>,
    /// The coins that come without a choice, in gold pieces; null when there are none.
    gold: Option<f64>,
    /// The choices, in the order of the text. Of each, one option is taken.
    choices: Vec<StartingItemChoice>,
}

/// A choice of one option.
#[derive(Clone, Debug, SimpleObject)]
pub struct StartingItemChoice {
    /// The options.
    options: Vec<StartingItemOption>,
}

/// An option of a choice: all of `items`, and `gold`.
#[derive(Clone, Debug, SimpleObject)]
pub struct StartingItemOption {
    /// Its letter, as printed (`a`, `A`); null where the text has none.
    label: Option<String>,
    /// The items.
    items: Vec<StartingItem>,
    /// The coins, in gold pieces; null when there are none.
    gold: Option<f64>,
}

/// A starting item, and the book that its equipment is looked for from.
#[derive(Clone, Debug)]
pub struct StartingItem {
    item: Item,
    /// The book of the option.
    document: String,
}

impl StartingItems {
    /// The starting items of an option.
    pub fn of(row: &Arc<Model>) -> Option<Self> {
        let read = row.starting_items.as_deref()?;
        let items = |items: &[Item]| -> Vec<StartingItem> {
            let items =
                items.iter().map(|item| StartingItem { item: item.clone(), document: row.document_key.clone() });
            items.collect()
        };
        let option = |option: &Alternative| StartingItemOption {
            label: option.label.clone(),
            items: items(&option.items),
            gold: option.gold,
        };
        let choices = read
            .choices
            .iter()
            .map(|choice| StartingItemChoice { options: choice.options.iter().map(option).collect() });
        Some(Self { items: items(&read.items), gold: read.gold, choices: choices.collect() })
    }
}

/// A number of one thing, or of things that the player chooses.
#[Object]
impl StartingItem {
    /// How many.
    async fn count(&self) -> i32 {
        self.item.count
    }

    /// The thing as printed, without its number: `handaxes` of `two handaxes`, `simple weapon` of `any simple weapon`.
    async fn name(&self) -> &str {
        &self.item.name
    }

    /// What the text says of it beside the name (`if proficient`, `prayers`).
    async fn note(&self) -> Option<&str> {
        self.item.note.as_deref()
    }

    /// The categories of equipment that the player chooses the thing from; empty where there is nothing to choose.
    async fn categories(&self) -> &[StartingItemCategory] {
        &self.item.categories
    }

    /// The filter with which `Query.equipment` finds what can be chosen: the value of a variable of the type
    /// `EquipmentFilter`. Narrow it further by the `gameSystem` of the option's book. Null where there is nothing to
    /// choose.
    async fn filter(&self) -> Option<Json<Value>> {
        let filters: Vec<Value> = self.item.categories.iter().map(|c| c.filter()).collect();
        match filters.as_slice() {
            [] => None,
            [filter] => Some(Json(filter.clone())),
            _ => Some(Json(json!({"or": filters}))),
        }
    }

    /// Slug of the equipment that it is.
    async fn equipment_slug(&self) -> Option<&str> {
        self.item.equipment_slug.as_deref()
    }

    /// The equipment that it is: its book's, else its edition's; another edition's where its own has no equipment at
    /// all. Null where the player chooses, and where no book lists the thing. Lists may sell it by the bundle: its
    /// `quantity` says how many pieces that has, `count` counts pieces.
    async fn equipment(&self, ctx: &Context<'_>) -> Result<Option<Equipment>> {
        let slug = self.item.equipment_slug.as_ref();
        by_slug::<equipment::Model>(ctx, MUNDANE, slug, &self.document).await
    }
}
