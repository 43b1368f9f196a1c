//! Rules for creatures: a stat block against its own text and the game's arithmetic.

mod actions;
mod arithmetic;
mod printed;

use super::{Against, Lint, Rule, rule, text};
use crate::creature::Model;
use serde_json::Value;

impl Lint for Model {
    #[rustfmt::skip]
    const RULES: &'static [Rule<Self>] = &[
        rule("hit-points-of-dice", &["hit_points", "hit_dice"], Against::Arithmetic("the hit dice"), arithmetic::hit_points,
            "Hit points are the average of the hit dice."),
        rule("hit-dice-constitution", &["hit_dice", "ability_scores.constitution"], Against::Arithmetic("Constitution"), arithmetic::hit_dice_bonus,
            "Each hit die adds the Constitution modifier."),
        rule("experience-of-rating", &["experience_points", "challenge_rating"], Against::Arithmetic("the challenge rating"), arithmetic::experience,
            "The challenge rating gives the experience points."),
        rule("proficiency-of-rating", &["proficiency_bonus"], Against::Arithmetic("the challenge rating"), arithmetic::proficiency,
            "The challenge rating gives the proficiency bonus."),
        rule("proficiency-added", &["proficiency_bonus"], Against::Arithmetic("the challenge rating"), arithmetic::proficiency_added,
            "All saving throws and skills of a stat block add the proficiency bonus of its rating."),
        rule("saving-throw-bonus", &["saving_throws.strength", "saving_throws.dexterity", "saving_throws.constitution", "saving_throws.intelligence", "saving_throws.wisdom", "saving_throws.charisma", "ability_scores.strength", "ability_scores.dexterity", "ability_scores.constitution", "ability_scores.intelligence", "ability_scores.wisdom", "ability_scores.charisma"], Against::Arithmetic("ability and proficiency"), arithmetic::saving_throws,
            "A saving throw adds the ability modifier, and the proficiency bonus where it is proficient."),
        rule("skill-bonus", &["skills"], Against::Arithmetic("ability and proficiency"), arithmetic::skills,
            "A skill adds the ability modifier, and the proficiency bonus once or twice."),
        rule("passive-perception", &["passive_perception", "skills"], Against::Arithmetic("Perception"), arithmetic::passive_perception,
            "Passive Perception is 10 plus the bonus to Perception."),
        rule("initiative-bonus", &["initiative_bonus"], Against::Arithmetic("Dexterity"), arithmetic::initiative,
            "Initiative adds the Dexterity modifier, and the proficiency bonus once or twice where it is proficient."),
        rule("spell-save-dc", &["spellcasting.dc", "spellcasting.ability"], Against::Arithmetic("the spellcasting ability"), arithmetic::spell_dc,
            "A spell save DC is 8 plus ability modifier and proficiency bonus."),
        rule("spell-attack-bonus", &["spellcasting.to_hit", "spellcasting.ability"], Against::Arithmetic("the spell save DC"), arithmetic::spell_attack,
            "A spell attack bonus is the spell save DC less 8."),
        rule("attack-bonus", &["actions"], Against::Arithmetic("abilities and proficiency"), arithmetic::attack_bonus,
            "An attack adds an ability modifier and the proficiency bonus, and at most 3 for magic."),
        rule("speed", &["speed.walk", "speed.fly", "speed.swim", "speed.climb", "speed.burrow"], Against::Text("the other speeds"), printed::speed,
            "A creature moves in some way."),
        rule("crawl", &["speed.crawl"], Against::Text("the text"), printed::crawl,
            "Only what is said to crawl has a crawling speed."),
        rule("languages", &["languages"], Against::Text("the languages as printed"), printed::languages,
            "The printed line lists the languages."),
        rule("damage-modifiers", &["damage_vulnerabilities", "damage_resistances", "damage_immunities"], Against::Text("the lines as printed"), printed::damage_modifiers,
            "The printed line lists the damage types, those with a condition too."),
        rule("condition-immunities", &["condition_immunities"], Against::Text("the line as printed"), printed::condition_immunities,
            "The printed line lists the conditions."),
        rule("attack-to-hit", &["actions"], Against::Text("the text of the action"), actions::to_hit,
            "The text of an attack gives its bonus."),
        rule("attack-reach", &["actions"], Against::Text("the text of the action"), actions::reach,
            "The text of an attack gives its reach and range."),
        rule("attack-damage", &["actions"], Against::Text("the text of the action"), actions::damage,
            "The text of an action gives its damage."),
        rule("attack-damage-type", &["actions"], Against::Text("the text of the action"), actions::damage_types,
            "The text of an action names the types of its damage."),
        rule("action-save", &["actions"], Against::Text("the text of the action"), actions::save,
            "The text of an action gives the DC and the ability of its saving throw."),
        rule("creature-joined-words", &["text", "traits", "actions"], Against::Text("English"), |row| text::joined_words(texts(row)),
            "A sentence begins after a blank."),
        rule("creature-leftovers", &["text", "traits", "actions"], Against::Text("Markdown"), |row| text::leftovers(texts(row)),
            "Nothing of typesetting or of another program's markup is left in a text."),
        rule("creature-two-blanks", &["text", "traits", "actions"], Against::Text("English"), |row| text::two_blanks(texts(row)),
            "One blank stands between words; where two stand, a comma was lost."),
        rule("creature-raw-links", &["text", "traits", "actions"], Against::Text("Markdown"), |row| text::raw_links(texts(row)),
            "A link leads somewhere for everybody, not for one program."),
    ];

    fn computed(&self) -> Vec<(&'static str, Value)> {
        arithmetic::computed(self)
    }
}

/// The main text, the traits and the actions.
fn texts(row: &Model) -> impl Iterator<Item = &str> {
    let traits = row.traits.iter().map(|part| part.text.as_str());
    let actions = row.all_actions().map(|action| action.text.as_str());
    std::iter::once(row.text.as_str()).chain(traits).chain(actions)
}
