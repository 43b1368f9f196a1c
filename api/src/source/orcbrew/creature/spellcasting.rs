//! How a creature casts spells, as the text of its trait prints it.

use crate::family::creature::{CreatureSpell, Spellcasting};
use crate::family::{Trait, UsageLimit, slugify};
use crate::source::dnd5e::wire::ability;
use crate::source::open5e_v2::creature::pattern;
use regex::Regex;
use std::sync::LazyLock;

static ABILITY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"spellcasting ability is (?P<ability>strength|dexterity|constitution|intelligence|wisdom|charisma)",
    )
});
static LEVEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?P<level>\d+)(?:st|nd|rd|th)-level spellcaster"));
static DC: LazyLock<Regex> = LazyLock::new(|| pattern(r"spell save DC (?P<dc>\d+)"));
static TO_HIT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\+(?P<bonus>\d+) to hit with spell"));

/// The head of a list of spells: `At will:`, `3/day each:`, `Cantrips (at will):`, `2nd level (3 slots):`.
static LIST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[\s(*_-])(?:(?P<will>at will)|(?P<times>\d+)\s*/\s*day(?: each)?|(?P<cantrips>cantrips?)\s*\([^)]*\)|(?P<level>\d)(?:st|nd|rd|th)[ -]level\s*\((?P<slots>\d+)[^)]*\)|(?P<pact>1st)[–-](?P<to>\d)(?:st|nd|rd|th)[ -]level\s*\((?P<count>\d+)[^)]*\))[*_]*:[*_]*",
    )
});

/// The spellcasting of the first trait that grants it.
pub(super) fn of(traits: &[Trait]) -> Option<Spellcasting> {
    let casts = |t: &&Trait| t.name.to_lowercase().contains("spellcasting");
    traits.iter().filter(casts).find_map(|t| read(&t.text))
}

/// Slugs of its spells, each once.
pub(super) fn slugs(casting: &Spellcasting) -> Vec<String> {
    let mut slugs: Vec<String> = casting.spells.iter().map(|s| s.slug.clone()).collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

fn read(text: &str) -> Option<Spellcasting> {
    let number = |regex: &Regex, group: &str| -> Option<i32> {
        regex.captures(text)?.name(group)?.as_str().parse().ok()
    };
    let mut casting = Spellcasting {
        level: number(&LEVEL, "level"),
        ability: ABILITY
            .captures(text)
            .and_then(|c| ability(c.name("ability")?.as_str()))
            .map(str::to_owned),
        dc: number(&DC, "dc"),
        to_hit: number(&TO_HIT, "bonus"),
        ..Spellcasting::default()
    };
    let heads: Vec<_> = LIST.captures_iter(text).collect();
    for (index, head) in heads.iter().enumerate() {
        let Some(whole) = head.get(0) else { continue };
        let next = heads.get(index + 1).and_then(|next| next.get(0));
        let end = next.map_or(text.len(), |next| next.start());
        let line = text.get(whole.end()..end).unwrap_or_default().trim_start();
        // What follows the line of the list is about something else.
        let line = line.split("\n\n").next().unwrap_or_default();
        let part = |name: &str| head.name(name).and_then(|m| m.as_str().parse::<i32>().ok());
        let (level, usage) = if head.name("cantrips").is_some() {
            (Some(0), Some(limit("AT_WILL", None)))
        } else if head.name("will").is_some() {
            (None, Some(limit("AT_WILL", None)))
        } else if let Some(times) = part("times") {
            (None, Some(limit("PER_DAY", Some(times))))
        } else {
            let level = part("level").or_else(|| part("to"));
            slots(
                &mut casting.slots,
                level,
                part("slots").or_else(|| part("count")),
            );
            (part("level"), None)
        };
        casting.spells.extend(spells(line, level, usage.as_ref()));
    }
    let says = casting.ability.is_some() || casting.dc.is_some() || !casting.spells.is_empty();
    says.then_some(casting)
}

fn limit(kind: &str, times: Option<i32>) -> UsageLimit {
    UsageLimit {
        kind: kind.to_owned(),
        times,
        ..UsageLimit::default()
    }
}

fn slots(all: &mut Vec<i32>, level: Option<i32>, count: Option<i32>) {
    let level = level.and_then(|level| usize::try_from(level).ok());
    if let (Some(level @ 1..=9), Some(count)) = (level, count) {
        if all.len() < level {
            all.resize(level, 0);
        }
        if let Some(slot) = all.get_mut(level - 1) {
            *slot = count;
        }
    }
}

/// The spells of a line: `fog cloud, mage armor*, invisibility (self only)`.
fn spells(line: &str, level: Option<i32>, usage: Option<&UsageLimit>) -> Vec<CreatureSpell> {
    let mut depth = 0_i32;
    let apart = line.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        matches!(c, ',' | ';') && depth <= 0
    });
    apart
        .filter_map(|entry| {
            let entry = entry.trim().trim_end_matches('.');
            let (name, notes) = match entry.split_once('(') {
                Some((name, notes)) => (name, Some(notes.trim_end_matches(')').trim().to_owned())),
                None => (entry, None),
            };
            let name = name.trim().trim_matches(['*', '_', '-', ' ']).to_owned();
            let slug = slugify(&name);
            let is_name = !slug.is_empty() && name.len() < 60;
            is_name.then(|| CreatureSpell {
                name,
                slug,
                level,
                notes,
                usage: usage.cloned(),
            })
        })
        .collect()
}
