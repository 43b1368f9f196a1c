//! Traits and actions of creatures, section by section.

use super::notation::{capitalized, distance, joined, ordinal, signed};
use super::prose::{contains_phrase, normalise, run_in, without_title};
use crate::creature::spellcasting::cast_by_name;
use crate::creature::{Action, Attack, CreatureSpell, Model, Spellcasting};
use crate::{Damage, UsageLimit, dice_average};
use std::collections::BTreeMap;

/// A section of a stat block.
pub(crate) struct Section {
    /// Its heading (`Legendary Actions`).
    pub name: &'static str,
    /// What precedes its entries, as Markdown; empty where nothing does.
    pub preamble: String,
    /// The traits or actions.
    pub entries: Vec<Entry>,
}

/// A trait or an action. A limit that its own name has stands there alone.
pub(crate) struct Entry {
    /// Its own name.
    pub own_name: String,
    /// The form that it is limited to (`True Form Only`).
    pub form: Option<String>,
    /// How often it can be used (`Recharge 5-6`).
    pub usage: Option<String>,
    /// What it costs (`Costs 2 Actions`).
    pub cost: Option<String>,
    source_text: String,
}

impl Entry {
    fn new(name: &str, source_text: String) -> Self {
        Self { own_name: name.to_owned(), form: None, usage: None, cost: None, source_text }
    }

    fn limited(mut self, form: Option<&str>, usage: Option<String>, cost: Option<String>) -> Self {
        let name = &self.own_name;
        let lower = name.to_lowercase();
        let has_usage = ["recharge", "/day", "/ day", "/rest", "at will"].iter().any(|word| lower.contains(word));
        let is_missing = |limit: &String| !contains_phrase(name, limit);
        let form = form.map(str::to_owned).filter(is_missing);
        let usage = usage.filter(|usage| !has_usage && is_missing(usage));
        let cost = cost.filter(is_missing);
        (self.form, self.usage, self.cost) = (form, usage, cost);
        self
    }

    /// Its name, with the limits of its use: `Claw (Hag Form Only; Recharge 5-6)`.
    pub fn name(&self) -> String {
        let limits = [&self.form, &self.usage, &self.cost].into_iter().flatten();
        let limits: Vec<&str> = limits.map(String::as_str).collect();
        let limits = limits.join("; ");
        let name = &self.own_name;
        match name.strip_suffix(')') {
            _ if limits.is_empty() => name.clone(),
            Some(open) if name.contains('(') => format!("{open}; {limits})"),
            _ => format!("{name} ({limits})"),
        }
    }

    /// What it does, as Markdown.
    pub fn text(&self) -> String {
        normalise(&without_title(&self.source_text, &self.name()), LEVEL)
    }
}

impl Section {
    /// The section as blocks of Markdown: its preamble, and its entries with their names run in.
    pub fn blocks(&self) -> Vec<String> {
        let entries = self.entries.iter();
        let entries = entries.map(|entry| run_in(&entry.name(), &entry.source_text, LEVEL));
        std::iter::once(self.preamble.clone()).chain(entries).collect()
    }
}

/// Level of headings within an entry.
const LEVEL: usize = 3;

/// The creature's description, as Markdown.
pub(crate) fn description(creature: &Model) -> String {
    normalise(&creature.text, LEVEL)
}

/// The sections that have entries, in the order of a stat block.
pub(crate) fn sections(creature: &Model) -> impl Iterator<Item = Section> {
    let legendary = creature.legendary_preamble.as_deref().unwrap_or_default();
    let lair = creature.lair_preamble.as_deref().unwrap_or_default();
    let actions = [
        ("Actions", "", &creature.actions),
        ("Bonus Actions", "", &creature.bonus_actions),
        ("Reactions", "", &creature.reactions),
        ("Legendary Actions", legendary, &creature.legendary_actions),
        ("Lair Actions", lair, &creature.lair_actions),
    ];
    let actions = actions.into_iter().map(move |(name, preamble, actions)| Section {
        name,
        preamble: normalise(preamble, LEVEL),
        entries: actions.iter().map(|a| entry(a, creature)).collect(),
    });
    let traits = || Section { name: "Traits", preamble: String::new(), entries: traits(creature) };
    std::iter::once_with(traits).chain(actions).filter(|section| !section.entries.is_empty())
}

/// Traits, and the spellcasting that no trait or action describes.
fn traits(creature: &Model) -> Vec<Entry> {
    let mut entries: Vec<Entry> = creature
        .traits
        .iter()
        .map(|part| {
            let entry = Entry::new(&part.name, part.text.clone());
            entry.limited(None, usage(part.usage.as_ref()), None)
        })
        .collect();
    if let Some(casting) = &creature.spellcasting
        && !is_described(casting, creature)
    {
        entries.push(Entry::new("Spellcasting", spellcasting(casting)));
    }
    entries
}

/// Most spells that actions cast by their names, in place of a list.
const MAX_CAST: usize = 6;

/// Whether a trait or an action describes the spellcasting, or each of a few spells is cast by one, as in the books of 2024.
fn is_described(casting: &Spellcasting, creature: &Model) -> bool {
    let traits = creature.traits.iter().map(|part| (&part.name, &part.text));
    let actions = creature.own_actions().map(|part| (&part.name, &part.text));
    let mut parts = traits.chain(actions);
    let describes = |(name, text): (&String, &String)| {
        contains_phrase(name, "spellcasting")
            || contains_phrase(text, "spellcasting ability")
            || contains_phrase(text, "spell save dc")
    };
    if parts.any(describes) {
        return true;
    }
    let cast = cast_by_name(creature);
    let is_cast = |spell: &CreatureSpell| cast.contains(&spell.slug);
    (1..=MAX_CAST).contains(&casting.spells.len()) && casting.spells.iter().all(is_cast)
}

fn entry(action: &Action, creature: &Model) -> Entry {
    let cost = action
        .legendary_cost
        .filter(|cost| *cost > 1 && !contains_phrase(&action.name, "cost"))
        .map(|cost| format!("Costs {cost} Actions"));
    let text = format!("{}{}", action.text, unmentioned(action, creature));
    Entry::new(&action.name, text).limited(action.limited_to_form.as_deref(), usage(action.usage.as_ref()), cost)
}

/// `Recharge 5-6`, `3/Day`.
fn usage(usage: Option<&UsageLimit>) -> Option<String> {
    let usage = usage?;
    let times = usage.times.unwrap_or(1);
    match usage.kind.as_str() {
        "RECHARGE_ON_ROLL" => Some(match usage.minimum {
            Some(minimum) if minimum < 6 => format!("Recharge {minimum}-6"),
            _ => "Recharge 6".to_owned(),
        }),
        "RECHARGE_AFTER_REST" => Some(format!("Recharges after a {} Rest", rests(usage))),
        "PER_DAY" => Some(match usage.times_in_lair {
            Some(lair) => format!("{times}/Day, or {lair}/Day in Lair"),
            None => format!("{times}/Day"),
        }),
        "PER_REST" => Some(format!("{times}/Rest")),
        "AT_WILL" => Some("At Will".to_owned()),
        _ => None,
    }
}

fn rests(usage: &UsageLimit) -> String {
    let rests: Vec<String> = usage.rests.iter().map(|rest| capitalized(rest)).collect();
    if rests.is_empty() { "Short or Long".to_owned() } else { rests.join(" or ") }
}

/// The attacks whose numbers no text of the stat block gives: ` *Bite attack:* +5 to hit, ...`.
fn unmentioned(action: &Action, creature: &Model) -> String {
    let mentioned = |dice: &str| {
        let mut actions = creature.own_actions();
        actions.any(|other| contains_phrase(&other.text, dice))
    };
    let says_bonus = contains_phrase(&action.text, "to hit") || contains_phrase(&action.text, "attack roll");
    let lines = action.attacks.iter().filter_map(|attack| {
        let unmentioned = attack.damage.iter().filter_map(|d| d.dice.as_deref()).all(|dice| !mentioned(dice));
        (unmentioned && !attack.damage.is_empty() && !says_bonus)
            .then(|| format!(" *{}:* {}", attack.name, attack_line(attack)))
    });
    lines.collect()
}

fn attack_line(attack: &Attack) -> String {
    let unit = attack.unit.as_deref();
    let range = attack.range.map(|range| match attack.long_range {
        Some(long) => format!("range {range}/{}", distance(long, unit)),
        None => format!("range {}", distance(range, unit)),
    });
    let facts = [
        attack.to_hit.map(|bonus| format!("{} to hit", signed(bonus))),
        attack.reach.map(|reach| format!("reach {}", distance(reach, unit))),
        range,
    ];
    let hit: Vec<String> = attack.damage.iter().map(damage).collect();
    format!(
        "{}. Hit: {}.",
        joined(facts.into_iter().flatten()).unwrap_or_default().trim_end_matches('.'),
        hit.join(" plus ")
    )
}

/// `19 (2d10 + 8) piercing damage`.
fn damage(damage: &Damage) -> String {
    let bonus = damage.bonus.unwrap_or_default();
    let amount = match &damage.dice {
        Some(dice) => {
            let roll = match bonus {
                0 => dice.clone(),
                n if n < 0 => format!("{dice} - {}", n.abs()),
                n => format!("{dice} + {n}"),
            };
            dice_average(&roll).map_or_else(|| roll.clone(), |mean| format!("{mean} ({roll})"))
        }
        None => bonus.to_string(),
    };
    match &damage.damage_type {
        Some(kind) => format!("{amount} {kind} damage"),
        None => format!("{amount} damage"),
    }
}

fn spellcasting(casting: &Spellcasting) -> String {
    let ability = casting.ability.as_deref().map(|a| format!("spellcasting ability {}", capitalized(a)));
    let facts = [
        casting.level.map(|level| format!("{}-level spellcaster", ordinal(level))),
        ability,
        casting.dc.map(|dc| format!("spell save DC {dc}")),
        casting.to_hit.map(|bonus| format!("{} to hit with spell attacks", signed(bonus))),
    ];
    let mut text = joined(facts.into_iter().flatten()).unwrap_or_default();
    if !text.is_empty() {
        text = format!("{}.", capitalized(&text));
    }
    let mut groups: BTreeMap<(i32, String), Vec<String>> = BTreeMap::new();
    for spell in &casting.spells {
        let name = match &spell.notes {
            Some(notes) => format!("{} ({})", spell.name, notes.to_lowercase()),
            None => spell.name.clone(),
        };
        groups.entry(group(casting, spell)).or_default().push(name);
    }
    for ((_, label), spells) in groups {
        text = format!("{text}\n- **{label}:** {}", spells.join(", "));
    }
    text
}

/// The group of a spell in the list, with its sort key: at will, so often a day, or by level and slots.
fn group(casting: &Spellcasting, spell: &CreatureSpell) -> (i32, String) {
    if let Some(mark) = usage(spell.usage.as_ref()) {
        let often = spell.usage.as_ref().and_then(|u| u.times).unwrap_or(100);
        return (-often, mark);
    }
    let level = spell.level.unwrap_or_default();
    if level == 0 {
        return (0, "Cantrips (at will)".to_owned());
    }
    let slots = usize::try_from(level - 1).ok().and_then(|index| casting.slots.get(index));
    let label = match slots {
        Some(1) => format!("{} level (1 slot)", ordinal(level)),
        Some(slots) => format!("{} level ({slots} slots)", ordinal(level)),
        None => format!("{} level", ordinal(level)),
    };
    (level, label)
}
