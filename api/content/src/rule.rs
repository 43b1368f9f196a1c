//! Rules: rules and their sections, conditions, and the concepts the game is made of.

use super::filter::{BoolFilter, IntFilter, ListFilter, TextFilter, family_filter};
use super::{Disagreement, Family, Image, Json, List, Mention, Origin, Passage, row_core};
use async_graphql::{Enum, SimpleObject};
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A rule, a section of rules, a condition, or another concept of the game, as one book describes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DeriveEntityModel, SimpleObject)]
#[sea_orm(table_name = "rule")]
#[graphql(name = "RuleRow")]
#[serde(default)]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    #[graphql(skip)]
    pub id: i64,
    #[graphql(skip)]
    pub document_key: String,
    /// Whether it is a rule, a condition, a skill, ...
    pub kind: Kind,
    #[graphql(skip)]
    pub slug: String,
    #[graphql(skip)]
    pub name: String,
    #[graphql(skip)]
    pub text: String,
    #[graphql(skip)]
    pub origins: List<Origin>,
    #[graphql(skip)]
    pub field_sources: Json<BTreeMap<String, String>>,
    #[graphql(skip)]
    pub disagreements: List<Disagreement>,
    #[graphql(skip)]
    pub mentions: List<Mention>,
    #[graphql(skip)]
    pub linked_names: Json<BTreeMap<String, String>>,
    #[graphql(skip)]
    pub content_hash: String,
    #[graphql(skip)]
    pub fetched_at: DateTimeUtc,

    /// Slug of the section a rule belongs to.
    pub section_slug: Option<String>,
    /// Name of that section.
    pub section_name: Option<String>,
    /// Chapter it belongs to, as the D&D 5e API groups them (`combat`, `spellcasting`).
    pub chapter: Option<String>,
    /// Position within its section, to sort by.
    pub order: Option<i32>,
    /// Level of its heading in the book; 1 is the highest.
    pub heading_level: Option<i32>,
    /// Slug of the rule, plane or concept it is a part of.
    pub parent_slug: Option<String>,
    /// Tags of an entry of the glossary (2024 rules): `Action`, `Condition`, `Hazard`, `Attitude`, `Area of Effect`.
    pub tags: Vec<String>,
    /// Slugs of related rules: a chapter's sections, an ability's skills, a proficiency's item.
    pub related_slugs: Vec<String>,
    /// Abbreviation (`LG`, `STR`).
    pub abbreviation: Option<String>,
    /// Ability that a skill uses (`dexterity`).
    pub ability: Option<String>,
    /// Morality of an alignment (`good`).
    pub morality: Option<String>,
    /// Attitude of an alignment towards society (`lawful`).
    pub societal_attitude: Option<String>,
    /// Script of a language (`Dethek`).
    pub script: Option<String>,
    /// Who usually speaks a language.
    pub typical_speakers: Vec<String>,
    /// Whether a language is exotic, or rare.
    pub exotic: Option<bool>,
    /// Whether a language is secret.
    pub secret: Option<bool>,
    /// Type of a proficiency (`Artisan's Tools`), or `Mastery` for a weapon mastery property.
    pub category: Option<String>,
    /// Slugs of the classes that have a proficiency.
    pub class_slugs: Vec<String>,
    /// Slugs of the races that have a proficiency.
    pub race_slugs: Vec<String>,
    /// Slugs of the backgrounds that give a proficiency.
    pub background_slugs: Vec<String>,
    /// Whether an environment is under water.
    pub aquatic: Option<bool>,
    /// Whether an environment is another plane.
    pub planar: Option<bool>,
    /// Whether an environment is indoors.
    pub interior: Option<bool>,
    /// Icon of a condition.
    pub icon: Option<Json<Image>>,
}

/// Kinds of rules.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Enum, EnumIter, DeriveActiveEnum,
)]
#[graphql(name = "RuleKind")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// A single rule.
    #[default]
    Rule,
    /// A section: what introduces and groups rules.
    Section,
    /// A condition.
    Condition,
    /// A damage type.
    DamageType,
    /// A weapon property, mastery properties included.
    WeaponProperty,
    /// A skill.
    Skill,
    /// An ability score.
    AbilityScore,
    /// A school of magic.
    MagicSchool,
    /// A language.
    Language,
    /// A proficiency.
    Proficiency,
    /// An alignment.
    Alignment,
    /// An environment.
    Environment,
    /// A plane of existence.
    Plane,
    /// An entry of the rules glossary: a term, and what it means (2024 rules).
    Glossary,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

row_core!(Family::Rule, kind);

impl Kind {
    /// The kind in words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Section => "section of rules",
            Self::Condition => "condition",
            Self::DamageType => "damage type",
            Self::WeaponProperty => "weapon property",
            Self::Skill => "skill",
            Self::AbilityScore => "ability score",
            Self::MagicSchool => "school of magic",
            Self::Language => "language",
            Self::Proficiency => "proficiency",
            Self::Alignment => "alignment",
            Self::Environment => "environment",
            Self::Plane => "plane of existence",
            Self::Glossary => "rules glossary",
        }
    }
}

impl super::Row for Model {
    const SIMILAR_BY_TEXT: bool = true;

    fn passages(&self) -> Vec<Passage> {
        let mut facts: Vec<String> = vec![self.kind.describe().to_owned()];
        facts.extend(self.section_name.clone());
        facts.extend(self.chapter.as_ref().map(|c| c.replace('-', " ")));
        facts.extend(self.ability.clone());
        facts.extend(self.abbreviation.clone());
        facts.extend(self.script.as_ref().map(|s| format!("{s} script")));
        facts.extend(self.typical_speakers.iter().cloned());
        facts.extend(self.category.clone());
        let mut passages = vec![Passage::new("facts", facts.join(", "))];
        passages.extend(Passage::sections("text", &self.text));
        passages
    }

    fn resolve_references(rows: &mut [Self]) {
        repeated::leave_out(rows);
        positions::separate(rows);
        positions::gather(rows);
        school_effects::read(rows);
        hierarchy::find_parents(rows);
        hierarchy::relate_sections(rows);
        hierarchy::inherit_chapters(rows);
        see_also::quote(rows);
        see_also::relate(rows);
    }
}

mod chapters;
mod group;
mod hierarchy;
mod positions;
mod proficiency_owners;
mod repeated;
mod school_effects;
mod see_also;

pub use group::RuleType;
pub use proficiency_owners::{drop_dead_proficiency_links, link_proficiency_owners, resolve_proficiencies};

family_filter! {
    /// Which rules to keep. Fields given together must all hold.
    RuleFilter {
        /// Kind of rule.
        kind: super::filter::EnumFilter<Kind> = Column::Kind, key(&["type"]), facet, discriminator, mentioned_as(&["{}"]);
        /// Name of the rule.
        name: TextFilter = Column::Name, prose;
        /// Global id.
        id: TextFilter = super::filter::global_id(super::Family::Rule, true);
        /// Slug of the rule.
        slug: TextFilter = Column::Slug;
        /// Key of the document.
        document: TextFilter = Column::DocumentKey, key(&["book"]), mentioned_as(&super::vocabulary::BOOK_NAMES);
        /// Its text: `contains` finds words in it.
        text: TextFilter = Column::Text, prose;
        /// Words that stand together anywhere in its name or its texts, whole words only.
        phrase: super::filter::PhraseFilter = super::filter::all_texts();
        /// Editions of its book, by key or year (`5e-2024`, `2024`); what no book describes is of all.
        editions: ListFilter = super::filter::editions(), key(&["edition"]);
        /// Slug of the section it belongs to.
        section: TextFilter = Column::SectionSlug, facet, expected_where("kind = 'RULE'");
        /// Chapter (`combat`, `spellcasting`, `adventuring`, ...).
        chapter: TextFilter = Column::Chapter, facet, expected_where("kind IN ('RULE', 'SECTION')");
        /// Where it stands: its section or its chapter, by slug or name, ignoring case, spaces and hyphens
        /// (`combat` finds initiative and opportunity attacks). A section stands within itself.
        within: TextFilter = super::filter::place_in_the_rules(), values_of(Column::Chapter);
        /// Position within its section.
        order: IntFilter = Column::Order, expected_where("kind = 'RULE'");
        /// Slug of the rule, plane or concept it is a part of.
        parent: TextFilter = super::filter::slug("parent_slug");
        /// Tags of an entry of the glossary (`Action`, `Hazard`, `Area of Effect`).
        tags: ListFilter = Column::Tags, key(&["tag"]), facet, expected_of_some_where("kind = 'GLOSSARY'");
        /// Ability that a skill uses (`dexterity`).
        ability: TextFilter = Column::Ability, expected_where("kind = 'SKILL'"), mentioned_as(&["{} skill"]);
        /// Morality of an alignment (`good`).
        morality: TextFilter = Column::Morality, expected_of_some_where("kind = 'ALIGNMENT'");
        /// Attitude of an alignment towards society (`lawful`).
        societal_attitude: TextFilter = Column::SocietalAttitude, expected_of_some_where("kind = 'ALIGNMENT'");
        /// Script of a language (`Dethek`).
        script: TextFilter = Column::Script, expected_of_some_where("kind = 'LANGUAGE'");
        /// Whether a language is exotic.
        exotic: BoolFilter = Column::Exotic, expected_where("kind = 'LANGUAGE'"), mentioned_as(&["exotic"]);
        /// Whether a language is secret.
        secret: BoolFilter = Column::Secret, expected_where("kind = 'LANGUAGE'"), mentioned_as(&["secret"]);
        /// Type of a proficiency (`Artisan's Tools`), or `Mastery` for a weapon mastery property.
        category: TextFilter = Column::Category, expected_where("kind = 'PROFICIENCY'");
        /// Classes that have a proficiency, by slug, name, or key.
        classes: ListFilter = super::filter::slug("class_slugs"), key(&["class"]), expected_where("kind = 'PROFICIENCY'");
        /// Races that have a proficiency, by slug, name, or key.
        races: ListFilter = super::filter::slug("race_slugs"), key(&["race"]), expected_of_some_where("kind = 'PROFICIENCY'");
        /// Whether an environment is under water.
        aquatic: BoolFilter = Column::Aquatic, expected_where("kind = 'ENVIRONMENT'");
        /// Whether an environment is another plane.
        planar: BoolFilter = Column::Planar, expected_where("kind = 'ENVIRONMENT'");
        /// Whether an environment is indoors.
        interior: BoolFilter = Column::Interior, expected_where("kind = 'ENVIRONMENT'");
    }
    order RuleOrderField {
        /// Kind of rule.
        Kind = Column::Kind,
        /// Name of the rule.
        Name = Column::Name,
        /// Key of the document.
        Document = Column::DocumentKey,
        /// Slug of its section.
        Section = Column::SectionSlug,
        /// Chapter (`combat`, `spellcasting`, `adventuring`, ...).
        Chapter = Column::Chapter,
        /// Position within its section.
        Order = Column::Order,
    }
}
