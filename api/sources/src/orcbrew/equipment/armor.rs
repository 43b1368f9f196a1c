//! Armor fields of an item: suits of armor and shields.

use super::super::item::Item;
use crate::item_text::armor::{Dexterity, fill_armor_class};
use lorekeeper_content::equipment::Model;

/// Fills in mundane armor.
pub(super) fn fill(item: &Item<'_>, row: &mut Model) {
    row.category = Some("armor".to_owned());
    stats(item, row);
}

/// Fills in the armor class and what wearing it takes. A light suit adds Dexterity, a medium one up to 2, a
/// heavy one none; a shield adds 2.
pub(super) fn stats(item: &Item<'_>, row: &mut Model) {
    let category = item.keyword("type").map(|kind| match kind.as_str() {
        "shields" => "shield".to_owned(),
        _ => kind,
    });
    let cap = item.int("max-dex-mod");
    let dexterity = match (category.as_deref(), cap) {
        (Some("shield"), _) | (_, Some(0)) | (Some("heavy"), None) => Dexterity::None,
        (Some("medium"), None) => Dexterity::UpTo(2),
        (_, cap) => Dexterity::of(true, cap),
    };
    let shield = category.as_deref() == Some("shield");
    row.armor_category = category;
    if let Some(base) = item.int("base-ac").or(shield.then_some(2)) {
        fill_armor_class(row, base, dexterity);
    }
    row.strength_required = item.int("min-str").filter(|score| *score > 0);
    row.stealth_disadvantage = Some(item.has("stealth-disadvantage"));
}
