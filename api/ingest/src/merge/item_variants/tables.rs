//! Tables of weapons and armor: the sets that they are in, and the times to put armor on and off.
//!
//! Correction (equipment): The sets of weapons and armor of the SRDs follow the tables: thrown melee weapons are melee weapons, and each
//! suit of armor is in the set of its weight.
//!
//! Correction (equipment): Armor of the SRD of 2014 has the times of the table *Donning and Doffing Armor*.

use lorekeeper_content::equipment::{Kind, Model};
use std::collections::BTreeSet;

/// Puts on the rows what the tables have.
pub(super) fn apply(rows: &mut [Model]) {
    group(rows);
    let is_listed = |row: &&mut Model| row.kind == Kind::Armor && row.document_key == "srd-2014";
    for row in rows.iter_mut().filter(is_listed) {
        let (don, doff) = match row.armor_category.as_deref() {
            Some("light") => ("1 minute", "1 minute"),
            Some("medium") => ("5 minutes", "1 minute"),
            Some("heavy") => ("10 minutes", "5 minutes"),
            Some("shield") => ("1 action", "1 action"),
            _ => continue,
        };
        row.don_time.get_or_insert_with(|| don.to_owned());
        row.doff_time.get_or_insert_with(|| doff.to_owned());
    }
}

/// Puts weapons and armor into the sets of the tables, in books that have these sets.
fn group(rows: &mut [Model]) {
    let is_of_table = |set: &str| set.ends_with(" Weapons") || set.ends_with(" Armor");
    let grouped = rows.iter().filter(|row| row.sets.iter().any(|set| is_of_table(set)));
    let books: BTreeSet<String> = grouped.map(|row| row.document_key.clone()).collect();
    for row in rows.iter_mut().filter(|row| books.contains(&row.document_key)) {
        let set = match row.kind {
            // A focus that is also a weapon is in none of the tables.
            Kind::Weapon if row.category.as_deref() == Some("weapon") => weapon_set(row),
            Kind::Armor => armor_set(row),
            _ => None,
        };
        if let Some(set) = set {
            row.sets.retain(|set| !is_of_table(set));
            row.sets.push(set);
        }
    }
}

fn weapon_set(row: &Model) -> Option<String> {
    let rank = match (row.simple, row.martial) {
        (Some(true), _) => "Simple",
        (_, Some(true)) => "Martial",
        _ => return None,
    };
    let range = match row.weapon_range.as_deref()? {
        "ranged" => "Ranged",
        _ => "Melee",
    };
    Some(format!("{rank} {range} Weapons"))
}

fn armor_set(row: &Model) -> Option<String> {
    let weight = match row.armor_category.as_deref()? {
        "light" => "Light",
        "medium" => "Medium",
        "heavy" => "Heavy",
        _ => return None,
    };
    Some(format!("{weight} Armor"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_follow_the_tables() {
        let weapon = |name: &str, range: &str, sets: &[&str]| Model {
            category: Some("weapon".to_owned()),
            simple: Some(true),
            weapon_range: Some(range.to_owned()),
            sets: sets.iter().map(|set| (*set).to_owned()).collect(),
            name: name.to_owned(),
            document_key: "pond".to_owned(),
            kind: Kind::Weapon,
            ..Model::default()
        };
        let mut rows = [weapon("Spoon", "melee", &["Simple Ranged Weapons"]), weapon("Peashooter", "ranged", &[])];
        apply(&mut rows);
        assert_eq!(rows[0].sets, ["Simple Melee Weapons"]);
        assert_eq!(rows[1].sets, ["Simple Ranged Weapons"]);
    }

    #[test]
    fn armor_has_its_times() {
        let mut rows = [Model {
            document_key: "srd-2014".to_owned(),
            kind: Kind::Armor,
            armor_category: Some("medium".to_owned()),
            ..Model::default()
        }];
        apply(&mut rows);
        assert_eq!(rows[0].don_time.as_deref(), Some("5 minutes"));
        assert_eq!(rows[0].doff_time.as_deref(), Some("1 minute"));
    }
}
