//! Proficiencies of a class: as slugs, and in words by their type.

use super::super::wire::Reference;
use super::choice::Choose;
use crate::dnd5e::wire::listed;
use crate::prose::capitalized;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::Proficiencies;
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of as ability;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The types of an edition's proficiencies (`Armor`, `Skills`, ...), by slug.
pub(super) struct Types(BTreeMap<String, String>);

impl Types {
    /// Reads the types.
    pub fn read(edition: &str, records: &Records, drafts: &mut Drafts) -> Self {
        let endpoint = format!("{edition}/proficiencies");
        let types = drafts.parse::<ProficiencyType>(records, &endpoint);
        let types = types.into_iter().map(|(_, of)| (slugify(&of.name), of.kind));
        Self(types.filter(|(_, kind)| !kind.is_empty()).collect())
    }

    /// The proficiencies of a class or background.
    pub fn proficiencies(&self, fixed: &[Reference], choices: &[Choose]) -> Proficiencies {
        let mut groups: BTreeMap<Group, Vec<String>> = BTreeMap::new();
        for reference in fixed {
            let group = self.group(&slugify(&reference.name));
            let names = groups.entry(group).or_default();
            names.push(bare_name(&reference.name));
        }
        for choice in choices {
            let first = choice.from.slugs().into_iter().next().unwrap_or_default();
            let names = groups.entry(self.group(&first)).or_default();
            names.push(choice.words());
        }
        let mut words = |group| listed(&groups.remove(&group).unwrap_or_default());
        Proficiencies {
            armor: words(Group::Armor),
            weapons: words(Group::Weapons),
            tools: words(Group::Tools),
            saving_throws: words(Group::SavingThrows),
            skills: words(Group::Skills),
            languages: None,
            fixed: slugs(fixed),
            choices: choices.iter().map(Choose::to_choice).collect(),
        }
    }

    /// Whether that slug is a skill's.
    pub fn is_skill(&self, slug: &str) -> bool {
        self.group(slug) == Group::Skills
    }

    /// By the type; by the slug where the type is not known.
    fn group(&self, slug: &str) -> Group {
        match self.0.get(slug).map(String::as_str) {
            Some("Armor") => Group::Armor,
            Some("Weapons") => Group::Weapons,
            Some("Skills") => Group::Skills,
            Some("Saving Throws") => Group::SavingThrows,
            None if slug.starts_with("skill-") => Group::Skills,
            None if slug.starts_with("saving-throw-") => Group::SavingThrows,
            None if slug.ends_with("-armor") || slug == "shields" => Group::Armor,
            None if slug.ends_with("-weapons") => Group::Weapons,
            Some(_) | None => Group::Tools,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ProficiencyType {
    name: String,
    #[serde(rename = "type")]
    kind: String,
}

/// Slugs of what is referred to. A tool's has no word for its kind.
pub(super) fn slugs(references: &[Reference]) -> Vec<String> {
    references.iter().map(|r| slugify(r.name.strip_prefix("Tool: ").unwrap_or(&r.name))).collect()
}

/// A proficiency's name without its type: `Skill: Insight` is `Insight`, `Saving Throw: STR` is `Strength`.
pub(super) fn bare_name(name: &str) -> String {
    match name.split_once(": ") {
        Some(("Saving Throw", short)) => ability_name(short),
        Some(("Skill" | "Tool", rest)) => rest.to_owned(),
        _ => name.to_owned(),
    }
}

/// `STR` as `Strength`; what is no ability stays as it is.
pub(super) fn ability_name(short: &str) -> String {
    ability(short).map_or_else(|| short.to_owned(), capitalized)
}

/// The headings under which a class lists its proficiencies.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Armor,
    Weapons,
    Tools,
    SavingThrows,
    Skills,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(name: &str) -> Reference {
        Reference { index: slugify(name), name: name.to_owned() }
    }

    #[test]
    fn names_lose_their_type() {
        assert_eq!(bare_name("Skill: Baking"), "Baking");
        assert_eq!(bare_name("Saving Throw: DEX"), "Dexterity");
        assert_eq!(bare_name("Kazoo"), "Kazoo");
    }

    #[test]
    fn proficiencies_are_sorted_under_their_headings() {
        let types = Types(BTreeMap::from([("ladles".into(), "Weapons".into())]));
        let fixed = ["Light Armor", "Shields", "Ladles", "Saving Throw: WIS", "Oven Mitts"];
        let words = types.proficiencies(&fixed.map(reference), &[]);
        assert_eq!(words.armor.as_deref(), Some("Light Armor, Shields"));
        assert_eq!(words.weapons.as_deref(), Some("Ladles"));
        assert_eq!(words.saving_throws.as_deref(), Some("Wisdom"));
        assert_eq!(words.tools.as_deref(), Some("Oven Mitts"));
        assert_eq!(words.skills, None);
        assert_eq!(words.fixed, ["light-armor", "shields", "ladles", "saving-throw-wis", "oven-mitts"]);
    }
}
