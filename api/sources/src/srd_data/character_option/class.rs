//! Classes and subclasses.

use super::super::Named;
use super::super::index::Index;
use super::class_table::levels;
use super::feature::features;
use super::{row, text};
use crate::foundry_text::passage::below;
use crate::option_text::{hit_die, hit_points, proficiency};
use lorekeeper_content::Json;
use lorekeeper_content::character_option::{AbilityMinimum, Kind, Model, Multiclassing};
use lorekeeper_content::vocabulary::{ABILITIES, ability_of};

/// The row of a class.
pub(super) fn class(wire: &Named<'_>, index: &Index<'_>) -> Model {
    let mut row = row(Kind::Class, wire.name);
    let text = text(wire, index);
    hit_points(&mut row, hit_die(wire.fields.text("hit_die")));
    let words = |label: &str| proficiency::unless_none(below(&text, label)?);
    row.proficiencies.armor = words("Armor Training");
    row.proficiencies.weapons = words("Weapon Proficiencies");
    row.proficiencies.tools = words("Tool Proficiencies");
    row.proficiencies.skills = words("Skill Proficiencies");
    row.proficiencies.saving_throws = words("Saving Throw Proficiencies");
    proficiency::complete(&mut row.proficiencies);
    row.starting_equipment = words("Starting Equipment");
    row.saving_throws = abilities(wire, "saving_throws");
    row.primary_abilities = abilities(wire, "primary_ability.value");
    row.multiclassing = multiclassing(wire, &row.primary_abilities);
    fill_spellcasting(wire, &mut row);
    row.levels = levels(wire, index).into();
    row.features = features(wire, index).into();
    let casting = ["spellcasting", "pact-magic"];
    let mut known = row.features.iter();
    let known = known.find(|feature| casting.contains(&feature.slug.as_str()));
    row.spellcasting_text = known.and_then(|feature| crate::wire::filled(&feature.text));
    row
}

/// The row of a subclass.
pub(super) fn subclass(wire: &Named<'_>, index: &Index<'_>) -> Model {
    let mut row = row(Kind::Subclass, wire.name);
    row.text = text(wire, index);
    row.parent_slug = wire.fields.filled("class_identifier");
    fill_spellcasting(wire, &mut row);
    row.caster_type = row.caster_type.filter(|kind| kind != "NONE");
    row.features = features(wire, index).into();
    // The text opens with the summary.
    if let Some((summary, rest)) = row.text.split_once("\n\n")
        && !summary.ends_with('.')
    {
        row.summary = Some(summary.to_owned());
        row.text = rest.to_owned();
    }
    row
}

fn fill_spellcasting(wire: &Named<'_>, row: &mut Model) {
    let progression = wire.fields.filled("spellcasting.progression");
    row.caster_type = progression.map(|kind| kind.to_uppercase());
    row.spellcasting_ability = ability_of(wire.fields.text("spellcasting.ability")).map(str::to_owned);
}

/// The rules of 2024 ask for 13 in what is primary.
fn multiclassing(wire: &Named<'_>, primary: &[String]) -> Option<Json<Multiclassing>> {
    let prerequisites = primary.iter().map(|ability| AbilityMinimum { ability: ability.clone(), minimum: 13 });
    let rules = Multiclassing {
        any_of: primary.len() > 1 && !wire.fields.is("primary_ability.all"),
        prerequisites: prerequisites.collect(),
        ..Multiclassing::default()
    };
    (!primary.is_empty()).then(|| rules.into())
}

/// The abilities of codes, in the order of the stat block.
fn abilities(wire: &Named<'_>, path: &str) -> Vec<String> {
    let codes = wire.fields.words(path);
    let named = ABILITIES.into_iter();
    let named = named.filter(|name| codes.iter().any(|code| ability_of(code) == Some(name)));
    named.map(str::to_owned).collect()
}
