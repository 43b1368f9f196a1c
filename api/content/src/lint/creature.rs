//! Rules for creatures: a stat block against its own text and the game's arithmetic.

mod actions;
mod arithmetic;
mod printed;

use super::{Against, Lint, Rule, text};
use crate::creature::Model;
use serde_json::Value;

impl Lint for Model {
    const RULES: &'static [Rule<Self>] = &[
        Rule {
            name: "hit-points-of-dice",
            fields: &["hit_points", "hit_dice"],
            against: Against::Arithmetic("the hit dice"),
            why: "Hit points are the average of the hit dice.",
            check: arithmetic::hit_points,
        },
        Rule {
            name: "hit-dice-constitution",
            fields: &["hit_dice", "ability_scores.constitution"],
            against: Against::Arithmetic("Constitution"),
            why: "Each hit die adds the Constitution modifier.",
            check: arithmetic::hit_dice_bonus,
        },
        Rule {
            name: "experience-of-rating",
            fields: &["experience_points", "challenge_rating"],
            against: Against::Arithmetic("the challenge rating"),
            why: "The challenge rating gives the experience points.",
            check: arithmetic::experience,
        },
        Rule {
            name: "proficiency-of-rating",
            fields: &["proficiency_bonus"],
            against: Against::Arithmetic("the challenge rating"),
            why: "The challenge rating gives the proficiency bonus.",
            check: arithmetic::proficiency,
        },
        Rule {
            name: "proficiency-added",
            fields: &["proficiency_bonus"],
            against: Against::Arithmetic("the challenge rating"),
            why: "All saving throws and skills of a stat block add the proficiency bonus of its rating.",
            check: arithmetic::proficiency_added,
        },
        Rule {
            name: "saving-throw-bonus",
            fields: &[
                "saving_throws.strength",
                "saving_throws.dexterity",
                "saving_throws.constitution",
                "saving_throws.intelligence",
                "saving_throws.wisdom",
                "saving_throws.charisma",
                "ability_scores.strength",
                "ability_scores.dexterity",
                "ability_scores.constitution",
                "ability_scores.intelligence",
                "ability_scores.wisdom",
                "ability_scores.charisma",
            ],
            against: Against::Arithmetic("ability and proficiency"),
            why: "A saving throw adds the ability modifier, and the proficiency bonus where it is proficient.",
            check: arithmetic::saving_throws,
        },
        Rule {
            name: "skill-bonus",
            fields: &["skills"],
            against: Against::Arithmetic("ability and proficiency"),
            why: "A skill adds the ability modifier, and the proficiency bonus once or twice.",
            check: arithmetic::skills,
        },
        Rule {
            name: "passive-perception",
            fields: &["passive_perception", "skills"],
            against: Against::Arithmetic("Perception"),
            why: "Passive Perception is 10 plus the bonus to Perception.",
            check: arithmetic::passive_perception,
        },
        Rule {
            name: "initiative-bonus",
            fields: &["initiative_bonus"],
            against: Against::Arithmetic("Dexterity"),
            why: "Initiative adds the Dexterity modifier, and the proficiency bonus once or twice where it is proficient.",
            check: arithmetic::initiative,
        },
        Rule {
            name: "spell-save-dc",
            fields: &["spellcasting.dc", "spellcasting.ability"],
            against: Against::Arithmetic("the spellcasting ability"),
            why: "A spell save DC is 8 plus ability modifier and proficiency bonus.",
            check: arithmetic::spell_dc,
        },
        Rule {
            name: "spell-attack-bonus",
            fields: &["spellcasting.to_hit", "spellcasting.ability"],
            against: Against::Arithmetic("the spell save DC"),
            why: "A spell attack bonus is the spell save DC less 8.",
            check: arithmetic::spell_attack,
        },
        Rule {
            name: "attack-bonus",
            fields: &["actions"],
            against: Against::Arithmetic("abilities and proficiency"),
            why: "An attack adds an ability modifier and the proficiency bonus, and at most 3 for magic.",
            check: arithmetic::attack_bonus,
        },
        Rule {
            name: "speed",
            fields: &[
                "speed.walk",
                "speed.fly",
                "speed.swim",
                "speed.climb",
                "speed.burrow",
            ],
            against: Against::Text("the other speeds"),
            why: "A creature moves in some way.",
            check: printed::speed,
        },
        Rule {
            name: "crawl",
            fields: &["speed.crawl"],
            against: Against::Text("the text"),
            why: "Only what is said to crawl has a crawling speed.",
            check: printed::crawl,
        },
        Rule {
            name: "languages",
            fields: &["languages"],
            against: Against::Text("the languages as printed"),
            why: "The printed line lists the languages.",
            check: printed::languages,
        },
        Rule {
            name: "damage-modifiers",
            fields: &[
                "damage_vulnerabilities",
                "damage_resistances",
                "damage_immunities",
            ],
            against: Against::Text("the lines as printed"),
            why: "The printed line lists the damage types, those with a condition too.",
            check: printed::damage_modifiers,
        },
        Rule {
            name: "condition-immunities",
            fields: &["condition_immunities"],
            against: Against::Text("the line as printed"),
            why: "The printed line lists the conditions.",
            check: printed::condition_immunities,
        },
        Rule {
            name: "attack-to-hit",
            fields: &["actions"],
            against: Against::Text("the text of the action"),
            why: "The text of an attack gives its bonus.",
            check: actions::to_hit,
        },
        Rule {
            name: "attack-reach",
            fields: &["actions"],
            against: Against::Text("the text of the action"),
            why: "The text of an attack gives its reach and range.",
            check: actions::reach,
        },
        Rule {
            name: "attack-damage",
            fields: &["actions"],
            against: Against::Text("the text of the action"),
            why: "The text of an action gives its damage.",
            check: actions::damage,
        },
        Rule {
            name: "attack-damage-type",
            fields: &["actions"],
            against: Against::Text("the text of the action"),
            why: "The text of an action names the types of its damage.",
            check: actions::damage_types,
        },
        Rule {
            name: "action-save",
            fields: &["actions"],
            against: Against::Text("the text of the action"),
            why: "The text of an action gives the DC and the ability of its saving throw.",
            check: actions::save,
        },
        Rule {
            name: "creature-joined-words",
            fields: &["text", "traits", "actions"],
            against: Against::Text("English"),
            why: "A sentence begins after a blank.",
            check: |row| text::joined_words(texts(row)),
        },
        Rule {
            name: "creature-leftovers",
            fields: &["text", "traits", "actions"],
            against: Against::Text("Markdown"),
            why: "Nothing of typesetting or of another program's markup is left in a text.",
            check: |row| text::leftovers(texts(row)),
        },
        Rule {
            name: "creature-two-blanks",
            fields: &["text", "traits", "actions"],
            against: Against::Text("English"),
            why: "One blank stands between words; where two stand, a comma was lost.",
            check: |row| text::two_blanks(texts(row)),
        },
        Rule {
            name: "creature-raw-links",
            fields: &["text", "traits", "actions"],
            against: Against::Text("Markdown"),
            why: "A link leads somewhere for everybody, not for one program.",
            check: |row| text::raw_links(texts(row)),
        },
    ];

    fn computed(&self) -> Vec<(&'static str, Value)> {
        arithmetic::computed(self)
    }
}

/// The main text, the traits and the actions.
fn texts(row: &Model) -> impl Iterator<Item = &str> {
    let traits = row.traits.iter().map(|part| part.text.as_str());
    let actions = row.all_actions().map(|action| action.text.as_str());
    std::iter::once(row.text.as_str())
        .chain(traits)
        .chain(actions)
}
