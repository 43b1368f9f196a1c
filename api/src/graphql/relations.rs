//! The edges of the graph, family by family. None costs a statement per row, and all that lead to a row share it.

use super::card;
use super::entity::{EntitySource, entity_object, words};
use super::loader;
use super::loaders::{By, DocumentKey, Related, Words};
use super::selected;
use super::similar::{self, Similar};
use crate::family::{
    CORE, Family, Head, Row, character_option, creature, document, equipment, rule, spell,
};
use crate::query::columns::Columns;
use crate::query::load::preference;
use async_graphql::{ComplexObject, Context, ID};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

type Result<T> = async_graphql::Result<T>;

/// All rows of `R` with `word` in a place, which the field that is being resolved leads to.
async fn related<R: Words + Clone + Sync>(
    ctx: &Context<'_>,
    by: By,
    kinds: &'static [&'static str],
    word: &str,
) -> Result<Vec<Arc<R>>> {
    let columns = selected::of_rows::<R>(ctx, &[by.column()]);
    read(ctx, by, kinds, word, columns).await
}

/// All rows of `R` with `word` in a place: of them, these columns.
async fn read<R: Words + Clone + Sync>(
    ctx: &Context<'_>,
    by: By,
    kinds: &'static [&'static str],
    word: &str,
    columns: Columns,
) -> Result<Vec<Arc<R>>> {
    let key = Related::<R>::new(by, kinds, word, &Arc::new(columns));
    Ok(loader(ctx)?.load_one(key).await?.unwrap_or_default())
}

/// The game systems of books.
struct Editions(HashMap<DocumentKey, Arc<document::Model>>);

impl Editions {
    /// Those of the books with these keys.
    async fn of(ctx: &Context<'_>, books: BTreeSet<String>) -> Result<Self> {
        let keys = books.into_iter().map(DocumentKey);
        Ok(Self(loader(ctx)?.load_many(keys).await?))
    }

    fn system(&self, document: &str) -> Option<&str> {
        self.0
            .get(&DocumentKey(document.to_owned()))?
            .game_system
            .as_deref()
    }

    /// How far a book is from another: it is the same, of the same game system, of all of them, or of another one;
    /// then the preferred book is nearer. The filters over relations count the same way
    /// (`family/filter/relation.rs`).
    fn distance(&self, from: &str, to: &str) -> (u8, usize, String) {
        let system = self.system(from);
        let step = if to == from {
            0
        } else if to == CORE {
            2
        } else if system.is_some() && self.system(to) == system {
            1
        } else {
            3
        };
        (step, preference(to).0, to.to_owned())
    }

    /// Of rows that share a slug, the nearest to a book.
    fn nearest<R: Row>(&self, rows: Vec<Arc<R>>, document: &str) -> Option<Arc<R>> {
        rows.into_iter()
            .min_by_key(|row| self.distance(document, row.document_key()))
    }
}

/// The books of rows, and another one.
fn books<'a, R: Row + 'a>(
    rows: impl IntoIterator<Item = &'a Arc<R>>,
    document: &str,
) -> BTreeSet<String> {
    let keys = rows.into_iter().map(|row| row.document_key().to_owned());
    keys.chain([document.to_owned()]).collect()
}

/// Of rows that share a slug, the nearest to a book.
async fn nearest<R: Row>(
    ctx: &Context<'_>,
    rows: Vec<Arc<R>>,
    document: &str,
) -> Result<Option<Arc<R>>> {
    let editions = Editions::of(ctx, books(&rows, document)).await?;
    Ok(editions.nearest(rows, document))
}

/// For each slug the row nearest to a book; slugs without a row are left out.
async fn by_slugs<R: Words + Clone + Sync>(
    ctx: &Context<'_>,
    kinds: &'static [&'static str],
    slugs: &[String],
    document: &str,
) -> Result<Vec<Arc<R>>> {
    let columns = Arc::new(selected::of_rows::<R>(ctx, &[]));
    let keys: Vec<_> = slugs
        .iter()
        .map(|s| Related::<R>::new(By::Column("slug"), kinds, s, &columns))
        .collect();
    let mut found = loader(ctx)?.load_many(keys.clone()).await?;
    let editions = Editions::of(ctx, books(found.values().flatten(), document)).await?;
    Ok(keys
        .iter()
        .filter_map(|key| editions.nearest(found.remove(key)?, document))
        .collect())
}

fn of_book<R: Row>(rows: Vec<Arc<R>>, document: &str) -> Vec<Arc<R>> {
    rows.into_iter()
        .filter(|r| r.document_key() == document)
        .collect()
}

/// The rows of books that share the game system of `document`.
async fn of_edition<R: Row>(
    ctx: &Context<'_>,
    rows: Vec<Arc<R>>,
    document: &str,
) -> Result<Vec<Arc<R>>> {
    let editions = Editions::of(ctx, books(&rows, document)).await?;
    let mine = editions.system(document);
    Ok(rows
        .into_iter()
        .filter(|r| r.document_key() == document || editions.system(r.document_key()) == mine)
        .collect())
}

const CLASS: &[&str] = &["CLASS"];
const CONDITION: &[&str] = &["CONDITION"];
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
    async fn classes(&self, ctx: &Context<'_>) -> Result<Vec<Arc<character_option::Model>>> {
        by_slugs(ctx, CLASS, &self.class_slugs, &self.document_key).await
    }

    /// The rules of the conditions that it can put its targets in.
    async fn inflicted_conditions(&self, ctx: &Context<'_>) -> Result<Vec<Arc<rule::Model>>> {
        by_slugs(ctx, CONDITION, &self.inflicts, &self.document_key).await
    }

    /// The subclasses that gain it.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<Arc<character_option::Model>>> {
        by_slugs(ctx, SUBCLASS, &self.subclass_slugs, &self.document_key).await
    }

    /// The creatures that are known to cast it: those of its book and, where these have no spell of that name of
    /// their own, of its edition.
    async fn casters(&self, ctx: &Context<'_>) -> Result<Vec<Arc<creature::Model>>> {
        let all: Vec<Arc<creature::Model>> =
            related(ctx, By::List("spell_slugs"), &[], &self.slug).await?;
        let identity = Columns::only::<spell::Model>([]);
        let namesakes: Vec<Arc<spell::Model>> =
            read(ctx, By::Column("slug"), &[], &self.slug, identity).await?;
        let mut keys = books(&all, &self.document_key);
        keys.extend(books(&namesakes, &self.document_key));
        let editions = Editions::of(ctx, keys).await?;
        let mine = |caster: &Arc<creature::Model>| {
            let from = caster.document_key();
            let spell = namesakes
                .iter()
                .min_by_key(|spell| editions.distance(from, &spell.document_key));
            spell.is_some_and(|spell| spell.id == self.id)
        };
        Ok(all.into_iter().filter(mine).collect())
    }
});

entity_object!(creature::Model, {
    /// The challenge rating as printed: `1/4`, `5`.
    async fn challenge_rating_text(&self) -> Option<String> {
        self.challenge_rating.map(crate::family::cr_text)
    }

    /// The rules of the conditions that it can inflict.
    async fn inflicted_conditions(&self, ctx: &Context<'_>) -> Result<Vec<Arc<rule::Model>>> {
        by_slugs(ctx, CONDITION, &self.inflicts, &self.document_key).await
    }

    /// The spells that it casts: its book's, else its edition's, else the preferred book's.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<Arc<spell::Model>>> {
        by_slugs(ctx, &[], &self.spell_slugs, &self.document_key).await
    }
});

entity_object!(equipment::Model, {
    /// The mundane weapon that a magic weapon is.
    async fn base_weapon(&self, ctx: &Context<'_>) -> Result<Option<Arc<equipment::Model>>> {
        base(
            ctx,
            &["WEAPON"],
            self.base_weapon_slug.as_deref(),
            &self.document_key,
        )
        .await
    }

    /// The mundane armor that a magic armor is.
    async fn base_armor(&self, ctx: &Context<'_>) -> Result<Option<Arc<equipment::Model>>> {
        base(
            ctx,
            &["ARMOR"],
            self.base_armor_slug.as_deref(),
            &self.document_key,
        )
        .await
    }

    /// The magic items of the same book that are made from this weapon or armor.
    async fn magic_versions(&self, ctx: &Context<'_>) -> Result<Vec<Arc<equipment::Model>>> {
        let column = match self.kind {
            equipment::Kind::Weapon => "base_weapon_slug",
            equipment::Kind::Armor => "base_armor_slug",
            equipment::Kind::Gear | equipment::Kind::MagicItem => return Ok(Vec::new()),
        };
        let all = related(ctx, By::Column(column), &["MAGIC_ITEM"], &self.slug).await?;
        Ok(of_book(all, &self.document_key))
    }

    /// Its variants.
    async fn variants(&self, ctx: &Context<'_>) -> Result<Vec<Arc<equipment::Model>>> {
        by_slugs(
            ctx,
            &["MAGIC_ITEM"],
            &self.variant_slugs,
            &self.document_key,
        )
        .await
    }

    /// The item it is a variant of.
    async fn variant_of(&self, ctx: &Context<'_>) -> Result<Option<Arc<equipment::Model>>> {
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
) -> Result<Option<Arc<equipment::Model>>> {
    let Some(slug) = slug else { return Ok(None) };
    let all = related(ctx, By::Column("slug"), kinds, slug).await?;
    nearest(ctx, all, document).await
}

entity_object!(character_option::Model, {
    /// The class of a subclass, or the race of a subrace.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<Arc<character_option::Model>>> {
        let kinds: &[&str] = match self.kind {
            character_option::Kind::Subclass => CLASS,
            character_option::Kind::Subrace => &["RACE"],
            _ => return Ok(None),
        };
        let Some(slug) = self.parent_slug.as_deref() else {
            return Ok(None);
        };
        let all = related(ctx, By::Column("slug"), kinds, slug).await?;
        nearest(ctx, all, &self.document_key).await
    }

    /// The subclasses of a class, in all books of its game system.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<Arc<character_option::Model>>> {
        if self.kind != character_option::Kind::Class {
            return Ok(Vec::new());
        }
        let all = related(ctx, By::Column("parent_slug"), SUBCLASS, &self.slug).await?;
        of_edition(ctx, all, &self.document_key).await
    }

    /// The subraces (lineages) of a race, in all books of its game system.
    async fn subraces(&self, ctx: &Context<'_>) -> Result<Vec<Arc<character_option::Model>>> {
        if self.kind != character_option::Kind::Race {
            return Ok(Vec::new());
        }
        let all = related(ctx, By::Column("parent_slug"), &["SUBRACE"], &self.slug).await?;
        of_edition(ctx, all, &self.document_key).await
    }

    /// The spells of the same book that a class has on its list.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<Arc<spell::Model>>> {
        if self.kind != character_option::Kind::Class {
            return Ok(Vec::new());
        }
        let all = related(ctx, By::List("class_slugs"), &[], &self.slug).await?;
        Ok(of_book(all, &self.document_key))
    }
});

entity_object!(rule::Model, {
    /// The section that a rule belongs to.
    async fn section(&self, ctx: &Context<'_>) -> Result<Option<Arc<rule::Model>>> {
        let Some(slug) = self.section_slug.as_deref() else {
            return Ok(None);
        };
        let all = related(ctx, By::Column("slug"), &["SECTION"], slug).await?;
        nearest(ctx, all, &self.document_key).await
    }

    /// The rules of a section, in the order of the book.
    async fn rules(&self, ctx: &Context<'_>) -> Result<Vec<Arc<rule::Model>>> {
        if self.kind != rule::Kind::Section {
            return Ok(Vec::new());
        }
        let by = By::Column("section_slug");
        let columns = selected::of_rows::<rule::Model>(ctx, &[by.column(), "order"]);
        let all = read(ctx, by, &["RULE"], &self.slug, columns).await?;
        let mut mine: Vec<Arc<rule::Model>> = of_book(all, &self.document_key);
        mine.sort_by_key(|r| r.order);
        Ok(mine)
    }

    /// What it is a part of.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<Arc<rule::Model>>> {
        let Some(slug) = self.parent_slug.as_deref() else {
            return Ok(None);
        };
        let all = related(ctx, By::Column("slug"), &[], slug).await?;
        nearest(ctx, all, &self.document_key).await
    }

    /// Related rules.
    async fn related(&self, ctx: &Context<'_>) -> Result<Vec<Arc<rule::Model>>> {
        by_slugs(ctx, &[], &self.related_slugs, &self.document_key).await
    }
});
