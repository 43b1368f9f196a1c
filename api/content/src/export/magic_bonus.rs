//! Magic bonuses: what weapons, ammunition and armor add by magic. It stands in their names.

use crate::Pattern;
use crate::equipment::{Kind, Model};

static BONUS: Pattern = Pattern::new(r"(?:^|[ (])\+([1-9])(?:$|[ ),])");

/// What a bonus is added to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Bonus {
    /// Attack and damage rolls.
    Weapon(i32),
    /// Armor class.
    Armor(i32),
}

/// The bonus of a magic item; `None` where it has none, or is one of several.
pub(super) fn magic_bonus(row: &Model) -> Option<Bonus> {
    let mut found = BONUS.captures_iter(&row.name);
    let bonus = found.next()?[1].parse().ok()?;
    if row.kind != Kind::MagicItem || found.next().is_some() {
        return None;
    }
    match row.category.as_deref()? {
        "weapon" | "ammunition" => Some(Bonus::Weapon(bonus)),
        "armor" | "shield" => Some(Bonus::Armor(bonus)),
        _ => None,
    }
}
