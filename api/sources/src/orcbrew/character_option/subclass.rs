//! Subclasses.

use super::super::index::Index;
use super::super::{draft, heads};
use super::{casting, feature, proficiency, row};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use std::collections::BTreeMap;

/// The level at which the classes of the rules choose their subclass.
const FIRST_LEVELS: [(&str, i32); 4] = [("cleric", 1), ("sorcerer", 1), ("warlock", 1), ("wizard", 2)];

/// Draws the subclasses.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, head) in heads(records, "subclasses", drafts) {
        let class = head.item.keyword("class");
        let first = first_level(class.as_deref(), head.book, index);
        let features = feature::features(&head, first, index);
        let mut levels = feature::levels(&features);
        let mut row = Model {
            parent_slug: class.map(|class| index.slug("classes", &class, head.book)),
            proficiencies: proficiency::proficiencies(&head.item, first).into(),
            saving_throws: proficiency::saving_throws(&head.item),
            ..row(Kind::Subclass, &head)
        };
        let mut columns = BTreeMap::new();
        casting::fill(&head, first.max(1), index, &mut row, &mut columns);
        for (level, line) in columns {
            let own = levels.entry(level).or_default();
            own.level = level;
            own.spell_slots = line.spell_slots;
            own.cantrips_known = line.cantrips_known;
            own.spells_known = line.spells_known;
        }
        row.features = features.into();
        row.levels = levels.into_values().collect::<Vec<_>>().into();
        let parent = row.parent_slug.clone();
        drafts.character_options.push(draft(row, "subclasses", record, parent));
    }
}

fn first_level(class: Option<&str>, book: &str, index: &Index<'_>) -> i32 {
    let Some(class) = class else { return 1 };
    let own = index.find("classes", class, book);
    if let Some(level) = own.and_then(|class| class.int("subclass-level")) {
        return level.clamp(1, 20);
    }
    let druid = if class == "druid" { 2 } else { 3 };
    let known = FIRST_LEVELS.iter().find(|(name, _)| *name == class);
    known.map_or(druid, |(_, level)| *level)
}
