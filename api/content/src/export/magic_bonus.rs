//! Magic bonuses: what weapons, ammunition and armor add by magic, by their names or their texts.

use crate::Pattern;
use crate::equipment::{Kind, Model};

static NAMED: Pattern = Pattern::new(r"(?:^|[ (])\+([1-9])(?:$|[ ),])");

/// What a text says of all attacks with a weapon, and of whoever wears an armor.
static OF_WEAPON: Pattern = Pattern::new(
    r"\byou (?:gain|have) a \+([1-3]) bonus to attack (?:rolls )?and damage rolls (?:you make |made )?with (?:this|the) (?:magic )?(?:weapon|ammunition|\w+)[.,]",
);
static OF_ARMOR: Pattern = Pattern::new(
    r"\byou (?:gain|have) a \+([1-3]) bonus to (?:your )?(?:ac|armor class)(?: while (?:you wear|wearing) (?:it|this armor|the armor))?[.,]",
);

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
    if row.kind != Kind::MagicItem {
        return None;
    }
    let (bonus, of_text): (fn(i32) -> Bonus, &Pattern) = match row.category.as_deref()? {
        "weapon" | "ammunition" => (Bonus::Weapon, &OF_WEAPON),
        "armor" | "shield" => (Bonus::Armor, &OF_ARMOR),
        _ => return None,
    };
    let mut found = NAMED.captures_iter(&row.name);
    let named = found.next();
    if found.next().is_some() {
        return None;
    }
    let found = named.or_else(|| of_text.captures(&row.text))?;
    found[1].parse().ok().map(bonus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bonus_stands_in_the_name_or_in_the_text() {
        for (category, name, text, expected) in [
            ("weapon", "Pond Dart +2", "", Some(Bonus::Weapon(2))),
            ("weapon", "Dart, +1, +2, or +3", "", None),
            (
                "weapon",
                "Toad's Sting",
                "You gain a +3 bonus to attack and damage rolls made with this magic weapon. It croaks.",
                Some(Bonus::Weapon(3)),
            ),
            (
                "weapon",
                "Newt's Sting",
                "You gain a +1 bonus to attack and damage rolls made with this weapon against toads.",
                None,
            ),
            ("armor", "Toad Mail", "While wearing this armor, you gain a +2 bonus to AC.", Some(Bonus::Armor(2))),
            ("ring", "Ring of Toads +1", "", None),
        ] {
            let row = Model {
                kind: Kind::MagicItem,
                category: Some(category.to_owned()),
                name: name.to_owned(),
                text: text.to_owned(),
                ..Model::default()
            };
            assert_eq!(magic_bonus(&row), expected, "{name}");
        }
    }
}
