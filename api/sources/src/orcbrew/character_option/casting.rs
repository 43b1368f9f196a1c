//! The spellcasting of classes and subclasses, and the columns that it has in the class table.

use super::super::Head;
use super::super::index::Index;
use super::super::item::{Item, flags, number, whole};
use super::super::prose;
use crate::option_text::spell_slots;
use lorekeeper_content::character_option::{ClassLevel, Model};
use serde_json::Value;
use std::collections::BTreeMap;

/// How fast a class learns to cast, and the level from which it does.
fn caster(casting: &Item<'_>) -> Option<(&'static str, i32)> {
    if casting.has("pact-magic") {
        return Some(("PACT", 1));
    }
    match casting.int("level-factor")? {
        1 => Some(("FULL", 1)),
        2 => Some(("HALF", 2)),
        3 => Some(("THIRD", 3)),
        4 => Some(("HALF", 1)),
        5 | 6 => Some(("PACT", 1)),
        _ => None,
    }
}

/// Fills in the spellcasting of an item, and its columns of the class table from `first` on.
pub(super) fn fill(
    head: &Head<'_>,
    first: i32,
    index: &Index<'_>,
    row: &mut Model,
    levels: &mut BTreeMap<i32, ClassLevel>,
) {
    let Some(casting) = head.item.child("spellcasting") else {
        return;
    };
    let borrowed = Borrowed::of(&head.item, &casting);
    let caster = caster(&casting);
    row.caster_type = caster.map(|(caster, _)| caster.to_owned());
    let ability = casting.ability("ability").or(borrowed.as_ref().map(|_| "intelligence"));
    row.spellcasting_ability = ability.map(str::to_owned);
    let list = borrowed.as_ref().map(|_| "wizard");
    row.spellcasting_text = words(head, &casting, ability, list, index);
    let (cantrips, spells) = borrowed.map_or_else(
        || (Column::of(&casting, "cantrips-known"), Column::of(&casting, "spells-known")),
        |borrowed| (borrowed.cantrips, borrowed.spells),
    );
    let schedule = casting.child("slot-schedule");
    for level in first..=20 {
        let own = schedule.and_then(|s| scheduled(&s, level));
        let by_rule = || caster.filter(|(_, from)| level >= *from);
        let slots = own.or_else(|| by_rule().map(|(caster, _)| spell_slots(caster, level)));
        let slots = slots.unwrap_or_default();
        let (cantrips, spells) = (cantrips.at(level), spells.at(level));
        if slots.is_empty() && cantrips.is_none() && spells.is_none() {
            continue;
        }
        let row = levels.entry(level).or_default();
        row.level = level;
        row.spell_slots = slots;
        row.cantrips_known = cantrips;
        row.spells_known = spells;
    }
}

/// The slots that a schedule of its own gives: `[0 2]`, `{2 2}`.
fn scheduled(schedule: &Item<'_>, level: i32) -> Option<Vec<i32>> {
    let value = schedule.get(&level.to_string())?;
    let mut slots: Vec<i32> = Vec::new();
    match value {
        Value::Array(counts) => {
            slots.extend(counts.iter().take(9).map(|n| number(n).and_then(whole).unwrap_or(0)));
        }
        _ => {
            for (slot, count) in Item::of(value)?.all() {
                let Ok(slot @ 1..=9) = slot.parse::<usize>() else {
                    continue;
                };
                if slots.len() < slot {
                    slots.resize(slot, 0);
                }
                if let Some(place) = slots.get_mut(slot - 1) {
                    *place = number(count).and_then(whole).unwrap_or(0);
                }
            }
        }
    }
    Some(slots)
}

/// A column that grows: `{1 4, 4 1, 10 1}` is 4, from the 4th level on 5, from the 10th on 6.
struct Column(BTreeMap<i32, i32>);

impl Column {
    fn of(casting: &Item<'_>, key: &str) -> Self {
        let gains = casting.entries(key).into_iter();
        let gains = gains.filter_map(|(level, n)| {
            // Some are a map of how many, and of which.
            let count = number(n).or_else(|| Item::of(n)?.number("num"));
            Some((level.parse::<i32>().ok()?, count.and_then(whole)?.clamp(0, 99)))
        });
        Self(gains.collect())
    }

    fn at(&self, level: i32) -> Option<i32> {
        let gained: Vec<i32> = self.0.range(..=level).map(|(_, n)| *n).collect();
        (!gained.is_empty()).then(|| gained.iter().sum())
    }
}

/// The magic of a fighter or rogue that has no word of its own on it: `OrcPub` takes the wizard's spells for
/// it, learned at the levels at which those classes learn them.
struct Borrowed {
    cantrips: Column,
    spells: Column,
}

impl Borrowed {
    fn of(item: &Item<'_>, casting: &Item<'_>) -> Option<Self> {
        let class = item.keyword("class")?;
        let says = ["ability", "spells-known", "spell-list", "spell-list-kw"];
        if !matches!(class.as_str(), "fighter" | "rogue") || says.iter().any(|key| casting.has(key)) {
            return None;
        }
        let first = if class == "rogue" { 3 } else { 2 };
        let gains = [4, 7, 8, 10, 11, 13, 14, 16, 19, 20].map(|level| (level, 1));
        Some(Self {
            cantrips: Column([(3, first), (10, 1)].into()),
            spells: Column([(3, 3)].into_iter().chain(gains).collect()),
        })
    }
}

/// How spells are known, from which list (`otherwise` where none is named), and the list where it is the
/// class's own.
fn words(
    head: &Head<'_>,
    casting: &Item<'_>,
    ability: Option<&str>,
    otherwise: Option<&str>,
    index: &Index<'_>,
) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(casting.text("description"));
    if let Some(ability) = ability {
        let ability = prose::sentence(ability);
        parts.push(format!("{ability} is the spellcasting ability."));
    }
    match casting.keyword("known-mode").as_deref() {
        Some("all") => parts.push("Spells are prepared from the whole list.".to_owned()),
        Some("acquire") => {
            parts.push("Spells are learned into a spellbook and prepared from it.".to_owned());
        }
        _ if casting.has("prepares-spells") => parts.push("Spells are prepared.".to_owned()),
        _ => {}
    }
    let other =
        casting.keyword("spell-list-kw").or_else(|| casting.keyword("spell-list")).or(otherwise.map(str::to_owned));
    if let Some(class) = other {
        let class = index.name("classes", &class, head.book);
        parts.push(format!("Spells come from the {} list.", class.to_lowercase()));
    }
    let mut rows = Vec::new();
    for (level, spells) in casting.entries("spell-list") {
        let mut names: Vec<String> = flags(spells).iter().map(|key| index.name("spells", key, head.book)).collect();
        names.sort();
        if names.is_empty() {
            continue;
        }
        let level = match level.parse::<i32>() {
            Ok(0) => "Cantrips".to_owned(),
            Ok(level) => format!("{} level", prose::ordinal(level)),
            Err(_) => prose::heading(level),
        };
        rows.push(format!("| {level} | {} |", names.join(", ")));
    }
    if !rows.is_empty() {
        parts.push(format!("| Level | Spells |\n| --- | --- |\n{}", rows.join("\n")));
    }
    Some(parts.join("\n\n")).filter(|text| !text.is_empty())
}
