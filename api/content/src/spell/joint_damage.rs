//! Joint damage: dice of two types that one hit or one failed save deals together.

use super::Model;
use crate::Pattern;

/// Two rolls in one phrase: `4d6 fire damage and 4d6 radiant damage`.
static JOINT: Pattern = Pattern::new(
    r"\b(?P<one>\d+d\d+) (?P<first>\w+) damage(?:,)? (?:and|plus) (?:an (?:extra|additional) )?(?P<two>\d+d\d+) (?P<second>\w+) damage\b(?P<later> (?:at|when|if|on (?:its|the|each|your|any|a (?:later|subsequent)))\b)?",
);

/// How the dice of one type, or of both, grow with the slot. Of `the damage` the first dice grow.
static GROWTH: [Pattern; 3] = [
    Pattern::new(
        r"\b(?P<first>\w+) damage(?: (?P<join>and|or) the (?P<second>\w+) damage)?(?: \(your choice\))? increases? by (?P<more>\d+)d(?P<sides>\d+) for each (?:spell )?slot level above (?P<base>\d)",
    ),
    Pattern::new(
        r"\bincrease (?:either )?the (?P<first>\w+) damage(?: (?P<join>and|or) the (?P<second>\w+) damage)? by (?P<more>\d+)d(?P<sides>\d+) for each (?:spell )?slot level above (?P<base>\d)",
    ),
    Pattern::new(
        r"\b(?P<first>\w+) (?P<join>and) (?P<second>\w+) damage both increase by (?P<more>\d+)d(?P<sides>\d+) for each (?:spell )?slot level above (?P<base>\d)",
    ),
];

/// The highest level of a slot.
const MAX_SLOT: i32 = 9;

/// Dice of a type.
struct Roll {
    dice: i32,
    sides: i32,
    damage_type: String,
}

impl Roll {
    fn read(dice: &str, damage_type: &str) -> Option<Self> {
        let (count, sides) = dice.split_once('d')?;
        Some(Self { dice: count.parse().ok()?, sides: sides.parse().ok()?, damage_type: damage_type.to_lowercase() })
    }

    fn print(&self, more: i32) -> String {
        format!("{}d{}", self.dice + more, self.sides)
    }
}

impl Model {
    /// Gives the damage all of its dice, at all levels.
    ///
    /// Correction (spells): Damage of two types that is dealt together has the dice of both (`4d6 + 4d6`), and so have the
    /// ways of casting.
    pub(super) fn join_damage(&mut self) {
        let joints: Vec<_> = JOINT.captures_iter(&self.text).collect();
        let [joint] = joints.as_slice() else {
            return;
        };
        let rolls = [("one", "first"), ("two", "second")].map(|(dice, kind)| Roll::read(&joint[dice], &joint[kind]));
        let [Some(one), Some(two)] = rolls else {
            return;
        };
        if joint.name("later").is_some() || one.damage_type == two.damage_type {
            return;
        }
        let is_dealt = |roll: &Roll| self.damage_types.contains(&roll.damage_type);
        let joined = format!("{} + {}", one.print(0), two.print(0));
        let stated = self.damage_roll.as_deref().unwrap_or_default();
        if !is_dealt(&one)
            || !is_dealt(&two)
            || ![one.print(0), two.print(0), joined.clone()].contains(&stated.to_owned())
        {
            return;
        }
        self.damage_roll = Some(joined);
        let higher = self.higher_levels.clone().unwrap_or_default();
        let Some(told) = GROWTH.iter().find_map(|growth| growth.captures(&higher)) else {
            return;
        };
        let named = |name| told.name(name).map(|name| name.as_str().to_lowercase());
        let number = |name: &str| told.name(name).and_then(|number| number.as_str().parse::<i32>().ok());
        let (first, join, second) = (named("first"), named("join"), named("second"));
        let (Some(more), Some(sides), Some(base)) = (number("more"), number("sides"), number("base")) else {
            return;
        };
        let (first, second) = (first.as_deref(), second.as_deref().filter(|_| join.as_deref() == Some("and")));
        let is_grown = |roll: &Roll| {
            let kind = Some(roll.damage_type.as_str());
            roll.sides == sides && (first == kind || second == kind)
        };
        let grown = if is_grown(&one) || is_grown(&two) || first != Some("the") {
            [is_grown(&one), is_grown(&two)]
        } else {
            [one.sides == sides, one.sides != sides && two.sides == sides]
        };
        for level in base + 1..=MAX_SLOT {
            let added = grown.map(|is_grown| if is_grown { more * (level - base) } else { 0 });
            let roll = format!("{} + {}", one.print(added[0]), two.print(added[1]));
            if let Some(option) = self.option(level).filter(|_| grown.contains(&true)) {
                option.damage_roll = Some(roll);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    #[test]
    fn both_dice_are_dealt_and_grow() {
        for (higher, expected) in [
            ("The Mud damage and the Fire damage increase by 1d6 for each spell slot level above 7.", "5d6 + 3d6"),
            (
                "The fire damage or the mud damage (your choice) increases by 1d6 for each slot level above 7th.",
                "5d6 + 2d6",
            ),
            ("Increase either the mud damage or the fire damage by 1d6 for each slot level above 7th.", "4d6 + 3d6"),
            ("The fire and mud damage both increase by 1d6 for each slot level above 7th.", "5d6 + 3d6"),
            ("The damage increases by 1d6 for each slot level above 7th.", "5d6 + 2d6"),
        ] {
            let mut spell = Model {
                text: "It takes 4d6 Fire damage and 2d6 Mud damage on a failed save.".to_owned(),
                damage_roll: Some("4d6".to_owned()),
                damage_types: vec!["fire".to_owned(), "mud".to_owned()],
                higher_levels: Some(higher.to_owned()),
                ..Model::default()
            };
            spell.join_damage();
            assert_eq!(spell.damage_roll.as_deref(), Some("4d6 + 2d6"));
            let rolls: Vec<_> = spell.casting_options.iter().map(|option| option.damage_roll.as_deref()).collect();
            assert_eq!(rolls.first().copied().flatten(), Some(expected), "{higher}");
        }
    }

    #[test]
    fn the_text_tells_of_attack_and_success() {
        let mut spell = Model {
            text: "Make a ranged spell attack. On a successful save, the toad is pushed 5 feet.".to_owned(),
            attack_roll: true,
            saving_throw: Some("strength".to_owned()),
            ..Model::default()
        };
        spell.apply_rules();
        assert_eq!(spell.attack_type.as_deref(), Some("ranged"));
        assert_eq!(spell.saving_throw_success.as_deref(), Some("other"));
    }
}
