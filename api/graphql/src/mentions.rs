//! Entity links: what the text of an entity names, what names it, and the rolls in it.

use super::entity::Entity;
use super::filters::check_count;
use super::loaders::{MentionedByKey, MentionedEntity};
use super::{loader, text_limits};
use crate::error::Result;
use async_graphql::{ComplexObject, Context, Enum, SimpleObject};
use lorekeeper_content::mention::{self, Dice, Roll, Value};
use lorekeeper_content::{Identity, Row};

/// What a span of a text is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum MentionKind {
    /// The name of another entity.
    Entity,
    /// Dice, or an attack bonus.
    Dice,
    /// A difficulty class.
    Dc,
}

/// A span of an entity's `markdown` that leads somewhere: the name of another entity, dice to roll, a difficulty class.
#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct Mention {
    /// What the span is.
    pub kind: MentionKind,
    /// The first character of the span in `markdown`, counted from 0 in Unicode code points.
    pub start: i32,
    /// The character behind the span.
    pub end: i32,
    /// Global id of the entity named; null for dice and difficulty classes.
    pub id: Option<String>,
    /// The dice, without blanks (`2d8+4`); of an attack bonus, the twenty-sided die with it (`1d20+7`).
    pub dice: Option<String>,
    /// The average of the dice, rounded down.
    pub average: Option<i32>,
    /// The least result of the dice.
    pub minimum: Option<i32>,
    /// The greatest result of the dice.
    pub maximum: Option<i32>,
    /// The difficulty class.
    pub dc: Option<i32>,
}

#[ComplexObject]
impl Mention {
    /// The entity named; null for dice and difficulty classes.
    async fn node(&self, ctx: &Context<'_>) -> Result<Option<Entity>> {
        let Some(identity) = self.id.as_deref().and_then(Identity::parse) else {
            return Ok(None);
        };
        let row = loader(ctx)?.load_one(MentionedEntity(identity)).await?;
        Ok(row.map(Entity::from))
    }
}

/// Entities whose texts name another one.
#[derive(Clone, Debug, SimpleObject)]
pub struct MentionedBy {
    /// How many there are in all.
    pub total_count: i64,
    /// The first of them, by name.
    pub nodes: Vec<Entity>,
}

/// The spans of a row's Markdown, in order.
pub fn mentions<R: Row>(row: &R, markdown: &str) -> Vec<Mention> {
    let entities = row.mentions().iter().map(|named| Mention {
        id: Some(named.id.clone()),
        ..Mention::span(MentionKind::Entity, named.start, named.end)
    });
    let mut chars = CharCounter::new(markdown);
    let rolls = mention::find_rolls(markdown).into_iter();
    let rolls = rolls.map(|roll| Mention::roll(roll, &mut chars));
    let mut all: Vec<Mention> = entities.chain(rolls).collect();
    all.sort_by_key(|mention| mention.start);
    all
}

impl Mention {
    fn span(kind: MentionKind, start: usize, end: usize) -> Self {
        let place = |at: usize| i32::try_from(at).unwrap_or(i32::MAX);
        Self {
            kind,
            start: place(start),
            end: place(end),
            id: None,
            dice: None,
            average: None,
            minimum: None,
            maximum: None,
            dc: None,
        }
    }

    fn roll(roll: Roll, chars: &mut CharCounter<'_>) -> Self {
        let (start, end) = (chars.count_before(roll.range.start), chars.count_before(roll.range.end));
        match roll.value {
            Value::Dice(Dice { notation, average, minimum, maximum }) => Self {
                dice: Some(notation),
                average: Some(average),
                minimum: Some(minimum),
                maximum: Some(maximum),
                ..Self::span(MentionKind::Dice, start, end)
            },
            Value::Dc(dc) => Self { dc: Some(dc), ..Self::span(MentionKind::Dc, start, end) },
        }
    }
}

/// Counts the characters of a text up to places that come in order.
pub struct CharCounter<'t> {
    text: &'t str,
    bytes: usize,
    count: usize,
}

impl<'t> CharCounter<'t> {
    /// At the beginning of a text.
    pub fn new(text: &'t str) -> Self {
        let (bytes, count) = (0, 0);
        Self { text, bytes, count }
    }

    /// How many characters stand before a place.
    pub fn count_before(&mut self, bytes: usize) -> usize {
        let between = self.text.get(self.bytes..bytes).unwrap_or_default();
        self.count += between.chars().count();
        self.bytes = bytes;
        self.count
    }
}

/// The entities whose texts name a row.
pub async fn mentioned_by<R: Row>(
    ctx: &Context<'_>,
    row: &R,
    first: Option<i32>,
    documents: Option<Vec<String>>,
) -> Result<MentionedBy> {
    text_limits::check_names("documents", &documents)?;
    let key = MentionedByKey { id: row.identity().global_id(), first: check_count(first)?, documents };
    let found = loader(ctx)?.load_one(key).await?.unwrap_or_default();
    Ok(MentionedBy { total_count: found.total, nodes: found.rows.into_iter().map(Entity::from).collect() })
}
