//! References from an owner to its features: in its list of features, and level by level.

use super::super::{ClassLevel, Model};
use super::options::clean_name;
use std::collections::BTreeSet;

/// Refers to the rows of an owner's features by their slugs. A level that brings a feature has a row in the owner's table.
pub(super) fn refer(owner: &mut Model, rows: &[Model]) {
    let named = owner.features.iter_mut().filter(|f| clean_name(&f.name).is_some());
    for (feature, row) in named.zip(rows) {
        feature.slug.clone_from(&row.slug);
    }
    let printed: BTreeSet<i32> = owner.levels.iter().map(|level| level.level).collect();
    for row in rows.iter().filter(|row| row.option_of_slug.is_none()) {
        for gained in row.levels.iter().map(|gained| gained.level) {
            let known = owner.levels.iter().position(|level| level.level == gained);
            let at = known.unwrap_or_else(|| {
                owner.levels.push(ClassLevel { level: gained, ..ClassLevel::default() });
                owner.levels.len() - 1
            });
            if let Some(level) = owner.levels.get_mut(at) {
                level.feature_slugs.push(row.slug.clone());
                // What the book prints in the row of a level stays as it is.
                if !printed.contains(&gained) {
                    level.feature_names.push(row.name.clone());
                }
            }
        }
    }
    owner.levels.sort_by_key(|level| level.level);
}
