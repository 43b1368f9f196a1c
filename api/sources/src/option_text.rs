//! Readers of the text of classes, species, backgrounds and feats.

pub mod feat;
pub mod proficiency;
pub mod species_trait;

use crate::prose::Pattern;
use lorekeeper_content::character_option::ClassLevel;

/// The sides of a hit die (`D10`).
pub fn hit_die(dice: &str) -> Option<i32> {
    static SIDES: Pattern = Pattern::new(r"(?i)^\s*\d*d(\d+)");
    SIDES.capture(dice)?.parse().ok()
}

/// The gold in the purse, where the equipment leaves no choice of it.
pub fn starting_gold(equipment: &str) -> Option<f64> {
    static PURSE: Pattern = Pattern::new(r"(?i)\bcontaining (\d+) ?gp\b");
    PURSE.capture(equipment)?.parse().ok()
}

/// Sets the number of slots of a spell level, from 1.
pub fn set_slots(row: &mut ClassLevel, level: usize, number: Option<i32>) {
    if row.spell_slots.len() < level {
        row.spell_slots.resize(level, 0);
    }
    if let (Some(slot), Some(number)) = (row.spell_slots.get_mut(level - 1), number) {
        *slot = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_dice_have_sides() {
        assert_eq!(hit_die("D10"), Some(10));
        assert_eq!(hit_die("1d8 per level"), Some(8));
        assert_eq!(hit_die("many"), None);
    }

    #[test]
    fn the_purse_is_counted() {
        assert_eq!(
            starting_gold("A hat and a pouch containing 15 gp"),
            Some(15.0)
        );
        assert_eq!(starting_gold("(A) a hat and 8 GP; or (B) 50 GP"), None);
    }

    #[test]
    fn slots_stand_at_their_level() {
        let mut row = ClassLevel::default();
        set_slots(&mut row, 3, Some(2));
        set_slots(&mut row, 1, Some(4));
        assert_eq!(row.spell_slots, [4, 0, 2]);
    }
}
