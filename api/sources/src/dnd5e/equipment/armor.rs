//! Armor fields of an item.

use super::category::Upstream;
use crate::item_text::armor::{Dexterity, fill_armor_class};
use lorekeeper_content::equipment::Model;
use lorekeeper_content::slugify;
use serde::Deserialize;

/// Armor class as the API has it.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct ArmorClass {
    base: i32,
    #[serde(default)]
    dex_bonus: bool,
    max_bonus: Option<i32>,
}

/// The fields of an armor.
#[derive(Default, Deserialize)]
pub(super) struct ArmorFields {
    armor_class: Option<ArmorClass>,
    armor_category: Option<String>,
    str_minimum: Option<i32>,
    stealth_disadvantage: Option<bool>,
    don_time: Option<String>,
    doff_time: Option<String>,
}

impl ArmorFields {
    /// Puts the fields on the row of an armor.
    pub fn fill(self, upstream: &Upstream, row: &mut Model) {
        let named = self.armor_category.as_deref().map(slugify);
        row.armor_category = category(named, upstream, self.armor_class);
        row.strength_required = self.str_minimum.filter(|strength| *strength > 0);
        row.stealth_disadvantage = self.stealth_disadvantage;
        row.don_time = self.don_time;
        row.doff_time = self.doff_time;
        if let Some(class) = self.armor_class {
            fill_armor_class(row, class.base, Dexterity::of(class.dex_bonus, class.max_bonus));
        }
    }
}

/// `light`, `medium`, `heavy` or `shield`. Light armor never limits Dexterity: what upstream files
/// there with a limit is medium.
///
/// Correction (equipment): Light armor that limits the Dexterity bonus is filed as medium armor.
fn category(named: Option<String>, upstream: &Upstream, class: Option<ArmorClass>) -> Option<String> {
    let listed = || {
        [("light-armor", "light"), ("medium-armor", "medium"), ("heavy-armor", "heavy"), ("shields", "shield")]
            .into_iter()
            .find(|(slug, _)| upstream.has(slug))
            .map(|(_, category)| category.to_owned())
    };
    let limited = class.is_some_and(|class| class.dex_bonus && class.max_bonus.is_some());
    named.or_else(listed).map(|category| if category == "light" && limited { "medium".to_owned() } else { category })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(raw: &str, slugs: &[&str]) -> Model {
        let upstream =
            Upstream { name: "Shell", slugs: slugs.iter().map(|&slug| slug.to_owned()).collect(), has_contents: false };
        let mut row = Model::default();
        serde_json::from_str::<ArmorFields>(raw).unwrap().fill(&upstream, &mut row);
        row
    }

    #[test]
    fn armor_class_is_written_out() {
        let row = filled(
            r#"{"armor_class":{"base":14,"dex_bonus":true,"max_bonus":2},"armor_category":"Medium",
            "str_minimum":0,"stealth_disadvantage":true}"#,
            &[],
        );
        assert_eq!(row.ac_display.as_deref(), Some("14 + Dex modifier (max 2)"));
        assert_eq!(row.armor_category.as_deref(), Some("medium"));
        assert_eq!(row.strength_required, None);
        let plate = filled(
            r#"{"armor_class":{"base":18,"dex_bonus":false,"max_bonus":0},"str_minimum":15}"#,
            &["armor", "heavy-armor"],
        );
        assert_eq!(plate.ac_display.as_deref(), Some("18"));
        assert_eq!((plate.ac_dexterity_cap, plate.strength_required), (None, Some(15)));
    }

    #[test]
    fn light_armor_that_limits_dexterity_is_medium() {
        let row = filled(r#"{"armor_class":{"base":12,"dex_bonus":true,"max_bonus":2}}"#, &["armor", "light-armor"]);
        assert_eq!(row.armor_category.as_deref(), Some("medium"));
    }
}
