//! Relations between entities, family by family.
//!
//! The rows of a relation are read in batches: no relation costs a statement per row.

mod rule_relations;

pub use rule_relations::RuleRelations;

use super::entity::{CharacterOption, Creature, Equipment, Rule, Served, Spell, objects};
use super::loaders::{DocumentKey, Related, RelationColumn, RelationKey, RelationSlugs};
use super::{loader, projection};
use async_graphql::{Context, Object, Result};
use lorekeeper_content::vocabulary::edition::Editions;
use lorekeeper_content::{Row, RowCore, character_option, creature, equipment, rule, spell};
use lorekeeper_search::columns::Columns;
use std::collections::BTreeSet;
use std::sync::Arc;

/// All rows of `R` with `slug` in a column, with the columns for the field under resolution.
async fn related<R: RelationSlugs + Clone + Sync>(
    ctx: &Context<'_>,
    column: RelationColumn,
    kinds: &'static [&'static str],
    slug: &str,
) -> Result<Vec<Arc<R>>> {
    let columns = projection::row_columns::<R>(ctx, &[column.name()]);
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
    let key = Related::<R>::from(RelationKey {
        column,
        kinds,
        slug: slug.to_owned(),
        columns: Arc::new(columns),
    });
    Ok(loader(ctx)?.load_one(key).await?.unwrap_or_default())
}

/// The editions of documents.
async fn editions(ctx: &Context<'_>, keys: BTreeSet<String>) -> Result<Editions> {
    let keys = keys.into_iter().map(DocumentKey);
    let documents = loader(ctx)?.load_many(keys).await?;
    Ok(Editions::new(documents.values().map(Arc::as_ref)))
}

/// The keys of the rows' documents, and another one.
fn document_keys<'a, R: Row + 'a>(
    rows: impl IntoIterator<Item = &'a Arc<R>>,
    document: &str,
) -> BTreeSet<String> {
    let keys = rows.into_iter().map(|row| row.document_key().to_owned());
    keys.chain([document.to_owned()]).collect()
}

/// Of rows with the same slug, the nearest to a document.
async fn nearest<R: Served>(
    ctx: &Context<'_>,
    rows: Vec<Arc<R>>,
    document: &str,
) -> Result<Option<R::Object>> {
    let editions = editions(ctx, document_keys(&rows, document)).await?;
    let nearest = editions.nearest(document, rows, |row| row.document_key());
    Ok(nearest.map(R::Object::from))
}

/// For each slug the row nearest to a document; slugs without a row are omitted.
async fn by_slugs<R: Served>(
    ctx: &Context<'_>,
    kinds: &'static [&'static str],
    slugs: &[String],
    document: &str,
) -> Result<Vec<R::Object>> {
    let columns = Arc::new(projection::row_columns::<R>(ctx, &[]));
    let keys: Vec<_> = slugs
        .iter()
        .map(|slug| {
            Related::<R>::from(RelationKey {
                column: SLUG,
                kinds,
                slug: slug.clone(),
                columns: Arc::clone(&columns),
            })
        })
        .collect();
    let mut found = loader(ctx)?.load_many(keys.clone()).await?;
    let editions = editions(ctx, document_keys(found.values().flatten(), document)).await?;
    let nearest = |key| editions.nearest(document, found.remove(key)?, |row| row.document_key());
    Ok(objects(keys.iter().filter_map(nearest)))
}

/// The rows of a document.
fn in_document<R: Row>(rows: Vec<Arc<R>>, document: &str) -> Vec<Arc<R>> {
    rows.into_iter()
        .filter(|r| r.document_key() == document)
        .collect()
}

/// The rows of the same edition as `document`.
async fn in_edition<R: Served>(
    ctx: &Context<'_>,
    rows: Vec<Arc<R>>,
    document: &str,
) -> Result<Vec<R::Object>> {
    let editions = editions(ctx, document_keys(&rows, document)).await?;
    let same = |row: &Arc<R>| editions.are_same(document, row.document_key());
    Ok(objects(rows.into_iter().filter(same)))
}

const SLUG: RelationColumn = RelationColumn::Slug("slug");

const CLASS: &[&str] = &["CLASS"];
const CONDITION: &[&str] = &["CONDITION"];
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

relation_slugs!(spell::Model, {}, { "class_slugs" => class_slugs, });
relation_slugs!(creature::Model, {}, { "spell_slugs" => spell_slugs, });
relation_slugs!(equipment::Model, {
    "base_weapon_slug" => base_weapon_slug,
    "base_armor_slug" => base_armor_slug,
}, {});
relation_slugs!(character_option::Model, { "parent_slug" => parent_slug, }, {});
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
        by_slugs::<character_option::Model>(ctx, CLASS, &self.0.class_slugs, &self.0.document_key)
            .await
    }

    /// Rules of the conditions that the spell can put its targets in.
    async fn inflicted_conditions(&self, ctx: &Context<'_>) -> Result<Vec<Rule>> {
        by_slugs::<rule::Model>(ctx, CONDITION, &self.0.inflicts, &self.0.document_key).await
    }

    /// Subclasses that gain the spell.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        by_slugs::<character_option::Model>(
            ctx,
            SUBCLASS,
            &self.0.subclass_slugs,
            &self.0.document_key,
        )
        .await
    }

    /// Creatures known to cast the spell: those of its book, and those of its edition whose own book has no spell of
    /// that name.
    async fn casters(&self, ctx: &Context<'_>) -> Result<Vec<Creature>> {
        let all: Vec<Arc<creature::Model>> = related(
            ctx,
            RelationColumn::SlugList("spell_slugs"),
            &[],
            &self.0.slug,
        )
        .await?;
        let identity = Columns::only::<spell::Model>([]);
        let namesakes: Vec<Arc<spell::Model>> =
            load_related(ctx, SLUG, &[], &self.0.slug, identity).await?;
        let mut keys = document_keys(&all, &self.0.document_key);
        keys.extend(document_keys(&namesakes, &self.0.document_key));
        let editions = editions(ctx, keys).await?;
        let mine = |caster: &Arc<creature::Model>| {
            let spell = editions.nearest(caster.document_key(), &namesakes, |spell| {
                &spell.document_key
            });
            spell.is_some_and(|spell| spell.id == self.0.id)
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
        base_item(
            ctx,
            &["WEAPON"],
            self.0.base_weapon_slug.as_deref(),
            &self.0.document_key,
        )
        .await
    }

    /// The mundane armor that a magic armor is based on.
    async fn base_armor(&self, ctx: &Context<'_>) -> Result<Option<Equipment>> {
        base_item(
            ctx,
            &["ARMOR"],
            self.0.base_armor_slug.as_deref(),
            &self.0.document_key,
        )
        .await
    }

    /// The magic items of the same book that are made from this weapon or armor.
    async fn magic_versions(&self, ctx: &Context<'_>) -> Result<Vec<Equipment>> {
        let column = match self.0.kind {
            equipment::Kind::Weapon => "base_weapon_slug",
            equipment::Kind::Armor => "base_armor_slug",
            equipment::Kind::Gear | equipment::Kind::MagicItem => return Ok(Vec::new()),
        };
        let all = related::<equipment::Model>(
            ctx,
            RelationColumn::Slug(column),
            &["MAGIC_ITEM"],
            &self.0.slug,
        )
        .await?;
        Ok(objects(in_document(all, &self.0.document_key)))
    }

    /// Variants of the item.
    async fn variants(&self, ctx: &Context<'_>) -> Result<Vec<Equipment>> {
        by_slugs::<equipment::Model>(
            ctx,
            &["MAGIC_ITEM"],
            &self.0.variant_slugs,
            &self.0.document_key,
        )
        .await
    }

    /// The item that this one is a variant of.
    async fn variant_of(&self, ctx: &Context<'_>) -> Result<Option<Equipment>> {
        base_item(
            ctx,
            &["MAGIC_ITEM"],
            self.0.variant_of_slug.as_deref(),
            &self.0.document_key,
        )
        .await
    }
}

async fn base_item(
    ctx: &Context<'_>,
    kinds: &'static [&'static str],
    slug: Option<&str>,
    document: &str,
) -> Result<Option<Equipment>> {
    let Some(slug) = slug else { return Ok(None) };
    let all = related::<equipment::Model>(ctx, SLUG, kinds, slug).await?;
    nearest(ctx, all, document).await
}

/// The relations of a character option.
#[derive(Clone, Debug)]
pub struct CharacterOptionRelations(pub Arc<character_option::Model>);

#[Object]
impl CharacterOptionRelations {
    /// The class of a subclass, or the race of a subrace.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<CharacterOption>> {
        let kinds: &[&str] = match self.0.kind {
            character_option::Kind::Subclass => CLASS,
            character_option::Kind::Subrace => &["RACE"],
            _ => return Ok(None),
        };
        let Some(slug) = self.0.parent_slug.as_deref() else {
            return Ok(None);
        };
        let all = related::<character_option::Model>(ctx, SLUG, kinds, slug).await?;
        nearest(ctx, all, &self.0.document_key).await
    }

    /// The subclasses of a class, in all books of its game system.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        if self.0.kind != character_option::Kind::Class {
            return Ok(Vec::new());
        }
        let all = related::<character_option::Model>(
            ctx,
            RelationColumn::Slug("parent_slug"),
            SUBCLASS,
            &self.0.slug,
        )
        .await?;
        in_edition(ctx, all, &self.0.document_key).await
    }

    /// The subraces (lineages) of a race, in all books of its game system.
    async fn subraces(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        if self.0.kind != character_option::Kind::Race {
            return Ok(Vec::new());
        }
        let all = related::<character_option::Model>(
            ctx,
            RelationColumn::Slug("parent_slug"),
            &["SUBRACE"],
            &self.0.slug,
        )
        .await?;
        in_edition(ctx, all, &self.0.document_key).await
    }

    /// The spells of the same book that a class has on its list.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<Spell>> {
        if self.0.kind != character_option::Kind::Class {
            return Ok(Vec::new());
        }
        let all = related::<spell::Model>(
            ctx,
            RelationColumn::SlugList("class_slugs"),
            &[],
            &self.0.slug,
        )
        .await?;
        Ok(objects(in_document(all, &self.0.document_key)))
    }
}
