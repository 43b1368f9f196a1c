//! The edges of the graph, family by family. None costs a statement per row.

use super::card;
use super::entity::{EntitySource, entity_object, words};
use super::loader;
use super::loaders::{By, DocumentKey, Related, Words};
use crate::family::{
    Family, Head, Row, character_option, creature, document, equipment, rule, spell,
};
use crate::query::load::preference;
use async_graphql::{ComplexObject, Context, ID};

type Result<T> = async_graphql::Result<T>;

/// All rows of `R` with `word` in a place.
async fn related<R: Words + Clone + Sync>(
    ctx: &Context<'_>,
    by: By,
    kinds: &'static [&'static str],
    word: &str,
) -> Result<Vec<R>> {
    Ok(loader(ctx)?
        .load_one(Related::<R>::new(by, kinds, word))
        .await?
        .unwrap_or_default())
}

/// Of rows that share a slug, the one of the same book, else of the preferred book.
fn nearest<R: Row>(rows: Vec<R>, document: &str) -> Option<R> {
    rows.into_iter().min_by(|a, b| {
        let rank = |r: &R| {
            (
                r.document_key() != document,
                preference(r.document_key()).0,
                r.document_key().to_owned(),
            )
        };
        rank(a).cmp(&rank(b))
    })
}

/// For each slug the row of the same book, else of the preferred book; slugs without a row are left out.
async fn by_slugs<R: Words + Clone + Sync>(
    ctx: &Context<'_>,
    kinds: &'static [&'static str],
    slugs: &[String],
    document: &str,
) -> Result<Vec<R>> {
    let keys: Vec<_> = slugs
        .iter()
        .map(|s| Related::<R>::new(By::Column("slug"), kinds, s))
        .collect();
    let mut found = loader(ctx)?.load_many(keys.clone()).await?;
    Ok(keys
        .iter()
        .filter_map(|key| nearest(found.remove(key)?, document))
        .collect())
}

fn of_book<R: Row>(rows: Vec<R>, document: &str) -> Vec<R> {
    rows.into_iter()
        .filter(|r| r.document_key() == document)
        .collect()
}

/// The rows of books that share the game system of `document`.
async fn of_edition<R: Row>(ctx: &Context<'_>, rows: Vec<R>, document: &str) -> Result<Vec<R>> {
    let keys = rows
        .iter()
        .map(|r| r.document_key().to_owned())
        .chain([document.to_owned()]);
    let books = loader(ctx)?.load_many(keys.map(DocumentKey)).await?;
    let system = |key: &str| {
        books
            .get(&DocumentKey(key.to_owned()))
            .and_then(|d| d.game_system.clone())
    };
    let mine = system(document);
    Ok(rows
        .into_iter()
        .filter(|r| r.document_key() == document || system(r.document_key()) == mine)
        .collect())
}

const CLASS: &[&str] = &["CLASS"];
const SUBCLASS: &[&str] = &["SUBCLASS"];

words!(spell::Model, {}, { "class_slugs" => class_slugs, });
words!(creature::Model, {}, { "spell_slugs" => spell_slugs, });
words!(equipment::Model, {
    "base_weapon_slug" => base_weapon_slug,
    "base_armor_slug" => base_armor_slug,
}, {});
words!(character_option::Model, { "parent_slug" => parent_slug, }, {});
words!(rule::Model, {
    "section_slug" => section_slug,
    "parent_slug" => parent_slug,
}, {});

entity_object!(spell::Model, {
    /// The classes that have it on their list, from the same book where it has them.
    async fn classes(&self, ctx: &Context<'_>) -> Result<Vec<character_option::Model>> {
        by_slugs(ctx, CLASS, &self.class_slugs, &self.document_key).await
    }

    /// The subclasses that gain it.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<character_option::Model>> {
        by_slugs(ctx, SUBCLASS, &self.subclass_slugs, &self.document_key).await
    }

    /// The creatures that are known to cast it, in all books.
    async fn casters(&self, ctx: &Context<'_>) -> Result<Vec<creature::Model>> {
        related(ctx, By::List("spell_slugs"), &[], &self.slug).await
    }
});

entity_object!(creature::Model, {
    /// The challenge rating as printed: `1/4`, `5`.
    async fn challenge_rating_text(&self) -> Option<String> {
        self.challenge_rating.map(crate::family::cr_text)
    }

    /// The spells that it casts, from the same book where it has them.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<spell::Model>> {
        by_slugs(ctx, &[], &self.spell_slugs, &self.document_key).await
    }
});

entity_object!(equipment::Model, {
    /// The mundane weapon that a magic weapon is.
    async fn base_weapon(&self, ctx: &Context<'_>) -> Result<Option<equipment::Model>> {
        base(
            ctx,
            &["WEAPON"],
            self.base_weapon_slug.as_deref(),
            &self.document_key,
        )
        .await
    }

    /// The mundane armor that a magic armor is.
    async fn base_armor(&self, ctx: &Context<'_>) -> Result<Option<equipment::Model>> {
        base(
            ctx,
            &["ARMOR"],
            self.base_armor_slug.as_deref(),
            &self.document_key,
        )
        .await
    }

    /// The magic items of the same book that are made from this weapon or armor.
    async fn magic_versions(&self, ctx: &Context<'_>) -> Result<Vec<equipment::Model>> {
        let column = match self.kind {
            equipment::Kind::Weapon => "base_weapon_slug",
            equipment::Kind::Armor => "base_armor_slug",
            equipment::Kind::Gear | equipment::Kind::MagicItem => return Ok(Vec::new()),
        };
        let all = related(ctx, By::Column(column), &["MAGIC_ITEM"], &self.slug).await?;
        Ok(of_book(all, &self.document_key))
    }

    /// Its variants.
    async fn variants(&self, ctx: &Context<'_>) -> Result<Vec<equipment::Model>> {
        by_slugs(
            ctx,
            &["MAGIC_ITEM"],
            &self.variant_slugs,
            &self.document_key,
        )
        .await
    }

    /// The item it is a variant of.
    async fn variant_of(&self, ctx: &Context<'_>) -> Result<Option<equipment::Model>> {
        base(
            ctx,
            &["MAGIC_ITEM"],
            self.variant_of_slug.as_deref(),
            &self.document_key,
        )
        .await
    }
});

async fn base(
    ctx: &Context<'_>,
    kinds: &'static [&'static str],
    slug: Option<&str>,
    document: &str,
) -> Result<Option<equipment::Model>> {
    let Some(slug) = slug else { return Ok(None) };
    Ok(nearest(
        related(ctx, By::Column("slug"), kinds, slug).await?,
        document,
    ))
}

entity_object!(character_option::Model, {
    /// The class of a subclass, or the race of a subrace.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<character_option::Model>> {
        let kinds: &[&str] = match self.kind {
            character_option::Kind::Subclass => CLASS,
            character_option::Kind::Subrace => &["RACE"],
            _ => return Ok(None),
        };
        let Some(slug) = self.parent_slug.as_deref() else {
            return Ok(None);
        };
        Ok(nearest(
            related(ctx, By::Column("slug"), kinds, slug).await?,
            &self.document_key,
        ))
    }

    /// The subclasses of a class, in all books of its game system.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<character_option::Model>> {
        if self.kind != character_option::Kind::Class {
            return Ok(Vec::new());
        }
        let all = related(ctx, By::Column("parent_slug"), SUBCLASS, &self.slug).await?;
        of_edition(ctx, all, &self.document_key).await
    }

    /// The subraces (lineages) of a race, in all books of its game system.
    async fn subraces(&self, ctx: &Context<'_>) -> Result<Vec<character_option::Model>> {
        if self.kind != character_option::Kind::Race {
            return Ok(Vec::new());
        }
        let all = related(ctx, By::Column("parent_slug"), &["SUBRACE"], &self.slug).await?;
        of_edition(ctx, all, &self.document_key).await
    }

    /// The spells of the same book that a class has on its list.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<spell::Model>> {
        if self.kind != character_option::Kind::Class {
            return Ok(Vec::new());
        }
        let all = related(ctx, By::List("class_slugs"), &[], &self.slug).await?;
        Ok(of_book(all, &self.document_key))
    }
});

entity_object!(rule::Model, {
    /// The section that a rule belongs to.
    async fn section(&self, ctx: &Context<'_>) -> Result<Option<rule::Model>> {
        let Some(slug) = self.section_slug.as_deref() else {
            return Ok(None);
        };
        Ok(nearest(
            related(ctx, By::Column("slug"), &["SECTION"], slug).await?,
            &self.document_key,
        ))
    }

    /// The rules of a section, in the order of the book.
    async fn rules(&self, ctx: &Context<'_>) -> Result<Vec<rule::Model>> {
        if self.kind != rule::Kind::Section {
            return Ok(Vec::new());
        }
        let all = related(ctx, By::Column("section_slug"), &["RULE"], &self.slug).await?;
        let mut mine: Vec<rule::Model> = of_book(all, &self.document_key);
        mine.sort_by_key(|r| r.order);
        Ok(mine)
    }

    /// What it is a part of.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<rule::Model>> {
        let Some(slug) = self.parent_slug.as_deref() else {
            return Ok(None);
        };
        Ok(nearest(
            related(ctx, By::Column("slug"), &[], slug).await?,
            &self.document_key,
        ))
    }

    /// Related rules.
    async fn related(&self, ctx: &Context<'_>) -> Result<Vec<rule::Model>> {
        by_slugs(ctx, &[], &self.related_slugs, &self.document_key).await
    }
});
