//! Table of known properties with their sentences.

use super::{ability, armor, damage, weapon};
use crate::orcbrew::prose;

/// How the value of a property goes into its sentence.
#[derive(Copy, Clone)]
pub(super) enum How {
    /// On or off.
    Flag(&'static str),
    /// A number, for `{}`.
    Amount(&'static str),
    /// The keywords that are on, for `{}`, as words.
    Each(&'static str, fn(&str) -> String),
}

use How::{Amount, Each, Flag};

/// Property, heading, type of benefit, sentence.
pub(super) const GRANTS: [(&str, &str, &str, How); 36] = [
    (
        "initiative",
        "Initiative",
        "initiative",
        Amount("You gain a +{} bonus to initiative."),
    ),
    (
        "speed",
        "Speed",
        "speed",
        Amount("Your speed increases by {} feet."),
    ),
    (
        "flying-speed",
        "Flying Speed",
        "speed",
        Amount("You have a flying speed of {} feet."),
    ),
    (
        "swimming-speed",
        "Swimming Speed",
        "speed",
        Amount("You have a swimming speed of {} feet."),
    ),
    (
        "climbing-speed",
        "Climbing Speed",
        "speed",
        Amount("You have a climbing speed of {} feet."),
    ),
    (
        "flying-speed-equals-walking-speed",
        "Flying Speed",
        "speed",
        Flag("You have a flying speed equal to your walking speed."),
    ),
    (
        "max-hp-bonus",
        "Hit Points",
        "hit_points",
        Amount("Your hit point maximum increases by {} for each of your levels."),
    ),
    (
        "num-attacks",
        "Extra Attack",
        "feature",
        Amount("You can attack {} times, instead of once, when you take the Attack action."),
    ),
    (
        "darkvision",
        "Darkvision",
        "sense",
        Amount("You have darkvision with a range of {} feet."),
    ),
    (
        "passive-perception-5",
        "Passive Perception",
        "feature",
        Flag("You gain a +5 bonus to your passive Wisdom (Perception) score."),
    ),
    (
        "passive-investigation-5",
        "Passive Investigation",
        "feature",
        Flag("You gain a +5 bonus to your passive Intelligence (Investigation) score."),
    ),
    (
        "two-weapon-ac-1",
        "Dual Wielding",
        "feature",
        Flag("You gain a +1 bonus to AC while you wield a separate melee weapon in each hand."),
    ),
    (
        "two-weapon-any-one-handed",
        "Two-Weapon Fighting",
        "feature",
        Flag("You can use two-weapon fighting with any one-handed melee weapon."),
    ),
    (
        "medium-armor-max-dex-3",
        "Medium Armor",
        "feature",
        Flag(
            "In medium armor you can add 3, rather than 2, to your AC if your Dexterity is 16 or higher.",
        ),
    ),
    (
        "medium-armor-stealth",
        "Quiet Armor",
        "feature",
        Flag("Medium armor doesn't impose disadvantage on your Dexterity (Stealth) checks."),
    ),
    (
        "saving-throw-advantage-traps",
        "Trap Sense",
        "saving_throw",
        Flag("You have advantage on saving throws made to avoid or resist traps."),
    ),
    (
        "improvised-weapons-prof",
        "Improvised Weapons",
        "weapon_proficiency",
        Flag("You are proficient with improvised weapons."),
    ),
    (
        "lizardfolk-ac",
        "Natural Armor",
        "feature",
        Flag("While you wear no armor, your AC is 13 + your Dexterity modifier."),
    ),
    (
        "tortle-ac",
        "Natural Armor",
        "feature",
        Flag(
            "Your AC is 17. Your Dexterity modifier doesn't change it, and you gain nothing from wearing armor.",
        ),
    ),
    (
        "armor-gives-no-ac",
        "No Use for Armor",
        "feature",
        Flag("Armor that you wear adds nothing to your AC."),
    ),
    (
        "ritual-casting",
        "Ritual Casting",
        "spell",
        Flag(
            "You can cast spells as rituals from a book of your own: two 1st-level rituals of one class's list to begin with.",
        ),
    ),
    (
        "magic-novice",
        "Spells",
        "spell",
        Flag("Choose a class: you learn two cantrips and one 1st-level spell from its spell list."),
    ),
    (
        "attack-spell",
        "Attack Cantrip",
        "spell",
        Flag("You learn one cantrip that requires an attack roll."),
    ),
    (
        "skill-prof",
        "Skill Proficiencies",
        "skill_proficiency",
        Each("You are proficient in {}.", prose::heading),
    ),
    (
        "skill-prof-or-expertise",
        "Skill Expertise",
        "skill_proficiency",
        Each(
            "You are proficient in {}; where you are already, your proficiency bonus is doubled.",
            prose::heading,
        ),
    ),
    (
        "tool-prof",
        "Tool Proficiencies",
        "tool_proficiency",
        Each("You are proficient with {}.", prose::lower),
    ),
    (
        "tool-prof-or-expertise",
        "Tool Expertise",
        "tool_proficiency",
        Each(
            "You are proficient with {}; where you are already, your proficiency bonus is doubled.",
            prose::lower,
        ),
    ),
    (
        "armor-prof",
        "Armor Proficiencies",
        "armor_proficiency",
        Each("You are proficient with {}.", armor),
    ),
    (
        "weapon-prof",
        "Weapon Proficiencies",
        "weapon_proficiency",
        Each("You are proficient with {}.", weapon),
    ),
    (
        "language",
        "Languages",
        "language",
        Each("You can speak, read and write {}.", prose::heading),
    ),
    (
        "damage-resistance",
        "Damage Resistance",
        "damage_resistance",
        Each("You have resistance to {} damage.", damage),
    ),
    (
        "damage-immunity",
        "Damage Immunity",
        "damage_immunity",
        Each("You are immune to {} damage.", damage),
    ),
    (
        "damage-vulnerability",
        "Damage Vulnerability",
        "damage_vulnerability",
        Each("You are vulnerable to {} damage.", damage),
    ),
    (
        "condition-immunity",
        "Condition Immunity",
        "condition_immunity",
        Each("You can't be {}.", prose::lower),
    ),
    (
        "saving-throw-advantage",
        "Saving Throws",
        "saving_throw",
        Each(
            "You have advantage on saving throws against being {}.",
            prose::lower,
        ),
    ),
    (
        "save-prof",
        "Saving Throws",
        "saving_throw",
        Each("You are proficient in {} saving throws.", ability),
    ),
];

/// Choices that a property leaves: property, heading, type of benefit, sentence.
pub(super) const CHOICES: [(&str, &str, &str, &str); 3] = [
    (
        "language-choice",
        "Languages",
        "language",
        "You learn {} of your choice.",
    ),
    (
        "weapon-prof-choice",
        "Weapon Proficiencies",
        "weapon_proficiency",
        "You gain proficiency with {} of your choice.",
    ),
    (
        "skill-tool-choice",
        "Skills and Tools",
        "skill_proficiency",
        "You gain proficiency in any combination of {} of your choice.",
    ),
];
