//! Spells.

mod casting;
mod lists;

pub(super) use lists::SUBCLASS_SPELLS;

use super::index::Index;
use super::{Head, draft, heads};
use crate::spell_text::effect;
use crate::{Drafts, Records};
use lists::Lists;
use lorekeeper_content::spell::Model;

/// Draws the spells.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let lists = Lists::read(records, index);
    for (record, head) in heads(records, "spells", drafts) {
        let level = level(&head);
        if let (None, Some(value)) = (level, head.item.get("level")) {
            drafts.note_unfit("spells", record, "level", value);
        }
        let mut row = row(&head, level.unwrap_or_default(), index);
        lists.add(&record.key, &mut row);
        let draft = draft(row, "spells", record, None);
        drafts.spells.push(draft.unstated([("level", level.is_none())]));
    }
}

/// The level; a spell that says none is a cantrip, as it is in `OrcPub`.
fn level(head: &Head<'_>) -> Option<i32> {
    let level = match head.item.get("level") {
        None => 0,
        Some(_) => head.item.int("level")?,
    };
    (0..=9).contains(&level).then_some(level)
}

fn row(head: &Head<'_>, level: i32, index: &Index<'_>) -> Model {
    let item = &head.item;
    let (text, higher_levels) = effect::split_higher_levels(&item.first_text(&["description", "summary"]));
    let mut row = Model {
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        level,
        school: item.keyword("school"),
        class_slugs: item.flags("spell-lists").iter().map(|class| index.slug("classes", class, head.book)).collect(),
        higher_levels,
        text,
        ..Model::default()
    };
    effect::fill(&mut row);
    row.attack_roll |= item.has("attack-roll");
    casting::fill(item, &mut row);
    row
}
