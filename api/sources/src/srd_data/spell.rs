//! Spells.

use super::index::Index;
use super::prose::{About, markdown};
use super::{DOCUMENT, draft, named};
use crate::foundry_text::fields::Fields;
use crate::foundry_text::spell_casting::{self as casting, higher_levels, school};
use crate::foundry_text::spell_effect as effect;
use crate::spell_text::casting::trigger;
use crate::spell_text::price::printed_price;
use crate::{Drafts, Records};
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;
use lorekeeper_content::spell::casting_time_label;
use std::collections::{BTreeMap, BTreeSet};

/// Draws the spells.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let mut subclasses = granted(records);
    for wire in named(records, "spells", drafts) {
        let level = wire.fields.int("level");
        let is_unstated = !matches!(level, Some(0..=9));
        if let (true, Some(level)) = (is_unstated, wire.record.raw.get("level")) {
            drafts.note_unfit("spells", wire.record, "level", level);
        }
        let mut row = row(wire.fields, wire.name, index);
        let slugs = subclasses.remove(wire.record.key.as_str());
        row.subclass_slugs = slugs.into_iter().flatten().collect();
        let draft = draft(row, "spells", wire.record);
        drafts.spells.push(draft.unstated([("level", is_unstated)]));
    }
}

/// Slugs of the subclasses that gain a spell, by its slug.
fn granted(records: &Records) -> BTreeMap<&str, BTreeSet<String>> {
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for record in records.endpoint("subclasses") {
        let subclass = Fields::of(&record.raw);
        let grants = subclass.list("granted_features");
        for grant in grants.filter(|grant| grant.text("ref_type") == "spell") {
            let owners = found.entry(grant.text("slug")).or_default();
            owners.insert(slugify(subclass.text("name")));
        }
    }
    found
}

fn row(wire: Fields<'_>, name: &str, index: &Index<'_>) -> Model {
    let about = About::of(wire, name, index);
    let (text, higher_levels) = higher_levels(&markdown(wire.text("description"), &about));
    let code = casting::code(wire.text("casting_time.unit"), wire.int("casting_time.value"));
    let components = wire.words("components");
    let material = wire.filled("materials.value");
    let cost = wire.number("materials.cost").filter(|cost| *cost > 0.0);
    let mut row = Model {
        document_key: DOCUMENT.to_owned(),
        slug: slugify(name),
        name: name.to_owned(),
        level: wire.int("level").filter(|level| (0..=9).contains(level)).unwrap_or_default(),
        school: school(wire.text("school")).map(str::to_owned),
        casting_time_label: casting_time_label(&code),
        reaction_condition: wire.filled("casting_time.condition").and_then(|condition| trigger(&code, condition)),
        casting_time: code,
        verbal: components.contains(&"V"),
        somatic: components.contains(&"S"),
        material: components.contains(&"M"),
        material_cost: cost.or_else(|| printed_price(material.as_deref()?)),
        material_consumed: wire.is("materials.consumed"),
        material_text: material.filter(|_| components.contains(&"M")),
        duration: casting::duration(wire.at("duration")),
        concentration: wire.is("concentration"),
        ritual: wire.is("ritual"),
        higher_levels,
        text,
        ..Model::default()
    };
    casting::range(wire.at("range"), &mut row);
    effect::fill(wire, &mut row);
    row
}
