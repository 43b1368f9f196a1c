//! Effects of spells: what a spell does beside damage and conditions, as its text and its fields tell.
//!
//! An effect is told by a sentence that has one of its phrases, and none of those that deny it or speak of something
//! else ([`clues`]). Each phrase was held against spells of both editions and of other books; an effect that was
//! wrong more often than once in twenty is not here.

mod clues;

use super::Model;
use crate::Pattern;
use crate::condition_extraction::{Sentence, sentences};
use async_graphql::Enum;
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};

/// What a spell does.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Enum, EnumIter, DeriveActiveEnum,
)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SpellEffect {
    /// Pushes, pulls or throws creatures.
    ForcedMovement,
    /// Teleports creatures or things, or lets them change places.
    Teleports,
    /// Takes creatures to another plane of existence.
    PlanarTravel,
    /// Keeps creatures from teleporting, or from travel between planes.
    BlocksTravel,
    /// Lets creatures fly, or lifts them into the air.
    Flight,
    /// Makes creatures faster, or lets them climb, swim, jump or walk where they could not.
    Mobility,
    /// Halves, reduces or takes away the speed of creatures.
    Slows,
    /// Restores hit points.
    Heals,
    /// Gives temporary hit points.
    TemporaryHitPoints,
    /// Raises, lowers or sets an armor class.
    ChangesArmorClass,
    /// Gives resistance or immunity to damage, or reduces the damage that is taken.
    DamageResistance,
    /// Ends conditions, diseases, poisons or curses.
    EndsConditions,
    /// Brings the dead back to life.
    Resurrection,
    /// Changes the shape of creatures.
    Shapechange,
    /// Makes creatures invisible.
    Invisibility,
    /// Gives advantage on rolls, or on those against its targets.
    Advantage,
    /// Imposes disadvantage on rolls.
    Disadvantage,
    /// Adds a bonus or a die to attack rolls, damage rolls, checks or saving throws.
    BonusToRolls,
    /// Adds damage to attacks.
    ExtraDamage,
    /// Deals damage again as turns pass, or to creatures that enter its area or stay there.
    DamageOverTime,
    /// Gives additional actions or attacks.
    ExtraAction,
    /// Keeps creatures from taking reactions.
    StopsReactions,
    /// Takes only targets that the caster can see.
    RequiresSight,
    /// Speaks, asks questions, sends messages, or lets creatures understand each other.
    Communication,
    /// Tells where something is, or whether it is there.
    Detection,
    /// Gives senses: darkvision, blindsight, tremorsense or truesight, or the sight of the invisible.
    GrantsSenses,
    /// Lets the caster see or hear from somewhere else.
    RemoteSenses,
    /// Hides from divination and scrying.
    BlocksScrying,
    /// Calls or makes creatures that serve the caster.
    Summons,
    /// Makes things: weapons, food, shelters.
    CreatesObjects,
    /// Makes a wall, a dome or a cage.
    CreatesWall,
    /// Works on objects, alone or beside creatures.
    AffectsObjects,
    /// Makes terrain difficult.
    DifficultTerrain,
    /// Sheds light.
    Light,
    /// Makes darkness.
    Darkness,
    /// Obscures its area, lightly or heavily.
    Obscures,
    /// Lets the caster do something with it by actions of later turns.
    LaterActions,
    /// Ends, or may end, when its target takes damage or is harmed.
    EndsOnDamage,
    /// Ends, suppresses or interrupts spells and other magic.
    EndsMagic,
    /// Has several targets: an area, a number of targets, each creature there.
    SeveralTargets,
    /// Does more when it is cast with a slot of a higher level.
    GrowsWithSlot,
    /// Needs no concentration when it is cast with a slot of a higher level.
    NoConcentrationWithHigherSlot,
}

impl SpellEffect {
    /// The effect in plain words, as searches read it.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::ForcedMovement => "pushes or pulls creatures",
            Self::Teleports => "teleports",
            Self::PlanarTravel => "travels to another plane",
            Self::BlocksTravel => "blocks teleportation",
            Self::Flight => "lets creatures fly",
            Self::Mobility => "improves movement",
            Self::Slows => "slows creatures",
            Self::Heals => "heals",
            Self::TemporaryHitPoints => "gives temporary hit points",
            Self::ChangesArmorClass => "changes armor class",
            Self::DamageResistance => "protects from damage",
            Self::EndsConditions => "cures conditions",
            Self::Resurrection => "raises the dead",
            Self::Shapechange => "changes shape",
            Self::Invisibility => "makes invisible",
            Self::Advantage => "gives advantage",
            Self::Disadvantage => "imposes disadvantage",
            Self::BonusToRolls => "gives a bonus to rolls",
            Self::ExtraDamage => "adds damage to attacks",
            Self::DamageOverTime => "deals damage over time",
            Self::ExtraAction => "gives an extra action",
            Self::StopsReactions => "stops reactions",
            Self::RequiresSight => "needs a target in sight",
            Self::Communication => "communicates",
            Self::Detection => "detects",
            Self::GrantsSenses => "gives senses",
            Self::RemoteSenses => "sees from afar",
            Self::BlocksScrying => "wards against scrying",
            Self::Summons => "summons a creature",
            Self::CreatesObjects => "creates objects",
            Self::CreatesWall => "creates a wall",
            Self::AffectsObjects => "affects objects",
            Self::DifficultTerrain => "difficult terrain",
            Self::Light => "sheds light",
            Self::Darkness => "makes darkness",
            Self::Obscures => "obscures the area",
            Self::LaterActions => "acts again on later turns",
            Self::EndsOnDamage => "ends on damage",
            Self::EndsMagic => "ends magic",
            Self::SeveralTargets => "several targets",
            Self::GrowsWithSlot => "grows with the spell slot",
            Self::NoConcentrationWithHigherSlot => "no concentration with a higher slot",
        }
    }
}

/// A text that speaks of more than one target.
static SEVERAL: Pattern = Pattern::new(
    r"(?x)\b(?:
          (?: each|all|every )\ (?: (?: other|hostile|affected|friendly|chosen|willing|living|such|large|or|smaller
              |of\ (?:those|these|your)|\w+ed )\ ){0,3}
            (?: creatures?|targets?|enem(?:y|ies)|humanoids?|undead|allies|ally|beasts|corpse )
          | up\ to\ (?: two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|\d+|a\ dozen )\ (?: \w+\ ){0,3}?
            (?: creatures|targets|humanoids|beasts|allies|corpses|objects|animals|companions|people|individuals
              |weapons|arrows )
          | (?: any\ number\ of|one\ or\ more|several )\ (?: \w+\ ){0,3}? (?: creatures|targets|beasts )
          | (?: two|three|four|five|six|eight|ten )\ (?: \w+\ )? (?: creatures|targets|humanoids )
            \ (?: within|of\ your\ choice|you|that )
          | creatures\ of\ your\ choice
        )\b",
);

/// A text at higher levels that speaks of concentration, and says that there is none.
static NO_CONCENTRATION: Pattern = Pattern::new(r"\b(?:not|no longer|without|no)\b[^.\n]{0,25}\bconcentration\b");

/// A saving throw of each turn, and the damage of a failure in the next sentence.
static DAMAGE_EACH_TURN: Pattern = Pattern::new(
    r"\bmust (?:make|succeed on) [^\n]*\bat the start of each of (?:its|their) turns\b[^\n]*\n[^\n]{0,40}\btakes? \d+d\d+|\bat the start of each of (?:its|their|the \w+'s) turns ,[^\n]*\bmust (?:make|succeed on)\b[^\n]*\n[^\n]{0,40}\btakes? \d+d\d+",
);

/// The effects of a spell, in the order of the list.
pub(super) fn of(spell: &Model) -> Vec<SpellEffect> {
    let lines = lines(&spell.text);
    let mut effects = clues::told_in(&lines);
    if DAMAGE_EACH_TURN.is_match(&lines) {
        effects.insert(SpellEffect::DamageOverTime);
    }
    // A saving throw without damage tells of no damage.
    if spell.damage_types.is_empty() && spell.damage_roll.is_none() {
        effects.remove(&SpellEffect::DamageOverTime);
    }
    if spell.healing.is_some() {
        effects.insert(SpellEffect::Heals);
    }
    let fields = [
        (SpellEffect::SeveralTargets, has_several_targets(spell, &lines)),
        (SpellEffect::GrowsWithSlot, grows_with_slot(spell)),
        (SpellEffect::NoConcentrationWithHigherSlot, needs_no_concentration(spell)),
    ];
    effects.extend(fields.into_iter().filter(|(_, is)| *is).map(|(effect, _)| effect));
    effects.into_iter().collect()
}

/// The sentences of a text, a line each: words in lower case, contractions spelt out.
fn lines(text: &str) -> String {
    let sentences: Vec<String> = sentences(text).iter().map(Sentence::line).collect();
    sentences.join("\n")
}

fn has_several_targets(spell: &Model, lines: &str) -> bool {
    // What fills an area without harm may be light, or an image.
    let harms = spell.saving_throw.is_some() || !spell.damage_types.is_empty();
    spell.target_count.is_some_and(|count| count > 1)
        || (spell.area_shape.is_some() && harms)
        || SEVERAL.is_match(lines)
}

fn grows_with_slot(spell: &Model) -> bool {
    let slots = |option: &super::CastingOption| option.slot_level().is_some();
    spell.level > 0 && (spell.higher_levels.is_some() || spell.casting_options.iter().any(slots))
}

fn needs_no_concentration(spell: &Model) -> bool {
    let without = |option: &super::CastingOption| option.slot_level().is_some() && option.concentration == Some(false);
    let told = |text: &str| NO_CONCENTRATION.is_match(&lines(text));
    spell.concentration
        && (spell.casting_options.iter().any(without) || spell.higher_levels.as_deref().is_some_and(told))
}

#[cfg(test)]
mod tests;
