//! Races and their subraces.

use super::super::document::Books;
use super::super::wire::name;
use super::heading::{headed, named};
use super::{add, row};
use crate::option_text::species_trait;
use crate::prose;
use crate::{Drafts, Records};
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::{AbilityIncrease, Kind, Model};
use serde::Deserialize;

/// A race, beside what it has in common with subraces. Size and speed are in its texts, which are right where the figures beside them are not.
#[derive(Debug, Deserialize)]
struct Race {
    #[serde(default)]
    age: String,
    #[serde(default)]
    alignment: String,
    #[serde(default)]
    size: String,
    #[serde(default)]
    speed_desc: String,
    #[serde(default)]
    languages: String,
    #[serde(default)]
    vision: String,
    #[serde(default)]
    subraces: Vec<Common>,
}

/// The fields of races and subraces.
#[derive(Debug, Deserialize)]
struct Common {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    asi_desc: String,
    #[serde(default)]
    asi: Vec<Increase>,
    #[serde(default)]
    traits: String,
}

#[derive(Debug, Deserialize)]
struct Increase {
    #[serde(default)]
    attributes: Vec<String>,
    value: i32,
}

/// Draws the races, and the subraces that they carry.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, race) in drafts.parse::<Race>(records, "races") {
        let Some(common) = drafts.read::<Common>("races", record) else {
            continue;
        };
        let race_row = race.row(&common, books);
        let parent = race_row.slug.clone();
        add(race_row, "races", record, drafts);
        for subrace in &race.subraces {
            let mut row = subrace.row(Kind::Subrace, books, &[]);
            row.parent_slug = Some(parent.clone());
            add(row, "races", record, drafts);
        }
    }
}

impl Race {
    fn row(&self, common: &Common, books: &Books) -> Model {
        let parts = [&self.age, &self.alignment, &self.size, &self.speed_desc, &self.languages, &self.vision];
        common.row(Kind::Race, books, &parts.map(String::as_str))
    }
}

impl Common {
    /// The row; `parts` are the traits that have fields of their own, in the order of the book.
    ///
    /// Correction (character options): Size and speed that differ from the text, or that a subrace decides, follow
    /// the text. An ability increase that the list lacks comes from the text.
    fn row(&self, kind: Kind, books: &Books, parts: &[&str]) -> Model {
        let mut row = row(kind, books.key(&self.document), &self.name);
        // A heading above the text only says the name.
        let text = headed(&self.desc).into_iter().map(|part| part.text);
        row.text = text.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n");
        let texts = std::iter::once(self.asi_desc.as_str()).chain(parts.iter().copied()).chain([self.traits.as_str()]);
        let traits = texts.flat_map(named).map(|part| Trait { name: part.name, text: part.text, ..Trait::default() });
        row.traits = traits.collect::<Vec<_>>().into();
        species_trait::fill(&mut row);
        // Of some races upstream lists the first increase only.
        let listed = increases(&self.asi);
        if listed.len() >= row.ability_increases.len() {
            row.ability_increases = listed.into();
        }
        row
    }
}

/// The increases. *Any* and *Other* are choices; equal ones are one choice of several abilities.
///
/// Correction (character options): The abilities *Any* and *Other* become a choice.
fn increases(upstream: &[Increase]) -> Vec<AbilityIncrease> {
    let mut increases: Vec<AbilityIncrease> = Vec::new();
    for (name, bonus) in
        upstream.iter().flat_map(|increase| increase.attributes.iter().map(|name| (name, increase.value)))
    {
        let ability = prose::ability(name).map(str::to_owned);
        let same =
            increases.iter_mut().find(|known| known.ability.is_none() && ability.is_none() && known.bonus == bonus);
        match same {
            Some(known) => known.choose = known.choose.map(|number| number + 1),
            None => increases.push(AbilityIncrease {
                choose: ability.is_none().then_some(1),
                among: Vec::new(),
                ability,
                bonus,
            }),
        }
    }
    increases
}
