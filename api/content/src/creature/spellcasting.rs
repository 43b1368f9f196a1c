//! Parser of spellcasting prose in stat blocks: "3/day each: *fly*, *fear* (self only)".
//!
//! It runs on merged rows, where no source has the spellcasting as a structure.

use super::{CreatureSpell, Model, Spellcasting};
use crate::vocabulary::ability_of;
use crate::{Pattern, Regex, UsageLimit, pattern, slugify};
use std::collections::BTreeSet;
use std::sync::LazyLock;

mod italics;
mod notes;
mod printed;

/// Longest name of a spell, in characters; a longer one is a sentence.
const MAX_NAME_CHARS: usize = 40;

/// Longest name of a spell, in words.
const MAX_NAME_WORDS: usize = 6;

/// Words that a title does not capitalise.
const LOWERCASE_IN_TITLES: [&str; 11] = ["a", "an", "and", "at", "from", "in", "into", "of", "or", "the", "to"];

/// Reads the spellcasting of a creature from its traits and actions, where no source gives it, and emphasises the spells.
pub(super) fn read_prose(creature: &mut Model) {
    if creature.spellcasting.is_none() {
        read_spellcasting(creature);
    } else {
        printed::drop_at_will(creature);
        printed::correct(creature);
    }
    add_cast_in_actions(creature);
    italics::emphasise_lists(creature);
    notes::take(creature);
}

fn read_spellcasting(creature: &mut Model) {
    let traits = creature.traits.iter();
    let traits = traits.map(|t| (t.name.as_str(), t.text.as_str(), t.usage.as_ref()));
    let actions = creature.actions.iter().chain(creature.bonus_actions.iter());
    let actions = actions.map(|a| (a.name.as_str(), a.text.as_str(), a.usage.as_ref()));
    let mut casting = Spellcasting::default();
    for (name, text, usage) in traits.chain(actions) {
        if name.to_lowercase().contains("spellcasting") {
            read(text, usage, &mut casting);
        }
    }
    if casting.spells.is_empty() {
        return;
    }
    let slugs = casting.spells.iter().map(|spell| spell.slug.clone());
    let mut slugs: Vec<String> = slugs.collect();
    slugs.sort_unstable();
    slugs.dedup();
    // A source's own list of the spells is better, though it does not say how they are cast.
    if creature.spell_slugs.is_empty() {
        creature.spell_slugs = slugs;
    }
    creature.spellcasting = Some(casting.into());
}

/// The head of a list of spells: how often, or of which level, and how many slots.
static LIST_HEAD: Pattern = Pattern::new(
    r"(?x) (?: (?P<cantrips>cantrips?) | (?P<at_will>at[\ -]will) | (?P<constant>constant(?:ly)?)
            | (?P<times>\d+) / (?P<per>day|(?:short\ or\ long\ |long\ |short\ )?rest|week|month|year)
            | (?P<level>[1-9])(?:st|nd|rd|th)(?:[-\ ]level)? )
          (?: \ each )? [*_]* \s* (?: \( (?P<slots>\d+)? [^)]* \) )? [*_]* \s* (?: each )? \s* : [*_]*",
);

/// What separates the items of a list.
const SEPARATORS: [char; 3] = [',', ';', '\n'];

/// A single spell in a sentence.
static SINGLE_SPELL: Pattern = Pattern::new(
    r"\b(?:can innately cast|innately casts|casts?) (?:the )?[*_]*(?P<name>[\p{L}'’/ -]+?)[*_]*(?: spell\b| on itself\b| at will\b|,| \(|\.)",
);

/// Words with which no name begins: what follows speaks of any spell, or of several.
static OTHER_WORDS: Pattern = Pattern::new(r"^(?:an?|any|by|following|its|one|spells?|the following)\b");

/// Spells that an action casts, or may cast instead, by their names with the capitals of a title, or emphasised: `casts Sleep or _Charm
/// Toad_`, `cast one of the following spells: ...`, `replace one Sleep with ...`.
static CAST: LazyLock<Regex> = LazyLock::new(|| {
    let emphasised = r"[*_]+[\p{L}'’/ ]+[*_]+";
    let version = r"(?: \(level \d version\))?";
    let title = r"\p{Lu}[\p{L}'’/]+(?: (?:(?:of|and|from|to|the|in|with) )*\p{Lu}[\p{L}'’/]+)*";
    let list = |name: &str| format!("{name}{version}(?:(?:, or |, and |, | or | and ){name}{version})*");
    let names = list(&format!("(?:{emphasised}|{title})"));
    let instead = list(emphasised);
    pattern(&format!(
        r"(?-i)\bcasts? (?:the |one of the following spells[^:\n]{{0,250}}: )?(?P<names>{names})|\breplace one [\p{{L}} ]{{3,30}} with (?P<instead>{instead})"
    ))
});

/// Adds the spells that traits and actions cast without being called spellcasting.
///
/// Correction (creatures): Spells that an action casts by name (`casts Wall of Ice`) are among the spells of the creature.
fn add_cast_in_actions(creature: &mut Model) {
    let slugs = cast_by_name(creature);
    if !slugs.is_empty() {
        creature.spell_slugs.extend(slugs);
        creature.spell_slugs.sort_unstable();
        creature.spell_slugs.dedup();
    }
}

/// The slugs of the spells that traits and actions cast by name, without being called spellcasting.
pub(crate) fn cast_by_name(creature: &Model) -> BTreeSet<String> {
    let traits = creature.traits.iter().map(|t| (&t.name, &t.text));
    let actions = creature.own_actions().map(|action| (&action.name, &action.text));
    let texts = traits
        .chain(actions)
        .filter(|(name, text)| !name.to_lowercase().contains("spellcasting") || text.contains("replace one "));
    let spells = texts.flat_map(|(_, text)| named_in(text, &Terms::default()));
    spells.map(|spell| spell.slug).collect()
}

/// The spells that a text casts by their names.
fn named_in(text: &str, terms: &Terms) -> Vec<CreatureSpell> {
    let mut cast_spells = Vec::new();
    for cast in CAST.captures_iter(text) {
        let before = cast.get(0).and_then(|cast| text.get(..cast.start()));
        let names = cast.name("names").or_else(|| cast.name("instead"));
        let names = names.map_or("", |names| names.as_str());
        if before.is_some_and(|before| before.ends_with("creature ")) {
            continue;
        }
        let listed = names.replace(" or ", ", ").replace(", and ", ", ");
        let listed = listed.replace("* and *", "*, *");
        cast_spells.extend(spells(&listed, terms));
    }
    cast_spells
}

static LEVEL: Pattern = Pattern::new(r"(?P<value>\d+)(?:st|nd|rd|th)[- ]level spellcaster");
static ABILITY: Pattern = Pattern::new(
    r"\bability (?:score )?is (?P<value>\w+)|\busing (?P<other>\w+) as the spellcasting ability|\b(?P<short>int|wis|cha) \(dc \d",
);
static DC: Pattern = Pattern::new(r"\b(?:save )?DC (?P<value>\d+)");
static TO_HIT: Pattern = Pattern::new(r"\+(?P<value>\d+) to hit");
static CLASS: Pattern = Pattern::new(
    r"\bfollowing (?P<value>\w+) (?:cantrips|spells) (?:prepared|known)|\bknows the following (?P<other>\w+) spells",
);

fn read(text: &str, usage: Option<&UsageLimit>, casting: &mut Spellcasting) {
    let before = casting.spells.len();
    let heads: Vec<_> = LIST_HEAD.captures_iter(text).collect();
    let intro = heads.first().and_then(|head| head.get(0)).and_then(|head| text.get(..head.start())).unwrap_or(text);
    for (n, head) in heads.iter().enumerate() {
        let Some(whole) = head.get(0) else { continue };
        let end = heads.get(n + 1).and_then(|next| next.get(0)).map_or(text.len(), |next| next.start());
        let list = text.get(whole.end()..end).unwrap_or_default();
        // After the last list comes another paragraph.
        let list = list.trim_start().split("\n\n").next().unwrap_or_default();
        let terms = Terms::from_head(head);
        if let (Some(level), Some(slots)) = (terms.level, terms.slots) {
            set_slots(&mut casting.slots, level, slots);
        }
        casting.spells.extend(spells(list, &terms));
    }
    if heads.is_empty()
        && let Some(single) = SINGLE_SPELL.captures(text)
        && let Some(name) = single.name("name")
        && !OTHER_WORDS.is_match(name.as_str())
    {
        let terms = Terms { usage: usage.cloned(), ..Terms::default() };
        casting.spells.extend(spells(name.as_str(), &terms));
    }
    if heads.is_empty() && casting.spells.len() == before {
        let terms = Terms { usage: usage.cloned(), ..Terms::default() };
        casting.spells.extend(named_in(text, &terms));
    }
    if casting.spells.len() == before {
        return;
    }
    casting.level = casting.level.or_else(|| number(&LEVEL, intro));
    casting.dc = casting.dc.or_else(|| number(&DC, intro));
    casting.to_hit = casting.to_hit.or_else(|| number(&TO_HIT, intro));
    let ability = word(&ABILITY, intro).and_then(|word| ability_of(&word));
    casting.ability = casting.ability.take().or(ability.map(str::to_owned));
    let class = word(&CLASS, intro).filter(|class| class != "innate");
    casting.school = casting.school.take().or(class);
    if casting.components_required.is_empty() {
        casting.components_required = components(intro);
    }
}

/// How the spells of a list are cast.
#[derive(Default)]
struct Terms {
    level: Option<i32>,
    slots: Option<i32>,
    usage: Option<UsageLimit>,
    notes: Option<String>,
}

impl Terms {
    fn from_head(head: &regex::Captures<'_>) -> Self {
        let number = |name| head.name(name).and_then(|m| m.as_str().parse::<i32>().ok());
        let usage = |kind: &str, times| UsageLimit { kind: kind.to_owned(), times, ..UsageLimit::default() };
        let mut terms = Self { level: number("level"), slots: number("slots"), ..Self::default() };
        if head.name("cantrips").is_some() {
            terms.level = Some(0);
        } else if head.name("at_will").is_some() {
            terms.usage = Some(usage("AT_WILL", None));
        } else if head.name("constant").is_some() {
            terms.notes = Some("constant".to_owned());
        } else if let (Some(times), Some(per)) = (number("times"), head.name("per")) {
            let per = per.as_str().to_lowercase();
            if per == "day" {
                terms.usage = Some(usage("PER_DAY", Some(times)));
            } else if per.ends_with("rest") {
                let rests = ["short", "long"].into_iter();
                terms.usage = Some(UsageLimit {
                    rests: rests.filter(|r| per.contains(r)).map(str::to_owned).collect(),
                    ..usage("PER_REST", Some(times))
                });
            } else {
                terms.notes = Some(format!("{times}/{per}"));
            }
        }
        terms
    }
}

/// The spells of a list.
fn spells(list: &str, terms: &Terms) -> Vec<CreatureSpell> {
    let list = list.replace("<br>", "\n");
    items(&list).filter_map(|item| spell(item, terms)).collect()
}

/// The items of a list, each with the comma, semicolon or line break behind it. Within brackets these separate nothing.
fn items(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    list.split_inclusive(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && SEPARATORS.contains(&c)
    })
}

fn spell(item: &str, terms: &Terms) -> Option<CreatureSpell> {
    let item = item.replace(['*', '_'], "");
    let (name, notes) = match item.split_once('(') {
        Some((name, notes)) => (name, notes.split(')').next()),
        None => (item.as_str(), None),
    };
    let name = name.trim_end_matches(SEPARATORS);
    let name = name.trim_matches(|c: char| c.is_whitespace() || ".-–:•".contains(c));
    let name = name.strip_prefix("and ").unwrap_or(name).trim();
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().count() <= MAX_NAME_CHARS
        && name.split_whitespace().count() <= MAX_NAME_WORDS
        && !name.contains(['.', ':'])
        && !name.contains(char::is_numeric);
    is_name.then(|| CreatureSpell {
        name: title(name),
        slug: slugify(name),
        level: terms.level,
        notes: notes
            .map(|notes| notes.trim().to_owned())
            .filter(|notes| !notes.is_empty())
            .or_else(|| terms.notes.clone()),
        usage: terms.usage.clone(),
    })
}

/// A name with the capitals of a title.
fn title(name: &str) -> String {
    let words = name.split_whitespace().enumerate().map(|(n, word)| {
        if n > 0 && LOWERCASE_IN_TITLES.contains(&word.to_lowercase().as_str()) {
            return word.to_lowercase();
        }
        // Both parts of "Enlarge/Reduce".
        let parts = word.split('/').map(|part| {
            let mut chars = part.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            first.chain(chars).collect::<String>()
        });
        parts.collect::<Vec<_>>().join("/")
    });
    words.collect::<Vec<_>>().join(" ")
}

fn set_slots(slots: &mut Vec<i32>, level: i32, count: i32) {
    let Ok(level) = usize::try_from(level) else {
        return;
    };
    if slots.len() < level {
        slots.resize(level, 0);
    }
    if let Some(slot) = slots.get_mut(level.saturating_sub(1)) {
        *slot = count;
    }
}

/// Words that exempt from components, or that leave one only.
static EXEMPT: Pattern = Pattern::new(r"\b(?P<how>no|without|only)\b(?P<which>[^.:]{0,60}?) components?\b");

/// The components that the creature needs: all of them, except those that the text exempts.
///
/// Correction (creatures): A spellcasting that needs "no verbal or material components", or "only somatic" ones, says which are left.
fn components(intro: &str) -> Vec<String> {
    const COMPONENTS: [(&str, &[&str]); 3] = [("V", &["verbal", "vocal"]), ("S", &["somatic"]), ("M", &["material"])];
    let intro = intro.to_lowercase();
    let found = EXEMPT.captures(&intro);
    let part = |name| {
        let part = found.as_ref().and_then(|found| found.name(name));
        part.map_or("", |part| part.as_str())
    };
    let (how, which) = (part("how"), part("which"));
    let is_named = |words: &[&str]| words.iter().any(|word| which.contains(word));
    let names_none = !COMPONENTS.iter().any(|(_, words)| is_named(words));
    let is_needed = |words: &[&str]| match how {
        "only" => names_none || is_named(words),
        "" => true,
        _ => !names_none && !is_named(words),
    };
    let needed = COMPONENTS.iter().filter(|(_, words)| is_needed(words));
    needed.map(|(letter, _)| (*letter).to_owned()).collect()
}

fn number(pattern: &Regex, text: &str) -> Option<i32> {
    let found = pattern.captures(text)?;
    found.name("value")?.as_str().parse().ok()
}

fn word(pattern: &Regex, text: &str) -> Option<String> {
    let found = pattern.captures(text)?;
    let word = found.iter().skip(1).flatten().next()?;
    Some(word.as_str().to_lowercase())
}

#[cfg(test)]
mod tests;
