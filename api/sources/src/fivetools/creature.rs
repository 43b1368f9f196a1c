//! Creatures.

mod casting;
mod defence;
mod words;

pub(super) use casting::casting_text;
pub(super) use defence::damage;
pub(super) use words::speed;

use super::index::Index;
use super::markdown::{list, markdown};
use super::{Head, heads, join_paragraphs};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::skill;
use crate::prose::{capitalized, heading};
use crate::stat_block::printed::{PrintedBlock, Section};
use lorekeeper_content::creature::Model;
use lorekeeper_content::vocabulary::{ABILITIES, environments};
use lorekeeper_content::{proficiency_bonus, slugify};
use serde_json::Value;

/// Draws the creatures.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for head in heads("monster", index, drafts) {
        drafts.creatures.push(head.draft(row(&head), "monster"));
    }
}

/// The lists of entries, with their sections.
const SECTIONS: [(&str, Section); 6] = [
    ("trait", Section::Traits),
    ("action", Section::Actions),
    ("bonus", Section::BonusActions),
    ("reaction", Section::Reactions),
    ("legendary", Section::LegendaryActions),
    ("mythic", Section::MythicActions),
];

fn row(head: &Head<'_>) -> Model {
    let fields = head.fields;
    let (kind, tags) = words::kind(fields);
    let score = |ability: &str| {
        let score = fields.whole_amount(ability.get(..3)?);
        score.filter(|score| (0..=99).contains(score))
    };
    let scores = ABILITIES.map(score);
    let group =
        head.index.find("legendaryGroup", fields.text("legendaryGroup.name"), fields.text("legendaryGroup.source"));
    let mut block = PrintedBlock {
        name: head.name.clone(),
        size: words::size(fields),
        kind,
        subtype: tags,
        alignment: words::alignment(fields),
        armor_class: words::armor(fields),
        hit_points: words::hit_points(fields),
        initiative: initiative(fields, scores.get(1).copied().flatten()),
        speed: words::speed(head.value("speed")),
        scores,
        saves: bonuses(fields, "save", |code| Some(code.to_owned())),
        skills: bonuses(fields, "skill", |name| Some(heading(skill(&slugify(name))?))),
        vulnerabilities: defence::damage(head.value("vulnerable"), "vulnerable"),
        resistances: defence::damage(head.value("resist"), "resist"),
        immunities: defence::damage(head.value("immune"), "immune"),
        conditions: defence::conditions(head.value("conditionImmune")),
        gear: words::gear(fields),
        senses: senses(head),
        languages: list(head.value("languages")),
        challenge: words::challenge(fields),
        text: join_paragraphs([head.fluff("monsterFluff"), variants(head)]),
        legendary_preamble: preamble(head),
        ..PrintedBlock::default()
    };
    for (field, section) in SECTIONS {
        let before = join_paragraphs(["Header", "Note"].map(|part| head.text(&format!("{field}{part}"))));
        if !before.is_empty() && !matches!(field, "legendary" | "mythic") {
            block.add(section, "", &before);
        }
        entries(head, field, section, &mut block);
        casting::add(head, field, section, &mut block);
    }
    if let Some(group) = group {
        lair(head, group, &mut block);
    }
    let mut row = block.row();
    head.book.clone_into(&mut row.document_key);
    row.slug.clone_from(&head.slug);
    row.legendary_uses = fields.positive("legendaryActions");
    row.legendary_uses_in_lair = fields.positive("legendaryActionsLair");
    row.group = fields.words("group").first().map(|group| (*group).to_owned());
    row.environments = environments(fields.words("environment"));
    row
}

fn entries(head: &Head<'_>, field: &str, section: Section, block: &mut PrintedBlock) {
    let mut entries: Vec<&Value> = head.value(field).as_array().into_iter().flatten().collect();
    // Some say where they stand.
    entries.sort_by_key(|entry| Fields::of(entry).int("sort").unwrap_or(i32::MAX));
    for entry in entries {
        let name = super::words(Fields::of(entry).text("name"));
        let text = match entry.get("entries") {
            Some(text) => markdown(text, head.index),
            None => markdown(entry, head.index),
        };
        block.add(section, &name, &text);
    }
}

/// What precedes the legendary actions, or how many there are.
fn preamble(head: &Head<'_>) -> String {
    let printed = join_paragraphs([head.text("legendaryHeader"), head.text("mythicHeader")]);
    let has_some = head.value("legendary").as_array().is_some_and(|list| !list.is_empty());
    if !printed.is_empty() || !has_some {
        return printed;
    }
    let short = head.fields.filled("shortName");
    let called = match short {
        _ if head.fields.is("isNamedCreature") => head.name.clone(),
        Some(short) => format!("The {}", short.to_lowercase()),
        None => format!("The {}", head.name.to_lowercase()),
    };
    let count = head.fields.positive("legendaryActions").unwrap_or(3);
    format!("{called} can take {count} legendary actions.")
}

/// The lair actions and the effects on the region of a group.
fn lair(head: &Head<'_>, group: &Value, block: &mut PrintedBlock) {
    let parts = group.get("lairActions").and_then(Value::as_array);
    let mut before = Vec::new();
    for part in parts.into_iter().flatten() {
        let items = part.get("items").and_then(Value::as_array);
        match items {
            Some(items) => {
                for item in items {
                    let name = super::words(Fields::of(item).text("name"));
                    let text = match name.as_str() {
                        "" => markdown(item, head.index),
                        _ => join_paragraphs(
                            ["entry", "entries"]
                                .into_iter()
                                .map(|field| markdown(item.get(field).unwrap_or(&Value::Null), head.index)),
                        ),
                    };
                    let number = block.entries.iter().filter(|(s, _)| *s == Section::LairActions).count();
                    let name = if name.is_empty() { format!("Option {}", number + 1) } else { name };
                    block.add(Section::LairActions, &name, &text);
                }
            }
            None => before.push(markdown(part, head.index)),
        }
    }
    block.lair_preamble = join_paragraphs(before);
    for (field, name) in [("regionalEffects", "Regional Effects"), ("mythicEncounter", "Mythic Encounter")] {
        let text = group.get(field).map_or_else(String::new, |text| markdown(text, head.index));
        if !text.is_empty() {
            block.text = join_paragraphs([std::mem::take(&mut block.text), format!("**{name}**"), text]);
        }
    }
}

/// What is said of variants, at the foot, and beside the lines of the stat block.
fn variants(head: &Head<'_>) -> String {
    let fields = head.fields;
    let named = |name: &str| Some(capitalized(name));
    let treasure = fields.words("treasure").into_iter().map(capitalized);
    let beside = [
        ("Size", super::words(fields.text("sizeNote"))),
        ("Proficiency Bonus", super::words(fields.text("pbNote"))),
        ("Tools", bonuses(fields, "tool", named)),
        ("Treasure", treasure.collect::<Vec<_>>().join(", ")),
    ];
    let beside = beside.into_iter().filter(|(_, text)| !text.is_empty());
    let beside = beside.map(|(name, text)| format!("**{name}.** {text}"));
    let beside = beside.collect::<Vec<_>>().join("\n\n");
    join_paragraphs([head.text("variant"), head.text("footer"), beside])
}

fn senses(head: &Head<'_>) -> String {
    let senses = list(head.value("senses"));
    let passive = head.fields.word("passive").and_then(|passive| crate::stat_block::line::whole(&passive));
    let passive = passive.map(|score| format!("passive Perception {score}"));
    let parts = crate::wire::filled(&senses).into_iter().chain(passive);
    parts.collect::<Vec<_>>().join(", ")
}

/// The initiative, where it is more than the modifier of Dexterity.
fn initiative(fields: Fields<'_>, dexterity: Option<i32>) -> String {
    let stated = fields.int("initiative").or_else(|| fields.int("initiative.initiative"));
    let rating = fields.word("cr").or_else(|| fields.word("cr.cr"));
    let proficiency = rating.and_then(|rating| lorekeeper_content::parse_fraction(&rating)).and_then(proficiency_bonus);
    let computed = || {
        let times = fields.positive("initiative.proficiency")?.min(2);
        Some((dexterity? - 10).div_euclid(2) + proficiency? * times)
    };
    stated.or_else(computed).map(|bonus| format!("{bonus:+}")).unwrap_or_default()
}

/// The bonuses of a map, with the names that `named` gives them.
fn bonuses(fields: Fields<'_>, field: &str, named: impl Fn(&str) -> Option<String>) -> String {
    let bonuses = fields.entries(field).filter_map(|(name, _)| {
        let bonus = fields.word(&format!("{field}.{name}"))?;
        let bonus = super::words(&bonus);
        let sign = if bonus.starts_with(['+', '-', '−']) { "" } else { "+" };
        Some(format!("{} {sign}{bonus}", named(name)?))
    });
    bonuses.collect::<Vec<_>>().join(", ")
}
