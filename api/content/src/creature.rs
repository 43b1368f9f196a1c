//! Creatures: monsters, animals, non-player characters.

use super::filter::{BoolFilter, IntFilter, ListFilter, TextFilter};
use super::filter::{family_filter, path, sql_condition};
use super::{Disagreement, Family, Image, Json, List, Mention, Origin, Passage, Trait, row_core};
use crate::markdown::{self, Markdown};
use async_graphql::SimpleObject;
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A creature of one book: its whole stat block.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DeriveEntityModel, SimpleObject)]
#[sea_orm(table_name = "creature")]
#[graphql(name = "CreatureRow")]
#[serde(default)]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    #[graphql(skip)]
    pub id: i64,
    #[graphql(skip)]
    pub document_key: String,
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

    /// Size: `tiny`, `small`, `medium`, `large`, `huge` or `gargantuan`; the first where it may have several.
    pub size: Option<String>,
    /// All sizes that it may have (`Medium or Small`).
    pub sizes: Vec<String>,
    /// Creature type (`undead`).
    #[graphql(name = "type")]
    pub creature_type: Option<String>,
    /// Subtype (`shapechanger`).
    pub subtype: Option<String>,
    /// Tags behind the creature type, lower case (`chromatic`, `wizard`).
    pub tags: Vec<String>,
    /// The book's own grouping (`Monsters`, `Animals`).
    pub category: Option<String>,
    /// Its group within the book (`Dragons, Chromatic`).
    pub group: Option<String>,
    /// Alignment, lower case (`lawful evil`).
    pub alignment: Option<String>,
    /// Armor class: what an attack roll must reach.
    pub armor_class: Option<i32>,
    /// What the armor class comes from (`natural armor`).
    pub armor_detail: Option<String>,
    /// Average hit points.
    pub hit_points: Option<i32>,
    /// Hit dice with their bonus (`18d10 + 36`).
    pub hit_dice: Option<String>,
    /// What the hit points depend on, as printed behind their number (`+ 10 for each spell level above 5`).
    pub hit_points_detail: Option<String>,
    /// Bonus to initiative rolls.
    pub initiative_bonus: Option<i32>,
    /// How far it moves in a turn, in feet.
    pub speed: Json<Speed>,
    /// Ability scores, 1 to 30.
    pub ability_scores: Json<Abilities>,
    /// Ability modifiers, computed from the scores (14 gives 2).
    pub modifiers: Json<Abilities>,
    /// Saving throw bonuses that the stat block lists.
    pub saving_throws: Json<Abilities>,
    /// All six saving throw bonuses, listed or not.
    pub all_saving_throws: Json<Abilities>,
    /// Skill bonuses that the stat block lists.
    pub skills: List<SkillBonus>,
    /// All skill bonuses, listed or not.
    pub all_skills: List<SkillBonus>,
    /// Proficiency bonus; computed from the challenge rating where the source has none.
    pub proficiency_bonus: Option<i32>,
    /// Damage types it takes double damage from.
    pub damage_vulnerabilities: Vec<String>,
    /// Damage types it takes half damage from.
    pub damage_resistances: Vec<String>,
    /// Damage types it takes no damage from.
    pub damage_immunities: Vec<String>,
    /// Vulnerabilities as printed, with their conditions.
    pub damage_vulnerabilities_text: Option<String>,
    /// Resistances as printed, with their conditions (`from nonmagical attacks`).
    pub damage_resistances_text: Option<String>,
    /// Immunities as printed, with their conditions.
    pub damage_immunities_text: Option<String>,
    /// Conditions it cannot have.
    pub condition_immunities: Vec<String>,
    /// Condition immunities as printed.
    pub condition_immunities_text: Option<String>,
    /// Senses beyond ordinary sight, as ranges in feet.
    pub senses: Json<Senses>,
    /// Passive Wisdom (Perception) score: what a Stealth check must reach to go unnoticed.
    pub passive_perception: Option<i32>,
    /// Slugs of the languages it knows.
    pub languages: Vec<String>,
    /// Languages as printed, telepathy included.
    pub languages_text: Option<String>,
    /// Challenge rating as a decimal (0.125, 0.25, 0.5, 1 ... 30).
    pub challenge_rating: Option<f64>,
    /// Experience points; computed from the challenge rating where the source has none.
    pub experience_points: Option<i32>,
    /// Experience points when met in its lair, where the source says.
    pub experience_points_in_lair: Option<i32>,
    /// Equipment that it has and that can be taken (`Shortsword`, `Javelin (6)`), where the stat block has a line of it.
    pub gear: Vec<String>,
    /// Traits: what is true of it without its acting.
    pub traits: List<Trait>,
    /// Actions, in the order of the stat block.
    pub actions: List<Action>,
    /// Bonus actions, in the order of the stat block.
    pub bonus_actions: List<Action>,
    /// Reactions, in the order of the stat block.
    pub reactions: List<Action>,
    /// What precedes the legendary actions: how many it can take, and when. Markdown.
    pub legendary_preamble: Option<String>,
    /// How many legendary actions it can take between its turns.
    pub legendary_uses: Option<i32>,
    /// How many it can take in its lair, where that is more.
    pub legendary_uses_in_lair: Option<i32>,
    /// Legendary actions: what it does at the end of others' turns.
    pub legendary_actions: List<Action>,
    /// What precedes the lair actions, as Markdown.
    pub lair_preamble: Option<String>,
    /// Lair actions, where a source has them.
    pub lair_actions: List<Action>,
    /// Environments where it is found (`forest`).
    pub environments: Vec<String>,
    /// Named sets it belongs to.
    pub sets: Vec<String>,
    /// Slugs of the other forms of a shapechanger.
    pub forms: Vec<String>,
    /// Its picture.
    pub illustration: Option<Json<Image>>,
    /// Slugs of the spells it casts.
    pub spell_slugs: Vec<String>,
    /// How it casts them.
    pub spellcasting: Option<Json<Spellcasting>>,
    /// Conditions that its traits and actions can inflict on others (`poisoned`), as their text tells, but for its spells.
    #[graphql(name = "conditionsInflicted")]
    pub inflicts: Vec<String>,
    /// Abilities of the saving throws that its traits, actions and attacks force on others (`dexterity`), as their text
    /// tells, in the order of a stat block. Its own, and those against the spells it casts, are not among them.
    pub saves_forced: Vec<String>,
    /// Damage types that its attacks, other actions and traits deal to others (`fire`), as their text tells; empty where
    /// none is found. Those of the spells it casts are not among them.
    pub damage_types_dealt: Vec<String>,
    /// Kinds of its attack rolls: `melee` (it has a reach), `ranged` (it has a range), `spell` (it is a spell attack, and
    /// one of the others too); empty where it makes none. Books of 2024 do not tell spell attacks apart.
    pub attack_kinds: Vec<String>,
    /// Longest reach of its attacks, in feet; null where no attack has a reach.
    pub reach: Option<i32>,
    /// Longest range of its attacks, in feet (the long range where there is one); null where no attack has a range.
    pub longest_range: Option<i32>,
    /// Attacks in a round, as its Multiattack counts them: the most where it has a choice, 1 where it attacks and has no
    /// Multiattack. Null where it has no attacks, or where the text gives no number (`as many as it has heads`).
    pub multiattack: Option<i32>,
    /// What gives it its limited traits and actions back, but for its spells: `roll` (a d6 at the start of its turn),
    /// `short-rest`, `long-rest`, `day` (so many a day, or from dawn to dawn); empty where nothing is limited.
    pub recovers_on: Vec<String>,
    /// Highest bonus to the attack rolls that its actions print; null where it makes none. Those of the spells it casts
    /// are not among them.
    pub attack_bonus_max: Option<i32>,
    /// Highest DC of the saving throws that its traits and actions force on others; null where none is found. Those
    /// against the spells it casts are not among them.
    pub save_dc_max: Option<i32>,
    /// Damage in a round when every attack of its Multiattack hits, or of its strongest attack where it has none: the
    /// printed averages, without what only happens at times. Null where the text leaves a doubt.
    pub damage_per_round: Option<i32>,
    /// How it casts spells: `slots`, `at-will`, `per-day`; empty where it casts none, or no source says how.
    pub spellcasting_kinds: Vec<String>,
    /// Whether a source tells of its lair: lair actions, more experience points, or more uses of something in it.
    pub has_lair: bool,
    /// Whether a source tells of regional effects: what its presence does to the land around its lair.
    pub has_regional_effects: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

row_core!(Family::Creature);

impl super::Row for Model {
    fn passages(&self) -> Vec<Passage> {
        passages::of(self)
    }

    fn opening(&self, length: usize) -> Option<Markdown> {
        markdown::creature::opening(self, length)
    }

    fn apply_rules(&mut self) {
        rules::apply_all(self);
    }
}

mod action_lists;
mod cast_spells;
mod facts;
mod parts;
mod passages;
mod rules;
pub(crate) mod spellcasting;
pub use cast_spells::spell_as_spells;
pub use parts::{Abilities, Action, Attack, CreatureSpell, MultiattackPart};
pub use parts::{Senses, SkillBonus, Speed, Spellcasting};

family_filter! {
    /// Which creatures to keep. Fields given together must all hold.
    CreatureFilter {
        /// Name of the creature.
        name: TextFilter = Column::Name, prose;
        /// Global id.
        id: TextFilter = super::filter::global_id(super::Family::Creature, false);
        /// Slug of the creature.
        slug: TextFilter = Column::Slug;
        /// Key of the document.
        document: TextFilter = Column::DocumentKey, key(&["book"]), mentioned_as(&super::vocabulary::BOOK_NAMES);
        /// The description: `contains` finds words in it; traits and actions have filters of their own.
        text: TextFilter = Column::Text, expected, prose;
        /// Words that stand together anywhere in its name or its texts, whole words only.
        phrase: super::filter::PhraseFilter = super::filter::all_texts();
        /// Editions of its book, by key or year (`5e-2024`, `2024`); what no book describes is of all.
        editions: ListFilter = super::filter::editions(), key(&["edition"]);
        /// Size: `tiny`, `small`, `medium`, `large`, `huge` or `gargantuan`.
        size: TextFilter = super::filter::sizes(), facet, ordered_by(super::filter::size_rank()), expected, mentioned_as(&["{}"]);
        /// Creature type (`undead`).
        r#type: TextFilter = Column::CreatureType, facet, expected, mentioned_as(&["{}"]);
        /// Subtype (`shapechanger`).
        subtype: TextFilter = Column::Subtype, expected_of_some, mentioned_as(&["{}"]);
        /// Tags behind the creature type (`chromatic`).
        tags: ListFilter = Column::Tags, key(&["tag"]);
        /// The book's own grouping (`Monsters`, `Animals`).
        category: TextFilter = Column::Category, expected;
        /// Group within the book (`Dragons, Chromatic`).
        group: TextFilter = Column::Group, prose, expected_of_some;
        /// Alignment (`lawful evil`); `contains: "evil"` finds all that are evil.
        alignment: TextFilter = Column::Alignment, prose, facet, expected, mentioned_by_word(&["{}"]);
        /// Armor class: what an attack roll must reach.
        armor_class: IntFilter = Column::ArmorClass, key(&["ac"]), expected, mentioned_as(&["armor class {}", "{} armor class"]);
        /// What the armor class comes from (`natural armor`).
        armor_detail: TextFilter = Column::ArmorDetail, prose, expected_of_some;
        /// Average hit points.
        hit_points: IntFilter = Column::HitPoints, key(&["hp"]), expected, mentioned_as(&["{} hit points", "hit points {}"]);
        /// Bonus to initiative rolls.
        initiative_bonus: IntFilter = Column::InitiativeBonus, key(&["initiative"]), expected;
        /// Walking speed, in feet.
        walk_speed: IntFilter = path::int("speed", "walk"), key(&["walk", "speed"]);
        /// Flying speed, in feet.
        fly_speed: IntFilter = path::int("speed", "fly"), key(&["fly"]), expected_of_some, mentioned_as(&["fly", "can fly", "flying speed", "fly speed"]);
        /// Swimming speed, in feet.
        swim_speed: IntFilter = path::int("speed", "swim"), key(&["swim"]), expected_of_some, mentioned_as(&["swim", "swimming speed", "swim speed"]);
        /// Climbing speed, in feet.
        climb_speed: IntFilter = path::int("speed", "climb"), key(&["climb"]), expected_of_some, mentioned_as(&["climb", "climbing speed", "climb speed"]);
        /// Burrowing speed, in feet.
        burrow_speed: IntFilter = path::int("speed", "burrow"), key(&["burrow"]), expected_of_some, mentioned_as(&["burrow", "burrowing speed", "burrow speed"]);
        /// Has a flying speed (true), or none (false).
        flies: BoolFilter = sql_condition("speed->>'fly' IS NOT NULL");
        /// Has a swimming speed (true), or none (false).
        swims: BoolFilter = sql_condition("speed->>'swim' IS NOT NULL");
        /// Has a burrowing speed (true), or none (false).
        burrows: BoolFilter = sql_condition("speed->>'burrow' IS NOT NULL");
        /// Stays in the air without moving.
        hover: BoolFilter = path::bool("speed", "hover");
        /// Strength score.
        strength: IntFilter = path::int("ability_scores", "strength"), key(&["str"]);
        /// Dexterity score.
        dexterity: IntFilter = path::int("ability_scores", "dexterity"), key(&["dex"]);
        /// Constitution score.
        constitution: IntFilter = path::int("ability_scores", "constitution"), key(&["con"]);
        /// Intelligence score.
        intelligence: IntFilter = path::int("ability_scores", "intelligence"), key(&["int"]);
        /// Wisdom score.
        wisdom: IntFilter = path::int("ability_scores", "wisdom"), key(&["wis"]);
        /// Charisma score.
        charisma: IntFilter = path::int("ability_scores", "charisma"), key(&["cha"]);
        /// Abilities whose saving throws the stat block lists (`dexterity`, `DEX`).
        saving_throws: ListFilter = super::filter::ability(path::keys("saving_throws")), key(&["save"]), expected_of_some;
        /// Skills that the stat block lists, by slug (`sleight-of-hand`).
        skills: ListFilter = path::each("skills", "skill"), key(&["skill"]), expected_of_some;
        /// Proficiency bonus.
        proficiency_bonus: IntFilter = Column::ProficiencyBonus;
        /// Damage types it takes double damage from (`fire`).
        damage_vulnerabilities: ListFilter = Column::DamageVulnerabilities, key(&["vulnerable"]), mentioned_as(&["vulnerable to {}", "vulnerability to {}", "{} vulnerability", "weak to {}", "weak against {}"]);
        /// Damage types it takes half damage from (`cold`).
        damage_resistances: ListFilter = Column::DamageResistances, key(&["resists", "resistant"]), mentioned_as(&["resistant to {}", "resistance to {}", "resist {}", "{} resistance", "{} resistant"]);
        /// Damage types it takes no damage from (`poison`).
        damage_immunities: ListFilter = Column::DamageImmunities, key(&["immune"]), mentioned_as(&["immune to {}", "immunity to {}", "{} immunity"]);
        /// Conditions it cannot have (`charmed`).
        condition_immunities: ListFilter = Column::ConditionImmunities, mentioned_as(&["immune to {}", "immunity to {}", "{} immunity", "cannot be {}", "can't be {}"]);
        /// Special senses that it has: `darkvision`, `blindsight`, `tremorsense`, `truesight`.
        senses: ListFilter = path::keys("senses"), key(&["sense"]);
        /// Darkvision, in feet.
        darkvision: IntFilter = path::int("senses", "darkvision"), expected_of_some, mentioned_as(&["darkvision"]);
        /// Blindsight, in feet.
        blindsight: IntFilter = path::int("senses", "blindsight"), expected_of_some, mentioned_as(&["blindsight"]);
        /// Tremorsense, in feet.
        tremorsense: IntFilter = path::int("senses", "tremorsense"), expected_of_some, mentioned_as(&["tremorsense"]);
        /// Truesight, in feet.
        truesight: IntFilter = path::int("senses", "truesight"), expected_of_some, mentioned_as(&["truesight"]);
        /// Passive Wisdom (Perception) score.
        passive_perception: IntFilter = Column::PassivePerception;
        /// Languages it knows, by slug (`draconic`).
        languages: ListFilter = Column::Languages, key(&["language"]), expected_of_some, mentioned_as(&["speak {}", "{} speaking", "understand {}"]);
        /// Challenge rating: a decimal, or a fraction such as `"1/4"`.
        challenge_rating: super::filter::ChallengeRatingFilter = Column::ChallengeRating, key(&["cr"]), facet, ordered_by(Column::ChallengeRating), expected, mentioned_as(&["challenge rating {}", "{} challenge rating", "challenge {}"]);
        /// Experience points.
        experience_points: IntFilter = Column::ExperiencePoints, key(&["xp"]);
        /// Equipment that it has (`Shortsword`).
        gear: ListFilter = Column::Gear;
        /// Environments where it is found (`forest`).
        environments: ListFilter = Column::Environments, key(&["environment"]), facet, expected, mentioned_as(&["{}"]);
        /// The spells it casts: by slug, name or key, or by what the spells are like.
        spells: super::filter::SpellRelationFilter = super::filter::slug("spell_slugs"), key(&["spell", "casts"]), expected_of_some, mentioned_as(&["cast {}"]);
        /// Conditions that its traits and actions can inflict on others (`poisoned`).
        conditions_inflicted: ListFilter = Column::Inflicts, key(&["inflicts", "condition"]), facet, mentioned_as(&["be {}", "become {}", "inflict {}"]);
        /// Abilities of the saving throws that it forces on others (`dexterity`, `DEX`).
        saves_forced: ListFilter = super::filter::ability(Column::SavesForced), key(&["forces"]), facet;
        /// Damage types that it deals to others (`fire`).
        damage_types_dealt: ListFilter = Column::DamageTypesDealt, key(&["damage", "deals"]), facet;
        /// Kinds of its attack rolls: `melee`, `ranged`, `spell`.
        attack_kinds: ListFilter = Column::AttackKinds, key(&["attack"]), facet;
        /// Longest reach of its attacks, in feet.
        reach: IntFilter = Column::Reach;
        /// Longest range of its attacks, in feet.
        longest_range: IntFilter = Column::LongestRange;
        /// Attacks in a round.
        multiattack: IntFilter = Column::Multiattack, facet;
        /// What gives it its limited traits and actions back: `roll`, `short-rest`, `long-rest`, `day`.
        recovers_on: ListFilter = Column::RecoversOn, facet;
        /// Highest bonus to its attack rolls.
        attack_bonus_max: IntFilter = Column::AttackBonusMax;
        /// Highest DC of the saving throws that it forces on others.
        save_dc_max: IntFilter = Column::SaveDcMax;
        /// Damage in a round when all attacks hit, by the printed averages.
        damage_per_round: IntFilter = Column::DamagePerRound;
        /// How it casts spells: `slots`, `at-will`, `per-day`.
        spellcasting_kinds: ListFilter = Column::SpellcastingKinds, facet;
        /// Has a lair that a source tells of (true), or none (false).
        has_lair: BoolFilter = Column::HasLair;
        /// Has regional effects that a source tells of (true), or none (false).
        has_regional_effects: BoolFilter = Column::HasRegionalEffects;
        /// Names of its traits.
        traits: ListFilter = path::each("traits", "name"), key(&["trait"]);
        /// Names of its actions.
        actions: ListFilter = path::each("actions", "name"), key(&["action"]);
        /// Names of its bonus actions.
        bonus_actions: ListFilter = path::each("bonus_actions", "name"), expected_of_some;
        /// Names of its reactions.
        reactions: ListFilter = path::each("reactions", "name"), expected_of_some;
        /// Names of its legendary actions; `isEmpty: false` finds legendary creatures.
        legendary_actions: ListFilter = path::each("legendary_actions", "name"), expected_of_some, mentioned_as(&["legendary", "legendary action"]);
        /// Has legendary actions (true), or none (false).
        legendary: BoolFilter = sql_condition("jsonb_array_length(legendary_actions) > 0");
        /// Names of its lair actions.
        lair_actions: ListFilter = path::each("lair_actions", "name"), expected_of_some;
    }
    order CreatureOrderField {
        /// Name of the creature.
        Name = Column::Name,
        /// Key of the document.
        Document = Column::DocumentKey,
        /// Size, from tiny to gargantuan.
        Size = super::filter::size_rank(),
        /// Creature type (`undead`).
        Type = Column::CreatureType,
        /// Armor class.
        ArmorClass = Column::ArmorClass,
        /// Average hit points.
        HitPoints = Column::HitPoints,
        /// Bonus to initiative.
        InitiativeBonus = Column::InitiativeBonus,
        /// Proficiency bonus.
        ProficiencyBonus = Column::ProficiencyBonus,
        /// Passive Perception.
        PassivePerception = Column::PassivePerception,
        /// Challenge rating.
        ChallengeRating = Column::ChallengeRating,
        /// Experience points.
        ExperiencePoints = Column::ExperiencePoints,
    }
}
