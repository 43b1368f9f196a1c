//! Armor fields of an item.

use super::super::wire::DocumentRef;
use crate::prose;
use lorekeeper_content::equipment::Model;
use lorekeeper_content::slugify;
use serde::Deserialize;

/// A record of `/armor/`, or the same nested in an item.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Armor {
    /// Key.
    pub key: String,
    /// Name.
    pub name: String,
    /// The armor's book; absent where the armor is nested.
    pub document: Option<DocumentRef>,
    #[serde(default)]
    category: String,
    ac_base: Option<i32>,
    ac_display: Option<String>,
    ac_add_dexmod: Option<bool>,
    ac_cap_dexmod: Option<i32>,
    strength_score_required: Option<i32>,
    grants_stealth_disadvantage: Option<bool>,
}

impl Armor {
    /// Fills in what the armor is.
    pub fn fill(&self, row: &mut Model) {
        row.armor_category = crate::wire::filled(&self.category());
        row.ac_base = self.ac_base;
        row.ac_adds_dexterity = self.ac_add_dexmod;
        row.ac_dexterity_cap = self.ac_cap_dexmod.filter(|_| self.ac_add_dexmod == Some(true));
        row.ac_display = self.ac_display.as_deref().and_then(prose::text);
        row.strength_required = self.strength_score_required.filter(|score| *score > 0);
        row.stealth_disadvantage = self.grants_stealth_disadvantage;
    }

    /// Upstream files a shield under heavy armor.
    ///
    /// Correction (equipment): A shield under heavy armor is filed as a shield.
    fn category(&self) -> String {
        let name = slugify(&self.name);
        if name == "shield" || name.ends_with("-shield") {
            name.rsplit('-').next().unwrap_or_default().to_owned()
        } else {
            slugify(&self.category)
        }
    }
}
