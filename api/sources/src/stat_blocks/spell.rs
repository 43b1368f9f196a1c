//! Spells of Improved Initiative.

use super::NAME;
use crate::foundry_text::fields::Fields;
use crate::import::plain::plain;
use crate::spell_text::casting::PrintedCasting;
use crate::spell_text::effect;
use crate::{Draft, Drafts, Records, origin};
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;

/// The listing of spells.
pub(super) const ENDPOINT: &str = "initiative_spells";

/// Adds the spells.
pub(super) fn add_spells(records: &Records, drafts: &mut Drafts) {
    for record in records.endpoint(ENDPOINT) {
        let Some((book, own)) = record.key.split_once('/') else {
            continue;
        };
        let mut row = read_spell(Fields::of(&record.raw));
        book.clone_into(&mut row.document_key);
        row.slug = crate::wire::filled(&slugify(&row.name)).unwrap_or_else(|| own.to_owned());
        drafts.spells.push(Draft { section: Some(own.to_owned()), ..Draft::new(row, origin(NAME, ENDPOINT, record)) });
    }
}

fn read_spell(fields: Fields<'_>) -> Model {
    let line = |name: &str| plain(&fields.word(name).unwrap_or_default());
    let (text, higher_levels) = effect::split_higher_levels(&plain(fields.text("Description")));
    let level = fields.whole_amount("Level");
    let mut row = Model {
        name: line("Name"),
        level: level.filter(|level| (0..=9).contains(level)).unwrap_or_default(),
        school: crate::wire::filled(&slugify(&line("School"))),
        text,
        higher_levels,
        ritual: fields.is("Ritual"),
        class_slugs: fields.words("Classes").into_iter().map(slugify).collect(),
        ..Model::default()
    };
    effect::fill(&mut row);
    let components = line("Components");
    let (letters, material) = match components.split_once('(') {
        Some((letters, material)) => (letters, Some(material.trim_end_matches(')').trim().to_owned())),
        None => (components.as_str(), None),
    };
    row.verbal = letters.contains('V');
    row.somatic = letters.contains('S');
    row.material = letters.contains('M');
    let duration = line("Duration").to_lowercase();
    let held = duration.strip_prefix("concentration");
    row.concentration = held.is_some();
    let casting = PrintedCasting {
        time: line("CastingTime"),
        range: crate::wire::filled(&line("Range")),
        duration: held.unwrap_or(&duration).trim_start_matches([',', ' ']).to_owned(),
        material,
    };
    casting.fill(&mut row);
    row
}
