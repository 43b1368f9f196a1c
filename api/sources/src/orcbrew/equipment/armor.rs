//! Armor fields of an item: suits of armor and shields.

use super::super::item::Item;
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
    let (adds, cap) = match (category.as_deref(), cap) {
        (Some("shield"), _) | (_, Some(0)) | (Some("heavy"), None) => (false, None),
        (Some("medium"), None) => (true, Some(2)),
        (_, cap) => (true, cap),
    };
    let shield = category.as_deref() == Some("shield");
    row.ac_base = item.int("base-ac").or(shield.then_some(2));
    row.ac_adds_dexterity = Some(adds);
    row.ac_dexterity_cap = cap;
    row.ac_display = row.ac_base.map(|base| match (adds, cap) {
        _ if shield => format!("+{base}"),
        (false, _) => base.to_string(),
        (true, None) => format!("{base} + Dex modifier"),
        (true, Some(cap)) => format!("{base} + Dex modifier (max {cap})"),
    });
    row.strength_required = item.int("min-str").filter(|score| *score > 0);
    row.stealth_disadvantage = Some(item.has("stealth-disadvantage"));
    row.armor_category = category;
}
