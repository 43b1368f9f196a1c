//! Notes: what stands in brackets behind a spell in a list, and the level that it says.

use crate::Pattern;
use crate::creature::Model;
use crate::slugify;

/// What stands in brackets behind a spell in a list.
static NOTE: Pattern = Pattern::new(r"[*_](?P<name>[\p{L}'’/ -]{3,40})[*_]+ \((?P<note>[^()\n]{3,200})\)");

/// The level at which a spell is cast.
static CAST_LEVEL: Pattern = Pattern::new(r"\blevel (?P<value>[1-9])\b|\b(?P<ordinal>[1-9])(?:st|nd|rd|th)[- ]level\b");

/// Takes the notes behind the spells of lists, and the level that they say.
///
/// Correction (creatures): A spell has the note that the list prints behind it (`Fireball (level 5 version)`), and the level at which it is
/// cast.
pub(super) fn take(creature: &mut Model) {
    let traits = creature.traits.iter().map(|t| &t.text);
    let actions = creature.actions.iter().chain(creature.bonus_actions.iter());
    let parts = traits.chain(actions.map(|action| &action.text));
    let mut notes = Vec::new();
    for text in parts {
        for found in NOTE.captures_iter(text) {
            // A saving throw against one spell is the creature's.
            if !found["note"].contains("save DC") {
                notes.push((slugify(&found["name"]), found["note"].to_owned()));
            }
        }
    }
    let Some(casting) = &mut creature.spellcasting else {
        return;
    };
    for spell in &mut casting.spells {
        let note = notes.iter().find(|(slug, _)| *slug == spell.slug);
        if let (None, Some((_, note))) = (&spell.notes, note) {
            spell.notes = Some(note.clone());
        }
        let stated = spell.notes.as_deref();
        let level = stated.and_then(|note| CAST_LEVEL.captures(note));
        let level = level.and_then(|level| level.iter().skip(1).flatten().next()?.as_str().parse().ok());
        spell.level = level.or(spell.level);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::creature::{Action, CreatureSpell, Spellcasting};

    #[test]
    fn a_note_says_at_which_level_a_spell_is_cast() {
        let spell = |slug: &str| CreatureSpell { slug: slug.into(), level: Some(1), ..CreatureSpell::default() };
        let casting = Spellcasting { spells: vec![spell("wet-stone"), spell("dry-reed")], ..Spellcasting::default() };
        let mut creature = Model {
            actions: vec![Action {
                name: "Spellcasting".into(),
                text: "- **At Will:** *Wet Stone* (level 3 version), *Dry Reed* (save DC 12)".into(),
                ..Action::default()
            }]
            .into(),
            spellcasting: Some(casting.into()),
            ..Model::default()
        };
        take(&mut creature);
        let spells = &creature.spellcasting.unwrap().0.spells;
        let read = |at: usize| (spells[at].level, spells[at].notes.as_deref());
        assert_eq!(read(0), (Some(3), Some("level 3 version")));
        assert_eq!(read(1), (Some(1), None));
    }
}
