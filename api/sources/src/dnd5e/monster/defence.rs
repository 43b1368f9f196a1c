//! Armor class, vulnerabilities, resistances and immunities.

use crate::dnd5e::wire::Reference;
use crate::wire::filled;
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::damage_types_in;
use serde::Deserialize;

/// One way to an armor class.
#[derive(Deserialize)]
pub(super) struct ArmorClass {
    value: i32,
    /// `natural`, `dex`, `armor`, `spell` or `condition`.
    /// Absent in the records of 2024.
    #[serde(default, rename = "type")]
    kind: String,
    desc: Option<String>,
    #[serde(default)]
    armor: Vec<Reference>,
    spell: Option<Reference>,
    condition: Option<Reference>,
}

/// The armor class and what it comes from. What is worn or natural adds up, so the last of these
/// counts; a spell or a condition makes another class, which the detail names.
///
/// Correction (creatures): Of several armor classes, worn and natural armor add up. One that a spell or a condition
/// makes becomes a remark.
pub(super) fn armor(classes: &[ArmorClass]) -> (Option<i32>, Option<String>) {
    let mut value = None;
    let mut details: Vec<String> = Vec::new();
    for class in classes {
        let other = |word: &str, cause: &Option<Reference>| {
            cause.as_ref().map(|cause| format!("{} {word} {}", class.value, cause.name.to_lowercase()))
        };
        match class.kind.as_str() {
            "spell" => details.extend(other("with", &class.spell)),
            "condition" => details.extend(other("while", &class.condition)),
            kind => {
                value = Some(class.value);
                if kind == "natural" {
                    details.push("natural armor".to_owned());
                }
                details.extend(class.armor.iter().map(|piece| piece.name.to_lowercase()));
                details.extend(class.desc.as_deref().and_then(filled));
            }
        }
    }
    let value = value.or_else(|| classes.first().map(|class| class.value));
    (value, filled(&details.join(", ")))
}

/// The damage types that the items of a list name, those that hold under a condition too.
pub(super) fn damage_types(list: &[String]) -> Vec<String> {
    let items = list.iter().filter_map(|item| damage_types_in(item));
    let mut types: Vec<String> = items.flatten().collect();
    types.sort();
    types.dedup();
    types
}

/// A list as a stat block prints it: single words by comma, phrases by semicolon.
pub(super) fn printed(list: &[String]) -> Option<String> {
    let mut text = String::new();
    let mut after_phrase = false;
    for item in list.iter().map(|item| item.trim()) {
        let phrase = item.contains(' ');
        if !text.is_empty() {
            text.push_str(if phrase || after_phrase { "; " } else { ", " });
        }
        text.push_str(item);
        after_phrase = phrase;
    }
    filled(&text)
}

/// Slugs of the conditions.
pub(super) fn conditions(list: &[Reference]) -> Vec<String> {
    let mut slugs: Vec<String> = list.iter().map(|c| slugify(&c.index)).collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

/// Names of the conditions, as a stat block prints them.
pub(super) fn condition_names(list: &[Reference]) -> Vec<String> {
    list.iter().map(|c| c.name.to_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(raw: &str) -> (Option<i32>, Option<String>) {
        armor(&serde_json::from_str::<Vec<ArmorClass>>(raw).unwrap())
    }

    #[test]
    fn a_shield_adds_to_natural_armor() {
        let (value, detail) = class(
            r#"[{"type":"natural","value":13},
            {"type":"armor","value":15,"armor":[{"index":"shield","name":"Shield"}]}]"#,
        );
        assert_eq!(value, Some(15));
        assert_eq!(detail.as_deref(), Some("natural armor, shield"));
    }

    #[test]
    fn a_spell_is_another_armor_class() {
        let (value, detail) = class(
            r#"[{"type":"dex","value":12},
            {"type":"spell","value":15,"spell":{"index":"mage-armor","name":"Mage Armor"}}]"#,
        );
        assert_eq!(value, Some(12));
        assert_eq!(detail.as_deref(), Some("15 with mage armor"));
        assert_eq!(class("[]"), (None, None));
    }

    #[test]
    fn phrases_name_types_too() {
        let list = ["fire", "cold", "slashing from wooden weapons"].map(str::to_owned);
        assert_eq!(damage_types(&list), ["cold", "fire", "slashing"]);
        assert_eq!(printed(&list).as_deref(), Some("fire, cold; slashing from wooden weapons"));
        assert_eq!(printed(&[]), None);
    }
}
