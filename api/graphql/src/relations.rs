//! Relations between entities, family by family.
//!
//! The rows of a relation are read in batches: no relation costs a statement per row.

use super::entity::{CharacterOption, Creature, Equipment, Rule, Served, Spell, objects};
use super::loaders::{DocumentKey, Related, RelationColumn, RelationKey, RelationSlugs};
use super::{loader, projection};
use crate::error::Result;
use async_graphql::{Context, Object};
use lorekeeper_content::vocabulary::edition::Editions;
use lorekeeper_content::{Row, RowCore, character_option, creature, equipment, rule, spell};
use lorekeeper_search::columns::Columns;
use std::collections::BTreeSet;
use std::sync::Arc;

mod character_option_relations;
pub use character_option_relations::CharacterOptionRelations;

/// All rows of `R` with `slug` in a column, with the columns for the field under resolution and those `needed`.
async fn related<R: RelationSlugs + Clone + Sync>(
    ctx: &Context<'_>,
    column: RelationColumn,
    kinds: &'static [&'static str],
    slug: &str,
    needed: &[&str],
) -> Result<Vec<Arc<R>>> {
    let needed = [needed, &[column.name()]].concat();
    let columns = projection::row_columns::<R>(ctx, &needed);
    load_related(ctx, column, kinds, slug, columns).await
}

/// All rows of `R` with `slug` in a column, with `columns`.
async fn load_related<R: RelationSlugs + Clone + Sync>(
    ctx: &Context<'_>,
    column: RelationColumn,
    kinds: &'static [&'static str],
    slug: &str,
    columns: Columns,
) -> Result<Vec<Arc<R>>> {
    let key = Related::<R>::from(RelationKey { column, kinds, slug: slug.to_owned(), columns: Arc::new(columns) });
    Ok(loader(ctx)?.load_one(key).await?.unwrap_or_default())
}

/// The editions of documents.
async fn editions(ctx: &Context<'_>, keys: BTreeSet<String>) -> Result<Editions> {
    let keys = keys.into_iter().map(DocumentKey);
    let documents = loader(ctx)?.load_many(keys).await?;
    Ok(Editions::new(documents.values().map(Arc::as_ref)))
}

/// The keys of the rows' documents, and another one.
fn document_keys<'a, R: Row + 'a>(rows: impl IntoIterator<Item = &'a Arc<R>>, document: &str) -> BTreeSet<String> {
    let keys = rows.into_iter().map(|row| row.document_key().to_owned());
    keys.chain([document.to_owned()]).collect()
}

/// For each slug the row nearest to a document; slugs without a row are omitted.
pub async fn by_slugs<'a, R: Served>(
    ctx: &Context<'_>,
    kinds: &'static [&'static str],
    slugs: impl IntoIterator<Item = &'a String>,
    document: &str,
) -> Result<Vec<R::Object>> {
    let columns = Arc::new(projection::row_columns::<R>(ctx, &[]));
    let key = |slug: &String| {
        Related::<R>::from(RelationKey { column: SLUG, kinds, slug: slug.clone(), columns: Arc::clone(&columns) })
    };
    let keys: Vec<_> = slugs.into_iter().map(key).collect();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = loader(ctx)?.load_many(keys.clone()).await?;
    let editions = editions(ctx, document_keys(found.values().flatten(), document)).await?;
    let nearest = |key| editions.nearest(document, found.remove(key)?, |row| row.document_key());
    Ok(objects(keys.iter().filter_map(nearest)))
}

/// The row with a slug that is nearest to a document.
pub async fn by_slug<R: Served>(
    ctx: &Context<'_>,
    kinds: &'static [&'static str],
    slug: Option<&String>,
    document: &str,
) -> Result<Option<R::Object>> {
    let mut found = by_slugs::<R>(ctx, kinds, slug, document).await?;
    Ok(found.pop())
}

/// The rows of a document.
fn in_document<R: Row>(mut rows: Vec<Arc<R>>, document: &str) -> Vec<Arc<R>> {
    rows.retain(|row| row.document_key() == document);
    rows
}

const SLUG: RelationColumn = RelationColumn::Slug("slug");

const CLASS: &[&str] = &["CLASS"];
const CONDITION: &[&str] = &["CONDITION"];
pub const FEATURE: &[&str] = &["FEATURE"];
const MAGIC_ITEM: &[&str] = &["MAGIC_ITEM"];
const SUBCLASS: &[&str] = &["SUBCLASS"];

/// Declares the columns of a row that relations go by.
macro_rules! relation_slugs {
    ($model:ty, { $($column:literal => $field:ident,)* }, { $($list:literal => $items:ident,)* }) => {
        impl RelationSlugs for $model {
            fn slugs(&self, column: RelationColumn) -> Vec<&str> {
                match column {
                    RelationColumn::Slug("slug") => vec![self.slug.as_str()],
                    $( RelationColumn::Slug($column) => self.$field.as_deref().into_iter().collect(), )*
                    $( RelationColumn::SlugList($list) => self.$items.iter().map(String::as_str).collect(), )*
                    RelationColumn::Slug(_) | RelationColumn::SlugList(_) => Vec::new(),
                }
            }
        }
    };
}

relation_slugs!(spell::Model, {}, {
    "class_slugs" => class_slugs,
    "subclass_slugs" => subclass_slugs,
});
relation_slugs!(creature::Model, {}, { "spell_slugs" => spell_slugs, });
relation_slugs!(equipment::Model, {
    "base_weapon_slug" => base_weapon_slug,
    "base_armor_slug" => base_armor_slug,
}, {});
relation_slugs!(character_option::Model, {
    "parent_slug" => parent_slug,
    "owner_slug" => owner_slug,
    "option_of_slug" => option_of_slug,
}, {});
relation_slugs!(rule::Model, {
    "section_slug" => section_slug,
    "parent_slug" => parent_slug,
}, {});

/// The relations of a spell.
#[derive(Clone, Debug)]
pub struct SpellRelations(pub Arc<spell::Model>);

#[Object]
impl SpellRelations {
    /// Classes with the spell on their list, from the same book where it has them.
    async fn classes(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        let spell = &self.0;
        by_slugs::<character_option::Model>(ctx, CLASS, &spell.class_slugs, &spell.document_key).await
    }

    /// Rules of the conditions that the spell can put its targets in.
    async fn inflicted_conditions(&self, ctx: &Context<'_>) -> Result<Vec<Rule>> {
        by_slugs::<rule::Model>(ctx, CONDITION, &self.0.inflicts, &self.0.document_key).await
    }

    /// Subclasses that gain the spell.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        let (slugs, document) = (&self.0.subclass_slugs, &self.0.document_key);
        by_slugs::<character_option::Model>(ctx, SUBCLASS, slugs, document).await
    }

    /// Creatures known to cast the spell: those of its book, and those of its edition whose own book has no spell of
    /// that name.
    async fn casters(&self, ctx: &Context<'_>) -> Result<Vec<Creature>> {
        let spell = &self.0;
        let column = RelationColumn::SlugList("spell_slugs");
        let all = related::<creature::Model>(ctx, column, &[], &spell.slug, &[]).await?;
        let identity = Columns::only::<spell::Model>([]);
        let namesakes = load_related::<spell::Model>(ctx, SLUG, &[], &spell.slug, identity).await?;
        let mut keys = document_keys(&all, &spell.document_key);
        keys.extend(document_keys(&namesakes, &spell.document_key));
        let editions = editions(ctx, keys).await?;
        let mine = |caster: &Arc<creature::Model>| {
            let book = caster.document_key();
            let nearest = editions.nearest(book, &namesakes, |spell| &spell.document_key);
            nearest.is_some_and(|nearest| nearest.id == spell.id)
        };
        Ok(objects(all.into_iter().filter(mine)))
    }
}

/// The relations of a creature.
#[derive(Clone, Debug)]
pub struct CreatureRelations(pub Arc<creature::Model>);

#[Object]
impl CreatureRelations {
    /// The challenge rating as printed: `1/4`, `5`.
    async fn challenge_rating_text(&self) -> Option<String> {
        self.0.challenge_rating.map(lorekeeper_content::cr_text)
    }

    /// Rules of the conditions that the creature can inflict.
    async fn inflicted_conditions(&self, ctx: &Context<'_>) -> Result<Vec<Rule>> {
        by_slugs::<rule::Model>(ctx, CONDITION, &self.0.inflicts, &self.0.document_key).await
    }

    /// Spells that the creature casts: its book's, else its edition's, else the preferred book's.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<Spell>> {
        by_slugs::<spell::Model>(ctx, &[], &self.0.spell_slugs, &self.0.document_key).await
    }
}

/// The relations of a piece of equipment.
#[derive(Clone, Debug)]
pub struct EquipmentRelations(pub Arc<equipment::Model>);

#[Object]
impl EquipmentRelations {
    /// The mundane weapon that a magic weapon is based on.
    async fn base_weapon(&self, ctx: &Context<'_>) -> Result<Option<Equipment>> {
        let (slug, document) = (self.0.base_weapon_slug.as_ref(), &self.0.document_key);
        by_slug::<equipment::Model>(ctx, &["WEAPON"], slug, document).await
    }

    /// The mundane armor that a magic armor is based on.
    async fn base_armor(&self, ctx: &Context<'_>) -> Result<Option<Equipment>> {
        let (slug, document) = (self.0.base_armor_slug.as_ref(), &self.0.document_key);
        by_slug::<equipment::Model>(ctx, &["ARMOR"], slug, document).await
    }

    /// The magic items of the same book that are made from this weapon or armor.
    async fn magic_versions(&self, ctx: &Context<'_>) -> Result<Vec<Equipment>> {
        let column = RelationColumn::Slug(match self.0.kind {
            equipment::Kind::Weapon => "base_weapon_slug",
            equipment::Kind::Armor => "base_armor_slug",
            equipment::Kind::Gear | equipment::Kind::MagicItem => return Ok(Vec::new()),
        });
        let all = related::<equipment::Model>(ctx, column, MAGIC_ITEM, &self.0.slug, &[]).await?;
        Ok(objects(in_document(all, &self.0.document_key)))
    }

    /// Variants of the item.
    async fn variants(&self, ctx: &Context<'_>) -> Result<Vec<Equipment>> {
        let (slugs, document) = (&self.0.variant_slugs, &self.0.document_key);
        by_slugs::<equipment::Model>(ctx, MAGIC_ITEM, slugs, document).await
    }

    /// The item that this one is a variant of.
    async fn variant_of(&self, ctx: &Context<'_>) -> Result<Option<Equipment>> {
        let (slug, document) = (self.0.variant_of_slug.as_ref(), &self.0.document_key);
        by_slug::<equipment::Model>(ctx, MAGIC_ITEM, slug, document).await
    }
}

/// The relations of a rule.
#[derive(Clone, Debug)]
pub struct RuleRelations(pub Arc<rule::Model>);

#[Object]
impl RuleRelations {
    /// The section that a rule belongs to.
    async fn section(&self, ctx: &Context<'_>) -> Result<Option<Rule>> {
        let (slug, document) = (self.0.section_slug.as_ref(), &self.0.document_key);
        by_slug::<rule::Model>(ctx, &["SECTION"], slug, document).await
    }

    /// The rules of a section, in the order of the book.
    async fn rules(&self, ctx: &Context<'_>) -> Result<Vec<Rule>> {
        if self.0.kind != rule::Kind::Section {
            return Ok(Vec::new());
        }
        let column = RelationColumn::Slug("section_slug");
        let all = related::<rule::Model>(ctx, column, &["RULE"], &self.0.slug, &["order"]).await?;
        let mut mine = in_document(all, &self.0.document_key);
        mine.sort_by_key(|r| r.order);
        Ok(objects(mine))
    }

    /// The rule that this one is a part of.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<Rule>> {
        let (slug, document) = (self.0.parent_slug.as_ref(), &self.0.document_key);
        by_slug::<rule::Model>(ctx, &[], slug, document).await
    }

    /// The equipment that a proficiency is with.
    async fn equipment(&self, ctx: &Context<'_>) -> Result<Vec<Equipment>> {
        if self.0.kind != rule::Kind::Proficiency {
            return Ok(Vec::new());
        }
        let (slugs, document) = (&self.0.related_slugs, &self.0.document_key);
        by_slugs::<equipment::Model>(ctx, &["WEAPON", "ARMOR", "GEAR"], slugs, document).await
    }

    /// The classes, races, subraces and backgrounds that give a proficiency without a choice.
    async fn owners(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        let (rule, mut owners) = (&self.0, Vec::new());
        let kinds: [(&[&str], &Vec<String>); 3] = [
            (CLASS, &rule.class_slugs),
            (&["RACE", "SUBRACE"], &rule.race_slugs),
            (&["BACKGROUND"], &rule.background_slugs),
        ];
        for (kinds, slugs) in kinds {
            let found = by_slugs::<character_option::Model>(ctx, kinds, slugs, &rule.document_key);
            owners.extend(found.await?);
        }
        Ok(owners)
    }

    /// Related rules.
    async fn related(&self, ctx: &Context<'_>) -> Result<Vec<Rule>> {
        by_slugs::<rule::Model>(ctx, &[], &self.0.related_slugs, &self.0.document_key).await
    }
}
