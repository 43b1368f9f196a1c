//! Spells. Version 2 has all of them; this version knows more of their classes.

mod lists;

use super::document::Books;
use super::draft;
use super::wire::{name, text_or_none};
use crate::prose::capitalized;
use crate::spell_text::{casting::PrintedCasting, effect};
use crate::{Drafts, Records};
use lists::Lists;
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;
use serde::Deserialize;

/// Draws rows from the records.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    let lists = Lists::read(records, drafts);
    for (record, spell) in drafts.parse::<Spell>(records, "spells") {
        let unstated = [
            ("level", spell.level_int.is_none()),
            ("verbal", spell.requires_verbal_components.is_none()),
            ("somatic", spell.requires_somatic_components.is_none()),
            ("material", spell.requires_material_components.is_none()),
            ("concentration", spell.requires_concentration.is_none()),
            ("ritual", spell.can_be_cast_as_ritual.is_none()),
        ];
        let row = row(spell, books, &lists);
        let draft = draft(row, "spells", record, None);
        drafts.spells.push(draft.unstated(unstated));
    }
}

#[derive(Debug, Deserialize)]
struct Spell {
    slug: String,
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    higher_level: String,
    #[serde(default)]
    range: String,
    requires_verbal_components: Option<bool>,
    requires_somatic_components: Option<bool>,
    requires_material_components: Option<bool>,
    #[serde(default)]
    material: String,
    can_be_cast_as_ritual: Option<bool>,
    #[serde(default)]
    duration: String,
    requires_concentration: Option<bool>,
    #[serde(default)]
    casting_time: String,
    #[serde(default, deserialize_with = "crate::wire::spell_level")]
    level_int: Option<i32>,
    #[serde(default)]
    school: String,
    /// Names of classes, divided by commas.
    #[serde(default)]
    dnd_class: String,
    #[serde(default, rename = "spell_lists")]
    lists: Vec<String>,
    #[serde(default)]
    archetype: String,
    #[serde(default)]
    circles: String,
}

fn row(spell: Spell, books: &Books, lists: &Lists) -> Model {
    let casting = PrintedCasting {
        range: text_or_none(&spell.range).map(|range| plain(&range)),
        time: spell.casting_time.clone(),
        duration: spell.duration.clone(),
        material: text_or_none(&spell.material),
    };
    let mut row = Model {
        document_key: books.key(&spell.document),
        slug: slugify(&spell.name),
        text: text_or_none(&spell.desc).map_or_else(String::new, |text| effect::apart_from_heading(&text)),
        level: spell.level_int.unwrap_or_default(),
        school: text_or_none(&spell.school).map(|school| slug_of_school(&school)),
        class_slugs: lists.classes(&spell),
        subclass_slugs: lists::subclasses(&spell.archetype, &spell.circles),
        verbal: spell.requires_verbal_components.unwrap_or_default(),
        somatic: spell.requires_somatic_components.unwrap_or_default(),
        material: spell.requires_material_components.unwrap_or_default(),
        concentration: spell.requires_concentration.unwrap_or_default(),
        ritual: spell.can_be_cast_as_ritual.unwrap_or_default(),
        higher_levels: text_or_none(&spell.higher_level),
        name: spell.name,
        ..Model::default()
    };
    casting.fill(&mut row);
    row
}

/// `30 Feet` and `self` as the books print them.
///
/// Correction (spells): Ranges such as `30 Feet` and `1 Miles` are spelt as in the other sources.
fn plain(range: &str) -> String {
    let range = range.replace(" Feet", " feet").replace(" Miles", " miles").replace("1 miles", "1 mile");
    capitalized(&range)
}

/// Upstream has a *Transformation* among the schools.
///
/// Correction (spells): A school called *Transformation* becomes transmutation.
fn slug_of_school(school: &str) -> String {
    match slugify(school).as_str() {
        "transformation" => "transmutation".to_owned(),
        slug => slug.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_printed_alike() {
        for (upstream, printed) in [("self", "Self"), ("10 Miles", "10 miles"), ("1 Miles", "1 mile")] {
            assert_eq!(plain(upstream), printed);
        }
    }
}
