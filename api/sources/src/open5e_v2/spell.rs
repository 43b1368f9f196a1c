//! Spells.

mod casting;
mod wire;

use super::NAME;
use crate::spell_text::casting::duration;
use crate::spell_text::dice;
use crate::spell_text::effect::{self, attack_type};
use crate::stat_block::attack::distance_unit;
use crate::wire::{bare, text};
use crate::{Draft, Drafts, Records, origin};
use lorekeeper_content::spell::CastingOption;
use lorekeeper_content::spell::casting_time_label;
use lorekeeper_content::{Json, slugify, spell};
use wire::SpellRecord;

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, wire) in drafts.parse::<SpellRecord>(records, "spells") {
        let unstated = [
            ("level", wire.level.is_none()),
            ("verbal", wire.verbal.is_none()),
            ("somatic", wire.somatic.is_none()),
            ("material", wire.material.is_none()),
            ("concentration", wire.concentration.is_none()),
            ("ritual", wire.ritual.is_none()),
            ("attack_roll", wire.attack_roll.is_none()),
        ];
        let draft = Draft::new(row(wire), origin(NAME, "spells", record));
        drafts.spells.push(draft.unstated(unstated));
    }
}

fn row(wire: SpellRecord) -> spell::Model {
    let name = wire.name.trim().to_owned();
    let body = text(&wire.desc).map_or_else(String::new, |body| effect::apart_from_heading(&body));
    let class_slugs = classes(&wire);
    let (body, higher_levels) = match optional(wire.higher_level) {
        None => effect::split_higher_levels(&body),
        stated => (body, stated),
    };
    let range = casting::range(wire.range_text.as_deref());
    let material_text = optional(wire.material_specified);
    let attack_roll = wire.attack_roll.unwrap_or_default();
    let saving_throw = lower(wire.saving_throw_ability);
    let area_shape = lower(wire.shape_type);
    // Of several types upstream names the first.
    let (rolled, dealt) = effect::damage(&body);
    let listed = wire.damage_types.iter().map(|t| slugify(t));
    let listed: Vec<String> = listed.collect();
    let Dice { damage, healing } = Dice::of(wire.damage_roll.as_deref(), &listed, &body);
    let heals = healing.clone().filter(|_| damage.is_none());
    let damage = damage.or(rolled);
    let damage_types = sorted(listed.into_iter().chain(dealt).collect());
    spell::Model {
        document_key: wire.document.key().to_owned(),
        slug: slugify(&name),
        name,
        level: wire.level.unwrap_or_default(),
        school: wire.school.map(|s| slugify(bare(&s.key))),
        class_slugs,
        casting_time_label: casting_time_label(wire.casting_time.trim()),
        casting_time: wire.casting_time.trim().to_lowercase(),
        reaction_condition: optional(wire.reaction_condition),
        range_text: range.text,
        range: range.number,
        range_unit: range.unit,
        target_type: effect::target_type(lower(wire.target_type), &body),
        target_count: effect::target_count(positive(wire.target_count), &body),
        area_size: positive(wire.shape_size).filter(|_| area_shape.is_some()),
        area_unit: area_shape.as_ref().and(wire.shape_size).map(|_| distance_unit(wire.shape_size_unit.as_deref())),
        area_shape,
        verbal: wire.verbal.unwrap_or_default(),
        somatic: wire.somatic.unwrap_or_default(),
        material: wire.material.unwrap_or_default(),
        material_cost: casting::material_cost(wire.material_cost.as_ref(), material_text.as_deref()),
        material_consumed: casting::material_consumed(wire.material_consumed, material_text.as_deref(), &body),
        material_text,
        duration: duration(&wire.duration),
        concentration: wire.concentration.unwrap_or_default(),
        ritual: wire.ritual.unwrap_or_default(),
        attack_roll,
        attack_type: attack_roll.then(|| attack_type(&body)).flatten(),
        saving_throw_success: saving_throw.as_ref().and_then(|_| effect::success(&body)),
        saving_throw,
        damage_roll: damage,
        damage_types,
        healing,
        higher_levels,
        casting_options: Json(
            wire.casting_options
                .into_iter()
                .map(|option| casting_option(option, heals.as_deref()))
                .filter(says_something)
                .collect(),
        ),
        text: body,
        ..spell::Model::default()
    }
}

/// The classes of which upstream says that they have a spell of the SRD of 2014, and that spell only a subclass of theirs
/// gains: a domain, a circle of the land, a patron.
const GAINED_BY_SUBCLASSES: [(&str, &str); 3] = [
    (
        "cleric",
        "barkskin blink burning-hands call-lightning charm-person confusion dimension-door disguise-self divine-favor \
         dominate-beast dominate-person faerie-fire flaming-sphere fog-cloud gust-of-wind hold-monster ice-storm \
         identify magic-weapon mirror-image modify-memory nondetection pass-without-trace plant-growth polymorph \
         scorching-ray shatter sleet-storm speak-with-animals spike-growth stoneskin suggestion thunderwave tree-stride \
         wall-of-fire wind-wall",
    ),
    (
        "druid",
        "acid-arrow blur cloudkill cone-of-cold darkness dream gaseous-form greater-invisibility haste invisibility \
         lightning-bolt meld-into-stone mirror-image misty-step passwall silence slow spider-climb stinking-cloud web",
    ),
    (
        "warlock",
        "black-tentacles blindness-deafness blink burning-hands calm-emotions clairvoyance command detect-thoughts \
         dominate-beast dominate-person faerie-fire fire-shield flame-strike greater-invisibility hallow \
         hideous-laughter plant-growth scorching-ray seeming sending sleep stinking-cloud telekinesis wall-of-fire",
    ),
];

/// The classes that have a spell on their lists.
fn classes(wire: &SpellRecord) -> Vec<String> {
    let spell = slugify(&wire.name);
    let by_subclass = |class: &str| {
        let mut gained = GAINED_BY_SUBCLASSES.iter();
        wire.document.key() == "srd-2014"
            && gained.any(|(of, spells)| *of == class && spells.split_whitespace().any(|name| name == spell))
    };
    let classes = wire.classes.iter().map(|class| slugify(bare(&class.key)));
    sorted(classes.filter(|class| !by_subclass(class)).collect())
}

fn optional(upstream: Option<String>) -> Option<String> {
    text(&upstream?)
}

fn lower(upstream: Option<String>) -> Option<String> {
    optional(upstream).map(|text| text.to_lowercase())
}

fn positive(number: Option<i32>) -> Option<i32> {
    number.filter(|n| *n > 0)
}

fn sorted(mut slugs: Vec<String>) -> Vec<String> {
    slugs.sort();
    slugs.dedup();
    slugs
}

/// A spell's dice by what they are for.
struct Dice {
    damage: Option<String>,
    healing: Option<String>,
}

impl Dice {
    /// Upstream has one field for all dice. With a damage type they are damage; without one the
    /// text decides.
    fn of(upstream: Option<&str>, damage_types: &[String], text: &str) -> Self {
        let roll = dice::expression(upstream);
        let damage = roll.filter(|roll| !damage_types.is_empty() || dice::are_damage(roll, text));
        Self { damage, healing: dice::healing(text) }
    }
}

/// Another way to cast. The options of a healing spell restore what its dice restore.
///
/// Correction (spells): A duration or range of `0` in a casting option is unknown.
fn casting_option(wire: wire::CastingOption, heals: Option<&str>) -> CastingOption {
    // A duration or range of "0" is upstream's blank.
    let known = |text: Option<String>| optional(text).filter(|t| t != "0");
    let roll = dice::expression(wire.damage_roll.as_deref());
    let (healing, damage_roll) = match heals {
        Some(healing) => (roll.map(|roll| dice::with_modifier_of(healing, roll)), None),
        None => (None, roll),
    };
    CastingOption {
        kind: wire.kind,
        damage_roll,
        healing,
        target_count: positive(wire.target_count),
        duration: known(wire.duration).map(|d| duration(&d)),
        range: known(wire.range),
        concentration: wire.concentration,
        area_size: positive(wire.shape_size),
        text: optional(wire.desc),
    }
}

/// An option that only has a level or a way repeats the spell; only what it adds is worth keeping.
///
/// Correction (spells): A casting option that only repeats the spell is left out.
fn says_something(option: &CastingOption) -> bool {
    let repeated = CastingOption { kind: option.kind.clone(), ..CastingOption::default() };
    *option != repeated
}
