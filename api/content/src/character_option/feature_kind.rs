//! Kinds of features: what grants a feature, or which list of options it is chosen from.

use super::Kind;
use async_graphql::Enum;
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};

/// Kinds of features.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Enum, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FeatureKind {
    /// A feature of a class.
    ClassFeature,
    /// A feature of a subclass.
    SubclassFeature,
    /// A trait of a species (race), subrace or lineage.
    SpeciesTrait,
    /// A feature of a background.
    BackgroundFeature,
    /// A named benefit of a feat.
    FeatBenefit,
    /// An eldritch invocation.
    Invocation,
    /// A pact boon.
    PactBoon,
    /// A Metamagic option.
    Metamagic,
    /// A fighting style that is no feat.
    FightingStyle,
    /// A combat maneuver.
    Maneuver,
}

/// Words in the name of a list of options, and the kind of its options.
const LISTS: [(&str, FeatureKind); 6] = [
    ("invocation", FeatureKind::Invocation),
    ("pact boon", FeatureKind::PactBoon),
    ("metamagic", FeatureKind::Metamagic),
    ("fighting style", FeatureKind::FightingStyle),
    ("maneuver", FeatureKind::Maneuver),
    ("manoeuvre", FeatureKind::Maneuver),
];

impl FeatureKind {
    /// The kind of what an option grants; `None` for a feature, which grants none.
    pub(super) fn of_owner(owner: Kind) -> Option<Self> {
        match owner {
            Kind::Class => Some(Self::ClassFeature),
            Kind::Subclass => Some(Self::SubclassFeature),
            Kind::Race | Kind::Subrace => Some(Self::SpeciesTrait),
            Kind::Background => Some(Self::BackgroundFeature),
            Kind::Feat => Some(Self::FeatBenefit),
            Kind::Feature => None,
        }
    }

    /// The kind of the options of a list, by its name.
    pub(super) fn of_list(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let known = LISTS.iter().find(|(words, _)| name.contains(words));
        known.map(|(_, kind)| *kind)
    }

    /// Whether it is what an owner grants, and not an option of a known list.
    pub(crate) fn is_granted(self) -> bool {
        LISTS.iter().all(|(_, kind)| *kind != self)
    }

    /// The kind in words (`class feature`); in the books of 2014 a race has racial traits.
    pub(crate) fn describe(self, is_2024: bool) -> &'static str {
        match self {
            Self::SpeciesTrait if !is_2024 => "racial trait",
            Self::ClassFeature => "class feature",
            Self::SubclassFeature => "subclass feature",
            Self::SpeciesTrait => "species trait",
            Self::BackgroundFeature => "background feature",
            Self::FeatBenefit => "feat benefit",
            Self::Invocation => "eldritch invocation",
            Self::PactBoon => "pact boon",
            Self::Metamagic => "metamagic option",
            Self::FightingStyle => "fighting style",
            Self::Maneuver => "maneuver",
        }
    }
}
