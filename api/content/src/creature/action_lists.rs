//! Action lists of a stat block: actions, bonus actions, reactions, legendary actions, and those of the lair.

use super::{Action, Model};
use crate::List;

impl Model {
    /// The lists of what the creature itself does: all but that of its lair.
    pub(crate) fn own_action_lists(&self) -> [&List<Action>; 4] {
        [&self.actions, &self.bonus_actions, &self.reactions, &self.legendary_actions]
    }

    /// As [`Self::own_action_lists`], to change.
    pub(crate) fn own_action_lists_mut(&mut self) -> [&mut List<Action>; 4] {
        [&mut self.actions, &mut self.bonus_actions, &mut self.reactions, &mut self.legendary_actions]
    }

    /// What the creature itself does.
    pub(crate) fn own_actions(&self) -> impl Iterator<Item = &Action> {
        self.own_action_lists().into_iter().flat_map(|list| list.iter())
    }

    /// As [`Self::own_actions`], to change.
    pub(crate) fn own_actions_mut(&mut self) -> impl Iterator<Item = &mut Action> {
        let lists = self.own_action_lists_mut().into_iter();
        lists.flat_map(|list| list.iter_mut())
    }

    /// All actions, those of its lair too.
    pub(crate) fn all_actions(&self) -> impl Iterator<Item = &Action> {
        self.own_actions().chain(self.lair_actions.iter())
    }
}
