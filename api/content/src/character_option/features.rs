//! Features: what a class, subclass, species, background or feat grants, each a row of its own.
//!
//! They are derived from the merged rows of their owners, so that a text that sources state differently is settled once,
//! and owner and feature never differ. First the features of an owner are completed: those that sources keep as records of
//! their own ([`StatedFeatures`]) are added, the options that a text lists become features ([`options`]), and what grows
//! under another name (`Improved Hop (2)`) is one feature. Then each becomes a row, with what its text says of prerequisite,
//! uses, recovery and action ([`usage`]). Slugs are unique within a book ([`slugs`]): a name that several owners have is
//! followed by the owner's. The levels of the owner refer to the rows by them.

mod borders;
mod growth;
mod levels;
mod options;
pub(super) mod prerequisite;
mod rows;
mod slugs;
mod stated;
#[cfg(test)]
mod tests;
mod usage;

use super::{Feature, Kind, Model, granted_proficiencies};
use stated::Inherited;
pub use stated::StatedFeatures;

/// Adds the rows of the features that `options` grant. `stated` are the features that the sources have for the owners.
pub fn derive_features(options: &mut Vec<Model>, stated: &StatedFeatures) {
    let inherited = stated::of_subclasses(options);
    for option in options.iter_mut() {
        if option.kind == Kind::Feature {
            read_usage(option);
        } else {
            complete(option, stated, &inherited);
        }
    }
    let mut granted: Vec<Vec<Model>> = options.iter().map(rows::of_owner).collect();
    slugs::make_unique(options, &mut granted);
    for (owner, features) in options.iter_mut().zip(&granted) {
        levels::refer(owner, features);
    }
    for feature in granted.iter_mut().flatten() {
        granted_proficiencies::fill(feature);
    }
    options.extend(granted.into_iter().flatten());
    slugs::link_owners(options);
}

/// Completes the features of an owner.
fn complete(owner: &mut Model, stated: &StatedFeatures, inherited: &Inherited) {
    if owner.features.is_empty() {
        return;
    }
    borders::settle(&mut owner.features);
    let stated = stated.of(owner);
    options::split(&mut owner.features, stated);
    growth::unite(&mut owner.features);
    stated::add_missing(owner, stated, inherited);
    for feature in owner.features.iter_mut() {
        prerequisite::read(feature);
        usage::read(feature);
        if matches!(owner.kind, Kind::Class | Kind::Subclass) {
            growth::read_levels(feature);
        }
    }
}

/// Reads the text of a feature that a source has as a row.
fn read_usage(row: &mut Model) {
    let mut feature = Feature { text: std::mem::take(&mut row.text), ..Feature::default() };
    prerequisite::read(&mut feature);
    usage::read(&mut feature);
    row.text = feature.text;
    if row.prerequisites.is_none() {
        row.prerequisites = feature.prerequisites.into_iter().next();
    }
    row.level = row.level.or_else(|| prerequisite::level(row.prerequisites.as_deref()?));
    row.uses = row.uses.take().or(feature.uses);
    row.activation = row.activation.take().or(feature.activation);
    if row.recovery.is_empty() {
        row.recovery = feature.recovery;
    }
}
