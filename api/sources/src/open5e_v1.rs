//! Source: Open5e, version 1 of its API. It fills fields that version 2 leaves empty, and adds records.
//!
//! The books are version 2's under other keys. The conditions are left out: version 2 has them with the
//! same text, for every book.

mod character_option;
mod creature;
mod document;
mod equipment;
mod rule;
mod spell;
mod wire;

use super::open5e::{Api, aliases};
use super::{Draft, Drafts, Record, Records, origin};
use lorekeeper_content::Family::{self, CharacterOption, Creature, Equipment, Rule, Spell};

/// The source's name.
pub const NAME: &str = "open5e_v1";

/// The listings below `/v1/`, with the family that each feeds.
pub const ENDPOINTS: [(&str, Option<Family>); 13] = [
    ("documents", None),
    ("monsters", Some(Creature)),
    ("spells", Some(Spell)),
    ("spelllist", Some(Spell)),
    ("weapons", Some(Equipment)),
    ("armor", Some(Equipment)),
    ("magicitems", Some(Equipment)),
    ("classes", Some(CharacterOption)),
    ("races", Some(CharacterOption)),
    ("backgrounds", Some(CharacterOption)),
    ("feats", Some(CharacterOption)),
    ("sections", Some(Rule)),
    ("planes", Some(Rule)),
];

/// The client's settings for this version.
pub(crate) const API: Api =
    Api { name: NAME, endpoints: &ENDPOINTS, unread: "conditions manifest search", version: "v1", key: "slug" };

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    let books = document::draw(records, &mut drafts);
    creature::draw(&books, records, &mut drafts);
    spell::draw(&books, records, &mut drafts);
    equipment::draw(&books, records, &mut drafts);
    character_option::draw(&books, records, &mut drafts);
    rule::draw(&books, records, &mut drafts);
    drafts.place(aliases::book_of);
    drafts
}

/// The draft of a row; `section` distinguishes rows of one name in one book.
fn draft<R>(row: R, endpoint: &str, record: &Record, section: Option<String>) -> Draft<R> {
    Draft::new(row, origin(NAME, endpoint, record)).in_section(section)
}

#[cfg(test)]
mod tests;
