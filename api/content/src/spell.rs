//! Spells.

use super::filter::{BoolFilter, FloatFilter, IntFilter, ListFilter, TextFilter, family_filter, sql_condition};
use super::{Disagreement, Family, Json, List, Mention, Origin, Passage, condition_extraction, row_core};
use async_graphql::SimpleObject;
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A spell of one book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DeriveEntityModel, SimpleObject)]
#[sea_orm(table_name = "spell")]
#[graphql(name = "SpellRow")]
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

    /// Spell level, 0 (cantrip) to 9.
    pub level: i32,
    /// School of magic (`evocation`).
    pub school: Option<String>,
    /// Slugs of the classes that have it on their list (`wizard`).
    pub class_slugs: Vec<String>,
    /// Slugs of the subclasses that gain it.
    pub subclass_slugs: Vec<String>,
    /// Casting time as a code: `action`, `bonus-action`, `reaction`, `1minute`, `10minutes`, `1hour`, ...
    pub casting_time: String,
    /// Casting time in words (`1 bonus action`).
    pub casting_time_label: String,
    /// What a reaction or a bonus action is taken in response to.
    pub reaction_condition: Option<String>,
    /// Range as printed (`150 feet`, `Self`, `Touch`).
    pub range_text: Option<String>,
    /// Range as a number, in `rangeUnit`; 0 for self and touch, null when it is not a number.
    pub range: Option<f64>,
    /// Unit of `range`: `feet` or `miles`.
    pub range_unit: Option<String>,
    /// What it targets: `creature`, `object`, `point` or `area`.
    pub target_type: Option<String>,
    /// How many targets at the lowest level; null for a spell on all that is in an area that begins at the caster.
    pub target_count: Option<i32>,
    /// Shape of the area: `cone`, `cube`, `cylinder`, `line` or `sphere`.
    pub area_shape: Option<String>,
    /// Size of the area (radius, side or length), in `areaUnit`.
    pub area_size: Option<i32>,
    /// Unit of `areaSize`.
    pub area_unit: Option<String>,
    /// Has a verbal component.
    pub verbal: bool,
    /// Has a somatic component.
    pub somatic: bool,
    /// Has a material component.
    pub material: bool,
    /// The material component in words.
    pub material_text: Option<String>,
    /// Its cost in gold pieces; null when there is none to speak of.
    pub material_cost: Option<f64>,
    /// Whether casting consumes the material.
    pub material_consumed: bool,
    /// Duration (`instantaneous`, `1 minute`, `until dispelled`).
    pub duration: String,
    /// Requires concentration.
    pub concentration: bool,
    /// Can be cast as a ritual.
    pub ritual: bool,
    /// Makes an attack roll.
    pub attack_roll: bool,
    /// How it is delivered when it attacks: `melee` or `ranged`; null when the source does not say.
    pub attack_type: Option<String>,
    /// Ability of the saving throw (`dexterity`); null when there is none.
    pub saving_throw: Option<String>,
    /// What a successful save does: `half`, `none` or `other`; null when the source does not say.
    pub saving_throw_success: Option<String>,
    /// Damage dice at the lowest level (`8d6`).
    pub damage_roll: Option<String>,
    /// Damage types dealt.
    pub damage_types: Vec<String>,
    /// Hit points restored at the lowest level, as dice (`1d8 + MOD`); null when it does not heal.
    pub healing: Option<String>,
    /// What casting it with a higher-level slot does, as Markdown.
    pub higher_levels: Option<String>,
    /// What changes with the slot's or the caster's level, and when cast as a ritual.
    pub casting_options: List<CastingOption>,
    /// Conditions that it can put its targets in (`restrained`), as its text tells.
    #[graphql(name = "conditionsInflicted")]
    pub inflicts: Vec<String>,
    /// What it does beside damage and conditions, as its text and its fields tell. What is not told in one of the usual
    /// phrases is missing.
    pub effects: Vec<SpellEffect>,
}

/// What changes when a spell is cast in another way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct CastingOption {
    /// `default`, `ritual`, `slot_level_N` (cast with a slot of level N) or `player_level_N`
    /// (cast by a character of level N).
    #[graphql(name = "type")]
    pub kind: String,
    /// Damage dice when cast this way (`9d6`).
    pub damage_roll: Option<String>,
    /// Hit points restored when cast this way, as dice (`2d8 + MOD`).
    pub healing: Option<String>,
    /// How many targets when cast this way.
    pub target_count: Option<i32>,
    /// Duration when cast this way (`8 hours`).
    pub duration: Option<String>,
    /// Range when cast this way, as printed.
    pub range: Option<String>,
    /// Whether casting it this way requires concentration.
    pub concentration: Option<bool>,
    /// Size of the area, in the spell's `areaUnit`.
    pub area_size: Option<i32>,
    /// What else changes, as Markdown.
    pub text: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

row_core!(Family::Spell);

impl super::Row for Model {
    /// Open5e's second version has no paladins on the lists of its SRD, nor sorcerers in some books.
    const UNION_COLUMNS: &'static [&'static str] = &["class_slugs"];

    fn passages(&self) -> Vec<Passage> {
        let level = match self.level {
            0 => "cantrip".to_owned(),
            n => format!("level {n} spell"),
        };
        let mut facts = vec![level];
        facts.extend(self.school.clone());
        facts.push(self.casting_time_label.clone());
        facts.extend(self.range_text.as_ref().map(|r| format!("range {r}")));
        facts.extend(self.damage_types.iter().map(|d| format!("{d} damage")));
        facts.extend(self.saving_throw.as_ref().map(|a| format!("{a} saving throw")));
        if self.attack_roll {
            facts.push("spell attack".to_owned());
        }
        if self.concentration {
            facts.push("concentration".to_owned());
        }
        if self.ritual {
            facts.push("ritual".to_owned());
        }
        facts.extend((!self.class_slugs.is_empty()).then(|| self.class_slugs.join(" ")));
        facts.extend(self.effects.iter().map(|effect| effect.words().to_owned()));
        let mut passages = vec![Passage::new("facts", facts.join(", "))];
        passages.extend(Passage::paragraphs("description", &self.text));
        passages.extend(self.material_text.clone().map(|text| Passage::new("material", text)));
        passages.extend(self.higher_levels.iter().flat_map(|text| Passage::paragraphs("higher levels", text)));
        passages
    }

    fn apply_rules(&mut self) {
        if self.casting_time_label.is_empty() {
            self.casting_time_label = casting_time_label(&self.casting_time);
        }
        let unit = self.area_unit.take().unwrap_or_else(|| "feet".to_owned());
        self.area_unit = self.area_shape.is_some().then_some(unit);
        self.correct_target();
        self.correct_material();
        self.tell_attack();
        self.complete_casting_options();
        self.tell_success();
        self.drop_counted_healing();
        self.add_modifier();
        let texts = [self.text.as_str()].into_iter().chain(self.higher_levels.as_deref());
        self.inflicts = condition_extraction::inflicted_conditions(&self.document_key, "", texts);
        self.effects = effects::of(self);
    }
}

/// An attack with the spell, as its text has it.
static ATTACK: crate::Pattern = crate::Pattern::new(r"\b(?P<kind>melee|ranged) spell attack\b");

impl Model {
    /// Tells the kind of the attack.
    ///
    /// Correction (spells): A spell with an attack roll has the kind that its text names; one without has none.
    fn tell_attack(&mut self) {
        if !self.attack_roll {
            self.attack_type = None;
        } else if self.attack_type.is_none() {
            let kinds: BTreeSet<String> =
                ATTACK.captures_iter(&self.text).map(|found| found["kind"].to_lowercase()).collect();
            self.attack_type = kinds.first().filter(|_| kinds.len() == 1).cloned();
        }
    }

    /// Tells what a successful saving throw does, where the text has a sentence for it.
    ///
    /// Correction (spells): What happens on a successful saving throw is `half`, `none` or `other` by its sentence.
    fn tell_success(&mut self) {
        static SUCCESS: crate::Pattern =
            crate::Pattern::new(r"\bon a (?:successful (?:save|saving throw)|success)(?P<what>,[^.]*|[^.,]*)");
        if self.saving_throw.is_none() || self.saving_throw_success.is_some() {
            return;
        }
        let told: Vec<String> = SUCCESS.captures_iter(&self.text).map(|found| found["what"].to_lowercase()).collect();
        let [what] = told.as_slice() else {
            return;
        };
        let has = |words: &[&str]| words.iter().any(|word| what.contains(word));
        // What ends by a later success is not what the first one does.
        if !what.starts_with(',') || has(&["end", "no longer", "repeat"]) {
            return;
        }
        let success = if has(&["half"]) {
            "half"
        } else if has(&["no effect", "n't affected", "unaffected", "nothing", "takes no damage"]) {
            "none"
        } else {
            "other"
        };
        self.saving_throw_success = Some(success.to_owned());
    }

    /// What casting it with a higher slot does, unless the text ends with it.
    pub(crate) fn higher_levels_apart(&self) -> Option<&str> {
        self.higher_levels.as_deref().filter(|higher| !self.text.contains(higher.trim()))
    }

    /// Adds the modifier that the text adds to the damage.
    ///
    /// Correction (spells): Damage *plus your spellcasting ability modifier* has the modifier (`3d6 + MOD`), at all levels.
    fn add_modifier(&mut self) {
        let Some(roll) = self.damage_roll.as_ref().filter(|roll| !roll.contains("MOD")) else {
            return;
        };
        let is_added = ["plus", "+"].iter().any(|sign| {
            let phrase = format!("{roll} {sign} your spellcasting");
            let before = self.text.split(&phrase).next();
            let sentence = before.and_then(|before| before.rsplit('.').next());
            // `regain hit points equal to 2d8 plus your spellcasting ability modifier`
            let clause = sentence.and_then(|sentence| sentence.rsplit(',').next());
            self.text.contains(&phrase) && !clause.is_some_and(|clause| clause.contains("hit points"))
        });
        if is_added {
            let options = self.casting_options.iter_mut();
            let options = options.filter_map(|option| option.damage_roll.as_mut());
            for roll in options.chain(&mut self.damage_roll) {
                if !roll.contains("MOD") {
                    roll.push_str(" + MOD");
                }
            }
        }
    }
}

mod casting_time;
mod class_lists;
mod effects;
mod growth;
mod joint_damage;
mod longer;
mod material;
mod more_targets;
mod place;
mod subclass_lists;

pub use casting_time::casting_time_label;
pub use class_lists::complete_class_lists;
pub use effects::SpellEffect;
pub use subclass_lists::{link_level_spells, read_subclass_lists};

family_filter! {
    /// Which spells to keep. Fields given together must all hold.
    SpellFilter {
        /// Name of the spell.
        name: TextFilter = Column::Name, prose;
        /// Global id.
        id: TextFilter = super::filter::global_id(super::Family::Spell, false);
        /// Slug of the spell.
        slug: TextFilter = Column::Slug;
        /// Key of the document.
        document: TextFilter = Column::DocumentKey, key(&["book"]), mentioned_as(&super::vocabulary::BOOK_NAMES);
        /// The description: `contains` finds words in it.
        text: TextFilter = Column::Text, prose;
        /// Words that stand together anywhere in its name or its texts, whole words only.
        phrase: super::filter::PhraseFilter = super::filter::all_texts();
        /// Editions of its book, by key or year (`5e-2024`, `2024`); what no book describes is of all.
        editions: ListFilter = super::filter::editions(), key(&["edition"]);
        /// Spell level, 0 to 9.
        level: IntFilter = Column::Level, facet, ordered_by(Column::Level), mentioned_as(&["level {}", "{} level", "cantrip => 0"]);
        /// School of magic (`evocation`).
        school: TextFilter = Column::School, facet, expected, mentioned_as(&["{}"]);
        /// Classes that have it, by slug (`wizard`: every edition's), name, or key (`srd-2024_wizard`: the class
        /// only; `documents` chooses the book).
        classes: ListFilter = super::filter::slug("class_slugs"), key(&["class"]), facet, expected, mentioned_as(&["{}"]);
        /// Subclasses that have it, by slug, name, or key.
        subclasses: ListFilter = super::filter::slug("subclass_slugs"), key(&["subclass"]), expected_of_some;
        /// Casting time, as code (`action`, `bonus-action`, `reaction`, `1minute`, ...) or in words (`1 action`,
        /// `Bonus Action`, `1 minute`, `10 minutes`), ignoring case, spaces, hyphens and a leading 1.
        casting_time: TextFilter = super::filter::casting_time(), key(&["time"]), facet_of(Column::CastingTime), mentioned_as(&["as {}", "with {}", "using {}", "cast {}", "{} spell", "{} casting time", "casting time {}"]);
        /// What a reaction or a bonus action is taken in response to, in words.
        reaction_condition: TextFilter = Column::ReactionCondition, prose, expected_where("casting_time = 'reaction'");
        /// Range as printed (`150 feet`, `Self`, `Touch`).
        range_text: TextFilter = Column::RangeText, prose, expected;
        /// Range as a number, in `rangeUnit`; 0 for self and touch.
        range: FloatFilter = Column::Range, expected;
        /// Unit of the range: `feet` or `miles`.
        range_unit: TextFilter = Column::RangeUnit, expected;
        /// Range in feet, whatever its unit; 0 for self and touch.
        range_in_feet: FloatFilter = sql_condition("CASE WHEN range_unit LIKE 'mile%' THEN range * 5280 ELSE range END");
        /// What it targets: `creature`, `object`, `point` or `area`.
        target_type: TextFilter = Column::TargetType, key(&["target"]), expected;
        /// How many targets at the lowest level.
        target_count: IntFilter = Column::TargetCount, expected;
        /// Shape of the area: `cone`, `cube`, `cylinder`, `line` or `sphere`.
        area_shape: TextFilter = Column::AreaShape, key(&["area", "shape"]), expected_of_some, mentioned_as(&["in {}", "{} area", "{} shaped"]);
        /// Size of the area (radius, side or length), in feet.
        area_size: IntFilter = Column::AreaSize, expected_of_some;
        /// Has a verbal component.
        verbal: BoolFilter = Column::Verbal, mentioned_as(&["verbal component", "verbal"]);
        /// Has a somatic component.
        somatic: BoolFilter = Column::Somatic, mentioned_as(&["somatic component", "somatic"]);
        /// Has a material component.
        material: BoolFilter = Column::Material, mentioned_as(&["material component"]);
        /// The material component, in words.
        material_text: TextFilter = Column::MaterialText, prose, expected_where("material");
        /// Cost of the material, in gold pieces.
        material_cost: FloatFilter = Column::MaterialCost, expected_of_some_where("material");
        /// Whether the material is consumed.
        material_consumed: BoolFilter = Column::MaterialConsumed;
        /// Duration (`instantaneous`, `1 minute`).
        duration: TextFilter = Column::Duration, prose;
        /// Requires concentration.
        concentration: BoolFilter = Column::Concentration, facet, mentioned_as(&["concentration"]);
        /// Can be cast as a ritual.
        ritual: BoolFilter = Column::Ritual, facet, mentioned_as(&["ritual"]);
        /// Makes an attack roll.
        attack_roll: BoolFilter = Column::AttackRoll, mentioned_as(&["attack roll", "spell attack"]);
        /// Ability of the saving throw (`dexterity`, `DEX`).
        saving_throw: TextFilter = super::filter::ability(Column::SavingThrow), key(&["save"]), facet, expected_of_some, mentioned_as(&["{} saving throw", "{} save", "saving throw", "a save"]);
        /// What a successful save does: `half`, `none` or `other`.
        saving_throw_success: TextFilter = Column::SavingThrowSuccess, expected_of_some_where("saving_throw IS NOT NULL");
        /// Damage dice at the lowest level (`8d6`).
        damage_roll: TextFilter = Column::DamageRoll, expected_of_some;
        /// Damage types dealt (`fire`).
        damage_types: ListFilter = Column::DamageTypes, key(&["damage"]), facet, mentioned_as(&["{} damage"]);
        /// Hit points restored, as dice; `isNull: false` finds the spells that heal.
        healing: TextFilter = Column::Healing;
        /// Restores hit points (true), or none (false).
        heals: BoolFilter = sql_condition("healing IS NOT NULL");
        /// Conditions that it can put its targets in (`restrained`).
        conditions_inflicted: ListFilter = Column::Inflicts, key(&["inflicts", "condition"]), facet, mentioned_as(&["be {}", "become {}", "inflict {}", "{} condition"]);
        /// What it does beside damage and conditions (`TELEPORTS`, `forced movement`).
        effects: ListFilter = Column::Effects, facet;
        /// The creatures that cast it: the creatures of its book and, where these have no spell of that name of their
        /// own, of its edition.
        casters: super::filter::CreatureRelationFilter = Column::Id, key(&["caster"]);
    }
    order SpellOrderField {
        /// Name of the spell.
        Name = Column::Name,
        /// Key of the document.
        Document = Column::DocumentKey,
        /// Spell level, 0 to 9.
        Level = Column::Level,
        /// School of magic.
        School = Column::School,
        /// Casting time code (`action`, `bonus-action`, `reaction`, `1minute`, ...).
        CastingTime = Column::CastingTime,
        /// Range, in `rangeUnit`.
        Range = Column::Range,
        /// Cost of the material, in gold pieces.
        MaterialCost = Column::MaterialCost,
        /// Duration.
        Duration = Column::Duration,
    }
}
