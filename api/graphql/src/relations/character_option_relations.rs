//! Relations of character options: owners and what they grant.

use super::{CLASS, FEATURE, RelationColumn, SUBCLASS, by_slug, document_keys, editions, in_document, related};
use crate::class_level::ClassLevel;
use crate::counted::Counted;
use crate::entity::{CharacterOption, Spell, objects};
use crate::error::Result;
use crate::starting_items::StartingItems;
use async_graphql::{Context, Object};
use lorekeeper_content::{RowCore, character_option, spell};
use std::sync::Arc;

/// The relations of a character option.
#[derive(Clone, Debug)]
pub struct CharacterOptionRelations(pub Arc<character_option::Model>);

impl CharacterOptionRelations {
    /// The options of a kind that name this one as their parent, in all books of its game system.
    async fn children(&self, ctx: &Context<'_>, kinds: &'static [&'static str]) -> Result<Vec<CharacterOption>> {
        let (column, document) = (RelationColumn::Slug("parent_slug"), &self.0.document_key);
        let all = related::<character_option::Model>(ctx, column, kinds, &self.0.slug, &[]).await?;
        let editions = editions(ctx, document_keys(&all, document)).await?;
        let same = |row: &Arc<character_option::Model>| editions.are_same(document, row.document_key());
        Ok(objects(all.into_iter().filter(same)))
    }
}

#[Object]
impl CharacterOptionRelations {
    /// Starting equipment as a structure: items with their number, and the choices among them. Read from
    /// `startingEquipment`; null where that text cannot be read whole, never a part of it.
    async fn starting_items(&self) -> Option<Counted<StartingItems, true>> {
        StartingItems::of(&self.0).map(Counted)
    }

    /// The class table, level by level, with the features that each level brings; of a feature the levels at which it is
    /// gained and grows. Empty for what has no levels.
    async fn levels(
        &self,
        #[graphql(desc = "Only from this level on.")] from: Option<i32>,
        #[graphql(desc = "Only up to this level.")] to: Option<i32>,
    ) -> Vec<Counted<ClassLevel, false>> {
        let wanted = from.unwrap_or(i32::MIN)..=to.unwrap_or(i32::MAX);
        let levels = self.0.levels.iter().enumerate();
        levels
            .filter(|(_, row)| wanted.contains(&row.level))
            .map(|(at, _)| Counted(ClassLevel::at_row(&self.0, at)))
            .collect()
    }

    /// What grants a feature: a class, subclass, race, subrace, background or feat, of its own book where that has it.
    async fn owner(&self, ctx: &Context<'_>) -> Result<Option<CharacterOption>> {
        let kinds: &[&str] = match self.0.owner_kind {
            Some(character_option::Kind::Class) => CLASS,
            Some(character_option::Kind::Subclass) => SUBCLASS,
            Some(character_option::Kind::Race) => &["RACE"],
            Some(character_option::Kind::Subrace) => &["SUBRACE"],
            Some(character_option::Kind::Background) => &["BACKGROUND"],
            Some(character_option::Kind::Feat) => &["FEAT"],
            Some(character_option::Kind::Feature) | None => return Ok(None),
        };
        let (slug, document) = (self.0.owner_slug.as_ref(), &self.0.document_key);
        by_slug::<character_option::Model>(ctx, kinds, slug, document).await
    }

    /// The feature that a feature is chosen for (*Metamagic* of *Quickened Spell*).
    async fn option_of(&self, ctx: &Context<'_>) -> Result<Option<CharacterOption>> {
        let (slug, document) = (self.0.option_of_slug.as_ref(), &self.0.document_key);
        by_slug::<character_option::Model>(ctx, FEATURE, slug, document).await
    }

    /// The features that are chosen for a feature: the invocations of *Eldritch Invocations*.
    async fn options(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        let (column, option) = (RelationColumn::Slug("option_of_slug"), &self.0);
        if option.kind != character_option::Kind::Feature {
            return Ok(Vec::new());
        }
        let all = related::<character_option::Model>(ctx, column, FEATURE, &option.slug, &[]);
        Ok(objects(in_document(all.await?, &option.document_key)))
    }

    /// The features that the option grants, from the first level to the last.
    async fn granted_features(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        let (column, owner) = (RelationColumn::Slug("owner_slug"), &self.0);
        let needed = ["owner_kind", "level"];
        let all = related::<character_option::Model>(ctx, column, FEATURE, &owner.slug, &needed);
        let mut mine = in_document(all.await?, &owner.document_key);
        mine.retain(|feature| feature.owner_kind == Some(owner.kind));
        mine.sort_by_key(|feature| feature.level.unwrap_or(i32::MAX));
        Ok(objects(mine))
    }

    /// The class of a subclass, or the race of a subrace.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<CharacterOption>> {
        let kinds: &[&str] = match self.0.kind {
            character_option::Kind::Subclass => CLASS,
            character_option::Kind::Subrace => &["RACE"],
            _ => return Ok(None),
        };
        let (slug, document) = (self.0.parent_slug.as_ref(), &self.0.document_key);
        by_slug::<character_option::Model>(ctx, kinds, slug, document).await
    }

    /// The subclasses of a class, in all books of its game system.
    async fn subclasses(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        if self.0.kind != character_option::Kind::Class {
            return Ok(Vec::new());
        }
        self.children(ctx, SUBCLASS).await
    }

    /// The subraces (lineages) of a race, in all books of its game system.
    async fn subraces(&self, ctx: &Context<'_>) -> Result<Vec<CharacterOption>> {
        if self.0.kind != character_option::Kind::Race {
            return Ok(Vec::new());
        }
        self.children(ctx, &["SUBRACE"]).await
    }

    /// The spells of the same book that a class has on its list, or that a subclass gains; `levels { spells }` has those of a
    /// subclass by level.
    async fn spells(&self, ctx: &Context<'_>) -> Result<Vec<Spell>> {
        let column = RelationColumn::SlugList(match self.0.kind {
            character_option::Kind::Class => "class_slugs",
            character_option::Kind::Subclass => "subclass_slugs",
            _ => return Ok(Vec::new()),
        });
        let all = related::<spell::Model>(ctx, column, &[], &self.0.slug, &[]).await?;
        Ok(objects(in_document(all, &self.0.document_key)))
    }
}
