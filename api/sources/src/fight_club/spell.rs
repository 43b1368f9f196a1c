//! Spells.

use super::{Head, heads, is, one, text};
use crate::spell_text::casting::PrintedCasting;
use crate::spell_text::effect;
use crate::{Drafts, Records};
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;
use lorekeeper_content::vocabulary::SCHOOLS;

/// Draws the spells.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for head in heads(records, "spell", drafts) {
        let level = one(head.fields, "level").parse().ok();
        let level = level.filter(|level| (0..=9).contains(level));
        let draft = head.draft(row(&head, level.unwrap_or_default()), "spell");
        drafts.spells.push(draft.unstated([("level", level.is_none())]));
    }
}

fn row(head: &Head<'_>, level: i32) -> Model {
    let fields = head.fields;
    let (text, higher_levels) = effect::split_higher_levels(&text(fields, "text"));
    let components = one(fields, "components");
    let (letters, material) = match components.split_once('(') {
        Some((letters, material)) => (letters, Some(material.trim_end_matches(')').trim().to_owned())),
        None => (components.as_str(), None),
    };
    let mut row = Model {
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        level,
        school: school(&one(fields, "school")),
        text,
        higher_levels,
        ..Model::default()
    };
    effect::fill(&mut row);
    for list in one(fields, "classes").split(',') {
        // A subclass stands behind its class: `Fighter (Eldritch Knight)`.
        if let Some((_, subclass)) = list.split_once('(') {
            row.subclass_slugs.push(slugify(subclass));
        } else {
            let class = list.trim().trim_end_matches("[2024]");
            row.class_slugs.push(slugify(class.trim_start_matches("School:")));
        }
    }
    row.class_slugs
        .retain(|slug| !slug.is_empty() && slug != "ritual-caster" && SCHOOLS.iter().all(|(name, ..)| name != slug));
    for slugs in [&mut row.class_slugs, &mut row.subclass_slugs] {
        slugs.sort();
        slugs.dedup();
    }
    let duration = one(fields, "duration");
    let lower = duration.to_lowercase();
    row.concentration = lower.starts_with("concentration");
    row.ritual = is(fields, "ritual");
    row.verbal = letters.contains('V');
    row.somatic = letters.contains('S');
    row.material = letters.contains('M') || material.is_some();
    let duration = lower.strip_prefix("concentration").unwrap_or(&lower);
    let casting = PrintedCasting {
        time: one(fields, "time"),
        range: crate::wire::filled(&one(fields, "range")),
        duration: duration.trim_start_matches([',', ' ']).to_owned(),
        material,
    };
    casting.fill(&mut row);
    row
}

fn school(code: &str) -> Option<String> {
    let known = SCHOOLS.into_iter().find(|(.., letters)| *letters == code);
    known.map_or_else(|| crate::wire::filled(&slugify(code)), |(name, ..)| Some(name.to_owned()))
}
