//! Equipment: weapons, armor, gear, magic items.

use super::filter::{BoolFilter, FloatFilter, IntFilter, ListFilter, TextFilter, family_filter, path, sql_condition};
use super::{Disagreement, Family, Image, Json, List, Mention, Origin, Passage, Quantity, row_core};
use async_graphql::{Enum, SimpleObject};
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A weapon, a suit of armor, a piece of gear or a magic item of one book.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DeriveEntityModel, SimpleObject)]
#[sea_orm(table_name = "equipment")]
#[graphql(name = "EquipmentRow")]
#[serde(default)]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    #[graphql(skip)]
    pub id: i64,
    #[graphql(skip)]
    pub document_key: String,
    /// Whether it is a weapon, armor, gear or a magic item.
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

    /// Category: `weapon`, `armor`, `adventuring-gear`, `tools`, `equipment-pack`, `mount`, `land-vehicle`,
    /// `waterborne-vehicle`, `poison`, `ammunition`, `service`, `wondrous-item`, `potion`, `ring`, ...
    pub category: Option<String>,
    /// A finer category, where the source has one (`artisans-tools`).
    pub subcategory: Option<String>,
    /// Price in gold pieces; null when unknown.
    pub cost: Option<f64>,
    /// What the price buys (`1 day`), when it is not one piece.
    pub cost_per: Option<String>,
    /// Weight in pounds; null when unknown.
    pub weight: Option<f64>,
    /// Size of the object (`tiny`).
    pub size: Option<String>,
    /// How many pieces the price buys.
    pub quantity: Option<i32>,
    /// Its picture.
    pub image: Option<Json<Image>>,
    /// Named sets it belongs to (`Arcane Focuses`).
    pub sets: Vec<String>,
    /// Damage dice of a weapon (`1d8`).
    pub damage_dice: Option<String>,
    /// Damage dice when a versatile weapon is held in two hands.
    pub versatile_dice: Option<String>,
    /// Damage type of a weapon (`slashing`).
    pub damage_type: Option<String>,
    /// What is special about a weapon: finesse, light, its mastery property, ...
    pub properties: List<WeaponProperty>,
    /// Slug of its mastery property (`vex`; 2024 rules).
    pub mastery: Option<String>,
    /// Normal range, in feet; null for a weapon that is only for melee.
    pub range: Option<i32>,
    /// Long range, in feet.
    pub long_range: Option<i32>,
    /// Whether a weapon is `melee` or `ranged`.
    pub weapon_range: Option<String>,
    /// Whether it is a simple weapon; null when it is no weapon.
    pub simple: Option<bool>,
    /// Whether it is a martial weapon; null when it is no weapon.
    pub martial: Option<bool>,
    /// Whether it is an improvised weapon; null when it is no weapon.
    pub improvised: Option<bool>,
    /// The ammunition a weapon shoots (`bolt`), where the source says.
    pub ammunition: Option<String>,
    /// Armor category: `light`, `medium`, `heavy` or `shield`.
    pub armor_category: Option<String>,
    /// Base armor class; what a shield adds, for a shield.
    pub ac_base: Option<i32>,
    /// Whether the Dexterity modifier is added.
    pub ac_adds_dexterity: Option<bool>,
    /// The most Dexterity adds; null when unlimited.
    pub ac_dexterity_cap: Option<i32>,
    /// Armor class in words (`14 + Dex modifier (max 2)`).
    pub ac_display: Option<String>,
    /// Strength score that heavy armor requires; null when it requires none.
    pub strength_required: Option<i32>,
    /// Whether it gives disadvantage on Dexterity (Stealth) checks; null when it is no armor.
    pub stealth_disadvantage: Option<bool>,
    /// Time to put armor on (`5 minutes`).
    pub don_time: Option<String>,
    /// Time to take armor off (`1 minute`).
    pub doff_time: Option<String>,
    /// What a pack contains.
    pub contents: List<Quantity>,
    /// Speed of a mount or vehicle, as printed (`60 ft.`, `2 mph`).
    pub speed: Option<String>,
    /// Carrying capacity of a mount, or what a container holds.
    pub capacity: Option<String>,
    /// Ability of the checks made with a tool (`dexterity`).
    pub ability: Option<String>,
    /// What a tool can be used for, and the check that takes.
    pub utilize: List<Utilize>,
    /// What a tool can craft.
    pub craft: Vec<String>,
    /// Rarity of a magic item: `common`, `uncommon`, `rare`, `very-rare`, `legendary`, `artifact`;
    /// `varies` where the variants differ.
    pub rarity: Option<String>,
    /// Rarity as a rank, 1 (common) to 6 (artifact), for ordering and comparing.
    pub rarity_rank: Option<i32>,
    /// Whether it must be attuned to; null for mundane equipment.
    pub requires_attunement: Option<bool>,
    /// Who can attune to it (`by a wizard`); null when anybody can.
    pub attunement_detail: Option<String>,
    /// Slug of the mundane weapon that a magic weapon is.
    pub base_weapon_slug: Option<String>,
    /// Slug of the mundane armor that a magic armor is.
    pub base_armor_slug: Option<String>,
    /// Slugs of its variants (`longsword-1`).
    pub variant_slugs: Vec<String>,
    /// Slug of the item it is a variant of.
    pub variant_of_slug: Option<String>,
    /// Special notes, as Markdown.
    pub notes: Option<String>,
}

/// Kinds of equipment.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Enum, EnumIter, DeriveActiveEnum,
)]
#[graphql(name = "EquipmentKind")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// A mundane weapon.
    Weapon,
    /// A mundane suit of armor or shield.
    Armor,
    /// Anything mundane that is neither: tools, packs, mounts, vehicles, services.
    #[default]
    Gear,
    /// A magic item, whatever it is made from.
    MagicItem,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

row_core!(Family::Equipment, kind);

impl super::Row for Model {
    fn passages(&self) -> Vec<Passage> {
        let mut facts: Vec<String> = vec![
            match self.kind {
                Kind::Weapon => "weapon",
                Kind::Armor => "armor",
                Kind::Gear => "gear",
                Kind::MagicItem => "magic item",
            }
            .to_owned(),
        ];
        facts.extend(self.category.as_ref().map(|c| c.replace('-', " ")));
        // The category of a weapon is "weapon".
        facts.dedup();
        facts.extend(self.subcategory.as_ref().map(|c| c.replace('-', " ")));
        facts.extend(self.rarity.as_ref().map(|r| r.replace('-', " ")));
        if self.requires_attunement == Some(true) {
            let detail = self.attunement_detail.as_ref();
            let by = detail.map_or_else(String::new, |detail| format!(" {detail}"));
            facts.push(format!("requires attunement{by}"));
        }
        if self.simple == Some(true) {
            facts.push("simple".to_owned());
        }
        if self.martial == Some(true) {
            facts.push("martial".to_owned());
        }
        if let (Some(dice), Some(kind)) = (&self.damage_dice, &self.damage_type) {
            facts.push(format!("{dice} {kind} damage"));
        }
        let mastered = |name: &str| self.mastery.iter().any(|m| m.eq_ignore_ascii_case(name));
        let properties = self.properties.iter().filter(|p| !mastered(&p.name));
        facts.extend(properties.map(|p| p.name.to_lowercase()));
        facts.extend(self.mastery.iter().map(|m| format!("mastery {m}")));
        facts.extend(self.armor_category.as_ref().map(|c| format!("{c} armor")));
        facts.extend(self.ac_display.as_ref().map(|ac| format!("AC {ac}")));
        if self.stealth_disadvantage == Some(true) {
            facts.push("disadvantage on stealth".to_owned());
        }
        facts.extend(self.contents.iter().map(|c| c.name.clone()));
        facts.extend(self.utilize.iter().map(|u| u.name.clone()));
        facts.extend(self.craft.iter().cloned());
        let mut passages = vec![Passage::new("facts", facts.join(", "))];
        passages.extend(Passage::paragraphs("description", &self.text));
        passages.extend(self.notes.iter().flat_map(|text| Passage::paragraphs("notes", text)));
        passages
    }

    const VARIANT_COLUMN: Option<&'static str> = Some("variant_of_slug");

    fn variant_of(&self) -> Option<&str> {
        self.variant_of_slug.as_deref()
    }

    /// A weapon is filed under gear by one source and under magic items by another.
    fn match_group(&self) -> String {
        String::new()
    }

    fn resolve_references(rows: &mut [Self]) {
        variants::link_variants(rows);
    }
}

mod base_items;
mod group;
mod parts;
mod printed_changes;
mod variants;
mod weapon_properties;

pub use base_items::inherit_base_items;
pub use group::EquipmentType;
pub use parts::{Utilize, WeaponProperty};
pub use weapon_properties::explain_properties;

/// What has the numbers of a weapon.
const OF_WEAPONS: &str = "kind = 'WEAPON' OR base_weapon_slug IS NOT NULL OR category = 'weapon'";
/// What has the numbers of a suit of armor.
const OF_ARMOR: &str = "kind = 'ARMOR' OR base_armor_slug IS NOT NULL OR category IN ('armor', 'shield')";
/// What is magic.
const MAGIC: &str = "kind = 'MAGIC_ITEM'";

family_filter! {
    /// Which equipment to keep. Fields given together must all hold.
    EquipmentFilter {
        /// Kind of equipment.
        kind: super::filter::EnumFilter<Kind> = Column::Kind, key(&["type"]), facet, discriminator, mentioned_as(&["{}"]);
        /// Name of the item.
        name: TextFilter = Column::Name, prose;
        /// Global id.
        id: TextFilter = super::filter::global_id(super::Family::Equipment, true);
        /// Slug of the item.
        slug: TextFilter = Column::Slug;
        /// Key of the document.
        document: TextFilter = Column::DocumentKey, key(&["book"]), mentioned_as(&super::vocabulary::BOOK_NAMES);
        /// The description: `contains` finds words in it.
        text: TextFilter = Column::Text, prose;
        /// Words that stand together anywhere in its name or its texts, whole words only.
        phrase: super::filter::PhraseFilter = super::filter::all_texts();
        /// Editions of its book, by key or year (`5e-2024`, `2024`); what no book describes is of all.
        editions: ListFilter = super::filter::editions(), key(&["edition"]);
        /// Category (`tools`, `equipment-pack`, `mount`, `poison`, `service`, ...).
        category: TextFilter = Column::Category, facet, expected, mentioned_as(&["{}"]);
        /// Finer category (`artisans-tools`).
        subcategory: TextFilter = Column::Subcategory, expected_of_some_where("kind = 'GEAR'");
        /// Price, in gold pieces.
        cost: FloatFilter = Column::Cost, key(&["price"]), expected, mentioned_as(&["{} gold", "{} gold pieces", "cost {}", "costs {}"]);
        /// Weight, in pounds.
        weight: FloatFilter = Column::Weight, expected, mentioned_as(&["{} pounds", "weighing {}"]);
        /// Size of the object (`tiny`).
        size: TextFilter = Column::Size, expected_of_some_where("kind = 'GEAR'");
        /// Damage dice of a weapon (`1d8`).
        damage_dice: TextFilter = Column::DamageDice, expected_where(OF_WEAPONS);
        /// Damage dice of a versatile weapon in two hands (`1d10`).
        versatile_dice: TextFilter = Column::VersatileDice, expected_of_some_where(OF_WEAPONS);
        /// Damage type of a weapon (`slashing`).
        damage_type: TextFilter = Column::DamageType, key(&["damage"]), facet, expected_where(OF_WEAPONS), mentioned_as(&["{} damage"]);
        /// Slugs of the weapon's properties (`finesse`, `light`).
        properties: ListFilter = path::each("properties", "slug"), key(&["property"]), facet, expected_where(OF_WEAPONS), mentioned_as(&["{}"]);
        /// Magic items (true), or only what is mundane (false).
        magic: BoolFilter = sql_condition(MAGIC), discriminator, mentioned_as(&["magic", "magical"]);
        /// Weapons with the property finesse (true), or without it (false).
        finesse: BoolFilter = sql_condition(
            "CASE WHEN kind = 'WEAPON' OR simple IS NOT NULL THEN properties @> '[{\"slug\": \"finesse\"}]' END"
        );
        /// Weapons with the property light (true), or without it (false).
        light: BoolFilter = sql_condition(
            "CASE WHEN kind = 'WEAPON' OR simple IS NOT NULL THEN properties @> '[{\"slug\": \"light\"}]' END"
        );
        /// Mastery property, by slug (`vex`; 2024 rules).
        mastery: TextFilter = Column::Mastery, mentioned_as(&["mastery {}", "{} mastery"]);
        /// Normal range, in feet.
        range: IntFilter = Column::Range, expected_of_some_where(OF_WEAPONS);
        /// Long range, in feet.
        long_range: IntFilter = Column::LongRange, expected_of_some_where(OF_WEAPONS);
        /// `melee` or `ranged`.
        weapon_range: TextFilter = Column::WeaponRange, expected_where(OF_WEAPONS), mentioned_as(&["{}"]);
        /// Simple weapons (true), or the others (false).
        simple: BoolFilter = Column::Simple, expected_where(OF_WEAPONS), mentioned_as(&["simple"]);
        /// Martial weapons (true), or the others (false).
        martial: BoolFilter = Column::Martial, expected_where(OF_WEAPONS), mentioned_as(&["martial"]);
        /// Improvised weapons (true), or the others (false).
        improvised: BoolFilter = Column::Improvised, expected_where(OF_WEAPONS), mentioned_as(&["improvised"]);
        /// Armor category: `light`, `medium`, `heavy` or `shield`.
        armor_category: TextFilter = Column::ArmorCategory, key(&["armor"]), expected_where(OF_ARMOR), mentioned_as(&["{} armor"]);
        /// Base armor class.
        ac_base: IntFilter = Column::AcBase, key(&["ac"]), expected_where(OF_ARMOR), mentioned_as(&["armor class {}"]);
        /// Whether Dexterity adds to the armor class.
        ac_adds_dexterity: BoolFilter = Column::AcAddsDexterity, expected_where(OF_ARMOR);
        /// The most Dexterity adds; `isNull: true` where it is unlimited.
        ac_dexterity_cap: IntFilter = Column::AcDexterityCap;
        /// Strength score that the armor requires.
        strength_required: IntFilter = Column::StrengthRequired, expected_of_some_where(OF_ARMOR);
        /// Armor that gives disadvantage on Stealth (true), or none (false).
        stealth_disadvantage: BoolFilter = Column::StealthDisadvantage, expected_where(OF_ARMOR), mentioned_as(&["disadvantage on stealth", "stealth disadvantage", "disadvantage on sneaking", "disadvantage to stealth"]);
        /// What a pack contains, by slug (`backpack`).
        contents: ListFilter = path::each("contents", "slug");
        /// Names of what a tool can craft.
        craft: ListFilter = Column::Craft;
        /// Named sets it belongs to.
        sets: ListFilter = Column::Sets, key(&["set"]), expected_of_some;
        /// Rarity: `common`, `uncommon`, `rare`, `very-rare`, `legendary`, `artifact` or `varies`.
        rarity: TextFilter = Column::Rarity, facet, ordered_by(Column::RarityRank), expected_where(MAGIC), mentioned_as(&["{}", "{} rarity", "rarity {}"]);
        /// Rarity as a rank, 1 (common) to 6 (artifact).
        rarity_rank: IntFilter = Column::RarityRank, expected_where(MAGIC);
        /// Whether it must be attuned to.
        requires_attunement: BoolFilter = Column::RequiresAttunement, key(&["attunement"]), facet, expected_where(MAGIC), mentioned_as(&["attunement", "attuned", "attune"]);
        /// Who can attune to it, in words (`by a wizard`).
        attunement_detail: TextFilter = Column::AttunementDetail, prose, expected_where("requires_attunement");
        /// The weapon that a magic weapon is, by slug (`longsword`: every edition's), name or key.
        base_weapon: TextFilter = super::filter::slug("base_weapon_slug"), expected_where("kind = 'MAGIC_ITEM' AND category = 'weapon'");
        /// The armor that a magic armor is, by slug, name or key.
        base_armor: TextFilter = super::filter::slug("base_armor_slug"), expected_where("kind = 'MAGIC_ITEM' AND category IN ('armor', 'shield')");
        /// The item that it is a variant of, by slug, name or key; `isNull: true` leaves the variants out.
        variant_of: TextFilter = super::filter::slug("variant_of_slug");
    }
    order EquipmentOrderField {
        /// Kind of equipment.
        Kind = Column::Kind,
        /// Name of the item.
        Name = Column::Name,
        /// Key of the document.
        Document = Column::DocumentKey,
        /// Category (`tools`, `equipment-pack`, `mount`, `poison`, `service`, ...).
        Category = Column::Category,
        /// Price, in gold pieces.
        Cost = Column::Cost,
        /// Weight, in pounds.
        Weight = Column::Weight,
        /// Normal range, in feet.
        Range = Column::Range,
        /// Base armor class.
        AcBase = Column::AcBase,
        /// Rarity as a rank, 1 (common) to 6 (artifact).
        RarityRank = Column::RarityRank,
    }
}
