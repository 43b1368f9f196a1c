//! Readers of the text of classes, species, backgrounds and feats.

pub mod background;
pub mod class_table;
pub mod feat;
pub mod proficiency;
pub mod species_trait;

use lorekeeper_content::Pattern;
use lorekeeper_content::character_option::Model;
use lorekeeper_content::character_option::slots::{FULL_CASTER, PACT_MAGIC};

/// The sides of a hit die (`D10`).
pub fn hit_die(dice: &str) -> Option<i32> {
    static SIDES: Pattern = Pattern::new(r"^\s*\d*d(\d+)");
    SIDES.capture(dice)?.parse().ok()
}

/// Puts a class's hit die on its row, with the hit points that the rules give for it.
pub fn hit_points(row: &mut Model, die: Option<i32>) {
    row.hit_die = die.filter(|die| *die > 0);
    row.hit_points_at_first_level = row.hit_die.map(|die| format!("{die} + your Constitution modifier"));
    row.hit_points_at_higher_levels = row.hit_die.map(|die| {
        format!(
            "1d{die} (or {}) + your Constitution modifier per {} level after 1st",
            die / 2 + 1,
            row.name.to_lowercase()
        )
    });
}

/// The spell slots of a caster type (`FULL`, `HALF`, `THIRD`, `PACT`) at a level, from the first spell level. A half
/// caster has those of a full caster of half the level, rounded up; pact magic has slots of one level only.
pub fn spell_slots(caster_type: &str, level: i32) -> Vec<i32> {
    let place = |level: i32| usize::try_from(level - 1).ok();
    let full = |level| FULL_CASTER.get(place(level)?).map(|slots| slots.to_vec());
    let slots = match caster_type {
        "FULL" => full(level),
        "HALF" => full((level + 1) / 2),
        "THIRD" if level >= 3 => full((level + 2) / 3),
        "PACT" => place(level).and_then(|place| PACT_MAGIC.get(place)).map(|(number, of)| {
            let slots = 1..=*of;
            slots.map(|slot| if slot == *of { *number } else { 0 }).collect()
        }),
        _ => None,
    };
    slots.unwrap_or_default()
}

/// The gold in the purse, where the equipment leaves no choice of it.
pub fn starting_gold(equipment: &str) -> Option<f64> {
    static PURSE: Pattern = Pattern::new(r"\b(?:containing|pouch with) (\d+) ?gp?\b");
    PURSE.capture(equipment)?.parse().ok()
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
        assert_eq!(starting_gold("A hat and a pouch containing 15 gp"), Some(15.0));
        assert_eq!(starting_gold("a hat, pouch with 10 gp"), Some(10.0));
        assert_eq!(starting_gold("a pouch containing 10g."), Some(10.0));
        assert_eq!(starting_gold("(A) a hat and 8 GP; or (B) 50 GP"), None);
    }

    #[test]
    fn slots_follow_the_caster_type() {
        assert_eq!(spell_slots("FULL", 3), [4, 2]);
        assert_eq!(spell_slots("HALF", 5), [4, 2]);
        assert_eq!(spell_slots("THIRD", 3), [2]);
        assert_eq!(spell_slots("PACT", 5), [0, 0, 2]);
        assert!(spell_slots("THIRD", 2).is_empty() && spell_slots("NONE", 9).is_empty());
    }
}
