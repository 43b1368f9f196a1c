//! Spells.

mod casting;
mod effect;

use super::fields::Fields;
use super::index::Index;
use super::prose::{About, markdown};
use super::{DOCUMENT, draft, named};
use crate::spell_text::casting::casting_time_label;
use crate::spell_text::price::printed_price;
use crate::{Drafts, Records};
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;
use std::collections::{BTreeMap, BTreeSet};

/// Draws the spells.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let mut subclasses = granted(records);
    for wire in named(records, "spells", drafts) {
        if !matches!(wire.fields.int("level"), Some(0..=9)) {
            drafts.skip("spells", &wire.record.key, "its level is not 0 to 9");
            continue;
        }
        let mut row = row(wire.fields, wire.name, index);
        let slugs = subclasses.remove(wire.record.key.as_str());
        row.subclass_slugs = slugs.into_iter().flatten().collect();
        drafts.spells.push(draft(row, "spells", wire.record));
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
    let code = casting::code(wire.at("casting_time"));
    let components = wire.words("components");
    let material = wire.filled("materials.value");
    let cost = wire.number("materials.cost").filter(|cost| *cost > 0.0);
    let mut row = Model {
        document_key: DOCUMENT.to_owned(),
        slug: slugify(name),
        name: name.to_owned(),
        level: wire.int("level").unwrap_or_default(),
        school: school(wire.text("school")).map(str::to_owned),
        casting_time_label: casting_time_label(&code),
        reaction_condition: wire
            .filled("casting_time.condition")
            .filter(|_| code == "reaction"),
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

/// Openings of the paragraphs about stronger castings.
const STRONGER: [&str; 3] = [
    "**Using a Higher-Level Spell Slot.** ",
    "**Cantrip Upgrade.** ",
    "**At Higher Levels.** ",
];

/// The text without its paragraph about stronger castings, and that paragraph.
fn higher_levels(text: &str) -> (String, Option<String>) {
    let (mut kept, mut stronger) = (Vec::new(), Vec::new());
    for paragraph in text.split("\n\n") {
        let mut openings = STRONGER.iter();
        match openings.find_map(|heading| paragraph.strip_prefix(heading)) {
            Some(rest) => stronger.push(rest),
            None => kept.push(paragraph),
        }
    }
    let stronger = Some(stronger.join("\n\n")).filter(|text| !text.is_empty());
    (kept.join("\n\n"), stronger)
}

/// The school of a code: the first letters of its name, but for one.
fn school(code: &str) -> Option<&'static str> {
    const SCHOOLS: [&str; 8] = [
        "abjuration",
        "conjuration",
        "divination",
        "enchantment",
        "evocation",
        "illusion",
        "necromancy",
        "transmutation",
    ];
    let code = if code == "trs" { "tra" } else { code };
    let mut schools = SCHOOLS.into_iter();
    schools.find(|name| code.len() == 3 && name.starts_with(code))
}
