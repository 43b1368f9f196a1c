//! Structures that rows of several families are made of.

use async_graphql::SimpleObject;
use serde::{Deserialize, Serialize};

/// Something with a name and a Markdown text: a trait, a feature, a property.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Trait {
    /// The heading as printed.
    pub name: String,
    /// What it does, as Markdown.
    pub text: String,
    /// What upstream calls the sort of trait (`SIZE`, `SPEED`, ...), where it says.
    #[graphql(name = "type")]
    pub kind: Option<String>,
    /// How often it can be used, where it is limited.
    pub usage: Option<UsageLimit>,
}

/// One kind of damage that a hit deals: dice, a flat bonus, a damage type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Damage {
    /// Dice in the usual notation (`2d6`); null when the damage is flat.
    pub dice: Option<String>,
    /// Flat bonus added to the dice (or the whole damage when there are no dice).
    pub bonus: Option<i32>,
    /// Damage type (`slashing`, `fire`, ...); null when the source does not say.
    #[graphql(name = "type")]
    pub damage_type: Option<String>,
}

/// A saving throw that a target makes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct SavingThrowDc {
    /// The ability that saves (`strength` ... `charisma`).
    pub ability: String,
    /// The number to reach; null when it depends on the caster.
    pub dc: Option<i32>,
    /// What a success does: `half`, `none` or `other`; null when the source does not say.
    pub success: Option<String>,
}

/// How often something can be used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct UsageLimit {
    /// `RECHARGE_ON_ROLL` (regained when a d6 shows at least `minimum`), `RECHARGE_AFTER_REST`,
    /// `PER_DAY`, `PER_REST` or `AT_WILL`.
    #[graphql(name = "type")]
    pub kind: String,
    /// Uses, for `PER_DAY` and `PER_REST`.
    pub times: Option<i32>,
    /// Uses when met in its lair, where the source says.
    pub times_in_lair: Option<i32>,
    /// Lowest d6 roll that recharges it, for `RECHARGE_ON_ROLL`.
    pub minimum: Option<i32>,
    /// The rests that restore it (`short`, `long`), where the source says.
    pub rests: Vec<String>,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Image {
    /// Address of the picture: absolute, or relative to the source's own address.
    pub url: String,
    /// What it shows, for those who cannot see it.
    pub alt_text: Option<String>,
    /// Who made it, in the words of its licence.
    pub attribution: Option<String>,
}

/// A named count of something, such as an item in a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Quantity {
    /// Name of the thing.
    pub name: String,
    /// Its slug, by which `equipmentItem(slug:)` finds it.
    pub slug: String,
    /// How many.
    pub quantity: i32,
}

/// Where a row came from, and where to find the upstream record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// The source's name (`open5e_v2`, `dnd5e_api`).
    pub source: String,
    /// The endpoint the record was listed at.
    pub endpoint: String,
    /// The record's key there.
    pub key: String,
    /// The record's own address.
    pub url: String,
}

/// A field that sources state differently, and how that was settled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Disagreement {
    /// The field (`classSlugs`, `speed.walk`).
    pub field: String,
    /// What each source states, the preferred source first.
    pub values: Vec<Statement>,
    /// What settled it: `adjudication`, `fuller-list`, `own-text`, `printed-table`, a rule of the linter (`hit-points-of-dice`),
    /// `majority`, `class-list`, `printed-score`, `hit-die`, `cut-unit`, `blank-rarity`, `united`, `preferred-source`,
    /// `packed-gear`, `placeholder`, `sibling-book`, or `with-its-text` for a row of a table.
    pub settled_by: String,
    /// Why it was settled so: the evidence, in a sentence.
    pub reason: String,
}

/// What a source states of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Statement {
    /// The source (`open5e_v2`); `printed_text` for the record's own text, `printed_table` for a table of its book,
    /// `arithmetic` for what the game's rules make of other fields of the record.
    pub source: String,
    /// The value; the items of a list are divided by commas.
    pub value: String,
}
