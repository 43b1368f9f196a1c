//! Classes.

use super::super::wire::{Reference, document_key};
use super::choice::{Choose, Tagged};
use super::equipment_words::{Counted, starting_equipment};
use super::proficiency::slugs;
use super::{Book, draft};
use crate::dnd5e::wire::{Prose, filled};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{AbilityMinimum, Kind, Model, Multiclassing};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of as ability;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws the classes of an edition.
pub(super) fn draw(book: &Book, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{}/classes", book.edition);
    let terms = subclass_terms(book.edition, records, drafts);
    for (record, class) in drafts.parse::<Class>(records, &endpoint) {
        let mut row = class.row(book);
        row.summary = terms.get(&class.index).cloned();
        drafts.character_options.push(draft(row, &endpoint, record, None));
    }
}

/// The classes' names for their subclasses (`Primal Path`), which only the subclasses have.
fn subclass_terms(edition: &str, records: &Records, drafts: &mut Drafts) -> BTreeMap<String, String> {
    let mut terms = BTreeMap::new();
    for (_, subclass) in drafts.parse::<SubclassTerm>(records, &format!("{edition}/subclasses")) {
        if let Some(term) = crate::wire::filled(&subclass.term) {
            terms.entry(subclass.class.index).or_insert(term);
        }
    }
    terms
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SubclassTerm {
    class: Reference,
    #[serde(rename = "subclass_flavor")]
    term: String,
}

#[derive(Deserialize)]
struct Class {
    index: String,
    #[serde(deserialize_with = "filled")]
    name: String,
    hit_die: Option<i32>,
    #[serde(default)]
    proficiencies: Vec<Reference>,
    #[serde(default)]
    proficiency_choices: Vec<Choose>,
    #[serde(default)]
    saving_throws: Vec<Reference>,
    #[serde(default)]
    starting_equipment: Vec<Counted>,
    #[serde(default)]
    starting_equipment_options: Vec<Choose>,
    primary_ability: Option<PrimaryAbility>,
    multi_classing: Option<MultiClassing>,
    spellcasting: Option<Spellcasting>,
}

/// The 2024 rules' primary ability: all of these, or a choice.
#[derive(Deserialize)]
struct PrimaryAbility {
    #[serde(default)]
    ability_scores: Vec<Reference>,
    ability_score_options: Option<Choose>,
}

#[derive(Deserialize)]
struct MultiClassing {
    #[serde(default)]
    prerequisites: Vec<Minimum>,
    prerequisite_options: Option<Choose>,
    #[serde(default)]
    proficiencies: Vec<Reference>,
    #[serde(default)]
    proficiency_choices: Vec<Choose>,
}

#[derive(Deserialize)]
struct Minimum {
    ability_score: Reference,
    minimum_score: i32,
}

#[derive(Deserialize)]
struct Spellcasting {
    #[serde(default)]
    spellcasting_ability: Reference,
    #[serde(default)]
    info: Vec<Info>,
}

#[derive(Deserialize)]
struct Info {
    name: String,
    #[serde(default, alias = "description")]
    desc: Prose,
}

impl Class {
    fn row(&self, book: &Book) -> Model {
        let casting = self.spellcasting.as_ref();
        let levels: Vec<_> = book.tables.of(&self.index).into_values().collect();
        Model {
            document_key: document_key(book.edition),
            kind: Kind::Class,
            slug: slugify(&self.name),
            name: self.name.clone(),
            hit_die: self.hit_die,
            proficiencies: book.types.proficiencies(&self.proficiencies, &self.proficiency_choices).into(),
            starting_equipment: starting_equipment(&self.starting_equipment_options, &self.starting_equipment),
            saving_throws: abilities(&self.saving_throws),
            primary_abilities: self.primary_ability.as_ref().map(PrimaryAbility::abilities).unwrap_or_default(),
            spellcasting_ability: casting.and_then(|c| ability(&c.spellcasting_ability.index)).map(str::to_owned),
            spellcasting_text: casting.and_then(Spellcasting::text),
            levels: levels.into(),
            features: book.features.of(&self.index).into(),
            multiclassing: self.multi_classing.as_ref().map(|m| m.rules().into()),
            ..Model::default()
        }
    }
}

impl PrimaryAbility {
    fn abilities(&self) -> Vec<String> {
        let options = self.ability_score_options.iter();
        let chosen = options.flat_map(|o| o.from.references());
        abilities(self.ability_scores.iter().chain(chosen))
    }
}

impl MultiClassing {
    fn rules(&self) -> Multiclassing {
        let all = self.prerequisites.iter().map(|p| (&p.ability_score, p.minimum_score));
        let options = self.prerequisite_options.iter();
        let any = options.flat_map(|o| o.from.tagged()).filter_map(|option| match option {
            Tagged::ScorePrerequisite { ability_score, minimum_score } => Some((ability_score, *minimum_score)),
            _ => None,
        });
        Multiclassing {
            prerequisites: all
                .chain(any)
                .filter_map(|(score, minimum)| {
                    Some(AbilityMinimum { ability: ability(&score.index)?.to_owned(), minimum })
                })
                .collect(),
            any_of: self.prerequisite_options.is_some(),
            proficiencies: slugs(&self.proficiencies),
            proficiency_choices: self.proficiency_choices.iter().map(Choose::to_choice).collect(),
        }
    }
}

impl Spellcasting {
    /// How it works, under the headings that upstream gives it.
    fn text(&self) -> Option<String> {
        let parts: Vec<String> =
            self.info.iter().map(|part| format!("### {}\n\n{}", part.name.trim(), part.desc.markdown())).collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }
}

/// The abilities, in full.
fn abilities<'a>(references: impl IntoIterator<Item = &'a Reference>) -> Vec<String> {
    references.into_iter().filter_map(|r| ability(&r.index).map(str::to_owned)).collect()
}
