//! Intermediate representation of a stat block: its lines and entries as texts, from whichever format.

use super::creature_type::creature_type;
use super::input::{self, Defences};
use super::numbers::Numbers;
use super::{action, defence, line, senses, usage};
use crate::wire::filled;
use lorekeeper_content::creature::{Abilities, Model};
use lorekeeper_content::vocabulary::{ABILITIES, conditions_in, languages_in};
use lorekeeper_content::{Regex, Trait, pattern};
use std::sync::LazyLock;

/// A trait or an action: its name, and what it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub text: String,
}

/// The sections of a stat block that have entries.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Section {
    Traits,
    Actions,
    BonusActions,
    Reactions,
    LegendaryActions,
    MythicActions,
    LairActions,
    RegionalEffects,
}

/// A stat block as texts. Those that a block lacks are empty.
#[derive(Debug, Default)]
pub struct PrintedBlock {
    pub name: String,
    /// `Medium or Small`
    pub size: String,
    /// `humanoid`, `swarm of Tiny beasts`
    pub kind: String,
    /// `elf, wizard`
    pub subtype: String,
    pub alignment: String,
    /// `15 (natural armor)`
    pub armor_class: String,
    /// `22 (4d8 + 4)`
    pub hit_points: String,
    /// `+2 (12)`
    pub initiative: String,
    /// `30 ft., fly 60 ft. (hover)`
    pub speed: String,
    /// In the order of the rules.
    pub scores: [Option<i32>; 6],
    /// `Dex +5, Wis +3`
    pub saves: String,
    pub skills: String,
    pub vulnerabilities: String,
    pub resistances: String,
    /// Immunities to damage; conditions may be among them, as in the layout of 2024.
    pub immunities: String,
    pub conditions: String,
    pub gear: String,
    /// `darkvision 60 ft., passive Perception 12`
    pub senses: String,
    pub languages: String,
    /// `1/4 (50 XP)`, `3 (XP 700; PB +2)`
    pub challenge: String,
    /// `+2`
    pub proficiency: String,
    pub text: String,
    pub entries: Vec<(Section, Entry)>,
    pub legendary_preamble: String,
    pub lair_preamble: String,
}

const SIZES: [&str; 6] = ["tiny", "small", "medium", "large", "huge", "gargantuan"];

impl PrintedBlock {
    /// Adds an entry to a section.
    pub fn add(&mut self, section: Section, name: &str, text: &str) {
        let name = name.trim().trim_matches('*').trim_end_matches(['.', ':']).trim();
        let text = text.trim().to_owned();
        if !name.is_empty() || !text.is_empty() {
            let name = name.to_owned();
            self.entries.push((section, Entry { name, text }));
        }
    }

    /// The row of the creature.
    pub fn row(self) -> Model {
        let sizes = self.sizes();
        let (creature_type, swarm) = creature_type(&self.kind);
        let (armor_class, armor_detail) = line::armor(&self.armor_class);
        let (hit_points, hit_dice) = line::hit_points(&self.hit_points);
        let (ranges, passive) = senses::read(&self.senses);
        let (experience_points, experience_points_in_lair) = line::experience(&self.challenge);
        let numbers = self.numbers();
        let initiative = line::whole(&self.initiative).or(numbers.modifiers.dexterity);
        let subtype = filled(&self.subtype).map(|subtype| subtype.to_lowercase());
        let mut row = Model {
            text: self.text.clone(),
            size: sizes.first().cloned(),
            sizes,
            creature_type,
            subtype: swarm.or(subtype),
            alignment: filled(&self.alignment).map(|words| words.to_lowercase()),
            armor_class,
            armor_detail,
            hit_points: hit_points.filter(|points| *points > 0),
            hit_dice,
            hit_points_detail: line::hit_points_detail(&self.hit_points),
            initiative_bonus: initiative,
            speed: line::speed(&self.speed).into(),
            passive_perception: passive.or_else(|| numbers.skill("perception").map(|bonus| 10 + bonus)),
            senses: ranges.into(),
            languages: languages_in(&self.languages),
            languages_text: filled(&self.languages).filter(|words| has_words(words)),
            challenge_rating: line::challenge(&self.challenge).filter(|cr| (0.0..=40.0).contains(cr)),
            experience_points,
            experience_points_in_lair,
            proficiency_bonus: line::whole(&self.proficiency).or_else(|| line::proficiency(&self.challenge)),
            gear: split(&self.gear),
            legendary_preamble: filled(&self.legendary_preamble),
            lair_preamble: filled(&self.lair_preamble),
            ..Model::default()
        };
        numbers.fill(&mut row);
        let (immunities, conditions) = self.immunities();
        let damage = |words: &str| filled(words).filter(|w| has_words(w)).unwrap_or_default();
        let defences = Defences::printed(
            damage(&self.vulnerabilities),
            damage(&self.resistances),
            damage(&immunities),
            damage(&conditions),
        );
        defence::fill(&mut row, &defences);
        self.fill_entries(&mut row);
        row.name = self.name;
        row
    }

    /// The sizes that the line names, in its order.
    fn sizes(&self) -> Vec<String> {
        let lower = self.size.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphabetic());
        let words = words.filter(|word| SIZES.contains(word));
        words.map(str::to_owned).collect()
    }

    fn numbers(&self) -> Numbers {
        let score = |name: &str| {
            let place = ABILITIES.iter().position(|ability| *ability == name)?;
            let score = self.scores.get(place).copied().flatten()?;
            (0..=99).contains(&score).then_some(score)
        };
        Numbers::new(Abilities::each(score), line::saves(&self.saves), line::skills(&self.skills))
    }

    /// The immunities to damage, and those to conditions: the layout of 2024 has them in one line, parted by a semicolon.
    fn immunities(&self) -> (String, String) {
        let (conditions, damage): (Vec<&str>, Vec<&str>) =
            self.immunities.split(';').map(str::trim).partition(|part| is_of_conditions(part));
        let mut all = vec![self.conditions.trim()];
        all.extend(conditions);
        all.retain(|part| !part.is_empty());
        (damage.join("; "), all.join(", "))
    }

    fn fill_entries(&self, row: &mut Model) {
        let mut traits = Vec::new();
        let mut actions = Vec::new();
        for (section, entry) in &self.entries {
            let kind = match section {
                Section::Traits | Section::RegionalEffects => {
                    traits.push(Trait {
                        name: entry.name.clone(),
                        text: entry.text.clone(),
                        kind: None,
                        usage: usage::printed(&entry.name),
                    });
                    continue;
                }
                Section::Actions => "ACTION",
                Section::BonusActions => "BONUS_ACTION",
                Section::Reactions => "REACTION",
                Section::LegendaryActions | Section::MythicActions => "LEGENDARY_ACTION",
                Section::LairActions => "LAIR_ACTION",
            };
            actions.push(input::Action {
                name: entry.name.clone(),
                desc: entry.text.clone(),
                kind: kind.to_owned(),
                legendary_action_cost: (kind == "LEGENDARY_ACTION").then_some(1),
                ..input::Action::default()
            });
        }
        let mut sections = action::sections(actions);
        sections.number();
        sections.fill(row);
        row.traits = traits.into();
    }
}

/// Whether a line says anything: a dash says nothing.
fn has_words(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric) && !line.trim().eq_ignore_ascii_case("none")
}

/// Whether part of a line names conditions, and no damage.
fn is_of_conditions(part: &str) -> bool {
    static DAMAGE: LazyLock<Regex> =
        LazyLock::new(|| pattern(&format!(r"\b(?:{}|damage|attacks)\b", *super::DAMAGE_TYPES)));
    !conditions_in(part).is_empty() && !DAMAGE.is_match(part)
}

/// The parts of a list between commas that stand in no brackets.
fn split(list: &str) -> Vec<String> {
    let mut depth = 0;
    let parts = list.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        matches!(c, ',' | ';') && depth <= 0
    });
    parts.filter_map(filled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_texts_is_a_row() {
        let text = |text: &str| text.to_owned();
        let mut block = PrintedBlock {
            name: text("Kettle Imp"),
            size: text("Medium or Small"),
            kind: text("Fiend"),
            subtype: text("Devil"),
            armor_class: text("13"),
            hit_points: text("22 (4d8 + 4)"),
            initiative: text("+5 (15)"),
            speed: text("30 ft."),
            scores: [Some(8), Some(16), Some(12), Some(10), Some(10), Some(9)],
            skills: text("Stealth +5"),
            immunities: text("Fire, Cold; Poisoned, Charmed"),
            gear: text("Ladle (iron, bent), Lid"),
            senses: text("darkvision 60 ft."),
            languages: text("—"),
            challenge: text("1 (XP 200; PB +2)"),
            ..PrintedBlock::default()
        };
        block.add(Section::Traits, "Boil (1/Day).", "It boils.");
        block.add(Section::Actions, "Ladle", "Melee Attack Roll: +5, reach 5 ft. Hit: 6 (1d6 + 3) Fire damage.");
        block.add(Section::LegendaryActions, "Steam (Costs 2 Actions)", "It steams.");
        let row = block.row();
        assert_eq!(row.sizes, ["medium", "small"]);
        assert_eq!(row.subtype.as_deref(), Some("devil"));
        assert_eq!((row.hit_points, row.initiative_bonus), (Some(22), Some(5)));
        assert_eq!(row.damage_immunities, ["cold", "fire"]);
        assert_eq!(row.condition_immunities, ["charmed", "poisoned"]);
        assert_eq!(row.gear, ["Ladle (iron, bent)", "Lid"]);
        assert_eq!((row.languages_text, row.passive_perception), (None, Some(10)));
        assert_eq!((row.experience_points, row.proficiency_bonus), (Some(200), Some(2)));
        assert_eq!(row.traits[0].usage.as_ref().unwrap().times, Some(1));
        assert_eq!(row.actions[0].attacks[0].to_hit, Some(5));
        assert_eq!(row.legendary_actions[0].legendary_cost, Some(2));
    }
}
