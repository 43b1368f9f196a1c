//! Character options: classes, subclasses, races, subraces, backgrounds, feats, and the features that they grant.

use super::filter::{BoolFilter, IntFilter, ListFilter, TextFilter, family_filter, path};
use super::{Disagreement, Family, Json, List, Mention, Origin, Passage, Trait, row_core};
use async_graphql::{Enum, SimpleObject};
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A class, subclass, race, subrace, background, feat or feature of one book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DeriveEntityModel, SimpleObject)]
#[sea_orm(table_name = "character_option")]
#[graphql(name = "CharacterOptionRow")]
#[serde(default)]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    #[graphql(skip)]
    pub id: i64,
    #[graphql(skip)]
    pub document_key: String,
    /// What kind it is.
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

    /// Slug of the class of a subclass, or of the race of a subrace.
    pub parent_slug: Option<String>,
    /// Sides of the hit die (8 for a d8).
    pub hit_die: Option<i32>,
    /// Hit points at 1st level, in words.
    pub hit_points_at_first_level: Option<String>,
    /// Hit points at higher levels, in words.
    pub hit_points_at_higher_levels: Option<String>,
    /// Proficiencies that it gives.
    pub proficiencies: Json<Proficiencies>,
    /// Starting equipment, as Markdown.
    pub starting_equipment: Option<String>,
    #[graphql(skip)]
    pub starting_items: Option<Json<StartingItems>>,
    /// Abilities whose saving throws it is proficient in (`wisdom`).
    pub saving_throws: Vec<String>,
    /// Primary abilities (`strength`); derived from the multiclassing prerequisites where the source has none.
    pub primary_abilities: Vec<String>,
    /// `FULL`, `HALF`, `THIRD`, `PACT` or `NONE`; derived from the spell slots where the source has none.
    pub caster_type: Option<String>,
    /// Ability it casts spells with (`intelligence`); null when it casts none.
    pub spellcasting_ability: Option<String>,
    /// How its spellcasting works, as Markdown.
    pub spellcasting_text: Option<String>,
    #[graphql(skip)]
    pub levels: List<ClassLevel>,
    /// Features of a class or subclass in full.
    pub features: List<Feature>,
    /// What multiclassing into a class takes and gives; null where the book does not say.
    pub multiclassing: Option<Json<Multiclassing>>,
    /// A subclass's one-line summary, or what the class calls its subclasses.
    pub summary: Option<String>,
    /// Size (`medium`); several where the player chooses.
    pub sizes: Vec<String>,
    /// Walking speed, in feet.
    pub speed: Option<i32>,
    /// Creature type of a species (`humanoid`; 2024 rules).
    pub creature_type: Option<String>,
    /// Ability score increases that it gives.
    pub ability_increases: List<AbilityIncrease>,
    /// Slugs of the languages known (`dwarvish`).
    pub languages: Vec<String>,
    /// Age, in words.
    pub age: Option<String>,
    /// Usual alignment, in words.
    pub alignment: Option<String>,
    /// Size, in words.
    pub size_text: Option<String>,
    /// Traits of a race or subrace.
    pub traits: List<Trait>,
    /// Benefits of a background or feat.
    pub benefits: List<Benefit>,
    /// Category of a feat, lower case (`general`, `origin`, `fighting-style`, `epic-boon`).
    pub feat_category: Option<String>,
    /// Prerequisites of a feat or feature, in words.
    pub prerequisites: Option<String>,
    /// Whether a feat can be taken more than once; null when the source does not say.
    pub repeatable: Option<bool>,
    /// Gold pieces that a background starts with.
    pub starting_gold: Option<f64>,
    /// What sort of feature it is; null for what is none.
    pub feature_kind: Option<FeatureKind>,
    /// Slug of the option that grants a feature.
    pub owner_slug: Option<String>,
    /// Kind of the option that grants a feature.
    pub owner_kind: Option<Kind>,
    /// Slug of the feature that a feature is chosen for (`metamagic`).
    pub option_of_slug: Option<String>,
    /// Level at which a feature is gained first; of an option, the level that it requires.
    pub level: Option<i32>,
    /// How often a feature can be used before it is regained: a number (`2`), or what it depends on (`proficiency bonus`).
    pub uses: Option<String>,
    /// What regains the uses of a feature: `short-rest`, `long-rest`, `day`.
    pub recovery: Vec<String>,
    /// Action that a feature takes: `action`, `bonus-action`, `reaction`; null where it takes none.
    pub activation: Option<String>,
}

/// Kinds of character options.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Enum, EnumIter, DeriveActiveEnum,
)]
#[graphql(name = "CharacterOptionKind")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// A class.
    #[default]
    Class,
    /// A subclass.
    Subclass,
    /// A race, which the 2024 rules call a species.
    Race,
    /// A subrace or lineage.
    Subrace,
    /// A background.
    Background,
    /// A feat.
    Feat,
    /// A feature of a class, subclass, species, background or feat.
    Feature,
}

/// Proficiencies in words, as the book lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Proficiencies {
    /// Armor, in words.
    pub armor: Option<String>,
    /// Weapons, in words.
    pub weapons: Option<String>,
    /// Tools, in words.
    pub tools: Option<String>,
    /// Saving throws, in words.
    pub saving_throws: Option<String>,
    /// Skills, with the choice they leave.
    pub skills: Option<String>,
    /// Languages, in words.
    pub languages: Option<String>,
    /// Slugs of the proficiencies that come without a choice.
    pub fixed: Vec<String>,
    /// Choices left to the player.
    pub choices: Vec<Choice>,
}

/// A choice among options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Choice {
    /// The choice in words.
    pub text: Option<String>,
    /// How many are chosen.
    pub choose: i32,
    /// Slugs of the options.
    pub options: Vec<String>,
}

/// An ability score increase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct AbilityIncrease {
    /// The ability (`strength`); null when the player chooses.
    pub ability: Option<String>,
    /// By how much it increases.
    pub bonus: i32,
    /// How many abilities the player chooses, when `ability` is null.
    pub choose: Option<i32>,
    /// The abilities that the player chooses from (`strength`); empty when any can be chosen, or when `ability` is given.
    pub among: Vec<String>,
}

/// A benefit of a background or feat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Benefit {
    /// Its heading.
    pub name: Option<String>,
    /// What it gives, as Markdown.
    pub text: String,
    /// `skill_proficiency`, `tool_proficiency`, `language`, `equipment`, `feature`, `ability_score`,
    /// `suggested_characteristics`, ...
    #[graphql(name = "type")]
    pub kind: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

/// What the rules of 2024 call kinds, folded, with the values of [`Kind`] that they stand for.
pub const OTHER_KIND_WORDS: [(&str, &str); 2] = [("species", "RACE"), ("lineage", "SUBRACE")];

impl ActiveModelBehavior for ActiveModel {}

row_core!(Family::CharacterOption, kind);

impl super::Row for Model {
    const SIMILAR_BY_TEXT: bool = true;

    fn passages(&self) -> Vec<Passage> {
        let mut facts: Vec<String> = vec![
            match self.kind {
                Kind::Class => "class",
                Kind::Subclass => "subclass",
                Kind::Race => "race, species",
                Kind::Subrace => "subrace, lineage",
                Kind::Background => "background",
                Kind::Feat => "feat",
                Kind::Feature => self.feature_kind.map_or("feature", |kind| kind.describe(true)),
            }
            .to_owned(),
        ];
        facts.extend(self.owner_slug.as_ref().map(|o| o.replace('-', " ")));
        facts.extend(self.level.map(|l| format!("level {l}")));
        facts.extend(self.parent_slug.as_ref().map(|p| p.replace('-', " ")));
        facts.extend(self.feat_category.as_ref().map(|c| format!("{c} feat")));
        facts.extend(self.prerequisites.as_ref().map(|p| format!("prerequisite {p}")));
        facts.extend(self.hit_die.map(|d| format!("hit die d{d}")));
        facts.extend(self.primary_abilities.iter().cloned());
        facts.extend(self.summary.clone());
        facts.extend(self.sizes.iter().cloned());
        facts.extend(self.features.iter().map(|f| f.name.clone()));
        facts.extend(self.traits.iter().map(|t| t.name.clone()));
        let mut passages = vec![Passage::new("facts", facts.join(", "))];
        if self.kind == Kind::Feature {
            passages.extend(Passage::named("description", &self.name, &self.text));
        } else {
            passages.extend(Passage::paragraphs("description", &self.text));
        }
        for part in self.traits.iter() {
            passages.extend(Passage::named("trait", &part.name, &part.text));
        }
        for part in self.features.iter() {
            passages.extend(Passage::named("feature", &part.name, &part.text));
        }
        for part in self.benefits.iter() {
            let name = part.name.as_deref().unwrap_or_default();
            passages.extend(Passage::named("benefit", name, &part.text));
        }
        passages.extend(self.starting_equipment.iter().flat_map(|t| Passage::paragraphs("equipment", t)));
        passages
    }

    fn apply_rules(&mut self) {
        rules::apply(self);
    }
}

mod class;
mod feat_increases;
mod feature_kind;
mod features;
mod granted_proficiencies;
mod group;
mod listed_proficiencies;
mod rules;
pub mod slots;
mod spell_table;
mod starting_items;

pub use class::{AbilityMinimum, ClassLevel, Feature, Multiclassing, TableCell, split_growth};
pub use feature_kind::FeatureKind;
pub use features::{StatedFeatures, derive_features};
pub use group::CharacterOptionType;
pub use starting_items::{
    StartingItem, StartingItemCategory, StartingItemChoice, StartingItemOption, StartingItems, read_pack_contents,
    read_starting_items,
};

/// How a query says whose subclasses it asks for: the books call those of each class by a word of their own.
const SUBCLASS_NAMES: [&str; 23] = [
    "{} subclass", "subclass of {}", "subclass for {}", "{} archetype", "{} subrace", "barbarian path => barbarian",
    "primal path => barbarian", "bard college => bard", "bardic college => bard", "cleric domain => cleric",
    "divine domain => cleric", "druid circle => druid", "druidic circle => druid", "martial archetype => fighter",
    "monk tradition => monk", "monastic tradition => monk", "paladin oath => paladin", "sacred oath => paladin",
    "sorcerer origin => sorcerer", "sorcerous origin => sorcerer", "warlock patron => warlock",
    "otherworldly patron => warlock", "arcane tradition => wizard",
];

family_filter! {
    /// Which character options to keep. Fields given together must all hold.
    CharacterOptionFilter {
        /// Kind of option.
        kind: super::filter::EnumFilter<Kind> = Column::Kind, key(&["type"]), facet, discriminator, mentioned_as(&["{}", "species => RACE", "lineage => SUBRACE"]);
        /// What sort of feature.
        feature_kind: super::filter::EnumFilter<FeatureKind> = Column::FeatureKind, facet;
        /// What grants a feature, by slug (`warlock`), name or key.
        owner: TextFilter = super::filter::slug("owner_slug");
        /// The feature that an option is chosen for, by slug (`metamagic`), name or key.
        option_of: TextFilter = super::filter::slug("option_of_slug");
        /// Level at which a feature is gained first; of an option, the level that it requires.
        level: IntFilter = Column::Level, facet;
        /// Action that a feature takes: `action`, `bonus-action`, `reaction`.
        activation: TextFilter = Column::Activation, facet;
        /// What regains the uses of a feature: `short-rest`, `long-rest`, `day`.
        recovery: ListFilter = Column::Recovery, facet;
        /// Name of the option.
        name: TextFilter = Column::Name, prose;
        /// Global id.
        id: TextFilter = super::filter::global_id(super::Family::CharacterOption, true);
        /// Slug of the option.
        slug: TextFilter = Column::Slug;
        /// Key of the document.
        document: TextFilter = Column::DocumentKey, key(&["book"]), mentioned_as(&super::vocabulary::BOOK_NAMES);
        /// The description: `contains` finds words in it.
        text: TextFilter = Column::Text, prose;
        /// Words that stand together anywhere in its name or its texts, whole words only.
        phrase: super::filter::PhraseFilter = super::filter::all_texts();
        /// Editions of its book, by key or year (`5e-2024`, `2024`); what no book describes is of all.
        editions: ListFilter = super::filter::editions(), key(&["edition"]);
        /// The class of a subclass, or the race of a subrace, by slug (`wizard`: every edition's), name or key.
        parent: TextFilter = super::filter::slug("parent_slug"), key(&["class", "race", "species"]), mentioned_as(&SUBCLASS_NAMES);
        /// Sides of the hit die (8 for a d8).
        hit_die: IntFilter = Column::HitDie, expected_where("kind = 'CLASS'"), mentioned_as(&["hit dice {}"]);
        /// Abilities whose saving throws it is proficient in (`wisdom`).
        saving_throws: ListFilter = super::filter::ability(Column::SavingThrows), key(&["save"]), expected_where("kind = 'CLASS'"), mentioned_as(&["{} saving throw", "{} save"]);
        /// Primary abilities (`strength`).
        primary_abilities: ListFilter = super::filter::ability(Column::PrimaryAbilities), expected_where("kind = 'CLASS'");
        /// How much of a caster it is: `FULL`, `HALF`, `THIRD`, `PACT` or `NONE`.
        caster_type: TextFilter = Column::CasterType, key(&["caster"]), facet, expected_where("kind = 'CLASS'"), mentioned_as(&["{} caster"]);
        /// Ability it casts spells with (`intelligence`).
        spellcasting_ability: TextFilter = super::filter::ability(Column::SpellcastingAbility), expected_where("kind = 'CLASS' AND caster_type <> 'NONE'"), mentioned_as(&["{} caster", "{} spellcaster"]);
        /// Names of its features.
        features: ListFilter = path::each("features", "name"), key(&["feature"]), expected_where("kind IN ('CLASS', 'SUBCLASS')");
        /// Sizes (`medium`).
        sizes: ListFilter = Column::Sizes, key(&["size"]), expected_where("kind = 'RACE'");
        /// Walking speed, in feet.
        speed: IntFilter = Column::Speed, expected_where("kind = 'RACE'");
        /// Abilities that it increases (`strength`).
        ability_increases: ListFilter = super::filter::ability(path::each("ability_increases", "ability")), expected_where("kind IN ('RACE', 'SUBRACE')");
        /// Languages known, by slug (`dwarvish`).
        languages: ListFilter = Column::Languages, key(&["language"]), expected_where("kind = 'RACE'"), mentioned_as(&["speak {}"]);
        /// Skills that a class, a race or a background makes proficient in, in words: `contains: "stealth"`.
        skills: TextFilter = path::text("proficiencies", "skills"), prose, key(&["skill"]), expected_where("kind IN ('CLASS', 'BACKGROUND')");
        /// Languages that a background gives, in words: `Two of your choice`.
        languages_text: TextFilter = path::text("proficiencies", "languages"), prose, expected_of_some_where("kind = 'BACKGROUND'");
        /// Names of its traits.
        traits: ListFilter = path::each("traits", "name"), key(&["trait"]), expected_where("kind IN ('RACE', 'SUBRACE')");
        /// Types of its benefits (`skill_proficiency`, `ability_score`, ...).
        benefit_types: ListFilter = path::each("benefits", "kind"), expected_where("kind IN ('BACKGROUND', 'FEAT')");
        /// Category of a feat (`general`, `origin`, `fighting-style`, `epic-boon`).
        feat_category: TextFilter = Column::FeatCategory, facet, expected_where("kind = 'FEAT'"), mentioned_as(&["{} feat"]);
        /// Prerequisites; `isNull: true` finds what anybody can take.
        prerequisites: TextFilter = Column::Prerequisites, prose, key(&["prerequisite"]), expected_of_some_where("kind = 'FEAT'");
        /// Can be taken more than once.
        repeatable: BoolFilter = Column::Repeatable, expected_where("kind = 'FEAT'"), mentioned_as(&["repeatable"]);
    }
    order CharacterOptionOrderField {
        /// Kind of option.
        Kind = Column::Kind,
        /// Name of the option.
        Name = Column::Name,
        /// Key of the document.
        Document = Column::DocumentKey,
        /// Sides of the hit die.
        HitDie = Column::HitDie,
        /// Walking speed, in feet.
        Speed = Column::Speed,
        /// Level at which a feature is gained.
        Level = Column::Level,
    }
}
