//! Contents of packs: the items that the text of an equipment pack lists, with counts.

use super::catalogue::Catalogue;
use super::{StartingItem, enumeration};
use crate::Pattern;
use crate::Quantity;
use crate::equipment::{Kind, Model};
use crate::vocabulary::edition::Editions;
use std::collections::HashMap;

/// A sentence that lists what a pack has in it.
static LIST: Pattern = Pattern::new(r"\b(?:contains|includes)(?: the following(?: items)?)?:? ([^.:]+)\.");

/// Reads the contents of packs from their texts. A list that cannot be read whole changes nothing.
///
/// Correction (equipment): A pack whose text lists its contents has these contents, whatever a source lists beside it.
pub fn read_pack_contents(rows: &mut [Model], editions: &Editions) {
    let read: Vec<(usize, Vec<Quantity>)> = {
        let catalogue = Catalogue::new(rows, editions);
        let names: HashMap<(&str, &str), &str> =
            rows.iter().map(|row| ((row.document_key.as_str(), row.slug.as_str()), row.name.as_str())).collect();
        let packs = rows.iter().enumerate();
        let packs = packs.filter(|(_, row)| row.kind == Kind::Gear);
        let read = packs.filter_map(|(place, row)| {
            let list = LIST.captures(&row.text)?.get(1)?.as_str();
            let read = enumeration::read(list, &catalogue.of(&row.document_key))?;
            let is_plain = read.choices.is_empty() && read.gold.is_none();
            let items = read.items.into_iter().map(|item| {
                let slug = item.equipment_slug.as_deref().unwrap_or_default();
                let name = names.get(&(row.document_key.as_str(), slug)).copied();
                content(&item, name)
            });
            let contents: Vec<Quantity> = items.collect::<Option<_>>()?;
            (is_plain && contents.len() > 1).then_some((place, contents))
        });
        read.collect()
    };
    for (place, contents) in read {
        if let Some(row) = rows.get_mut(place).filter(|row| *row.contents != contents) {
            row.contents = contents.into();
            row.field_sources.remove("contents");
            row.disagreements.retain(|told| told.field != "contents");
        }
    }
}

/// An item of a list under the name that the equipment has; `None` where it is no equipment.
fn content(item: &StartingItem, name: Option<&str>) -> Option<Quantity> {
    Some(Quantity {
        name: name.unwrap_or(&item.name).to_owned(),
        slug: item.equipment_slug.clone()?,
        quantity: item.count,
    })
}
