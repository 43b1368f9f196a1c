//! Relation filters: conditions on the rows that a row names by slug, or is named by.

use super::query_language::ValueKind;
use super::{Comparison, Filter, ListFilter, Target};
use crate::Family;
use crate::creature::CreatureFilter;
use crate::spell::SpellFilter;
use crate::vocabulary::edition::{self, SqlBook};
use async_graphql::InputObject;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Query};

/// Most relations that one filter may look through: each is computed for the whole store.
pub const MAX_RELATIONS: usize = 8;

/// A relation: the rows of one table name rows of another in a list of slugs.
#[derive(Copy, Clone, Debug)]
struct Relation {
    from: &'static str,
    list: &'static str,
    to: &'static str,
}

/// The relation between creatures and the spells that they cast.
const CASTS: Relation = Relation { from: "creature", list: "spell_slugs", to: "spell" };

/// Which end of a relation a filter starts from.
#[derive(Copy, Clone, Debug)]
enum End {
    /// The rows that name others.
    From,
    /// The rows that are named.
    To,
}

impl Relation {
    /// The condition that a row at one end has a row at the other end that `filter` keeps; `None` for a filter without a
    /// condition.
    ///
    /// Of the rows that have the slug a list names, the one meant is the nearest, as for the fields of the graph.
    fn some<F: Filter + Default + PartialEq>(self, end: End, filter: &F) -> Option<Condition> {
        let kept = filter.condition();
        if kept.is_empty() && *filter != F::default() {
            return None;
        }
        let Self { from, list, to } = self;
        let (mine, other, others) = match end {
            End::From => ("named.id", "nearest.id", to),
            End::To => ("nearest.id", "named.id", from),
        };
        let others = Query::select().expr(Expr::cust("id")).from(Alias::new(others)).cond_where(kept).to_owned();
        let order = edition::nearest_first(
            SqlBook { key: "book.document_key", system: "mine.game_system" },
            SqlBook { key: &format!("{to}.document_key"), system: "theirs.game_system" },
        );
        let nearest = format!(
            "SELECT DISTINCT ON (book.document_key, book.slug) book.document_key, book.slug, {to}.id \
             FROM (SELECT DISTINCT document_key, unnest({list}) AS slug FROM {from}) book \
             JOIN {to} ON {to}.slug = book.slug \
             LEFT JOIN document mine ON mine.key = book.document_key \
             LEFT JOIN document theirs ON theirs.key = {to}.document_key \
             ORDER BY book.document_key, book.slug, {order}"
        );
        // Computed first, as an array: a plan that joins relations within relations takes seconds.
        let related = Expr::cust_with_exprs(
            format!(
                "\"id\" IN (SELECT {mine} FROM ({nearest}) nearest \
                 JOIN (SELECT id, document_key, unnest({list}) AS slug FROM {from}) named USING (document_key, slug) \
                 WHERE {other} = ANY(ARRAY $1))"
            ),
            [Expr::SubQuery(None, Box::new(others.into()))],
        );
        Some(Condition::all().add(related))
    }

    /// The condition of `some` and `none` together.
    fn condition<F: Filter + Default + PartialEq>(self, end: End, some: Option<&F>, none: Option<&F>) -> Condition {
        let some = some.and_then(|filter| self.some(end, filter));
        let none = none.and_then(|filter| self.some(end, filter));
        Condition::all().add_option(some).add_option(none.map(|kept| Expr::from(kept).not()))
    }
}

/// How many relations two filters look through, including the one that each is about.
fn count_relations<F: Filter>(filters: [Option<&F>; 2]) -> usize {
    let each = filters.into_iter().flatten();
    each.map(|filter| 1 + filter.relation_count()).sum()
}

/// Looks at the spells that a creature casts: at their slugs, or at anything that spells can be filtered by.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct SpellRelationFilter {
    /// Comparisons with the slugs of the spells.
    #[graphql(flatten)]
    pub slugs: ListFilter,
    /// Casts at least one spell that this keeps: that of its own book, else of its edition, else of the preferred book.
    pub some: Option<Box<SpellFilter>>,
    /// Casts no spell that this keeps.
    pub none: Option<Box<SpellFilter>>,
}

impl Comparison for SpellRelationFilter {
    const LIST: bool = true;

    fn condition(&self, target: Target) -> Condition {
        let related = CASTS.condition(End::From, self.some.as_deref(), self.none.as_deref());
        [self.slugs.condition(target), related]
            .into_iter()
            .filter(|condition| !condition.is_empty())
            .fold(Condition::all(), Condition::add)
    }

    fn relation_count(&self) -> usize {
        count_relations([self.some.as_deref(), self.none.as_deref()])
    }

    fn kind() -> ValueKind {
        ValueKind::Related { family: Family::Spell, is_list: true }
    }

    fn compares(&self) -> bool {
        self.slugs.compares() || self.some.is_some() || self.none.is_some()
    }

    fn words(&self) -> Vec<String> {
        self.slugs.words()
    }

    fn of_word(word: &str) -> Option<Self> {
        Some(Self { slugs: ListFilter::of_word(word)?, ..Self::default() })
    }

    fn has_value(target: &Target) -> Expr {
        ListFilter::has_value(target)
    }
}

/// Looks at the creatures that cast a spell.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct CreatureRelationFilter {
    /// At least one creature that this keeps casts it.
    pub some: Option<Box<CreatureFilter>>,
    /// No creature that this keeps casts it.
    pub none: Option<Box<CreatureFilter>>,
}

impl Comparison for CreatureRelationFilter {
    fn condition(&self, _target: Target) -> Condition {
        CASTS.condition(End::To, self.some.as_deref(), self.none.as_deref())
    }

    fn kind() -> ValueKind {
        ValueKind::Related { family: Family::Creature, is_list: false }
    }

    fn relation_count(&self) -> usize {
        count_relations([self.some.as_deref(), self.none.as_deref()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::{IntFilter, TextFilter};

    fn of_level(level: Option<i32>) -> SpellFilter {
        SpellFilter { level: Some(IntFilter { eq: level, ..IntFilter::default() }), ..SpellFilter::default() }
    }

    fn casting(some: SpellFilter) -> CreatureFilter {
        CreatureFilter {
            spells: Some(SpellRelationFilter { some: Some(Box::new(some)), ..SpellRelationFilter::default() }),
            ..CreatureFilter::default()
        }
    }

    #[test]
    fn a_filter_of_nulls_has_no_condition() {
        assert!(casting(of_level(None)).condition().is_empty());
        assert!(!casting(of_level(Some(3))).condition().is_empty());
        // The empty filter keeps every spell, so it asks for those that cast any.
        assert!(!casting(SpellFilter::default()).condition().is_empty());
    }

    #[test]
    fn relations_count_wherever_they_are() {
        let deep = casting(SpellFilter {
            casters: Some(CreatureRelationFilter {
                none: Some(Box::new(casting(of_level(Some(1))))),
                ..CreatureRelationFilter::default()
            }),
            ..SpellFilter::default()
        });
        assert_eq!(deep.relation_count(), 3);
        let all = CreatureFilter {
            or: Some(vec![deep.clone(), deep.clone()]),
            not: Some(Box::new(deep)),
            name: Some(TextFilter::default()),
            ..CreatureFilter::default()
        };
        assert_eq!(all.relation_count(), 9);
    }
}
