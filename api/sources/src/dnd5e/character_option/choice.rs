//! Choices: a number of options (`choose`) out of a set (`from`).

use super::super::wire::Reference;
use super::proficiency::bare_name;
use crate::dnd5e::wire::fix_quotes;
use crate::record_reader::{Shapes, object_of, read_by_shape};
use lorekeeper_content::character_option::Choice;
use lorekeeper_content::slugify;
use serde::Deserialize;
use serde::de::{Error, MapAccess};

/// A choice.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choose {
    /// The choice in words.
    pub desc: Option<String>,
    /// How many are chosen.
    #[serde(rename = "choose")]
    pub count: i32,
    /// The type of the options (`proficiencies`, `languages`).
    #[serde(rename = "type")]
    pub kind: String,
    /// The options.
    pub from: OptionSet,
}

/// The options of a choice: listed, or named by a category or a collection.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OptionSet {
    pub options: Vec<Opt>,
    pub equipment_category: Option<Reference>,
}

/// An option, or just a word.
#[derive(Clone, Debug)]
pub(super) enum Opt {
    Tagged(Tagged),
    Word(String),
}

read_by_shape!(Opt);

impl<'de> Shapes<'de> for Opt {
    const EXPECTED: &'static str = "an option, or a word";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Word(text.to_owned()))
    }

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        object_of::<OptionRecord, A>(fields).map(|option| Self::Tagged(option.into()))
    }
}

/// The fields of all sorts of options.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OptionRecord {
    option_type: String,
    item: Option<Reference>,
    count: Option<i32>,
    of: Option<Noted>,
    unit: Option<String>,
    choice: Option<Box<Choose>>,
    items: Vec<Opt>,
    string: Option<String>,
    desc: Option<String>,
    alignments: Vec<Reference>,
    ability_score: Option<Reference>,
    minimum_score: Option<i32>,
    bonus: Option<i32>,
    size: Option<String>,
}

impl From<OptionRecord> for Tagged {
    fn from(option: OptionRecord) -> Self {
        let known = match option.option_type.as_str() {
            "reference" => option.item.map(|item| Self::Reference { item }),
            "counted_reference" => option.of.map(|of| Self::CountedReference { count: option.count.unwrap_or(1), of }),
            "money" => (option.count.zip(option.unit)).map(|(count, unit)| Self::Money { count, unit }),
            "choice" => option.choice.map(|choice| Self::Choice { choice }),
            "multiple" => Some(Self::Multiple { items: option.items }),
            "string" => option.string.map(|string| Self::String { string }),
            "ideal" => option.desc.map(|desc| Self::Ideal { desc, alignments: option.alignments }),
            "score_prerequisite" => (option.ability_score.zip(option.minimum_score))
                .map(|(ability_score, minimum_score)| Self::ScorePrerequisite { ability_score, minimum_score }),
            "ability_bonus" => option.bonus.map(|bonus| Self::AbilityBonus { bonus }),
            "size" => option.size.map(|size| Self::Size { size }),
            _ => None,
        };
        known.unwrap_or(Self::Other)
    }
}

/// The sorts of options.
#[derive(Clone, Debug)]
pub(super) enum Tagged {
    Reference { item: Reference },
    CountedReference { count: i32, of: Noted },
    Money { count: i32, unit: String },
    Choice { choice: Box<Choose> },
    Multiple { items: Vec<Opt> },
    String { string: String },
    Ideal { desc: String, alignments: Vec<Reference> },
    ScorePrerequisite { ability_score: Reference, minimum_score: i32 },
    AbilityBonus { bonus: i32 },
    Size { size: String },
    Other,
}

/// A reference with a remark (`Book (Prayers)`).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Noted {
    pub name: String,
    pub note: Option<String>,
}

impl Noted {
    /// The name with the remark.
    pub fn words(&self) -> String {
        match self.note.as_deref().map(str::trim) {
            Some(note) if !note.is_empty() => format!("{} ({note})", self.name),
            _ => self.name.clone(),
        }
    }
}

impl Choose {
    /// The choice as the rows hold it.
    pub fn to_choice(&self) -> Choice {
        Choice { text: Some(self.words()), choose: self.count, options: self.from.slugs() }
    }

    /// The choice in words: upstream's own where it has them.
    pub fn words(&self) -> String {
        let own = self.desc.as_deref().map(fix_quotes).filter(|d| !d.is_empty());
        own.unwrap_or_else(|| {
            let names: Vec<String> = self.from.names().iter().map(|n| bare_name(n)).collect();
            let what = self.kind.replace(['_', '-'], " ");
            if names.is_empty() {
                format!("Choose {} {what}", self.count).trim().to_owned()
            } else {
                format!("Choose {}: {}", self.count, names.join(", "))
            }
        })
    }
}

impl OptionSet {
    /// Slugs of everything that can be chosen, also one choice further.
    pub fn slugs(&self) -> Vec<String> {
        self.names().iter().map(|name| slugify(name)).collect()
    }

    /// Names of everything that can be chosen, also one choice further.
    pub fn names(&self) -> Vec<String> {
        let category = self.equipment_category.iter().map(|c| c.name.clone());
        let options = self.options.iter().flat_map(Opt::names);
        category.chain(options).filter(|n| !n.is_empty()).collect()
    }

    /// The records that the options refer to.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.tagged().filter_map(|option| match option {
            Tagged::Reference { item } => Some(item),
            _ => None,
        })
    }

    /// The tagged options.
    pub fn tagged(&self) -> impl Iterator<Item = &Tagged> {
        self.options.iter().filter_map(|option| match option {
            Opt::Tagged(tagged) => Some(tagged),
            Opt::Word(_) => None,
        })
    }
}

impl Opt {
    fn names(&self) -> Vec<String> {
        match self {
            Self::Word(word) => vec![word.clone()],
            Self::Tagged(Tagged::Reference { item }) => vec![item.name.clone()],
            Self::Tagged(Tagged::CountedReference { of, .. }) => vec![of.name.clone()],
            Self::Tagged(Tagged::Choice { choice }) => choice.from.names(),
            Self::Tagged(Tagged::Multiple { items }) => items.iter().flat_map(Self::names).collect(),
            Self::Tagged(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_choice_among_choices_has_all_options() {
        let choose: Choose = serde_json::from_value(json!({
            "choose": 1, "type": "proficiencies",
            "from": {"option_set_type": "options_array", "options": [
                {"option_type": "reference", "item": {"index": "skill-baking", "name": "Skill: Baking"}},
                {"option_type": "choice", "choice": {"choose": 1, "type": "proficiencies",
                    "from": {"options": [{"option_type": "reference", "item": {"index": "kazoo", "name": "Kazoo"}}]}}},
                {"option_type": "from_the_future", "whatever": 1},
                "word"
            ]}
        }))
        .unwrap();
        let choice = choose.to_choice();
        assert_eq!(choice.options, ["skill-baking", "kazoo", "word"]);
        assert_eq!(choice.text.as_deref(), Some("Choose 1: Baking, Kazoo, word"));
    }

    #[test]
    fn a_choice_from_a_whole_collection_is_words() {
        let choose: Choose = serde_json::from_value(json!({
            "choose": 2, "type": "languages",
            "from": {"option_set_type": "resource_list", "resource_list_url": "/api/2014/languages"}
        }))
        .unwrap();
        assert_eq!(choose.words(), "Choose 2 languages");
        assert!(choose.to_choice().options.is_empty());
    }
}
