//! Choices: a number of options (`choose`) out of a set (`from`).

use super::super::wire::Reference;
use super::proficiency::bare_name;
use crate::dnd5e::wire::fix_quotes;
use lorekeeper_content::character_option::Choice;
use lorekeeper_content::slugify;
use serde::Deserialize;

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
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Opt {
    Tagged(Tagged),
    Word(String),
}

/// The sorts of options.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "option_type", rename_all = "snake_case")]
pub(super) enum Tagged {
    Reference {
        item: Reference,
    },
    CountedReference {
        count: i32,
        of: Noted,
    },
    Money {
        count: i32,
        unit: String,
    },
    Choice {
        choice: Box<Choose>,
    },
    Multiple {
        items: Vec<Opt>,
    },
    String {
        string: String,
    },
    Ideal {
        desc: String,
        #[serde(default)]
        alignments: Vec<Reference>,
    },
    ScorePrerequisite {
        ability_score: Reference,
        minimum_score: i32,
    },
    AbilityBonus {
        bonus: i32,
    },
    Size {
        size: String,
    },
    #[serde(other)]
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
        Choice {
            text: Some(self.words()),
            choose: self.count,
            options: self.from.slugs(),
        }
    }

    /// The choice in words: upstream's own where it has them.
    pub fn words(&self) -> String {
        let own = self
            .desc
            .as_deref()
            .map(fix_quotes)
            .filter(|d| !d.is_empty());
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
            Self::Tagged(Tagged::Multiple { items }) => {
                items.iter().flat_map(Self::names).collect()
            }
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
        assert_eq!(
            choice.text.as_deref(),
            Some("Choose 1: Baking, Kazoo, word")
        );
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
