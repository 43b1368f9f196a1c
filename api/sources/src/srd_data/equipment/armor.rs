//! Armor fields of an item.

use lorekeeper_content::equipment::{Kind, Model};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ArmorFields {
    armor_category: Option<String>,
    base_ac: Option<i32>,
    dex_bonus_max: Option<i32>,
    stealth_disadvantage: Option<bool>,
    strength_min: Option<i32>,
}

impl ArmorFields {
    /// Puts the fields on the row of a suit of armor or a shield. `bonus` is the magic bonus. Magic armor that may
    /// be any of several has none of their numbers: the records give it those of bare skin.
    pub fn fill(&self, bonus: i32, row: &mut Model) {
        let is_bare = self.base_ac == Some(10);
        if row.kind == Kind::MagicItem && (is_bare || row.base_armor_slug.is_none()) {
            return;
        }
        row.armor_category.clone_from(&self.armor_category);
        row.strength_required = self.strength_min.filter(|strength| *strength > 0);
        row.stealth_disadvantage = self.stealth_disadvantage;
        let Some(own) = self.base_ac else {
            return;
        };
        let base = own + bonus;
        let (adds, cap) = match self.armor_category.as_deref() {
            Some("light") => (true, None),
            Some("medium") => (true, self.dex_bonus_max.or(Some(2))),
            _ => (false, None),
        };
        row.ac_base = Some(base);
        row.ac_adds_dexterity = Some(adds);
        row.ac_dexterity_cap = cap;
        row.ac_display = Some(match (adds, cap) {
            (false, _) => base.to_string(),
            (true, None) => format!("{base} + Dex modifier"),
            (true, Some(cap)) => format!("{base} + Dex modifier (max {cap})"),
        });
    }
}
