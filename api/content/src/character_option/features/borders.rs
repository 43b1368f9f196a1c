//! Borders of features: a section of *Spellcasting* is no feature, and a feature is no section of another.

use super::super::Feature;
use super::options::{name_key, named_parts, without};
use crate::letters;
use std::collections::BTreeSet;

/// The sections of *Spellcasting*.
const OF_SPELLCASTING: [&str; 6] =
    ["cantrips", "spellslots", "spellsknownof1stlevelandhigher", "spellsknown", "spellcastingability", "ritualcasting"];

/// The feature that they belong to.
const SPELLCASTING: &str = "spellcasting";

/// Settles the borders of the features of an option.
///
/// Correction (character options): *Cantrips*, *Spell Slots* and the like, which a source takes for features, are sections
/// of *Spellcasting*. A section that is a feature of its own is left out of the feature before it.
pub(super) fn settle(features: &mut Vec<Feature>) {
    join_spellcasting(features);
    let known: Vec<(String, String)> = features.iter().map(|f| (name_key(&f.name), letters(&f.text))).collect();
    for (at, feature) in features.iter_mut().enumerate() {
        let is_other = |name: &str, text: &str| {
            let mut others = known.iter().enumerate().filter(|(other, _)| *other != at);
            others.any(|(_, (own, said))| own == name && said.contains(text))
        };
        let mut parts = named_parts(&feature.text, &BTreeSet::new());
        parts.retain(|part| {
            let text = letters(&part.text);
            !text.is_empty() && is_other(&name_key(&part.name), &text)
        });
        if !parts.is_empty() {
            feature.text = without(&feature.text, &parts);
        }
    }
}

/// Whether the key of a name is that of a section of *Spellcasting*.
pub(super) fn is_of_spellcasting(key: &str) -> bool {
    OF_SPELLCASTING.contains(&key)
}

fn join_spellcasting(features: &mut Vec<Feature>) {
    let is_spellcasting = |feature: &Feature| name_key(&feature.name) == SPELLCASTING;
    if !features.iter().any(is_spellcasting) {
        return;
    }
    let is_section = |feature: &Feature| is_of_spellcasting(&name_key(&feature.name));
    let (sections, others): (Vec<_>, Vec<_>) = std::mem::take(features).into_iter().partition(is_section);
    *features = others;
    let Some(spellcasting) = features.iter_mut().find(|feature| is_spellcasting(feature)) else {
        return;
    };
    for section in sections {
        if !letters(&spellcasting.text).contains(&letters(&section.text)) {
            spellcasting.text = format!("{}\n\n### {}\n\n{}", spellcasting.text, section.name, section.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(name: &str, text: &str) -> Feature {
        Feature { name: name.to_owned(), text: text.to_owned(), ..Feature::default() }
    }

    #[test]
    fn features_have_their_own_sections() {
        let mut features = vec![
            feature("Spellcasting", "You croak spells."),
            feature("Cantrips", "You know two croaks."),
            feature("Long Leap", "You leap.\n\n##### Wet Skin\n\nYou are wet.\n\n##### Landing\n\nYou land."),
            feature("Wet Skin", "You are wet."),
        ];
        settle(&mut features);
        let texts: Vec<_> = features.iter().map(|feature| feature.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "You croak spells.\n\n### Cantrips\n\nYou know two croaks.",
                "You leap.\n\n##### Landing\n\nYou land.",
                "You are wet."
            ]
        );
    }
}
