//! Categories of equipment that starting items are chosen from.

use async_graphql::Enum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A category of equipment that a starting item is chosen from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Enum)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StartingItemCategory {
    /// Any simple weapon.
    SimpleWeapon,
    /// Any simple melee weapon.
    SimpleMeleeWeapon,
    /// Any simple ranged weapon.
    SimpleRangedWeapon,
    /// Any martial weapon.
    MartialWeapon,
    /// Any martial melee weapon.
    MartialMeleeWeapon,
    /// Any martial ranged weapon.
    MartialRangedWeapon,
    /// Any tool.
    Tool,
    /// Any set of artisan's tools.
    ArtisansTools,
    /// Any musical instrument.
    MusicalInstrument,
    /// Any gaming set.
    GamingSet,
    /// Any holy symbol.
    HolySymbol,
    /// Any arcane focus.
    ArcaneFocus,
    /// Any druidic focus.
    DruidicFocus,
}

use StartingItemCategory::{
    ArcaneFocus, ArtisansTools, DruidicFocus, GamingSet, HolySymbol, MartialMeleeWeapon, MartialRangedWeapon,
    MartialWeapon, MusicalInstrument, SimpleMeleeWeapon, SimpleRangedWeapon, SimpleWeapon, Tool,
};

/// The categories by the keys of the names that texts have for them; see [`super::catalogue::key`].
const NAMES: [(&str, StartingItemCategory); 16] = [
    ("simple weapon", SimpleWeapon),
    ("melee simple weapon", SimpleMeleeWeapon),
    ("ranged simple weapon", SimpleRangedWeapon),
    ("martial weapon", MartialWeapon),
    ("martial melee weapon", MartialMeleeWeapon),
    ("martial ranged weapon", MartialRangedWeapon),
    ("tool", Tool),
    ("artisan tool", ArtisansTools),
    ("instrument musical", MusicalInstrument),
    ("instrument", MusicalInstrument),
    ("gaming", GamingSet),
    ("holy symbol", HolySymbol),
    ("arcane focus", ArcaneFocus),
    ("arcane foci", ArcaneFocus),
    ("druidic focus", DruidicFocus),
    ("druidic foci", DruidicFocus),
];

impl StartingItemCategory {
    /// The category that a key names.
    pub(super) fn of_key(key: &str) -> Option<Self> {
        let named = NAMES.into_iter().find(|(name, _)| *name == key);
        named.map(|(_, category)| category)
    }

    /// The subcategory of equipment; `None` for weapons.
    fn subcategory(self) -> Option<&'static str> {
        match self {
            ArtisansTools => Some("artisans-tools"),
            MusicalInstrument => Some("musical-instruments"),
            GamingSet => Some("gaming-sets"),
            HolySymbol => Some("holy-symbols"),
            ArcaneFocus => Some("arcane-foci"),
            DruidicFocus => Some("druidic-foci"),
            _ => None,
        }
    }

    /// The subcategory of what is a focus only where a text says so: a staff, a crystal and an amulet are other things
    /// elsewhere.
    pub(super) fn focus(self) -> Option<&'static str> {
        let is_focus = matches!(self, HolySymbol | ArcaneFocus | DruidicFocus);
        self.subcategory().filter(|_| is_focus)
    }

    /// The filter of equipment that keeps the things of the category.
    pub fn filter(self) -> Value {
        if let Some(subcategory) = self.subcategory() {
            return json!({"subcategory": {"eq": subcategory}});
        }
        let weapon = |training: &str| json!({"kind": {"eq": "WEAPON"}, training: {"eq": true}});
        let ranged = |training: &str, range: &str| json!({"kind": {"eq": "WEAPON"}, training: {"eq": true}, "weaponRange": {"eq": range}});
        match self {
            SimpleWeapon => weapon("simple"),
            SimpleMeleeWeapon => ranged("simple", "melee"),
            SimpleRangedWeapon => ranged("simple", "ranged"),
            MartialWeapon => weapon("martial"),
            MartialMeleeWeapon => ranged("martial", "melee"),
            MartialRangedWeapon => ranged("martial", "ranged"),
            _ => json!({"category": {"eq": "tools"}}),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::key;
    use super::*;
    use crate::equipment::EquipmentFilter;
    use async_graphql::{InputType, Value as Written};

    #[test]
    fn names_are_keys_of_themselves() {
        for (name, _) in NAMES {
            assert_eq!(key(name), name);
        }
    }

    #[test]
    fn filters_are_filters_of_equipment() {
        for (_, category) in NAMES {
            let filter = Written::from_json(category.filter()).unwrap();
            assert!(EquipmentFilter::parse(Some(filter)).is_ok());
        }
        assert_eq!(
            SimpleMeleeWeapon.filter(),
            json!({"kind": {"eq": "WEAPON"}, "simple": {"eq": true}, "weaponRange": {"eq": "melee"}})
        );
        assert_eq!(HolySymbol.filter(), json!({"subcategory": {"eq": "holy-symbols"}}));
    }
}
