//! Source: Open5e, version 2 of its API. It is the preferred source.

mod character_option;
mod creature;
mod document;
mod equipment;
mod rule;
mod spell;
mod wire;

use super::open5e::{Api, aliases};
use super::{Drafts, Records};
use lorekeeper_content::Family::{self, CharacterOption, Creature, Equipment, Rule, Spell};

/// The source's name.
pub const NAME: &str = "open5e_v2";

/// The listings behind the families and the documents, below `/v2/`, with the family that each feeds.
pub const ENDPOINTS: [(&str, Option<Family>); 30] = [
    ("documents", None),
    ("gamesystems", None),
    ("publishers", None),
    ("licenses", None),
    ("spells", Some(Spell)),
    ("creatures", Some(Creature)),
    ("creaturesets", Some(Creature)),
    ("creaturetypes", Some(Creature)),
    ("weapons", Some(Equipment)),
    ("armor", Some(Equipment)),
    ("items", Some(Equipment)),
    ("itemsets", Some(Equipment)),
    ("itemcategories", Some(Equipment)),
    ("magicitems", Some(Equipment)),
    ("services", Some(Equipment)),
    ("classes", Some(CharacterOption)),
    ("species", Some(CharacterOption)),
    ("backgrounds", Some(CharacterOption)),
    ("feats", Some(CharacterOption)),
    ("rulesets", Some(Rule)),
    ("rules", Some(Rule)),
    ("conditions", Some(Rule)),
    ("damagetypes", Some(Rule)),
    ("weaponproperties", Some(Rule)),
    ("skills", Some(Rule)),
    ("abilities", Some(Rule)),
    ("spellschools", Some(Rule)),
    ("languages", Some(Rule)),
    ("alignments", Some(Rule)),
    ("environments", Some(Rule)),
];

/// The client's settings for this version.
pub(crate) const API: Api = Api {
    name: NAME,
    endpoints: &ENDPOINTS,
    unread: "enums images itemrarities schema search sizes",
    version: "v2",
    key: "key",
};

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    document::draw(records, &mut drafts);
    spell::draw(records, &mut drafts);
    creature::draw(records, &mut drafts);
    equipment::draw(records, &mut drafts);
    character_option::draw(records, &mut drafts);
    rule::draw(records, &mut drafts);
    drafts.place(aliases::book_of);
    drafts
}
