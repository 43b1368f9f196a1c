//! Table of known properties with their sentences.

use super::{ability, armor, damage, weapon};
use crate::orcbrew::prose;

/// How the value of a property goes into its sentence.
#[derive(Copy, Clone)]
pub(super) enum How {
    /// On or off.
    Flag,
    /// A number, for `{}`.
    Amount,
    /// How many of what, in the singular and the plural, are chosen, for `{}`.
    Choice(&'static str, &'static str),
    /// The keywords that are on, for `{}`, as words.
    Each(fn(&str) -> String),
}

/// A known property.
pub(super) struct Property {
    /// Heading.
    pub name: &'static str,
    /// Type of benefit.
    pub kind: &'static str,
    /// How its value goes into the sentence.
    pub how: How,
    /// The sentence.
    pub sentence: &'static str,
}

/// The property of a key.
pub(super) fn property(key: &str) -> Option<Property> {
    PROPERTIES.lines().find_map(|line| {
        let mut parts = line.split(" | ");
        if parts.next() != Some(key) {
            return None;
        }
        let (name, kind) = (parts.next()?, parts.next()?);
        let how = match parts.next()? {
            "flag" => How::Flag,
            "amount" => How::Amount,
            "names" => How::Each(prose::heading),
            "words" => How::Each(prose::lower),
            "armor" => How::Each(armor),
            "weapons" => How::Each(weapon),
            "damage" => How::Each(damage),
            "abilities" => How::Each(ability),
            nouns => {
                let (one, many) = nouns.split_once('/')?;
                How::Choice(one, many)
            }
        };
        Some(Property { name, kind, how, sentence: parts.next()? })
    })
}

/// The properties, one a line: key, heading, type of benefit, how its value is written, sentence.
const PROPERTIES: &str = "\
language-choice | Languages | language | language/languages | You learn {} of your choice.
weapon-prof-choice | Weapon Proficiencies | weapon_proficiency | weapon/weapons | You gain proficiency with {} of your choice.
skill-tool-choice | Skills and Tools | skill_proficiency | skill or tool/skills or tools | You gain proficiency in any combination of {} of your choice.
initiative | Initiative | initiative | amount | You gain a +{} bonus to initiative.
speed | Speed | speed | amount | Your speed increases by {} feet.
flying-speed | Flying Speed | speed | amount | You have a flying speed of {} feet.
swimming-speed | Swimming Speed | speed | amount | You have a swimming speed of {} feet.
climbing-speed | Climbing Speed | speed | amount | You have a climbing speed of {} feet.
flying-speed-equals-walking-speed | Flying Speed | speed | flag | You have a flying speed equal to your walking speed.
max-hp-bonus | Hit Points | hit_points | amount | Your hit point maximum increases by {} for each of your levels.
num-attacks | Extra Attack | feature | amount | You can attack {} times, instead of once, when you take the Attack action.
darkvision | Darkvision | sense | amount | You have darkvision with a range of {} feet.
passive-perception-5 | Passive Perception | feature | flag | You gain a +5 bonus to your passive Wisdom (Perception) score.
passive-investigation-5 | Passive Investigation | feature | flag | You gain a +5 bonus to your passive Intelligence (Investigation) score.
two-weapon-ac-1 | Dual Wielding | feature | flag | You gain a +1 bonus to AC while you wield a separate melee weapon in each hand.
two-weapon-any-one-handed | Two-Weapon Fighting | feature | flag | You can use two-weapon fighting with any one-handed melee weapon.
medium-armor-max-dex-3 | Medium Armor | feature | flag | In medium armor you can add 3, rather than 2, to your AC if your Dexterity is 16 or higher.
medium-armor-stealth | Quiet Armor | feature | flag | Medium armor doesn't impose disadvantage on your Dexterity (Stealth) checks.
saving-throw-advantage-traps | Trap Sense | saving_throw | flag | You have advantage on saving throws made to avoid or resist traps.
improvised-weapons-prof | Improvised Weapons | weapon_proficiency | flag | You are proficient with improvised weapons.
lizardfolk-ac | Natural Armor | feature | flag | While you wear no armor, your AC is 13 + your Dexterity modifier.
tortle-ac | Natural Armor | feature | flag | Your AC is 17. Your Dexterity modifier doesn't change it, and you gain nothing from wearing armor.
armor-gives-no-ac | No Use for Armor | feature | flag | Armor that you wear adds nothing to your AC.
ritual-casting | Ritual Casting | spell | flag | You can cast spells as rituals from a book of your own: two 1st-level rituals of one class's list to begin with.
magic-novice | Spells | spell | flag | Choose a class: you learn two cantrips and one 1st-level spell from its spell list.
attack-spell | Attack Cantrip | spell | flag | You learn one cantrip that requires an attack roll.
skill-prof | Skill Proficiencies | skill_proficiency | names | You are proficient in {}.
skill-prof-or-expertise | Skill Expertise | skill_proficiency | names | You are proficient in {}; where you are already, your proficiency bonus is doubled.
tool-prof | Tool Proficiencies | tool_proficiency | words | You are proficient with {}.
tool-prof-or-expertise | Tool Expertise | tool_proficiency | words | You are proficient with {}; where you are already, your proficiency bonus is doubled.
armor-prof | Armor Proficiencies | armor_proficiency | armor | You are proficient with {}.
weapon-prof | Weapon Proficiencies | weapon_proficiency | weapons | You are proficient with {}.
language | Languages | language | names | You can speak, read and write {}.
damage-resistance | Damage Resistance | damage_resistance | damage | You have resistance to {} damage.
damage-immunity | Damage Immunity | damage_immunity | damage | You are immune to {} damage.
damage-vulnerability | Damage Vulnerability | damage_vulnerability | damage | You are vulnerable to {} damage.
condition-immunity | Condition Immunity | condition_immunity | words | You can't be {}.
saving-throw-advantage | Saving Throws | saving_throw | words | You have advantage on saving throws against being {}.
save-prof | Saving Throws | saving_throw | abilities | You are proficient in {} saving throws.
";
