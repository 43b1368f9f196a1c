//! Context of imported books: what the books of the sources give to them, and what they see of these books.
//!
//! An imported book is drawn against the books of the sources, and no book of a source against imported ones: an import
//! changes no row of theirs. So the context is made when the books of the sources are drawn, and kept in the store; an
//! import reads it instead of their records.

use crate::error::Result;
use crate::import_namespace::ReservedSlugs;
use crate::merge::Times;
use crate::rows::Rows;
use chrono::{DateTime, Utc};
use lorekeeper_content::mention::PlainCounts;
use lorekeeper_content::typography::LexiconBuilder;
use lorekeeper_content::{CORE_DOCUMENT, Family, Origin, Row, RowCore, families};
use lorekeeper_sources::{Draft, Drafts};
use lorekeeper_store::{self as store, Books};
use sea_orm::{ConnectionTrait, DatabaseConnection};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The fact that keeps the context.
const FACT: &str = "rows_import_context";

/// What the books of the sources give to imported ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ImportContext {
    /// The names that imported books cannot have.
    pub reserved: ReservedSlugs,
    /// The words of their texts.
    pub words: LexiconBuilder,
    /// How often names stand in their texts as plain words.
    pub plain: PlainCounts,
    /// The drafts of the core document, which fill the fields of every book: by family, source by source.
    core: BTreeMap<Family, Vec<Vec<CoreDraft>>>,
}

/// A draft of the core document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct CoreDraft {
    row: Value,
    origin: Origin,
    section: Option<String>,
    fetched_at: DateTime<Utc>,
}

impl ImportContext {
    /// The context as it is stored; `None` where there is none, or another version's.
    pub async fn stored(db: &DatabaseConnection) -> Result<Option<Self>> {
        let stored = store::fact(db, FACT).await?;
        Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()))
    }

    /// Stores the context.
    pub async fn put(&self, db: &impl ConnectionTrait) -> Result<()> {
        let text = serde_json::to_string(self).unwrap_or_default();
        Ok(store::set_fact(db, FACT, &text).await?)
    }

    /// What drafts, which have these words, give to imported books. Names are counted and reserved later.
    pub fn new(drafts: &[Drafts], words: LexiconBuilder, times: &Times) -> Self {
        let mut core = BTreeMap::new();
        macro_rules! add {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                let of_sources = drafts.iter().map(|drafts| core_drafts(&drafts.$plural, times));
                let of_sources: Vec<_> = of_sources.filter(|core| !core.is_empty()).collect();
                core.insert(Family::$variant, of_sources);
            )* };
        }
        families!(add);
        Self { words, core, ..Self::default() }
    }

    /// The drafts of the core document, source by source.
    pub fn core<R: Row>(&self) -> Vec<Vec<Draft<R>>> {
        let of_sources = self.core.get(&R::FAMILY).into_iter().flatten();
        let drafts = of_sources.map(|core| {
            let drafts = core.iter().filter_map(|core| {
                Some(Draft {
                    section: core.section.clone(),
                    ..Draft::new(serde_json::from_value(core.row.clone()).ok()?, core.origin.clone())
                })
            });
            drafts.collect()
        });
        drafts.collect()
    }

    /// When the records of the core document were fetched.
    pub fn times(&self) -> impl Iterator<Item = (Origin, DateTime<Utc>)> {
        let all = self.core.values().flatten().flatten();
        all.map(|core| (core.origin.clone(), core.fetched_at))
    }
}

/// The drafts of the core document among those of a source. None of them leaves a field unstated that always has a value:
/// only spells do, and no spell is everybody's.
fn core_drafts<R: Row>(drafts: &[Draft<R>], times: &Times) -> Vec<CoreDraft> {
    let core = drafts.iter().filter(|draft| draft.row.document_key() == CORE_DOCUMENT);
    let core = core.map(|draft| CoreDraft {
        row: serde_json::to_value(&draft.row).unwrap_or_default(),
        origin: draft.origin.clone(),
        section: draft.section.clone(),
        fetched_at: times.get(&draft.origin).copied().unwrap_or_default(),
    });
    core.collect()
}

/// The columns of a family that imported books see: names, kinds, the numbers of base items and what a book may have lost
/// of its creatures.
fn columns(family: Family) -> &'static [&'static str] {
    match family {
        Family::Spell => &["document_key", "slug", "name"],
        Family::Creature => &["document_key", "slug", "name", "speed", "subtype", "ability_scores"],
        Family::Equipment => &[
            "document_key", "kind", "slug", "name", "category", "subcategory", "sets", "weight", "damage_dice",
            "versatile_dice", "damage_type", "mastery", "range", "long_range", "weapon_range", "simple", "martial",
            "ammunition", "properties", "ac_base", "ac_adds_dexterity", "ac_dexterity_cap", "ac_display",
            "armor_category", "strength_required", "stealth_disadvantage", "disagreements",
        ],
        Family::CharacterOption => &["document_key", "kind", "slug", "name", "parent_slug", "owner_kind", "owner_slug"],
        Family::Rule => &["document_key", "kind", "slug", "name"],
    }
}

/// What imported books see of the stored books of the sources. `imported` are the keys of imported books.
pub(super) async fn stored_outlines(db: &DatabaseConnection, imported: Vec<String>) -> Result<Rows> {
    let mut rows = Rows { documents: store::documents(db).await?, ..Rows::default() };
    rows.documents.retain(|book| !imported.contains(&book.key));
    let books = Books::Except(imported);
    macro_rules! read {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            rows.$plural = store::outlines(db, columns(Family::$variant), &books).await?;
        )* };
    }
    families!(read);
    Ok(rows)
}

/// What imported books see of the drawn books of the sources.
pub(super) fn outlines(drawn: &Rows) -> Rows {
    let mut rows = Rows { documents: drawn.documents.clone(), ..Rows::default() };
    macro_rules! outline {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            let outlines = drawn.$plural.iter().filter_map(outline);
            rows.$plural = outlines.collect();
            rows.$plural.sort_by_cached_key(RowCore::identity);
        )* };
    }
    families!(outline);
    rows
}

fn outline<R: Row>(row: &R) -> Option<R> {
    let Value::Object(mut fields) = serde_json::to_value(row).ok()? else {
        return None;
    };
    let seen = columns(R::FAMILY).iter();
    let seen = seen.filter_map(|column| fields.remove_entry(*column));
    serde_json::from_value(Value::Object(seen.collect::<Map<_, _>>())).ok()
}
