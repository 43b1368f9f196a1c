//! Groups of character options: the `type` argument of their queries.

use super::{CharacterOptionFilter, Kind};
use crate::grouping::Grouping;
use async_graphql::Enum;

/// Character options as people group them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum CharacterOptionType {
    /// Base classes; their subclasses are inside them.
    Class,
    /// Subclasses.
    Subclass,
    /// Races, which the 2024 rules call species, and subraces.
    Race,
    /// The same as RACE.
    Species,
    /// Subraces and lineages.
    Subrace,
    /// Backgrounds.
    Background,
    /// Feats.
    Feat,
    /// Features of classes, subclasses, species, backgrounds and feats; invocations, Metamagic, fighting styles, ...
    Feature,
}

impl Grouping for CharacterOptionType {
    type Kind = Kind;
    type Filter = CharacterOptionFilter;

    fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Class => &[Kind::Class],
            Self::Subclass => &[Kind::Subclass],
            Self::Race | Self::Species => &[Kind::Race, Kind::Subrace],
            Self::Subrace => &[Kind::Subrace],
            Self::Background => &[Kind::Background],
            Self::Feat => &[Kind::Feat],
            Self::Feature => &[Kind::Feature],
        }
    }
}
