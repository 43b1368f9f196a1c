//! Spell lists of classes: the tables of a feature that a source cut off are those of the book's spells.

use super::Model;
use crate::character_option::{self, Kind};
use std::fmt::Write;

/// The columns of such a table.
const HEAD: &str = "|Spell|School|Special|\n|---|---|---|\n";

/// Writes the tables of a spell list anew where a table lacks its first column, or the last levels are missing.
///
/// Correction (character options): A class's spell list that is cut off has the tables of the book's spells.
pub fn complete_class_lists(options: &mut [character_option::Model], spells: &[Model]) {
    for class in options.iter_mut().filter(|option| option.kind == Kind::Class) {
        let is_list = |slug: &str| slug.strip_suffix("-spell-list") == Some(class.slug.as_str());
        let mut features = class.features.iter_mut();
        let Some(list) = features.find(|feature| is_list(&feature.slug)) else {
            continue;
        };
        let own = spells
            .iter()
            .filter(|spell| spell.document_key == class.document_key && spell.class_slugs.contains(&class.slug));
        let mut own: Vec<&Model> = own.collect();
        own.sort_by(|a, b| (a.level, &a.name).cmp(&(b.level, &b.name)));
        let Some(highest) = own.last() else {
            continue;
        };
        let is_whole = list.text.contains(&format!("**Level {}", highest.level))
            && !list.text.contains("|School|Special|\n|---|---|\n");
        let introduction = list.text.split("\n\n**").next().unwrap_or_default();
        // Spells of other books, and what stands behind the tables, would be lost.
        let lines = list.text.lines().filter(|line| line.matches('|').count() == 4);
        let mut names = lines.filter_map(|line| line.split('|').nth(1));
        let is_own = |name: &str| ["", "Spell", "---"].contains(&name) || own.iter().any(|spell| spell.name == name);
        let is_all = names.all(|name| is_own(name.trim())) && list.text.ends_with('|');
        if is_whole || !is_all || !list.text.contains(HEAD) {
            continue;
        }
        let mut text = introduction.to_owned();
        for level in 0..=highest.level {
            let of_level = own.iter().filter(|spell| spell.level == level);
            let lines: String = of_level.map(|spell| line(spell)).collect();
            if !lines.is_empty() {
                let _ = write!(text, "\n\n{}\n\n{HEAD}{}", title(&class.name, level), lines.trim_end());
            }
        }
        list.text = text;
    }
}

fn title(class: &str, level: i32) -> String {
    match level {
        0 => format!("**Cantrips (Level 0 {class} Spells)**"),
        level => format!("**Level {level} {class} Spells**"),
    }
}

/// The line of a spell: its name, its school, and what is special about it.
fn line(spell: &Model) -> String {
    let signs = [
        (spell.concentration, "C"),
        (spell.ritual, "R"),
        (spell.material_cost.is_some() || spell.material_consumed, "M"),
    ];
    let signs = signs.into_iter().filter(|(has, _)| *has);
    let signs: Vec<&str> = signs.map(|(_, sign)| sign).collect();
    let special = if signs.is_empty() { "—".to_owned() } else { signs.join(", ") };
    let school = spell.school.as_deref().unwrap_or_default();
    let school = crate::markdown::notation::capitalized(school);
    format!("|{}|{school}|{special}|\n", spell.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character_option::Feature;

    #[test]
    fn a_list_that_is_cut_off_is_written_anew() {
        let spell = |name: &str, level, concentration| Model {
            name: name.into(),
            level,
            concentration,
            school: Some("evocation".into()),
            class_slugs: vec!["tinker".into()],
            document_key: "pond".into(),
            ..Model::default()
        };
        let spells = [spell("Dull Spark", 0, false), spell("Mud Rain", 1, true)];
        let written = |text: &str| {
            let feature = Feature { slug: "tinker-spell-list".into(), text: text.into(), ..Feature::default() };
            let class = character_option::Model {
                kind: Kind::Class,
                name: "Tinker".into(),
                slug: "tinker".into(),
                document_key: "pond".into(),
                features: vec![feature].into(),
                ..character_option::Model::default()
            };
            let mut options = [class];
            complete_class_lists(&mut options, &spells);
            options[0].features[0].text.clone()
        };
        let whole = format!(
            "The list.\n\n**Cantrips (Level 0 Tinker Spells)**\n\n{HEAD}|Dull Spark|Evocation|—|\n\n**Level 1 Tinker Spells**\n\n{HEAD}|Mud Rain|Evocation|C|"
        );
        let cut = format!("The list.\n\n**Cantrips (Level 0 Tinker Spells)**\n\n{HEAD}|Dull Spark|Evocation|—|");
        assert_eq!(written(&cut), whole);
        assert_eq!(written(&whole), whole);
        let spoken = "The list.\n\nMud Rain, at level 1.";
        assert_eq!(written(spoken), spoken);
    }
}
