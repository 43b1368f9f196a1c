//! Features that grow: what a level adds under the same name with an addition in brackets is the same feature.

use super::super::{Feature, split_growth};
use super::options::name_key;
use crate::markdown::notation::ordinal;

/// What a source puts behind the name of a feature that is a table.
const TABLE: &str = " (table)";

/// Unites features with those that they are an improvement of.
///
/// Correction (character options): `Improved Hop (Enhanced)` of a later level is *Improved Hop*, with its levels.
pub(super) fn unite(features: &mut Vec<Feature>) {
    let mut united: Vec<Feature> = Vec::with_capacity(features.len());
    for mut feature in std::mem::take(features) {
        if let Some(length) = feature.name.strip_suffix(TABLE).map(str::len) {
            feature.name.truncate(length);
        }
        let (base, addition) = split_growth(&feature.name);
        let (Some(_), Some(level)) = (addition, feature.levels.first().copied()) else {
            united.push(feature);
            continue;
        };
        let is_base = |known: &&mut Feature| {
            known.option_of.is_none()
                && name_key(&known.name) == name_key(base)
                && known.levels.first().is_some_and(|first| *first < level)
        };
        match united.iter_mut().find(is_base) {
            Some(known) => grow(known, feature, level),
            None => united.push(feature),
        }
    }
    *features = united;
}

fn grow(known: &mut Feature, more: Feature, level: i32) {
    if !known.text.contains(&more.text) {
        known.text = format!("{}\n\n**{} level.** {}", known.text, ordinal(level), more.text);
    }
    known.levels.extend(more.levels);
    known.levels.sort_unstable();
    known.levels.dedup();
    known.details.extend(more.details);
}
