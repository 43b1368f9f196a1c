//! Spell lists of classes and subclasses.

use super::super::wire::text_or_none;
use super::Spell;
use crate::{Drafts, Records};
use lorekeeper_content::slugify;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A class's list.
#[derive(Debug, Deserialize)]
struct List {
    slug: String,
    #[serde(default)]
    spells: Vec<String>,
}

/// The classes by the spells on their lists.
pub(super) struct Lists(BTreeMap<String, Vec<String>>);

impl Lists {
    /// Reads the lists.
    pub fn read(records: &Records, drafts: &mut Drafts) -> Self {
        let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (_, list) in drafts.parse::<List>(records, "spelllist") {
            for spell in list.spells {
                classes.entry(spell).or_default().push(list.slug.clone());
            }
        }
        Self(classes)
    }

    /// The slugs of a spell's classes: those that it names, and those whose lists have it. Upstream counts a class
    /// too of which only a subclass gains the spell; such a one is left out.
    pub fn classes(&self, spell: &Spell) -> Vec<String> {
        let named = text_or_none(&spell.dnd_class).unwrap_or_default();
        let lists = self.0.get(&spell.slug).into_iter().flatten();
        let all = named.split([',', ';']).map(slugify);
        let all = all.chain(spell.lists.iter().chain(lists).map(|class| slugify(class)));
        let partly = by_subclass(&spell.archetype, &spell.circles);
        let classes: BTreeSet<String> = all.filter_map(class).collect();
        classes.difference(&partly).cloned().collect()
    }
}

/// A class's slug. Upstream has a misspelt one, and a feat among them.
///
/// Correction (spells): `Sorceror` becomes the sorcerer; a feat among the classes is left out.
fn class(slug: String) -> Option<String> {
    match slug.as_str() {
        "" | "ritual-caster" => None,
        "sorceror" => Some("sorcerer".to_owned()),
        _ => Some(slug),
    }
}

/// The classes of which a subclass gains a spell.
///
/// Correction (spells): A class is left out of a spell's classes where only a subclass of it gains the spell.
fn by_subclass(archetypes: &str, circles: &str) -> BTreeSet<String> {
    let archetypes = text_or_none(archetypes).unwrap_or_default();
    let named = archetypes.split(',').filter_map(|part| part.split_once(':'));
    let mut classes: BTreeSet<String> = named.map(|(class, _)| slugify(class)).collect();
    if text_or_none(circles).is_some() {
        classes.insert("druid".to_owned());
    }
    classes
}

/// The slugs of the subclasses that gain a spell: `Cleric: Lamps, Warlock: Lamp, Moth` names them by the
/// class and short, and the lands of a druid's circle stand apart.
///
/// Correction (spells): Subclasses by class and short name (`Warlock: Fiend`), and the lands of druids, become the
/// slugs of the subclasses.
pub(super) fn subclasses(archetypes: &str, circles: &str) -> Vec<String> {
    let mut slugs = BTreeSet::new();
    let mut class = String::new();
    for part in text_or_none(archetypes).unwrap_or_default().split(',') {
        let short = match part.split_once(':') {
            Some((named, short)) => {
                class = slugify(named);
                short
            }
            None => part,
        };
        slugs.extend(subclass(&class, &slugify(short)));
    }
    if text_or_none(circles).is_some() {
        slugs.insert(LAND.to_owned());
    }
    slugs.into_iter().collect()
}

/// The circle that every land belongs to.
const LAND: &str = "circle-of-the-land";

fn subclass(class: &str, short: &str) -> Option<String> {
    if short.is_empty() {
        return None;
    }
    Some(match class {
        "cleric" => format!("{short}-domain"),
        "druid" => LAND.to_owned(),
        "paladin" if short == "ancients" => "oath-of-the-ancients".to_owned(),
        "paladin" if short == "oathbreaker" => short.to_owned(),
        "paladin" => format!("oath-of-{short}"),
        "warlock" => format!("the-{short}"),
        _ => short.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subclasses_are_named_by_their_class() {
        assert_eq!(
            subclasses("Cleric: Lamps, Warlock: Great Lamp, Moth, Druid: Swamp", ""),
            ["circle-of-the-land", "lamps-domain", "the-great-lamp", "the-moth"]
        );
        assert_eq!(
            subclasses("Paladin: Ancients, Oathbreaker, Polish", "Coast, Forest"),
            ["circle-of-the-land", "oath-of-polish", "oath-of-the-ancients", "oathbreaker"]
        );
        assert!(subclasses("", "").is_empty());
    }
}
