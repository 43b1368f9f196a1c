//! Backgrounds.

use super::super::wire::{Price, Reference, document_key};
use super::choice::{Choose, Noted, Opt, Tagged};
use super::draft;
use super::equipment_words::{Counted, starting_equipment};
use super::proficiency::{Types, ability_name, bare_name};
use crate::dnd5e::wire::{Prose, filled, listed};
use crate::option_text::background::benefit;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;

/// Draws the backgrounds of an edition.
pub(super) fn draw(edition: &str, types: &Types, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/backgrounds");
    for (record, background) in drafts.parse::<Background>(records, &endpoint) {
        let mut proficiencies = types.proficiencies(&background.proficiencies, &background.proficiency_choices);
        let language = background.language_options.iter();
        proficiencies.languages = background.language_options.as_ref().map(language_words);
        proficiencies.choices.extend(language.map(Choose::to_choice));
        let row = Model {
            document_key: document_key(edition),
            kind: Kind::Background,
            slug: slugify(&background.name),
            name: background.name.clone(),
            starting_equipment: background.equipment(),
            proficiencies: proficiencies.into(),
            benefits: background.benefits(types).into(),
            starting_gold: background.starting_gold.as_ref().and_then(Price::gold),
            ..Model::default()
        };
        drafts.character_options.push(draft(row, &endpoint, record, None));
    }
}

#[derive(Deserialize)]
struct Background {
    #[serde(deserialize_with = "filled")]
    name: String,
    #[serde(default, alias = "starting_proficiencies")]
    proficiencies: Vec<Reference>,
    #[serde(default)]
    proficiency_choices: Vec<Choose>,
    language_options: Option<Choose>,
    #[serde(default)]
    starting_equipment: Vec<Counted>,
    #[serde(default, alias = "starting_equipment_options")]
    equipment_options: Vec<Choose>,
    starting_gold: Option<Price>,
    feature: Option<BackgroundFeature>,
    personality_traits: Option<Choose>,
    ideals: Option<Choose>,
    bonds: Option<Choose>,
    flaws: Option<Choose>,
    #[serde(default)]
    ability_scores: Vec<Reference>,
    feat: Option<Noted>,
}

#[derive(Deserialize)]
struct BackgroundFeature {
    name: String,
    #[serde(default)]
    desc: Prose,
}

impl Background {
    /// Everything the background gives, in the order of the book.
    fn benefits(&self, types: &Types) -> Vec<Benefit> {
        let scores: Vec<String> = self.ability_scores.iter().map(|s| ability_name(&s.name)).collect();
        let texts = [
            ("Ability Scores", "ability_score", listed(&scores)),
            ("Feat", "feat", self.feat.as_ref().map(Noted::words)),
            ("Skill Proficiencies", "skill_proficiency", self.proficient(types, Sort::Skill)),
            ("Tool Proficiencies", "tool_proficiency", self.proficient(types, Sort::Tool)),
            ("Languages", "language", self.language_options.as_ref().map(language_words)),
            ("Equipment", "equipment", self.equipment()),
        ];
        let feature = self.feature.iter().map(|feature| Benefit {
            name: Some(feature.name.clone()),
            text: feature.desc.markdown(),
            kind: Some("feature".to_owned()),
        });
        let characteristics = benefit("Suggested Characteristics", "suggested_characteristics", self.characteristics());
        texts
            .into_iter()
            .filter_map(|(name, kind, text)| benefit(name, kind, text))
            .chain(feature)
            .chain(characteristics)
            .collect()
    }

    /// Skills or tools, with the choices among them.
    fn proficient(&self, types: &Types, sort: Sort) -> Option<String> {
        let wanted = |slug: &str| types.is_skill(slug) == (sort == Sort::Skill);
        let fixed = self.proficiencies.iter();
        let fixed = fixed.filter(|p| wanted(&slugify(&p.name)));
        let choices = self.proficiency_choices.iter();
        let choices = choices.filter(|c| c.from.slugs().first().is_some_and(|s| wanted(s)));
        let names: Vec<String> = fixed.map(|p| bare_name(&p.name)).chain(choices.map(Choose::words)).collect();
        listed(&names)
    }

    /// The equipment, with the gold as its last item.
    fn equipment(&self) -> Option<String> {
        let items = starting_equipment(&self.equipment_options, &self.starting_equipment);
        let gold = self.starting_gold.as_ref();
        let gold = gold.map(|g| format!("- {} {}", g.quantity, g.unit.to_uppercase()));
        let lines: Vec<String> = items.into_iter().chain(gold).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn characteristics(&self) -> Option<String> {
        let tables = [
            ("Personality Traits", &self.personality_traits),
            ("Ideals", &self.ideals),
            ("Bonds", &self.bonds),
            ("Flaws", &self.flaws),
        ];
        let lists: Vec<String> =
            tables.into_iter().filter_map(|(heading, table)| characteristic(heading, table.as_ref()?)).collect();
        (!lists.is_empty()).then(|| lists.join("\n\n"))
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Sort {
    Skill,
    Tool,
}

/// A numbered list, under a heading that says how many are chosen.
fn characteristic(heading: &str, table: &Choose) -> Option<String> {
    let lines: Vec<String> = table
        .from
        .options
        .iter()
        .filter_map(characteristic_words)
        .zip(1..)
        .map(|(words, number)| format!("{number}. {words}"))
        .collect();
    let list = lines.join("\n");
    (!lines.is_empty()).then(|| format!("**{heading}** (choose {})\n\n{list}", table.count))
}

/// One characteristic; an ideal says which alignments hold it.
fn characteristic_words(option: &Opt) -> Option<String> {
    match option {
        Opt::Word(text) | Opt::Tagged(Tagged::String { string: text }) => Some(text.clone()),
        Opt::Tagged(Tagged::Ideal { desc, alignments }) => {
            let names: Vec<String> = alignments.iter().map(|a| a.name.clone()).collect();
            Some(listed(&names).map_or_else(|| desc.clone(), |names| format!("{desc} ({names})")))
        }
        Opt::Tagged(_) => None,
    }
}

/// Any languages at all, or some of a list.
fn language_words(choose: &Choose) -> String {
    if choose.from.options.is_empty() { format!("{} of your choice", choose.count) } else { choose.words() }
}
