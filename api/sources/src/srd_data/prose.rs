//! Markup conversion: the tabletop system's markup as Markdown that reads like the book.
//!
//! A text refers to numbers instead of saying them: `[[lookup @save.dc.value activity=x]]`, `[[/damage average]]`.
//! The numbers are computed from the activities and the creature. A number that depends on a character is unknown;
//! a line with nothing else is left out.

mod command;
mod layout;
mod lookup;
mod reference;

use super::creature::Stats;
use super::fields::Fields;
use super::index::Index;
use lorekeeper_content::pattern;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// The context of a text: the data that its references are resolved with.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    /// All records.
    pub index: &'a Index<'a>,
    /// The thing that the text describes, with its activities.
    pub thing: Fields<'a>,
    /// The creature that it belongs to.
    pub stats: Option<&'a Stats>,
    /// The text's name for itself, where nothing better is known.
    pub name: &'a str,
}

impl<'a> About<'a> {
    /// The context of a text that belongs to no creature.
    pub fn of(thing: Fields<'a>, name: &'a str, index: &'a Index<'a>) -> Self {
        Self {
            index,
            thing,
            stats: None,
            name,
        }
    }

    /// The activities of a kind.
    pub fn activities(&self, kind: &'static str) -> impl Iterator<Item = Fields<'a>> {
        let activities = self.thing.list("activities");
        activities.filter(move |activity| activity.text("kind") == kind)
    }
}

/// A text as Markdown.
pub(super) fn markdown(text: &str, about: &About<'_>) -> String {
    let text = entities(text);
    let text = layout::without_notes(&text);
    let text = layout::without_tags(&text);
    let text = reference::resolve(&text);
    let text = UUID.replace_all(&text, |found: &Captures<'_>| {
        let label = found.name("label").map(|label| label.as_str().to_owned());
        label.unwrap_or_else(|| linked(found, about))
    });
    let text = WIZARDS.replace_all(&text, "$spell");
    let text = ACTION.replace_all(&text, |found: &Captures<'_>| spaced(&found["name"]));
    let text = BARE.replace_all(&text, |found: &Captures<'_>| {
        about.index.spell(&found[0]).unwrap_or(&found[0]).to_owned()
    });
    let resolved = INNER.replace_all(&text, |found: &Captures<'_>| resolved(found, about));
    let resolved = COMMAND.replace_all(&resolved, |found: &Captures<'_>| resolved_or(found, about));
    let resolved = SLOT.replace_all(&resolved, "");
    layout::paragraphs(&resolved).replace(NO_WIDTH, "-foot ")
}

/// The leftover of the measures of an area without a width.
const NO_WIDTH: &str = "-foot-long, -foot-wide ";

/// Placeholder for a number that depends on a character, until its paragraph is checked.
const UNKNOWN: char = '\u{1}';

static UUID: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"@(?P<kind>UUID|Embed|Compendium|Item|Actor)(?:\[(?P<address>[^\]]*)\])?(?:\{(?P<label>[^}]*)\})?",
    )
});

/// A spell's address that stands in a text by itself.
static BARE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bphb(?:spl|swd)[A-Za-z0-9]+\b"));

/// A creature's action by its address.
static ACTION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?-i)\b(?:mm|dmg)(?P<name>[A-Z][A-Za-z]+?)0{2,}\b"));

/// The open rules name spells without the wizards who made them.
static WIZARDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:Bigby|Drawmij|Evard|Leomund|Melf|Mordenkainen|Nystul|Otiluke|Otto|Rary|Tasha|Tenser)['’]s (?P<spell>\p{Lu})",
    )
});

/// A place that was never filled in.
static SLOT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{\w+\}"));

/// A command that has no other in its label.
static COMMAND: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\[\[(?P<command>[^\[\]]*)\]\](?:\{(?P<label>[^{}]*)\})?"));

/// A command in the label of another.
static INNER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<before>\[\[[^\[\]]*\]\]\{[^{}\[\]]*)\[\[(?P<inner>[^\[\]]*)\]\](?P<after>[^{}]*\})",
    )
});

fn linked(found: &Captures<'_>, about: &About<'_>) -> String {
    // An embed is another text, which the package does not have.
    if !found["kind"].eq_ignore_ascii_case("uuid") {
        return String::new();
    }
    let address = found.name("address").map_or("", |address| address.as_str());
    about.index.spell(address).unwrap_or_default().to_owned()
}

fn resolved(found: &Captures<'_>, about: &About<'_>) -> String {
    let inner = command::words(&found["inner"], None, about).unwrap_or_else(|| UNKNOWN.to_string());
    format!("{}{inner}{}", &found["before"], &found["after"])
}

fn resolved_or(found: &Captures<'_>, about: &About<'_>) -> String {
    let label = found.name("label").map(|label| label.as_str());
    command::words(&found["command"], label, about).unwrap_or_else(|| UNKNOWN.to_string())
}

/// The words of a name that is written as one (`OozeCube`).
fn spaced(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter);
    }
    words
}

/// The characters that a text writes by their names in HTML.
fn entities(text: &str) -> String {
    let text = text
        .replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    let text = text
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&rsquo;", "’");
    text.replace("&amp;", "&").replace('\u{a0}', " ")
}

#[cfg(test)]
mod tests;
