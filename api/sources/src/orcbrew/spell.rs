//! Spells.

mod casting;
mod lists;

pub(super) use lists::SUBCLASS_SPELLS;

use super::index::Index;
use super::{Head, draft, heads};
use crate::spell_text::{dice, effect};
use crate::stat_block::save::halves;
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
        drafts
            .spells
            .push(draft.unstated([("level", level.is_none())]));
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
    let (text, higher_levels) =
        effect::split_higher_levels(&item.first_text(&["description", "summary"]));
    let area = effect::area(&text);
    let attack_type = effect::attack(&text);
    let saving_throw = effect::saving_throw(&text);
    let (damage_roll, damage_types) = effect::damage(&text);
    let mut row = Model {
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        level,
        school: item.keyword("school"),
        class_slugs: item
            .flags("spell-lists")
            .iter()
            .map(|class| index.slug("classes", class, head.book))
            .collect(),
        area_unit: area.as_ref().map(|_| "feet".to_owned()),
        area_size: area.as_ref().map(|(_, size)| *size),
        area_shape: area.map(|(shape, _)| shape),
        attack_roll: attack_type.is_some() || item.has("attack-roll"),
        attack_type: attack_type.filter(|kind| !kind.is_empty()),
        saving_throw_success: saving_throw
            .as_ref()
            .filter(|_| halves(&text))
            .map(|_| "half".to_owned()),
        saving_throw,
        casting_options: effect::options(level, &text).into(),
        damage_roll,
        damage_types,
        healing: dice::healing(&text),
        higher_levels,
        text,
        ..Model::default()
    };
    casting::fill(item, &mut row);
    row
}
