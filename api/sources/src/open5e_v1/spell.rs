//! Spells. Version 2 has all of them; this version knows more of their classes.

mod lists;

use super::document::Books;
use super::draft;
use super::wire::{name, text_or_none};
use crate::prose::capitalized;
use crate::spell_text::casting::PrintedCasting;
use crate::{Drafts, Records};
use lists::Lists;
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;
use serde::Deserialize;

/// Draws rows from the records.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    let lists = Lists::read(records, drafts);
    for (record, spell) in drafts.parse::<Spell>(records, "spells") {
        let row = row(spell, books, &lists);
        drafts.spells.push(draft(row, "spells", record, None));
    }
}

#[derive(Debug, Deserialize)]
struct Spell {
    slug: String,
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(rename = "document__slug")]
    document: String,
    desc: String,
    #[serde(default)]
    higher_level: String,
    #[serde(default)]
    range: String,
    requires_verbal_components: bool,
    requires_somatic_components: bool,
    requires_material_components: bool,
    #[serde(default)]
    material: String,
    can_be_cast_as_ritual: bool,
    duration: String,
    requires_concentration: bool,
    casting_time: String,
    #[serde(deserialize_with = "crate::wire::spell_level")]
    level_int: i32,
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
        text: text_or_none(&spell.desc).unwrap_or_default(),
        level: spell.level_int,
        school: text_or_none(&spell.school).map(|school| slug_of_school(&school)),
        class_slugs: lists.classes(&spell),
        subclass_slugs: lists::subclasses(&spell.archetype, &spell.circles),
        verbal: spell.requires_verbal_components,
        somatic: spell.requires_somatic_components,
        material: spell.requires_material_components,
        concentration: spell.requires_concentration,
        ritual: spell.can_be_cast_as_ritual,
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
    let range = range
        .replace(" Feet", " feet")
        .replace(" Miles", " miles")
        .replace("1 miles", "1 mile");
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
    use super::super::tests::{drawn, drawn_of};
    use super::*;
    use serde_json::{Value, json};

    fn spark() -> Value {
        json!({
            "slug": "spark", "name": "Spark", "desc": "A spark flies.", "higher_level": "",
            "page": "", "range": "30 Feet", "target_range_sort": 30, "components": "V, M",
            "requires_verbal_components": true, "requires_somatic_components": false,
            "requires_material_components": true,
            "material": "a flint worth at least 5 gp, which the spell consumes",
            "can_be_cast_as_ritual": true, "ritual": "yes", "duration": "Up to 1 Minute",
            "concentration": "yes", "requires_concentration": true,
            "casting_time": "1 reaction, which you take when it is dark", "level": "2nd-level",
            "level_int": 2, "spell_level": 2, "school": "Transformation",
            "dnd_class": "Bard, Ritual Caster, Sorceror", "spell_lists": ["bard", "wizard"],
            "archetype": "Warlock: Archlamp", "circles": "Swamp", "document__slug": "pnd",
            "document__title": "", "document__license_url": "", "document__url": ""
        })
    }

    #[test]
    fn a_spell_is_read_whole() {
        let drafts = drawn("spells", spark());
        assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
        let row = &drafts.spells[0].row;
        assert_eq!((row.document_key.as_str(), row.level), ("pond", 2));
        assert_eq!(row.school.as_deref(), Some("transmutation"));
        assert_eq!(row.class_slugs, ["bard", "sorcerer", "wizard"]);
        assert_eq!(row.subclass_slugs, ["circle-of-the-land", "the-archlamp"]);
        assert_eq!(row.casting_time, "reaction");
        assert_eq!(
            row.reaction_condition.as_deref(),
            Some("which you take when it is dark")
        );
        assert_eq!(row.range_text.as_deref(), Some("30 feet"));
        assert_eq!(
            (row.range, row.range_unit.as_deref()),
            (Some(30.0), Some("feet"))
        );
        assert_eq!(
            (row.material_cost, row.material_consumed),
            (Some(5.0), true)
        );
        assert_eq!(
            (row.duration.as_str(), row.concentration, row.ritual),
            ("1 minute", true, true)
        );
        assert_eq!(row.higher_levels, None);
    }

    #[test]
    fn the_lists_add_to_the_classes() {
        let list = json!({
            "slug": "druid", "name": "druid", "desc": "", "spells": ["spark", "other"],
            "document__slug": "pnd"
        });
        let mut spell = spark();
        spell["circles"] = json!("");
        let drafts = drawn_of(&[("spells", spell), ("spelllist", list)]);
        assert_eq!(
            drafts.spells[0].row.class_slugs,
            ["bard", "druid", "sorcerer", "wizard"]
        );
    }

    #[test]
    fn a_class_of_which_a_subclass_has_the_spell_is_none() {
        let mut spell = spark();
        spell["dnd_class"] = json!("Bard, Cleric, Druid");
        spell["spell_lists"] = json!(["bard", "druid"]);
        spell["archetype"] = json!("Cleric: Lamps");
        spell["circles"] = json!("Pond");
        let drafts = drawn_of(&[("spells", spell)]);
        assert_eq!(drafts.spells[0].row.class_slugs, ["bard"]);
    }

    #[test]
    fn ranges_are_printed_alike() {
        for (upstream, printed) in [
            ("self", "Self"),
            ("10 Miles", "10 miles"),
            ("1 Miles", "1 mile"),
        ] {
            assert_eq!(plain(upstream), printed);
        }
    }
}
