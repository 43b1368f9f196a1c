//! Armor class of a suit of armor or a shield, as tables print it.

use lorekeeper_content::equipment::Model;

/// How much of the Dexterity modifier a suit of armor adds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Dexterity {
    /// Nothing.
    None,
    /// Up to a number.
    UpTo(i32),
    /// All of it.
    All,
}

impl Dexterity {
    /// By a flag and a limit, as sources have it.
    pub fn of(adds: bool, cap: Option<i32>) -> Self {
        match (adds, cap) {
            (false, _) => Self::None,
            (true, Some(cap)) => Self::UpTo(cap),
            (true, None) => Self::All,
        }
    }
}

/// Puts the armor class on a row whose category of armor is known: a shield adds its number to what is worn.
pub fn fill_armor_class(row: &mut Model, base: i32, dexterity: Dexterity) {
    let is_shield = row.armor_category.as_deref() == Some("shield");
    row.ac_base = Some(base);
    row.ac_adds_dexterity = Some(dexterity != Dexterity::None);
    row.ac_dexterity_cap = match dexterity {
        Dexterity::UpTo(cap) => Some(cap),
        Dexterity::None | Dexterity::All => None,
    };
    row.ac_display = Some(match dexterity {
        _ if is_shield => format!("+{base}"),
        Dexterity::None => base.to_string(),
        Dexterity::All => format!("{base} + Dex modifier"),
        Dexterity::UpTo(cap) => format!("{base} + Dex modifier (max {cap})"),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armor_classes_are_printed() {
        for (category, dexterity, display) in [
            ("heavy", Dexterity::of(false, Some(2)), "12"),
            ("medium", Dexterity::of(true, Some(2)), "12 + Dex modifier (max 2)"),
            ("light", Dexterity::of(true, None), "12 + Dex modifier"),
            ("shield", Dexterity::None, "+12"),
        ] {
            let mut row = Model { armor_category: Some(category.to_owned()), ..Model::default() };
            fill_armor_class(&mut row, 12, dexterity);
            assert_eq!(row.ac_display.as_deref(), Some(display));
        }
    }
}
