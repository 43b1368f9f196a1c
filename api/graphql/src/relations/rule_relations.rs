//! The relations of a rule: its section, its parts and related rules.

use super::{SLUG, by_slugs, in_document, load_related, nearest, related};
use crate::entity::Rule;
use crate::entity::objects;
use crate::loaders::RelationColumn;
use crate::projection;
use async_graphql::{Context, Object, Result};
use lorekeeper_content::rule;
use std::sync::Arc;

/// The relations of a rule.
#[derive(Clone, Debug)]
pub struct RuleRelations(pub Arc<rule::Model>);
#[Object]
impl RuleRelations {
    /// The section that a rule belongs to.
    async fn section(&self, ctx: &Context<'_>) -> Result<Option<Rule>> {
        let Some(slug) = self.0.section_slug.as_deref() else {
            return Ok(None);
        };
        let all = related::<rule::Model>(ctx, SLUG, &["SECTION"], slug).await?;
        nearest(ctx, all, &self.0.document_key).await
    }

    /// The rules of a section, in the order of the book.
    async fn rules(&self, ctx: &Context<'_>) -> Result<Vec<Rule>> {
        if self.0.kind != rule::Kind::Section {
            return Ok(Vec::new());
        }
        let column = RelationColumn::Slug("section_slug");
        let columns = projection::row_columns::<rule::Model>(ctx, &[column.name(), "order"]);
        let all = load_related(ctx, column, &["RULE"], &self.0.slug, columns).await?;
        let mut mine: Vec<Arc<rule::Model>> = in_document(all, &self.0.document_key);
        mine.sort_by_key(|r| r.order);
        Ok(objects(mine))
    }

    /// The rule that this one is a part of.
    async fn parent(&self, ctx: &Context<'_>) -> Result<Option<Rule>> {
        let Some(slug) = self.0.parent_slug.as_deref() else {
            return Ok(None);
        };
        let all = related::<rule::Model>(ctx, SLUG, &[], slug).await?;
        nearest(ctx, all, &self.0.document_key).await
    }

    /// Related rules.
    async fn related(&self, ctx: &Context<'_>) -> Result<Vec<Rule>> {
        by_slugs::<rule::Model>(ctx, &[], &self.0.related_slugs, &self.0.document_key).await
    }
}
