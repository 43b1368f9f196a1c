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

/// A race. Size and speed are in its texts, which are right where the figures beside them are not.
#[derive(Debug, Deserialize)]
struct Race {
    #[serde(flatten)]
    common: Common,
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
    #[serde(rename = "document__slug")]
    document: String,
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
    attributes: Vec<String>,
    value: i32,
}

/// Draws the races, and the subraces that they carry.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, race) in drafts.parse::<Race>(records, "races") {
        let race_row = race.row(books);
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
    fn row(&self, books: &Books) -> Model {
        let parts = [
            &self.age,
            &self.alignment,
            &self.size,
            &self.speed_desc,
            &self.languages,
            &self.vision,
        ];
        self.common
            .row(Kind::Race, books, &parts.map(String::as_str))
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
        row.text = text
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n");
        let texts = std::iter::once(self.asi_desc.as_str())
            .chain(parts.iter().copied())
            .chain([self.traits.as_str()]);
        let traits = texts.flat_map(named).map(|part| Trait {
            name: part.name,
            text: part.text,
            ..Trait::default()
        });
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
    for (name, bonus) in upstream.iter().flat_map(|increase| {
        increase
            .attributes
            .iter()
            .map(|name| (name, increase.value))
    }) {
        let ability = prose::ability(name).map(str::to_owned);
        let same = increases
            .iter_mut()
            .find(|known| known.ability.is_none() && ability.is_none() && known.bonus == bonus);
        match same {
            Some(known) => known.choose = known.choose.map(|number| number + 1),
            None => increases.push(AbilityIncrease {
                choose: ability.is_none().then_some(1),
                ability,
                bonus,
            }),
        }
    }
    increases
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::drawn;
    use super::*;
    use serde_json::{Value, json};

    fn newtfolk() -> Value {
        json!({
            "slug": "newtfolk", "name": "Newtfolk", "document__slug": "pnd",
            "desc": "## Newtfolk Traits\nYou are a newt.",
            "asi_desc": "***Ability Score Increase.*** Your Wisdom score increases by 2.",
            "asi": [{"attributes": ["Wisdom"], "value": 2}],
            "age": "***Age.*** They live long.", "alignment": "***Alignment.*** Wet.",
            "size": "***Size.*** Your size is Small.", "size_raw": "Medium",
            "speed": {"walk": 30}, "speed_desc": "***Speed.*** Your base walking speed is 25 feet.",
            "languages": "***Languages.*** You can speak, read, and write Common and Newtish.",
            "vision": "***Darkvision.*** You see.", "traits": "**_Gills._** You breathe.\n\n**_Slime._** You slip.",
            "subraces": [{
                "name": "Mudnewt", "slug": "mudnewt", "document__slug": "other", "desc": "Of mud.",
                "asi": [{"attributes": ["Any"], "value": 1}, {"attributes": ["Other"], "value": 1}],
                "traits": "**_Mud._** You sink.", "asi_desc": ""
            }]
        })
    }

    #[test]
    fn a_race_brings_its_subraces() {
        let drafts = drawn("races", newtfolk());
        assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
        let [race, subrace] = drafts.character_options.as_slice() else {
            panic!("{} rows", drafts.character_options.len());
        };
        let row = &race.row;
        assert_eq!(row.text, "You are a newt.");
        assert_eq!(
            (row.speed, row.sizes.as_slice()),
            (Some(25), &["small".to_owned()][..])
        );
        assert_eq!(row.languages, ["common", "newtish"]);
        assert_eq!(row.age.as_deref(), Some("They live long."));
        let names: Vec<&str> = row.traits.iter().map(|t| t.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "Ability Score Increase",
                "Age",
                "Alignment",
                "Size",
                "Speed",
                "Languages",
                "Darkvision",
                "Gills",
                "Slime"
            ]
        );
        assert_eq!(row.ability_increases[0].ability.as_deref(), Some("wisdom"));
        let row = &subrace.row;
        assert_eq!(
            (row.kind, row.document_key.as_str()),
            (Kind::Subrace, "other")
        );
        assert_eq!(row.parent_slug.as_deref(), Some("newtfolk"));
        let chosen = &row.ability_increases[0];
        assert_eq!(
            (chosen.ability.as_deref(), chosen.bonus, chosen.choose),
            (None, 1, Some(2))
        );
    }

    #[test]
    fn increases_that_are_not_listed_are_read() {
        let mut raw = newtfolk();
        raw["asi_desc"] = json!(
            "***Ability Score Increase.*** Your Wisdom score increases by 2, and one other ability score of \
             your choice increases by 1."
        );
        let drafts = drawn("races", raw);
        let increases = &drafts.character_options[0].row.ability_increases;
        assert_eq!((increases.len(), increases[1].choose), (2, Some(1)));
    }

    #[test]
    fn what_a_subrace_decides_is_unknown() {
        let mut raw = newtfolk();
        raw["size"] = json!("***Size.*** Your size is determined by your mud.");
        raw["speed_desc"] =
            json!("***Speed.*** Your base walking speed is determined by your mud.");
        let drafts = drawn("races", raw);
        let row = &drafts.character_options[0].row;
        assert_eq!((row.speed, row.sizes.len()), (None, 0));
    }
}
