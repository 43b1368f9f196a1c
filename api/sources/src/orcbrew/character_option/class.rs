//! Classes.

use super::super::index::Index;
use super::super::item::Item;
use super::super::{draft, heads};
use super::{casting, feature, gear, proficiency, row};
use crate::option_text::hit_points;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{AbilityMinimum, Feature, Kind, Model, Multiclassing};
use lorekeeper_content::proficiency_bonus;
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of as ability;

/// Draws the classes.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, head) in heads(records, "classes", drafts) {
        let item = &head.item;
        let mut features = feature::features(&head, 1, index);
        improvements(item, &mut features);
        subclass_feature(item, &mut features);
        features.sort_by_key(|f| f.levels.first().copied());
        let mut levels = feature::levels(&features);
        let mut row = Model {
            proficiencies: proficiency::of_class(item).into(),
            saving_throws: proficiency::saving_throws(item),
            starting_equipment: gear::starting(item),
            starting_gold: gear::coins(item),
            summary: item.words("subclass-title"),
            multiclassing: multiclassing(item).map(Into::into),
            ..row(Kind::Class, &head)
        };
        hit_points(&mut row, item.int("hit-die"));
        subclass_choice(item, &mut levels);
        casting::fill(&head, 1, index, &mut row, &mut levels);
        for level in 1..=20 {
            let line = levels.entry(level).or_default();
            line.level = level;
            // The same table as for challenge ratings.
            line.proficiency_bonus = proficiency_bonus(f64::from(level));
        }
        row.features = features.into();
        row.levels = levels.into_values().collect::<Vec<_>>().into();
        drafts.character_options.push(draft(row, "classes", record, None));
    }
}

/// Ability score improvements are a feature that comes at certain levels.
fn improvements(item: &Item<'_>, features: &mut Vec<Feature>) {
    const NAME: &str = "Ability Score Improvement";
    let levels = item.get("ability-increase-levels").and_then(|l| l.as_array());
    let mut levels: Vec<i32> = levels
        .into_iter()
        .flatten()
        .filter_map(|level| super::super::item::number(level).and_then(super::super::item::whole))
        .filter(|level| (1..=20).contains(level))
        .collect();
    levels.sort_unstable();
    levels.dedup();
    if levels.is_empty() || features.iter().any(|f| f.name == NAME) {
        return;
    }
    features.push(Feature {
        name: NAME.to_owned(),
        slug: slugify(NAME),
        text: "You can increase one ability score of your choice by 2, or two ability scores of your \
               choice by 1, to a maximum of 20."
            .to_owned(),
        levels,
        ..Feature::default()
    });
}

/// The name of the choice of a subclass, where the class has one.
fn subclass_feature(item: &Item<'_>, features: &mut Vec<Feature>) {
    let level = item.int("subclass-level").filter(|l| (1..=20).contains(l));
    let told = (item.words("subclass-title"), item.text("subclass-help"));
    let (Some(level), (Some(name), Some(text))) = (level, told) else {
        return;
    };
    if !features.iter().any(|f| f.name == name) {
        features.push(Feature { slug: slugify(&name), name, text, levels: vec![level], ..Feature::default() });
    }
}

/// The level at which a subclass is chosen stands in the table under what the class calls it.
fn subclass_choice(
    item: &Item<'_>,
    levels: &mut std::collections::BTreeMap<i32, lorekeeper_content::character_option::ClassLevel>,
) {
    let level = item.int("subclass-level").filter(|l| (1..=20).contains(l));
    if let (Some(level), Some(title)) = (level, item.words("subclass-title")) {
        let line = levels.entry(level).or_default();
        line.level = level;
        if !line.feature_names.contains(&title) {
            line.feature_names.push(title);
        }
    }
}

/// Prerequisites where they are data, and the proficiencies that come along.
fn multiclassing(item: &Item<'_>) -> Option<Multiclassing> {
    let prerequisites: Vec<AbilityMinimum> = item
        .entries("multiclass-prereqs")
        .into_iter()
        .filter_map(|(key, value)| {
            Some(AbilityMinimum {
                ability: ability(key)?.to_owned(),
                minimum: super::super::item::number(value).and_then(super::super::item::whole).unwrap_or(13),
            })
        })
        .collect();
    let (proficiencies, choices) = proficiency::of_multiclass(item);
    let multiclassing =
        Multiclassing { prerequisites, proficiencies, proficiency_choices: choices, ..Multiclassing::default() };
    (multiclassing != Multiclassing::default()).then_some(multiclassing)
}
