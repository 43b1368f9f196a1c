//! Markup of a virtual tabletop: the references, lookups and commands in its texts, as the words that the book prints.
//!
//! A text refers to numbers instead of saying them: `[[lookup @save.dc.value activity=x]]`, `[[/damage average]]`.
//! The numbers are computed from the *activities* of a thing (what it can be used for) and from the creature. A number
//! that depends on a character is unknown. Two sources have such texts: `srd_data` and `foundry_srd`.

mod command;
pub mod fields;
pub mod html;
mod lookup;
pub mod notation;
pub mod passage;
mod reference;
pub mod spell_casting;
pub mod spell_effect;
pub mod stats;

pub use command::MELEE_OR_RANGED;
use fields::Fields;
use lorekeeper_content::Pattern;
use regex::Captures;
use stats::Stats;

/// The names of what texts link to.
pub trait Links {
    /// The name of the thing at an address (`Compendium.….phbsplOwlCall`).
    fn name(&self, address: &str) -> Option<&str>;

    /// The name of a part of the creature at hand (`.owlClaw`).
    fn part(&self, _id: &str) -> Option<String> {
        None
    }
}

/// Whose words a command becomes: each edition prints attacks and terms in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// `Melee Weapon Attack: +5 to hit`, with terms in lower case.
    Of2014,
    /// `Melee Attack Roll: +5`, with terms in capitals.
    Of2024,
}

impl Edition {
    /// A term of the rules as the edition writes it.
    pub fn term(self, word: &str) -> String {
        match self {
            Self::Of2014 => word.to_lowercase(),
            Self::Of2024 => notation::title(word),
        }
    }
}

/// The context of a text: the data that its references are resolved with.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// Names of other things.
    pub links: &'a dyn Links,
    /// The thing that the text describes, with its activities.
    pub thing: Fields<'a>,
    /// The creature that it belongs to.
    pub stats: Option<&'a Stats>,
    /// The text's name for itself, where nothing better is known.
    pub name: &'a str,
    /// The edition.
    pub edition: Edition,
}

impl<'a> About<'a> {
    /// The context of a text of 2024 that belongs to no creature.
    pub fn of(thing: Fields<'a>, name: &'a str, links: &'a dyn Links) -> Self {
        Self { links, thing, stats: None, name, edition: Edition::Of2024 }
    }

    /// The activities of a kind.
    pub fn activities(&self, kind: &'static str) -> impl Iterator<Item = Fields<'a>> {
        let activities = self.thing.list("activities");
        activities.filter(move |activity| activity.text("kind") == kind)
    }
}

/// Placeholder for a number that depends on a character.
pub const UNKNOWN: char = '\u{1}';

/// The text with names in the place of references and links; an embed without a label is another text, and goes.
pub fn with_names(text: &str, about: &About<'_>) -> String {
    let text = reference::resolve(text, about.edition);
    let named = UUID.replace_all(&text, |found: &Captures<'_>| {
        let label = found.name("label").map(|label| label.as_str().to_owned());
        label.unwrap_or_else(|| linked(found, about))
    });
    named.into_owned()
}

/// The text with words in the place of commands, and [`UNKNOWN`] where a number depends on a character.
pub fn with_commands(text: &str, about: &About<'_>) -> String {
    let text = INNER.replace_all(text, |found: &Captures<'_>| resolved(found, about));
    let text = COMMAND.replace_all(&text, |found: &Captures<'_>| resolved_or(found, about));
    text.into_owned()
}

static UUID: Pattern =
    Pattern::new(r"@(?P<kind>UUID|Embed|Compendium|Item|Actor)(?:\[(?P<address>[^\]]*)\])?(?:\{(?P<label>[^}]*)\})?");

/// A command that has no other in its label.
static COMMAND: Pattern = Pattern::new(r"\[\[(?P<command>[^\[\]]*)\]\](?:\{(?P<label>[^{}]*)\})?");

/// A command in the label of another.
static INNER: Pattern =
    Pattern::new(r"(?P<before>\[\[[^\[\]]*\]\]\{[^{}\[\]]*)\[\[(?P<inner>[^\[\]]*)\]\](?P<after>[^{}]*\})");

fn linked(found: &Captures<'_>, about: &About<'_>) -> String {
    if !found["kind"].eq_ignore_ascii_case("uuid") {
        return String::new();
    }
    let address = found.name("address").map_or("", |address| address.as_str());
    about.links.name(address).unwrap_or_default().to_owned()
}

fn resolved(found: &Captures<'_>, about: &About<'_>) -> String {
    let inner = command::words(&found["inner"], None, about).unwrap_or_else(|| UNKNOWN.to_string());
    format!("{}{inner}{}", &found["before"], &found["after"])
}

fn resolved_or(found: &Captures<'_>, about: &About<'_>) -> String {
    let label = found.name("label").map(|label| label.as_str());
    command::words(&found["command"], label, about).unwrap_or_else(|| UNKNOWN.to_string())
}

/// The characters that a text writes by their names in HTML.
pub fn entities(text: &str) -> String {
    let text = text.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace("&quot;", "\"").replace("&#39;", "'").replace("&rsquo;", "’");
    text.replace("&amp;", "&").replace('\u{a0}', " ")
}
