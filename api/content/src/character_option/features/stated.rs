//! Stated features: those that the sources have for an option, from which its row takes what the preferred one lacks.

use super::super::{Feature, Kind, Model};
use super::options::name_key;
use crate::edit_distance::damerau_levenshtein;
use crate::tokenizer::letters;
use crate::{Identity, RowCore};
use std::collections::{BTreeSet, HashMap};

/// Shortest text of a feature that another source adds, in bytes. Shorter ones name an entry of the class table.
const MIN_TEXT: usize = 40;

/// Shortest name, in letters, that is compared with a misprint of it, and most letters in which that differs.
const MISPRINT: (usize, usize) = (8, 2);

/// Letters of a text by which it is found in another.
const OPENING: usize = 50;

/// The features that all sources have, by the option that grants them.
#[derive(Debug, Default)]
pub struct StatedFeatures {
    features: HashMap<Identity, Vec<Feature>>,
}

impl StatedFeatures {
    /// Gathers the features of the options as the sources draw them.
    pub fn gather<'a>(drawn: impl IntoIterator<Item = &'a Model>) -> Self {
        let mut stated = Self::default();
        for option in drawn {
            if !option.features.is_empty() {
                let known = stated.features.entry(option.identity()).or_default();
                known.extend(option.features.iter().cloned());
            }
        }
        stated
    }

    /// The features of an option.
    pub(super) fn of(&self, owner: &Model) -> &[Feature] {
        let stated = self.features.get(&owner.identity());
        stated.map_or(&[], Vec::as_slice)
    }
}

/// The keys of the names of what subclasses grant, by book and class.
pub(super) type Inherited = HashMap<(String, String), BTreeSet<String>>;

/// Gathers what subclasses grant.
pub(super) fn of_subclasses(options: &[Model]) -> Inherited {
    let mut inherited = Inherited::new();
    for option in options.iter().filter(|o| o.kind == Kind::Subclass) {
        if let Some(class) = &option.parent_slug {
            let key = (option.document_key.clone(), class.clone());
            let names = option.features.iter().map(|feature| name_key(&feature.name));
            inherited.entry(key).or_default().extend(names);
        }
    }
    inherited
}

/// Adds the features that another source has, and neither as a feature nor within a text the preferred one.
///
/// Correction (character options): A feature that only another source of its book has (*Channel Divinity: Turn Undead*) is
/// added.
pub(super) fn add_missing(owner: &mut Model, stated: &[Feature], inherited: &Inherited) {
    let features = &mut owner.features;
    let own_texts = features.iter().map(|feature| &feature.text);
    let texts = std::iter::once(&owner.text).chain(own_texts);
    let mut texts: String = texts.map(|text| letters(text)).collect();
    let below = inherited.get(&(owner.document_key.clone(), owner.slug.clone()));
    for other in stated {
        let text = letters(&other.text);
        let opening: String = text.chars().take(OPENING).collect();
        let is_told = other.text.len() < MIN_TEXT || texts.contains(&opening);
        if is_told || is_table_entry(&other.name) || other.levels.is_empty() {
            continue;
        }
        // An option that no text lists is one of another feature, or a feat.
        if other.option_of.is_some() {
            continue;
        }
        // A source files it under the class, too.
        if below.is_some_and(|names| names.contains(&name_key(&other.name))) {
            continue;
        }
        if features.iter().any(|own| is_same_name(&own.name, &other.name)) {
            continue;
        }
        texts.push_str(&text);
        features.push(other.clone());
    }
}

/// Whether a name only announces what a subclass brings, or that a feature grows (`Pond Circle feature`).
fn is_table_entry(name: &str) -> bool {
    let name = name.to_lowercase();
    let endings = [" feature", " improvement", " improvements"];
    endings.iter().any(|ending| name.ends_with(ending))
}

/// Whether two names are of one feature: letter by letter, or with a misprint.
fn is_same_name(one: &str, other: &str) -> bool {
    let (one, other) = (name_key(one), name_key(other));
    let (min, max) = MISPRINT;
    one == other || one.len().min(other.len()) >= min && damerau_levenshtein(&one, &other) <= max
}
