//! Starting items: starting equipment as items with counts, and the choices among them.
//!
//! The structure is read from the text of the merged row, whichever source it comes from, so that the two never differ.
//! A text that cannot be read whole has no structure: half a list would be taken for all of it.

mod catalogue;
mod category;
mod enumeration;
mod packs;
mod phrase;
mod text;

use super::Model;
use crate::equipment;
use crate::vocabulary::edition::Editions;
use catalogue::Catalogue;
pub use category::StartingItemCategory;
pub use packs::read_pack_contents;
use serde::{Deserialize, Serialize};

/// What starting equipment consists of: the items and the gold, and of each choice one option.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartingItems {
    /// The items that come without a choice.
    pub items: Vec<StartingItem>,
    /// The coins that come without a choice, in gold pieces.
    pub gold: Option<f64>,
    /// The choices, in the order of the text.
    pub choices: Vec<StartingItemChoice>,
}

/// A choice of one option.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartingItemChoice {
    /// The options.
    pub options: Vec<StartingItemOption>,
}

/// An option of a choice: all of its items and its gold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartingItemOption {
    /// Its letter, as printed.
    pub label: Option<String>,
    /// The items.
    pub items: Vec<StartingItem>,
    /// The coins, in gold pieces.
    pub gold: Option<f64>,
}

/// A number of one thing, or of things of a category.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartingItem {
    /// How many.
    pub count: i32,
    /// The thing, as printed.
    pub name: String,
    /// What the text says of it beside the name.
    pub note: Option<String>,
    /// The categories that the player chooses from.
    pub categories: Vec<StartingItemCategory>,
    /// Slug of the equipment that it is.
    pub equipment_slug: Option<String>,
}

/// Reads the starting items of options from their texts; `equipment` are the pieces that the texts can name.
pub fn read_starting_items(options: &mut [Model], equipment: &[equipment::Model], editions: &Editions) {
    let catalogue = Catalogue::new(equipment, editions);
    for option in options {
        let text = option.starting_equipment.as_deref();
        let shelf = catalogue.of(&option.document_key);
        option.starting_items = text.and_then(|text| text::read(text, &shelf)).map(Into::into);
    }
}

#[cfg(test)]
mod tests;
