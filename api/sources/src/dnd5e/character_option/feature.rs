//! Class and subclass features.

use super::super::wire::Reference;
use super::choice::Choose;
use super::class_level::Tables;
use super::prerequisite::Prerequisite;
use crate::dnd5e::wire::{Prose, filled};
use crate::prose::ordinal;
use crate::record_reader::{Shapes, object_of, read_by_shape};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Feature, split_growth};
use lorekeeper_content::slugify;
use serde::Deserialize;
use serde::de::{Error, MapAccess};
use std::collections::BTreeMap;

/// The features of an edition, by index of the class or subclass that has them.
pub(super) struct Features(BTreeMap<String, Vec<Gain>>);

/// A feature as it is gained at one level.
#[derive(Clone, Debug, Default)]
pub(super) struct Gain {
    pub name: String,
    /// Unknown where the record does not say it.
    pub level: Option<i32>,
    pub text: String,
    pub prerequisites: Vec<String>,
    pub option_of: Option<String>,
}

impl Features {
    /// Reads all features.
    pub fn read(edition: &str, tables: &Tables, records: &Records, drafts: &mut Drafts) -> Self {
        let read = drafts.parse::<FeatureRecord>(records, &format!("{edition}/features"));
        let parents = listed_options(read.iter().map(|(_, wire)| wire));
        let mut features: BTreeMap<String, Vec<Gain>> = BTreeMap::new();
        for (_, wire) in read {
            let mut gain = wire.gain(edition, records);
            gain.option_of = gain.option_of.or_else(|| parents.get(&wire.index).cloned());
            if gain.option_of.is_some() {
                gain.name = option_name(&gain.name);
            }
            features.entry(wire.owner(tables)).or_default().push(gain);
        }
        Self(features)
    }

    /// The features of a class or subclass, in the order in which they are gained.
    pub fn of(&self, index: &str) -> Vec<Feature> {
        gather(self.0.get(index).cloned().unwrap_or_default())
    }
}

/// The feature that lists a feature among its options, by index of the option: some options do not
/// say themselves whose they are.
fn listed_options<'a>(features: impl Iterator<Item = &'a FeatureRecord>) -> BTreeMap<String, String> {
    let mut parents = BTreeMap::new();
    for feature in features {
        let options = feature.feature_specific.subfeature_options.iter();
        let options = options.flat_map(|choose| choose.from.references());
        for option in options.chain(&feature.feature_specific.invocations) {
            parents.insert(option.index.clone(), feature.name.clone());
        }
    }
    parents
}

/// One feature for all the levels at which it is gained or grows: upstream has a record a level,
/// and says the growth in the name (`Brutal Critical (2 dice)`).
///
/// Correction (character options): A record for each level at which a feature grows (`Brutal Critical (2 dice)`)
/// becomes one feature with its levels.
pub(super) fn gather(mut gains: Vec<Gain>) -> Vec<Feature> {
    gains.sort_by_key(|gain| gain.level.unwrap_or(i32::MAX));
    let mut features: Vec<Feature> = Vec::new();
    for gain in gains {
        let (name, growth) = split_growth(&gain.name);
        let level = gain.level.map(ordinal);
        let detail = growth.zip(level.as_ref());
        let detail = detail.map(|(growth, level)| format!("{level} level: {growth}"));
        let same = features.iter_mut().find(|f| f.name == name && f.option_of == gain.option_of);
        if let Some(feature) = same {
            let is_new = |level: &i32| !feature.levels.contains(level);
            let new = gain.level.filter(is_new);
            feature.levels.extend(new);
            if let (false, Some(level)) = (feature.text.contains(&gain.text), level) {
                feature.text = format!("{}\n\n**{level} level.** {}", feature.text, gain.text);
            }
            feature.details.extend(detail);
        } else {
            features.push(Feature {
                slug: slugify(name),
                name: name.to_owned(),
                text: gain.text,
                levels: gain.level.into_iter().collect(),
                details: detail.into_iter().collect(),
                prerequisites: gain.prerequisites,
                option_of: gain.option_of,
                ..Feature::default()
            });
        }
    }
    features
}

/// The name as the class table prints it: `Spellcasting: Bard` is every class's `Spellcasting`.
///
/// Correction (character options): `Spellcasting: Bard` becomes `Spellcasting`.
pub(super) fn printed_name(name: &str) -> String {
    match name.split_once(": ") {
        Some(("Spellcasting", _)) => "Spellcasting".to_owned(),
        _ => name.trim().to_owned(),
    }
}

/// An option as its list prints it, without the name of the list.
///
/// Correction (character options): `Fighting Style: Archery` becomes `Archery`.
fn option_name(name: &str) -> String {
    let (_, option) = name.split_once(": ").unwrap_or_default();
    let option = if option.is_empty() { name } else { option };
    option.trim().to_owned()
}

#[derive(Deserialize)]
struct FeatureRecord {
    index: String,
    #[serde(deserialize_with = "filled")]
    name: String,
    #[serde(default)]
    class: Reference,
    subclass: Option<Reference>,
    level: Option<Level>,
    #[serde(default, alias = "description")]
    desc: Prose,
    parent: Option<Reference>,
    #[serde(default)]
    prerequisites: Vec<Prerequisite>,
    #[serde(default)]
    feature_specific: Specific,
}

/// The features that a feature lets one choose from.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Specific {
    subfeature_options: Option<Choose>,
    invocations: Vec<Reference>,
}

impl FeatureRecord {
    /// The subclass or class that has it. A feature that says only its class, but stands in a
    /// subclass's table, is the subclass's.
    ///
    /// Correction (character options): A feature of a subclass that is filed under its class belongs to the
    /// subclass.
    fn owner(&self, tables: &Tables) -> String {
        match &self.subclass {
            Some(subclass) => subclass.index.clone(),
            None => tables.owner_of(&self.index).unwrap_or(&self.class.index).to_owned(),
        }
    }

    fn gain(&self, edition: &str, records: &Records) -> Gain {
        Gain {
            name: printed_name(&self.name),
            level: self.level.as_ref().map(|level| level.0),
            text: self.desc.markdown(),
            prerequisites: self.prerequisites.iter().filter_map(|p| p.words(edition, records)).collect(),
            option_of: self.parent.as_ref().map(|p| p.name.clone()),
        }
    }
}

/// A level as a number (2014) or as a reference to it (2024).
struct Level(i32);

read_by_shape!(Level);

impl<'de> Shapes<'de> for Level {
    const EXPECTED: &'static str = "a level, or a reference to one";

    fn number<E: Error>(number: f64) -> Result<Self, E> {
        let level = (1..=20).find(|level| (f64::from(*level) - number).abs() < f64::EPSILON);
        level.map(Self).ok_or_else(|| E::custom("no level"))
    }

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        let reference: Reference = object_of(fields)?;
        let level = level_of(&reference.index).map(Self);
        level.ok_or_else(|| A::Error::custom("a reference to no level"))
    }
}

/// The level that an index such as `baker-13` ends with.
pub(super) fn level_of(index: &str) -> Option<i32> {
    index.rsplit('-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn gain(name: &str, level: i32, text: &str) -> Gain {
        Gain { name: name.into(), level: Some(level), text: text.into(), ..Gain::default() }
    }

    #[test]
    fn a_feature_that_grows_is_one_feature() {
        let features = gather(vec![
            gain("Big Loaf (2 kg)", 13, "Bigger."),
            gain("Kneading", 1, "You knead."),
            gain("Big Loaf (1 kg)", 9, "Big."),
            gain("Improvement", 4, "Same."),
            gain("Improvement", 8, "Same."),
        ]);
        let names: Vec<&str> = features.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["Kneading", "Improvement", "Big Loaf"]);
        assert_eq!(features[1].levels, [4, 8]);
        assert_eq!(features[1].text, "Same.");
        assert_eq!(features[2].levels, [9, 13]);
        assert_eq!(features[2].text, "Big.\n\n**13th level.** Bigger.");
        assert_eq!(features[2].details, ["9th level: 1 kg", "13th level: 2 kg"]);
    }

    #[test]
    fn spellcasting_is_called_the_same_in_every_class() {
        assert_eq!(printed_name("Spellcasting: Baker"), "Spellcasting");
        assert_eq!(printed_name("Flour: Rye"), "Flour: Rye");
        assert_eq!(option_name("Flour: Rye"), "Rye");
        assert_eq!(option_name("Rye"), "Rye");
    }

    #[test]
    fn levels_come_as_numbers_and_as_references() {
        let read = |level| serde_json::from_value::<Level>(level).map(|l| l.0).ok();
        assert_eq!(read(json!(7)), Some(7));
        assert_eq!(read(json!({"index": "master-baker-13", "name": "x"})), Some(13));
        assert_eq!(read(json!({"index": "baker"})), None);
        assert_eq!(read(json!(null)), None);
    }
}
