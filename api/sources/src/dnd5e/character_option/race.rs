//! Races and subraces; species and lineages.

use super::super::wire::{Reference, document_key};
use super::choice::{Choose, Tagged};
use super::draft;
use super::option_name;
use super::proficiency::slugs;
use super::race_trait::{TraitReference, Traits};
use crate::dnd5e::wire::{Prose, filled};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{AbilityIncrease, Kind, Model};
use lorekeeper_content::vocabulary::ability_of as ability;
use lorekeeper_content::{Trait, slugify};
use serde::Deserialize;

/// The collections: the two editions have other words for them.
const COLLECTIONS: [(&str, Kind); 4] =
    [("races", Kind::Race), ("species", Kind::Race), ("subraces", Kind::Subrace), ("subspecies", Kind::Subrace)];

/// Draws the races and subraces of an edition.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let traits = Traits::read(edition, records, drafts);
    for (collection, kind) in COLLECTIONS {
        let endpoint = format!("{edition}/{collection}");
        for (record, race) in drafts.parse::<Race>(records, &endpoint) {
            let row = race.row(edition, kind, &traits);
            let parent = row.parent_slug.clone();
            drafts.character_options.push(draft(row, &endpoint, record, parent));
        }
    }
}

#[derive(Deserialize)]
struct Race {
    #[serde(deserialize_with = "filled")]
    name: String,
    /// The race of a subrace.
    #[serde(rename = "race", alias = "species")]
    parent: Option<Parent>,
    #[serde(default, alias = "description")]
    desc: Prose,
    speed: Option<i32>,
    /// Creature type of a species.
    #[serde(rename = "type")]
    creature_type: Option<String>,
    #[serde(default)]
    ability_bonuses: Vec<AbilityBonus>,
    ability_bonus_options: Option<Choose>,
    #[serde(default)]
    age: Prose,
    #[serde(default)]
    alignment: Prose,
    size: Option<String>,
    size_options: Option<Choose>,
    #[serde(default)]
    size_description: Prose,
    #[serde(default)]
    languages: Vec<Reference>,
    #[serde(default)]
    language_desc: Prose,
    language_options: Option<Choose>,
    #[serde(default, alias = "racial_traits")]
    traits: Vec<TraitReference>,
    /// The damage type of a draconic ancestor.
    damage_type: Option<Reference>,
}

#[derive(Deserialize)]
struct Parent {
    #[serde(deserialize_with = "filled")]
    name: String,
}

#[derive(Deserialize)]
struct AbilityBonus {
    ability_score: Reference,
    bonus: i32,
}

/// The text of a lineage of 2024: that of the trait that it is. The other traits of the API's lineages are its own words
/// for the rows of the species' table.
///
/// Correction (character options): A lineage of 2024 has no traits but what the book's table of lineages prints.
fn lineage_text(name: &str, traits: Vec<Trait>) -> Option<String> {
    let own = traits.into_iter().find(|own| slugify(&own.name) == slugify(name));
    own.map(|own| own.text)
}

impl Race {
    fn row(&self, edition: &str, kind: Kind, traits: &Traits) -> Model {
        let name = option_name(edition, &self.name);
        let mut sum = traits.sum(&self.traits);
        let mut text = self.desc.markdown();
        if kind == Kind::Subrace && edition == "2024" {
            let own = lineage_text(&name, std::mem::take(&mut sum.traits));
            text = own.unwrap_or(text);
        }
        let mut proficiencies = sum.proficiencies;
        proficiencies.languages = self.language_desc.given();
        let language = self.language_options.iter().map(Choose::to_choice);
        proficiencies.choices.extend(language);
        Model {
            document_key: document_key(edition),
            kind,
            slug: slugify(&name),
            name,
            text,
            parent_slug: self.parent.as_ref().map(|race| slugify(&race.name)),
            proficiencies: proficiencies.into(),
            summary: self.damage_type.as_ref().map(|damage| format!("Damage type: {}", damage.name)),
            sizes: self.sizes(),
            speed: self.speed.or(sum.speed),
            creature_type: self.creature_type.as_deref().map(slugify),
            ability_increases: self.ability_increases().into(),
            languages: slugs(&self.languages),
            age: self.age.given(),
            alignment: self.alignment.given(),
            size_text: self.size_description.given().or_else(|| self.size_choice()),
            traits: sum.traits.into(),
            ..Model::default()
        }
    }

    /// The size, or the sizes to choose from.
    fn sizes(&self) -> Vec<String> {
        let options = self.size_options.iter();
        let options = options.flat_map(|o| o.from.tagged()).filter_map(|option| {
            let Tagged::Size { size } = option else {
                return None;
            };
            Some(size)
        });
        self.size.iter().chain(options).map(|s| slugify(s)).collect()
    }

    /// How the size is chosen, in words.
    fn size_choice(&self) -> Option<String> {
        self.size_options.as_ref()?.desc.clone()
    }

    /// Fixed increases, then one entry for each increase that is chosen, by how much it is.
    fn ability_increases(&self) -> Vec<AbilityIncrease> {
        let fixed = self.ability_bonuses.iter().filter_map(|increase| {
            Some(AbilityIncrease {
                ability: Some(ability(&increase.ability_score.index)?.to_owned()),
                bonus: increase.bonus,
                choose: None,
                among: Vec::new(),
            })
        });
        let chosen = self.ability_bonus_options.iter().filter_map(|choose| {
            let bonus = choose.from.tagged().find_map(|option| match option {
                Tagged::AbilityBonus { bonus } => Some(*bonus),
                _ => None,
            })?;
            Some(AbilityIncrease { ability: None, bonus, choose: Some(choose.count), among: Vec::new() })
        });
        fixed.chain(chosen).collect()
    }
}
