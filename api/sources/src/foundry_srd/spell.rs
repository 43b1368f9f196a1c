//! Spells.

use super::Document;
use super::activity::with_activities;
use super::index::Index;
use super::markdown::of_thing;
use super::spell_list::{Lists, lists};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use crate::foundry_text::spell_casting::{code, duration, higher_levels, range, school};
use crate::foundry_text::spell_effect;
use crate::spell_text::casting::trigger;
use crate::spell_text::effect;
use crate::spell_text::price::printed_price;
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;
use lorekeeper_content::spell::casting_time_label;

/// Draws the spells.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    let mut lists = lists(index);
    for spell in index.of_type("spell") {
        let level = spell.fields.int("system.level").unwrap_or_default();
        if !(0..=9).contains(&level) {
            drafts.skip(super::ENDPOINT, &spell.record.key, "its level is not 0 to 9");
            continue;
        }
        let lists = lists.remove(spell.record.key.as_str()).unwrap_or_default();
        let row = row(spell, level, lists, index);
        drafts.spells.push(spell.draft(row));
    }
}

fn row(spell: &Document<'_>, level: i32, lists: Lists, index: &Index<'_>) -> Model {
    let thing = with_activities(spell.fields);
    let wire = spell.fields.at("system");
    let html = wire.text("description.value");
    let text = of_thing(html, Fields::of(&thing), None, spell, index);
    let (text, higher) = higher_levels(&text);
    let casting_time = code(wire.text("activation.type"), wire.whole_amount("activation.value"));
    let properties = wire.words("properties");
    let has = |property: &str| properties.contains(&property);
    let material = wire.filled("materials.value").filter(|_| has("material"));
    let cost = wire.number("materials.cost").filter(|cost| *cost > 0.0);
    let mut row = Model {
        document_key: spell.book().to_owned(),
        slug: slugify(spell.name),
        name: spell.name.to_owned(),
        level,
        school: school(wire.text("school")).map(str::to_owned),
        class_slugs: lists.classes.into_iter().collect(),
        subclass_slugs: lists.subclasses.into_iter().collect(),
        casting_time_label: casting_time_label(&casting_time),
        reaction_condition: wire.filled("activation.condition").and_then(|condition| trigger(&casting_time, condition)),
        casting_time,
        verbal: has("vocal"),
        somatic: has("somatic"),
        material: has("material"),
        material_cost: cost.or_else(|| printed_price(material.as_deref()?)),
        material_consumed: wire.is("materials.consumed"),
        material_text: material,
        duration: duration(wire.at("duration")),
        concentration: has("concentration"),
        ritual: has("ritual"),
        higher_levels: higher,
        text,
        ..Model::default()
    };
    range(wire.at("range"), &mut row);
    spell_effect::fill(Fields::of(&thing), &mut row);
    if spell.imported.is_some() && !wire.at("activities").is_there() {
        // Documents of older releases say it in words.
        effect::fill(&mut row);
    }
    row
}
