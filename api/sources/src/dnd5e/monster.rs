//! Monsters.

mod action;
mod attack;
mod defence;
mod movement;
mod multiattack;
mod spellcasting;
mod usage;

use super::draft;
use super::wire::{self, Prose, Reference, document_key};
use crate::stat_block::{creature_type::creature_type, numbers::Numbers, senses};
use crate::wire::filled;
use crate::{Drafts, Records};
use creature::{Abilities, SkillBonus};
use lorekeeper_content::vocabulary::{ability_of, languages_in};
use lorekeeper_content::{creature, experience_points, slugify};
use serde::Deserialize;

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/monsters");
    for (record, monster) in drafts.parse::<Monster>(records, &endpoint) {
        drafts.creatures.push(draft(row(edition, monster), &endpoint, record));
    }
}

/// A monster as the API has it.
#[derive(Deserialize)]
struct Monster {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    size: String,
    #[serde(default, rename = "type")]
    kind: String,
    /// `Shortsword, Javelins (3)`.
    gear: Option<String>,
    subtype: Option<String>,
    #[serde(default)]
    desc: Prose,
    alignment: Option<String>,
    #[serde(default)]
    armor_class: Vec<defence::ArmorClass>,
    hit_points: Option<i32>,
    hit_dice: Option<String>,
    hit_points_roll: Option<String>,
    speed: Option<movement::Speeds>,
    strength: Option<i32>,
    dexterity: Option<i32>,
    constitution: Option<i32>,
    intelligence: Option<i32>,
    wisdom: Option<i32>,
    charisma: Option<i32>,
    #[serde(default)]
    proficiencies: Vec<Proficiency>,
    #[serde(default)]
    damage_vulnerabilities: Vec<String>,
    #[serde(default)]
    damage_resistances: Vec<String>,
    #[serde(default)]
    damage_immunities: Vec<String>,
    #[serde(default)]
    condition_immunities: Vec<Reference>,
    #[serde(default)]
    senses: movement::Senses,
    languages: Option<String>,
    challenge_rating: Option<f64>,
    proficiency_bonus: Option<i32>,
    xp: Option<i32>,
    xp_in_lair: Option<i32>,
    #[serde(default)]
    special_abilities: Vec<action::ActionRecord>,
    #[serde(default)]
    actions: Vec<action::ActionRecord>,
    #[serde(default)]
    bonus_actions: Vec<action::ActionRecord>,
    #[serde(default)]
    legendary_actions: Vec<action::ActionRecord>,
    #[serde(default)]
    reactions: Vec<action::ActionRecord>,
    #[serde(default)]
    forms: Vec<Reference>,
    image: Option<String>,
}

/// A saving throw or a skill that the stat block lists.
#[derive(Deserialize)]
struct Proficiency {
    value: i32,
    proficiency: Reference,
}

impl Monster {
    fn numbers(&self) -> Numbers {
        let listed = |prefix: &'static str| {
            let all = self.proficiencies.iter();
            all.filter_map(move |p| Some((p.proficiency.index.strip_prefix(prefix)?, p.value)))
        };
        let save = |name: &str| {
            let mut saves = listed("saving-throw-");
            Some(saves.find(|(short, _)| ability_of(short) == Some(name))?.1)
        };
        let skills = listed("skill-").map(|(skill, bonus)| SkillBonus { skill: skill.to_owned(), bonus });
        let scores = Abilities {
            strength: self.strength,
            dexterity: self.dexterity,
            constitution: self.constitution,
            intelligence: self.intelligence,
            wisdom: self.wisdom,
            charisma: self.charisma,
        };
        Numbers::new(scores, Abilities::each(save), skills.collect())
    }
}

/// The sizes in lower case (`Medium or small`).
fn sizes(printed: &str) -> Vec<String> {
    let printed = printed.to_lowercase();
    printed.split(" or ").filter_map(filled).collect()
}

/// The items of a line of gear.
fn gear(printed: &str) -> Vec<String> {
    printed.split(',').filter_map(filled).collect()
}

/// `18d10+36` with spaces about its sign.
fn hit_dice(dice: &str) -> Option<String> {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    filled(&compact.replace('+', " + ").replace('-', " - "))
}

fn row(edition: &str, monster: Monster) -> creature::Model {
    let (creature_type, swarm) = creature_type(&monster.kind);
    let (armor_class, armor_detail) = defence::armor(&monster.armor_class);
    // Stat blocks of 2024 print the number alone.
    let armor_detail = armor_detail.filter(|_| edition != "2024");
    let numbers = monster.numbers();
    let printed = monster.senses.printed();
    let languages = monster.languages.as_deref().and_then(filled);
    let languages = languages.filter(|printed| !printed.eq_ignore_ascii_case("none"));
    let casting = monster
        .special_abilities
        .iter()
        .chain(&monster.actions)
        .chain(&monster.bonus_actions)
        .find_map(action::ActionRecord::spellcasting);
    let slug = slugify(&monster.name);
    let mut row = creature::Model {
        document_key: document_key(edition),
        text: monster.desc.markdown(),
        size: sizes(&monster.size).into_iter().next(),
        sizes: sizes(&monster.size),
        gear: gear(monster.gear.as_deref().unwrap_or_default()),
        creature_type,
        subtype: swarm.or(monster.subtype.as_deref().and_then(filled)),
        alignment: monster.alignment.as_deref().and_then(filled).map(|a| a.to_lowercase()),
        armor_class,
        armor_detail,
        hit_points: monster.hit_points,
        hit_dice: monster.hit_points_roll.or(monster.hit_dice).and_then(|dice| hit_dice(&dice)),
        // In the 2014 rules initiative is a Dexterity check; 2024 stat blocks print their own.
        initiative_bonus: numbers.modifiers.dexterity.filter(|_| edition == "2014"),
        speed: monster.speed.map(|speed| speed.row()).unwrap_or_default().into(),
        proficiency_bonus: monster.proficiency_bonus,
        damage_vulnerabilities: defence::damage_types(&monster.damage_vulnerabilities),
        damage_resistances: defence::damage_types(&monster.damage_resistances),
        damage_immunities: defence::damage_types(&monster.damage_immunities),
        damage_vulnerabilities_text: defence::printed(&monster.damage_vulnerabilities),
        damage_resistances_text: defence::printed(&monster.damage_resistances),
        damage_immunities_text: defence::printed(&monster.damage_immunities),
        condition_immunities: defence::conditions(&monster.condition_immunities),
        condition_immunities_text: defence::printed(&defence::condition_names(&monster.condition_immunities)),
        senses: senses::read(&printed).0.into(),
        passive_perception: monster.senses.passive_perception,
        languages: languages.as_deref().map(languages_in).unwrap_or_default(),
        languages_text: languages,
        challenge_rating: monster.challenge_rating,
        experience_points: monster.xp.filter(|xp| {
            let rating = monster.challenge_rating;
            rating.is_none_or(|rating| agrees(rating, *xp))
        }),
        experience_points_in_lair: monster.xp_in_lair,
        traits: monster.special_abilities.iter().map(action::ActionRecord::as_trait).collect::<Vec<_>>().into(),
        actions: action::list(&monster.actions).into(),
        bonus_actions: action::list(&monster.bonus_actions).into(),
        reactions: action::list(&monster.reactions).into(),
        legendary_actions: action::legendary(&monster.legendary_actions).into(),
        forms: monster
            .forms
            .iter()
            .map(|form| slugify(&form.name))
            .filter(|form| *form != slug && !form.is_empty())
            .collect(),
        illustration: wire::image(monster.image.as_deref()),
        spell_slugs: casting.as_ref().map(spellcasting::slugs).unwrap_or_default(),
        spellcasting: casting.map(Into::into),
        slug,
        name: monster.name,
        ..creature::Model::default()
    };
    numbers.fill(&mut row);
    row
}

/// Whether the experience is what the rules give for the challenge rating (for 0 it is 10 or
/// nothing). Upstream has a few typing errors there.
///
/// Correction (creatures): Experience points that contradict the challenge rating are not believed.
fn agrees(challenge_rating: f64, xp: i32) -> bool {
    if challenge_rating == 0.0 {
        return matches!(xp, 0 | 10);
    }
    experience_points(challenge_rating).is_none_or(|expected| expected == xp)
}
