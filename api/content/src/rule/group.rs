//! Groups of rules: the `type` argument of their queries.

use super::{Kind, RuleFilter};
use crate::grouping::Grouping;
use async_graphql::Enum;

/// Rules as people group them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum RuleType {
    /// Rules, the sections that introduce and group them, and the rules glossary.
    Rule,
    /// Sections of rules only.
    Section,
    /// Conditions.
    Condition,
    /// Damage types.
    DamageType,
    /// Weapon properties, mastery properties included.
    WeaponProperty,
    /// Skills.
    Skill,
    /// Ability scores.
    AbilityScore,
    /// Schools of magic.
    MagicSchool,
    /// Languages.
    Language,
    /// Proficiencies.
    Proficiency,
    /// Alignments.
    Alignment,
    /// Environments.
    Environment,
    /// Planes of existence.
    Plane,
    /// Entries of the rules glossary.
    Glossary,
}

impl Grouping for RuleType {
    type Kind = Kind;
    type Filter = RuleFilter;

    fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Rule => &[Kind::Rule, Kind::Section, Kind::Glossary],
            Self::Section => &[Kind::Section],
            Self::Condition => &[Kind::Condition],
            Self::DamageType => &[Kind::DamageType],
            Self::WeaponProperty => &[Kind::WeaponProperty],
            Self::Skill => &[Kind::Skill],
            Self::AbilityScore => &[Kind::AbilityScore],
            Self::MagicSchool => &[Kind::MagicSchool],
            Self::Language => &[Kind::Language],
            Self::Proficiency => &[Kind::Proficiency],
            Self::Alignment => &[Kind::Alignment],
            Self::Environment => &[Kind::Environment],
            Self::Plane => &[Kind::Plane],
            Self::Glossary => &[Kind::Glossary],
        }
    }
}
