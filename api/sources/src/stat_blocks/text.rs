//! Stat blocks as text: Markdown of The Homebrewery and GM Binder, and copies of web pages and PDF files, in the layouts of
//! both editions.

pub(super) mod entry;
mod score;

use super::initiative::subtitle;
use crate::foundry_text::fields::Fields;
use crate::import::plain::plain;
use crate::stat_block::printed::{PrintedBlock, Section};
use lorekeeper_content::Pattern;
use std::fmt::Write as _;

/// A stat block in a text.
pub(super) struct Found {
    pub name: String,
    /// The line that it begins in, from 1.
    pub line: usize,
    pub text: String,
}

/// Longest name of a creature.
const MAX_NAME: usize = 80;

/// How many lines below its name a stat block has its armor class.
const NEAR: usize = 8;

/// The line below a name.
static SUBTITLE: Pattern = Pattern::new(
    r"^(?:tiny|small|medium|large|huge|gargantuan)(?:(?:,| or|, or) (?:tiny|small|medium|large|huge|gargantuan))*\s+[^.!?|]{3,140}$",
);

/// Half of the hit points, which Level Up prints behind the dice.
static BLOODIED: Pattern = Pattern::new(r"; bloodied \d+");

/// The line of the armor class.
static ARMOR: Pattern = Pattern::new(r"^(?:armor class|ac)\b[:\s]*\d");

/// A line without a challenge rating at its end, and the rating: `Goose Challenge 1/4`, in the layout of Level Up.
fn without_rating(line: &str) -> (String, Option<String>) {
    static RATING: Pattern = Pattern::new(r"(?:^|\s)challenge\s+(?P<rating>\d+(?:/\d+)?|[—–-])\W*$");
    let Some(found) = RATING.captures(line) else {
        return (line.to_owned(), None);
    };
    let name = RATING.replace(line, "");
    let rating = found.name("rating").map(|rating| rating.as_str().to_owned());
    (name.trim_matches(['*', '_', ' ']).to_owned(), rating)
}

/// A line without the marks of Markdown and of the programs for stat blocks.
fn bare(line: &str) -> String {
    let line = line.trim().trim_start_matches(['>', ' ', '\u{feff}']);
    let line = line.trim_start_matches('#').trim();
    let line = line.strip_prefix("- ").unwrap_or(line);
    let line = line.replace("::", " ").replace("**", "").replace("__", "").replace('\u{a0}', " ");
    let line = line.trim().trim_matches(['*', '_', '|']).trim();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line is of the markup alone.
fn is_markup(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['>', ' ']);
    line.is_empty()
        || line.starts_with("{{")
        || line.starts_with("}}")
        || line.starts_with('\\')
        || line.starts_with('<')
        || line.starts_with(":::")
        || line.chars().all(|c| matches!(c, '_' | '-' | '*' | ':' | ' ' | '='))
}

/// The stat blocks of a text. Each begins with its name, a line of size and type, and the armor class near below.
pub(super) fn split(text: &str) -> Vec<Found> {
    let lines: Vec<&str> = text.lines().collect();
    let mut starts = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let below = lines.iter().skip(at + 1).take(NEAR);
        let is_start = SUBTITLE.is_match(&bare(line)) && below.clone().any(|line| ARMOR.is_match(&bare(line)));
        if !is_start {
            continue;
        }
        let above = lines.iter().enumerate().take(at).rev().take(4);
        let above = above.map(|(place, line)| (place, without_rating(&bare(line)).0));
        let above =
            above.filter(|(place, name)| !name.is_empty() && lines.get(*place).is_some_and(|line| !is_markup(line)));
        let Some((place, name)) = { above }.next() else {
            continue;
        };
        if name.chars().count() <= MAX_NAME {
            starts.push((place, name));
        }
    }
    let ends = starts.iter().skip(1).map(|(place, _)| *place).chain([lines.len()]);
    let blocks = starts.iter().zip(ends).map(|((start, name), end)| {
        let block = lines.iter().take(end).skip(*start);
        let text: Vec<&str> = block.copied().take(end_of(&lines, *start, end) - start).collect();
        Found { name: name.clone(), line: start + 1, text: text.join("\n") }
    });
    blocks.collect()
}

/// Where a block ends: before a heading of the text around it, at the end of its quotation, or of its frame.
fn end_of(lines: &[&str], start: usize, end: usize) -> usize {
    let first = lines.get(start).copied().unwrap_or_default();
    let is_quoted = first.trim_start().starts_with('>');
    let level = first.trim_start_matches(['>', ' ']).chars().take_while(|c| *c == '#').count();
    let inner = lines.iter().enumerate().take(end).skip(start + 1);
    for (place, line) in inner {
        let text = line.trim();
        let own_level = text.trim_start_matches(['>', ' ']).chars().take_while(|c| *c == '#').count();
        let is_heading = own_level > 0 && own_level <= level.max(1) && section_of(&bare(line)).is_none();
        let leaves_quote = is_quoted && !text.starts_with('>') && !text.is_empty();
        if is_heading || leaves_quote || text == "}}" || text == "</div>" || text == "\\page" {
            return place;
        }
    }
    end
}

/// The section that a heading opens.
fn section_of(line: &str) -> Option<Section> {
    let line = line.trim_end_matches(':').to_lowercase();
    Some(match line.as_str() {
        "traits" | "abilities" | "special traits" => Section::Traits,
        "action" | "actions" => Section::Actions,
        "bonus action" | "bonus actions" => Section::BonusActions,
        "reaction" | "reactions" => Section::Reactions,
        "legendary actions" => Section::LegendaryActions,
        "mythic actions" => Section::MythicActions,
        "lair actions" => Section::LairActions,
        "regional effects" => Section::RegionalEffects,
        _ => return None,
    })
}

/// What opens the description at the end of a copy.
const DESCRIPTION: [&str; 3] = ["description", "lore", "characteristics"];

/// The lines of a stat block, by what they begin with.
type Put = fn(&mut PrintedBlock) -> &mut String;
const LINES: [(&str, Put); 24] = [
    ("armor class", |b| &mut b.armor_class),
    ("ac", |b| &mut b.armor_class),
    ("hit points", |b| &mut b.hit_points),
    ("hp", |b| &mut b.hit_points),
    ("initiative", |b| &mut b.initiative),
    ("speed", |b| &mut b.speed),
    ("saving throws", |b| &mut b.saves),
    ("saves", |b| &mut b.saves),
    ("skills", |b| &mut b.skills),
    ("damage vulnerabilities", |b| &mut b.vulnerabilities),
    ("vulnerabilities", |b| &mut b.vulnerabilities),
    ("damage resistances", |b| &mut b.resistances),
    ("resistances", |b| &mut b.resistances),
    ("damage immunities", |b| &mut b.immunities),
    ("condition immunities", |b| &mut b.conditions),
    ("immunities", |b| &mut b.immunities),
    ("gear", |b| &mut b.gear),
    ("senses", |b| &mut b.senses),
    ("languages", |b| &mut b.languages),
    ("challenge rating", |b| &mut b.challenge),
    ("challenge", |b| &mut b.challenge),
    ("cr", |b| &mut b.challenge),
    ("proficiency bonus", |b| &mut b.proficiency),
    ("proficiency", |b| &mut b.proficiency),
];

/// The line that a text begins, and its value.
fn line_of(text: &str) -> Option<(Put, &str)> {
    let found = LINES.iter().find(|(begin, _)| {
        let head = text.get(..begin.len());
        let rest = text.get(begin.len()..).unwrap_or_default();
        head.is_some_and(|head| head.eq_ignore_ascii_case(begin)) && rest.starts_with([' ', ':'])
    });
    let (begin, put) = found?;
    let value = text.get(begin.len()..).unwrap_or_default();
    Some((*put, value.trim_start_matches([':', ' '])))
}

/// What is being read.
enum State {
    Lines(Option<Put>),
    Scores,
    Entries(Section),
    Description,
}

/// The stat block of a record.
pub(super) fn block(fields: Fields<'_>) -> PrintedBlock {
    read(fields.text("name"), fields.text("text"))
}

/// The stat block of a name in a text that begins with it.
pub(super) fn read(name: &str, text: &str) -> PrintedBlock {
    let mut block = PrintedBlock { name: plain(name), ..PrintedBlock::default() };
    let text = plain_lines(text);
    let mut state = State::Lines(None);
    let mut scores = Vec::new();
    let mut section: Vec<String> = Vec::new();
    let mut lines = text.lines();
    let mut rating = String::new();
    for line in lines.by_ref().map(bare) {
        if SUBTITLE.is_match(&line) {
            read_head(&line, &mut block, &mut rating);
            break;
        }
        rating = without_rating(&line).1.unwrap_or(rating);
    }
    for line in lines {
        let text = bare(line);
        if is_markup(line) {
            if matches!(state, State::Entries(_) | State::Description) {
                section.push(String::new());
            }
            continue;
        }
        let opened = section_of(&text);
        let describes = DESCRIPTION.contains(&text.to_lowercase().as_str());
        if opened.is_some() || describes {
            close(&mut section, &state, &mut block);
            state = opened.map_or(State::Description, State::Entries);
            continue;
        }
        if let State::Entries(_) | State::Description = state {
            section.push(line.to_owned());
            continue;
        }
        if score::begins(&text) || (matches!(state, State::Scores) && score::goes_on(&text)) {
            scores.push(text);
            state = State::Scores;
        } else if let Some(inner) = initiative_in(&text) {
            // The layout of 2024 has the initiative in the line of the armor class.
            put_line(&mut block, &inner.0);
            put_line(&mut block, &inner.1);
        } else if let Some((put, value)) = line_of(&text) {
            value.clone_into(put(&mut block));
            state = State::Lines(Some(put));
            proficiency_in(&mut block);
        } else if entry::begins(line).is_some() || is_past_lines(&block) {
            // The traits come without a heading.
            state = State::Entries(Section::Traits);
            section.push(line.to_owned());
        } else if let State::Lines(Some(put)) = state {
            // A copy of a PDF breaks its lines.
            let value = put(&mut block);
            value.push(' ');
            value.push_str(&text);
        }
    }
    close(&mut section, &state, &mut block);
    score::fill(&scores.join(" "), &mut block);
    if block.challenge.is_empty() {
        block.challenge = rating;
    }
    block.hit_points = BLOODIED.replace(&block.hit_points, "").into_owned();
    block
}

/// Puts the line below the name on the block: `Medium humanoid (elf), neutral`; in the layout of Level Up with the
/// experience points at its end.
fn read_head(line: &str, block: &mut PrintedBlock, rating: &mut String) {
    static EXPERIENCE: Pattern = Pattern::new(r"\W*\b(\d[\d,]*) XP\+?$");
    let points = EXPERIENCE.captures(line).and_then(|found| found.get(1));
    if let Some(points) = points {
        let _ = write!(rating, " ({} XP)", points.as_str());
    }
    subtitle(&EXPERIENCE.replace(line, "").replace(['*', '_'], ""), block);
}

/// Whether the lines have come to their end: the rating is the last but one.
fn is_past_lines(block: &PrintedBlock) -> bool {
    !block.challenge.is_empty()
}

fn put_line(block: &mut PrintedBlock, text: &str) {
    if let Some((put, value)) = line_of(text) {
        value.clone_into(put(block));
    }
}

static INITIATIVE: Pattern = Pattern::new(r"^(?P<armor>(?:ac|armor class)\b.*?)\s+(?P<initiative>initiative\b.*)$");

fn initiative_in(text: &str) -> Option<(String, String)> {
    let found = INITIATIVE.captures(text)?;
    let group = |name: &str| Some(found.name(name)?.as_str().to_owned());
    Some((group("armor")?, group("initiative")?))
}

/// The proficiency bonus in the line of the challenge rating: `5 (1,800 XP) Proficiency Bonus +3`.
fn proficiency_in(block: &mut PrintedBlock) {
    let lower = block.challenge.to_lowercase();
    if let Some(at) = lower.find("proficiency bonus") {
        let rest = block.challenge.split_off(at);
        let bonus: String = rest.chars().skip("proficiency bonus".len()).collect();
        bonus.trim().clone_into(&mut block.proficiency);
    }
}

/// Puts the lines of a section on the block.
fn close(section: &mut Vec<String>, state: &State, block: &mut PrintedBlock) {
    let lines = std::mem::take(section);
    match state {
        State::Entries(section) => {
            let (before, entries) = entry::entries(&lines);
            match section {
                Section::LegendaryActions => block.legendary_preamble = before,
                Section::LairActions => block.lair_preamble = before,
                _ if !before.is_empty() => block.add(*section, "", &before),
                _ => {}
            }
            for entry in entries {
                block.add(*section, &entry.name, &entry.text);
            }
        }
        State::Description => {
            let lines: Vec<&str> = lines.iter().map(|line| line.trim().trim_start_matches(['>', ' '])).collect();
            block.text = plain(&lines.join("\n"));
        }
        State::Lines(_) | State::Scores => {}
    }
}

/// The lines without HTML, each by itself.
fn plain_lines(text: &str) -> String {
    let breaks = text.replace("<br>", "\n").replace("<br/>", "\n");
    let lines = breaks.lines().map(|line| {
        let quote = line.trim_start().starts_with('>');
        let indent = if quote { "> " } else { "" };
        let rest = line.trim_start().trim_start_matches(['>', ' ']);
        format!("{indent}{}", plain(rest))
    });
    lines.collect::<Vec<_>>().join("\n")
}
