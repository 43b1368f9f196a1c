//! Sorts of entities: how texts name an entity depends on what it is.

use crate::{Family, Row, character_option, equipment, rule};
use std::any::Any;

/// What an entity is, as far as texts name it in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Condition,
    Term,
    Skill,
    Plane,
    Language,
    School,
    WeaponProperty,
    Class,
    Subclass,
    Species,
    Background,
    Feat,
    Feature,
    Creature,
    Item,
    MagicItem,
    Spell,
}

/// What the row is, as far as texts name it in another way; `None` for what they never link.
pub fn sort<R: Row>(row: &R) -> Option<Sort> {
    let row = row as &dyn Any;
    if let Some(rule) = row.downcast_ref::<rule::Model>() {
        use rule::Kind;
        return match rule.kind {
            Kind::Condition => Some(Sort::Condition),
            Kind::Rule | Kind::Section | Kind::Glossary => Some(Sort::Term),
            Kind::Skill => Some(Sort::Skill),
            Kind::Plane => Some(Sort::Plane),
            Kind::Language => Some(Sort::Language),
            Kind::MagicSchool => Some(Sort::School),
            Kind::WeaponProperty => Some(Sort::WeaponProperty),
            _ => None,
        };
    }
    if let Some(option) = row.downcast_ref::<character_option::Model>() {
        use character_option::Kind;
        return Some(match option.kind {
            Kind::Class => Sort::Class,
            Kind::Subclass => Sort::Subclass,
            Kind::Race | Kind::Subrace => Sort::Species,
            Kind::Background => Sort::Background,
            Kind::Feat => Sort::Feat,
            Kind::Feature => Sort::Feature,
        });
    }
    if let Some(item) = row.downcast_ref::<equipment::Model>() {
        let category = item.category.as_deref().unwrap_or_default();
        let is_ware =
            ["trade-good", "trade-goods", "service", "services", "food-and-drink", "lodging"].contains(&category);
        let sort = if item.kind == equipment::Kind::MagicItem { Sort::MagicItem } else { Sort::Item };
        return (!is_ware).then_some(sort);
    }
    match R::FAMILY {
        Family::Spell => Some(Sort::Spell),
        Family::Creature => Some(Sort::Creature),
        _ => None,
    }
}

/// What a feature, a subclass or a rule belongs to: the slug of the class that grants it, of the section that it stands in.
pub fn owner<R: Row>(row: &R) -> Option<String> {
    let row = row as &dyn Any;
    if let Some(rule) = row.downcast_ref::<rule::Model>() {
        return rule.section_slug.clone().or(rule.parent_slug.clone());
    }
    let option = row.downcast_ref::<character_option::Model>()?;
    option.owner_slug.clone().or(option.parent_slug.clone())
}

/// The slugs of a row and of what it belongs to.
pub fn owners<R: Row>(row: &R) -> Vec<String> {
    let row = row as &dyn Any;
    let (own, others) = if let Some(rule) = row.downcast_ref::<rule::Model>() {
        (&rule.slug, [&rule.section_slug, &rule.parent_slug])
    } else if let Some(option) = row.downcast_ref::<character_option::Model>() {
        (&option.slug, [&option.owner_slug, &option.parent_slug])
    } else {
        return Vec::new();
    };
    let others = others.into_iter().flatten().cloned();
    others.chain([own.clone()]).collect()
}
