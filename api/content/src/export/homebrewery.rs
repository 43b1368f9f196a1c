//! The Homebrewery: Markdown with blocks in braces; a creature is a framed stat block.

use super::Credit;
use crate::creature::Model;
use crate::markdown::stat_block::{description, sections};
use crate::markdown::{Layout, creature as creature_2014, creature_2024};
use std::fmt::Write as _;

/// Number of entries from which a stat block takes both columns of a page.
const MIN_WIDE_ENTRIES: usize = 9;

/// The stat block of a creature, and its credit below.
pub(super) fn stat_block(creature: &Model, credit: &Credit<'_>) -> String {
    let sections: Vec<_> = sections(creature).collect();
    let entries: usize = sections.iter().map(|section| section.entries.len()).sum();
    let wide = if entries >= MIN_WIDE_ENTRIES { ",wide" } else { "" };
    let (subtitle, defence, scores, properties) = match Layout::of(credit.key, credit.book) {
        Layout::Rules2014 => (
            creature_2014::subtitle(creature),
            facts(&creature_2014::defence(creature)),
            creature_2014::abilities(creature),
            facts(&creature_2014::properties(creature)),
        ),
        Layout::Rules2024 => (
            creature_2024::subtitle(creature),
            lines(&creature_2024::defence(creature)),
            creature_2024::abilities(creature),
            lines(&creature_2024::properties(creature)),
        ),
    };
    let subtitle = Some(escaped(&subtitle)).filter(|line| !line.is_empty());
    let mut block = format!(
        "## {}\n{}___\n{}___\n{}\n___\n{}___\n",
        escaped(&creature.name),
        subtitle.map_or_else(String::new, |line| format!("*{line}*\n")),
        defence,
        scores,
        properties,
    );
    for section in &sections {
        if section.name != "Traits" {
            let _ = writeln!(block, "### {}", section.name);
        }
        for text in section.blocks().iter().filter(|text| !text.is_empty()) {
            let _ = write!(block, "{}\n\n", escaped(text));
        }
    }
    let block = block.trim_end();
    let text = escaped(&description(creature));
    let text = if text.is_empty() { text } else { format!("{text}\n\n") };
    format!("{{{{monster,frame{wide}\n{block}\n}}}}\n\n{text}*{}*\n", escaped(&credit.line()))
}

/// Facts that are lines already.
fn lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escaped(line) + "\n").collect();
    lines.concat()
}

/// The facts that are known, one a line.
fn facts(facts: &[(&str, Option<String>)]) -> String {
    let known = facts.iter().filter_map(|(label, value)| Some((label, value.as_ref()?)));
    known.fold(String::new(), |mut lines, (label, value)| {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "**{label}** :: {}", escaped(value));
        lines
    })
}

/// A text in which a blank stands between two braces of a kind: double ones would begin or end a block.
pub(super) fn escaped(text: &str) -> String {
    let mut separated = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '{' | '}') && separated.ends_with(c) {
            separated.push(' ');
        }
        separated.push(c);
    }
    separated
}
