//! Export formats: a row as other programs take it, with the licence and the attribution of its book. Nothing in the texts
//! runs there (`inert`).

pub mod csv;
mod fantasy_statblocks;
mod fight_club;
mod file_name;
mod five_e_tools;
mod foundry;
mod homebrewery;
mod improved_initiative;
mod inert;
mod json;
mod magic_bonus;
pub mod obsidian;
mod yaml;

use crate::document::Model as Book;
use crate::markdown;
use crate::{Row, creature};
use async_graphql::Enum;
use serde_json::Value;
use std::any::Any;

pub use file_name::file_name;

/// A format that an entity can be exported in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "ExportFormat")]
pub enum Format {
    /// The whole record as Markdown, with links to the pages of what it names, and the line that the licence of its book asks for.
    Markdown,
    /// All fields as a JSON object, under their names in this schema.
    Json,
    /// A stat block of the tracker Improved Initiative, in JSON. Creatures only.
    ImprovedInitiative,
    /// A stat block of the Obsidian plugin Fantasy Statblocks, in YAML. Creatures only.
    FantasyStatblocks,
    /// Markdown of The Homebrewery; a creature in the frame of a stat block.
    Homebrewery,
    /// A note of Obsidian: the Markdown behind front matter, a creature with a stat block of Fantasy Statblocks. Its links
    /// lead to global ids (`[[spell:srd-2024:fireball|Fireball]]`); the export of a vault puts the notes' paths there.
    Obsidian,
    /// An actor (a creature) or an item of Foundry's game system dnd5e, release 5.3, in JSON: a text that *Import Data*
    /// takes. All but rules. The spells of a creature have no texts.
    Foundry,
    /// A homebrew file of 5etools, in JSON. All but features of classes, which stand with these.
    FiveETools,
    /// An element of a compendium of Fight Club 5 and Game Master 5, in XML: creatures, spells, equipment, classes, races,
    /// backgrounds, feats.
    FightClub,
}

/// A row in a format; `None` where its family has no such format.
pub fn export<R: Row>(row: &R, book: Option<&Book>, format: Format) -> Option<String> {
    let credit = Credit::of(row.document_key(), book);
    let creature = (row as &dyn Any).downcast_ref::<creature::Model>();
    match format {
        Format::Markdown => Some(inert::markdown(&with_attribution(markdown::linked(row, book), &credit))),
        Format::Json => Some(json::record(row, &credit).to_string()),
        Format::ImprovedInitiative => {
            let stat_block = improved_initiative::stat_block(creature?, &credit);
            Some(inert::value(stat_block).to_string())
        }
        Format::FantasyStatblocks => {
            let stat_block = fantasy_statblocks::stat_block(creature?, &credit);
            Some(yaml::document(&inert::value(stat_block)))
        }
        Format::Foundry => Some(foundry::document(row, &credit)?.to_string()),
        Format::FiveETools => Some(five_e_tools::file(row, &credit)?.to_string()),
        Format::FightClub => fight_club::element(row, &credit),
        Format::Obsidian => Some(obsidian::note(row, &credit)),
        Format::Homebrewery => Some(inert::markdown(&match creature {
            Some(creature) => homebrewery::stat_block(creature, &credit),
            None => homebrewery::escaped(&with_attribution(markdown::markdown(row, book), &credit)),
        })),
    }
}

/// A document with the attribution of its book below it.
fn with_attribution(mut text: String, credit: &Credit<'_>) -> String {
    if let Some(attribution) = credit.attribution {
        text.push('\n');
        text.push_str(attribution);
        text.push('\n');
    }
    text
}

/// The credit of a book: its name, its licences, and the line that they ask for.
struct Credit<'a> {
    key: &'a str,
    name: &'a str,
    book: Option<&'a Book>,
    /// Names of the licences; empty where none is known.
    licenses: String,
    attribution: Option<&'a str>,
}

impl<'a> Credit<'a> {
    fn of(key: &'a str, book: Option<&'a Book>) -> Self {
        let licenses = book.map(|book| book.licenses.as_slice()).unwrap_or_default();
        let licenses: Vec<&str> = licenses.iter().map(|license| license.name.as_str()).collect();
        Self {
            key,
            name: book.map_or(key, |book| &book.name),
            book,
            licenses: licenses.join(", "),
            attribution: book.and_then(|book| book.attribution.as_deref()),
        }
    }

    /// Book, licences and attribution in a line.
    fn line(&self) -> String {
        let parts = [self.name, self.licenses.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        match self.attribution {
            Some(attribution) => format!("{}. {attribution}", parts.join(", ")),
            None => parts.join(", "),
        }
    }
}

/// The address of a creature's picture. Programs can load only a whole one.
fn image(creature: &creature::Model) -> Option<&str> {
    let url = creature.illustration.as_ref().map(|image| &*image.url);
    url.filter(|url| url.starts_with("https://") || url.starts_with("http://"))
}

/// The size of the members of a swarm, which stands in its subtype (`swarm of tiny beasts`).
fn swarm_size(creature: &creature::Model) -> Option<&str> {
    let members = creature.subtype.as_deref()?.strip_prefix("swarm of ")?;
    let (size, _) = members.split_once(' ')?;
    crate::vocabulary::SIZES.contains(&size).then_some(size)
}

/// An object without the values that are not known: null, and empty lists.
fn known(value: Value) -> Value {
    let is_known = |value: &Value| match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| is_known(value));
            Value::Object(fields.collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;
