//! Groups of equipment: the `type` argument of its queries.

use super::{EquipmentFilter, Kind};
use crate::grouping::{Grouping, GroupingContext};
use async_graphql::Enum;
use sea_orm::sea_query::{Condition, Expr};

/// Equipment as people group it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum EquipmentType {
    /// Weapons: the mundane ones, and the magic items that are weapons too in a search or where the filter asks
    /// for magic.
    Weapon,
    /// Armor and shields: the mundane ones, and the magic items that are armor too in a search or where the
    /// filter asks for magic.
    Armor,
    /// Magic items, whatever they are made from.
    MagicItem,
    /// Anything mundane that is neither weapon nor armor: tools, packs, mounts, vehicles, services.
    Gear,
    /// All equipment.
    All,
}

impl Grouping for EquipmentType {
    type Kind = Kind;
    type Filter = EquipmentFilter;

    fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Weapon => &[Kind::Weapon],
            Self::Armor => &[Kind::Armor],
            Self::MagicItem => &[Kind::MagicItem],
            Self::Gear => &[Kind::Gear],
            Self::All => &[Kind::Weapon, Kind::Armor, Kind::MagicItem, Kind::Gear],
        }
    }

    fn extra_condition(self, context: &GroupingContext<'_, EquipmentFilter>) -> Option<Condition> {
        let magic = context.has_search() || context.filter.is_some_and(wants_magic);
        let made_from = match self {
            Self::Weapon => "base_weapon_slug IS NOT NULL OR category = 'weapon'",
            Self::Armor => "base_armor_slug IS NOT NULL OR category IN ('armor', 'shield')",
            Self::MagicItem | Self::Gear | Self::All => return None,
        };
        magic.then(|| Condition::all().add(Expr::cust("kind = 'MAGIC_ITEM'")).add(Expr::cust(format!("({made_from})"))))
    }

    fn advice(self, context: &GroupingContext<'_, EquipmentFilter>) -> Option<&'static str> {
        let mundane = matches!(self, Self::Weapon | Self::Armor)
            && !context.has_search()
            && !context.filter.is_some_and(wants_magic);
        mundane.then_some("Magic weapons and armor take part only in a search, or where `filter.magic` is true.")
    }
}

/// Whether a filter asks for magic items.
fn wants_magic(filter: &EquipmentFilter) -> bool {
    let magic = filter.magic.as_ref().is_some_and(|m| m.eq == Some(true) || m.ne == Some(false));
    let kind = filter.kind.as_ref().is_some_and(|k| {
        k.eq == Some(Kind::MagicItem) || k.r#in.as_ref().is_some_and(|kinds| kinds.contains(&Kind::MagicItem))
    });
    magic || kind || filter.and.iter().flatten().any(wants_magic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::BoolFilter;

    fn magic(eq: Option<bool>) -> EquipmentFilter {
        EquipmentFilter { magic: Some(BoolFilter { eq, ..BoolFilter::default() }), ..EquipmentFilter::default() }
    }

    #[test]
    fn magic_weapons_belong_to_weapons_where_they_are_asked_for() {
        let has_magic = |group: EquipmentType, filter: Option<&EquipmentFilter>, search| {
            group.extra_condition(&GroupingContext { filter, search }).is_some()
        };
        let (yes, no, null) = (magic(Some(true)), magic(Some(false)), magic(None));
        let nested = EquipmentFilter { and: Some(vec![yes.clone()]), ..EquipmentFilter::default() };
        assert!(!has_magic(EquipmentType::Weapon, None, None));
        assert!(!has_magic(EquipmentType::Weapon, None, Some("  ")));
        assert!(has_magic(EquipmentType::Weapon, None, Some("flaming")));
        assert!(has_magic(EquipmentType::Armor, Some(&yes), None));
        assert!(has_magic(EquipmentType::Armor, Some(&nested), None));
        assert!(!has_magic(EquipmentType::Armor, Some(&no), None));
        assert!(!has_magic(EquipmentType::Armor, Some(&null), None));
        assert!(!has_magic(EquipmentType::Gear, Some(&yes), Some("flaming")));
    }
}
