//! Link targets: the entities that texts may name.

use super::labels::is_fact;
use super::sort::Sort;
use crate::Identity;

/// An entity that texts may name.
#[derive(Debug)]
pub struct Target {
    /// Its global identity.
    pub identity: Identity,
    /// How texts name it.
    pub sort: Sort,
    /// In lower case.
    pub name: String,
    /// The slug of the class, species, … that grants a feature, of the section of a rule.
    pub owner: Option<String>,
}

/// The chapter of multiclassing.
const MULTICLASSING: &str = "multiclassing";

/// The chapter of monsters' stat blocks.
const MONSTERS: &str = "monsters";

/// Chapters whose rules are on one subject, under names that other chapters have, too (`Actions`, `Bonus Action`).
const NARROW_CHAPTERS: [&str; 3] = ["casting-a-spell", MONSTERS, MULTICLASSING];

impl Target {
    /// Whether it is a rule of a chapter on one subject.
    pub fn is_of_narrow_chapter(&self) -> bool {
        let owner = self.owner.as_deref();
        self.sort == Sort::Term && owner.is_some_and(|owner| NARROW_CHAPTERS.contains(&owner))
    }

    /// Whether it is a rule on a line of monsters' stat blocks, whose name means another rule outside of these.
    pub fn is_of_stat_blocks(&self) -> bool {
        let is_line = is_fact(&self.name) || is_fact(&format!("{}s", self.name));
        self.owner.as_deref() == Some(MONSTERS) && is_line
    }

    /// Whether it is a rule of multiclassing.
    pub fn is_of_multiclassing(&self) -> bool {
        self.owner.as_deref() == Some(MULTICLASSING)
    }
}
