//! Filters over what a row is related to: rows that name others by slug, held against the others' own filters.

use super::{Comparison, Filter, ListFilter, Target};
use crate::family::creature::CreatureFilter;
use crate::family::spell::SpellFilter;
use crate::family::{CORE, PREFERRED};
use async_graphql::InputObject;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Query};

/// Most relations that one filter may look through: each is worked out for the whole store.
pub const MOST: usize = 8;

/// A relation: the rows of one table name rows of another in a list of slugs.
#[derive(Copy, Clone, Debug)]
struct Relation {
    from: &'static str,
    list: &'static str,
    to: &'static str,
}

/// Creatures and the spells that they cast.
const CASTS: Relation = Relation {
    from: "creature",
    list: "spell_slugs",
    to: "spell",
};

/// Which end of a relation a filter starts from.
#[derive(Copy, Clone, Debug)]
enum End {
    /// Rows that name others.
    From,
    /// Rows that are named.
    To,
}

impl Relation {
    /// Rows at one end with a row at the other that `filter` keeps; `None` when the filter says nothing.
    ///
    /// Of the rows that have the slug a list names, the one meant is that of the same book, else of the same
    /// game system, else of the preferred book: the edges of the graph lead there, too.
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
        let others = Query::select()
            .expr(Expr::cust("id"))
            .from(Alias::new(others))
            .cond_where(kept)
            .to_owned();
        let [newest, older] = PREFERRED;
        let nearest = format!(
            "SELECT DISTINCT ON (book.document_key, book.slug) book.document_key, book.slug, {to}.id \
             FROM (SELECT DISTINCT document_key, unnest({list}) AS slug FROM {from}) book \
             JOIN {to} ON {to}.slug = book.slug \
             LEFT JOIN document mine ON mine.key = book.document_key \
             LEFT JOIN document theirs ON theirs.key = {to}.document_key \
             ORDER BY book.document_key, book.slug, \
                CASE WHEN {to}.document_key = book.document_key THEN 0 WHEN {to}.document_key = '{CORE}' THEN 2 \
                    WHEN theirs.game_system = mine.game_system THEN 1 ELSE 3 END, \
                array_position(ARRAY['{newest}', '{older}'], {to}.document_key), {to}.document_key COLLATE \"C\""
        );
        // Worked out first, as an array: a plan that joins relations within relations takes seconds.
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

    /// What `some` and `none` ask for together.
    fn on<F: Filter + Default + PartialEq>(
        self,
        end: End,
        some: Option<&F>,
        none: Option<&F>,
    ) -> Condition {
        let some = some.and_then(|filter| self.some(end, filter));
        let none = none.and_then(|filter| self.some(end, filter));
        Condition::all()
            .add_option(some)
            .add_option(none.map(|kept| Expr::from(kept).not()))
    }
}

/// The relations that two filters look through, their own included.
fn counted<F: Filter>(filters: [Option<&F>; 2]) -> usize {
    let each = filters.into_iter().flatten();
    each.map(|filter| 1 + filter.relations()).sum()
}

/// Looks at the spells that a creature casts: at their slugs, or at anything that spells can be filtered by.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct SpellsFilter {
    /// Comparisons with the slugs of the spells.
    #[graphql(flatten)]
    pub slugs: ListFilter,
    /// Casts at least one spell that this keeps: that of its own book, else of its edition, else of the preferred book.
    pub some: Option<Box<SpellFilter>>,
    /// Casts no spell that this keeps.
    pub none: Option<Box<SpellFilter>>,
}

impl Comparison for SpellsFilter {
    const LIST: bool = true;

    fn on(&self, target: Target) -> Condition {
        let related = CASTS.on(End::From, self.some.as_deref(), self.none.as_deref());
        [self.slugs.on(target), related]
            .into_iter()
            .filter(|condition| !condition.is_empty())
            .fold(Condition::all(), Condition::add)
    }

    fn relations(&self) -> usize {
        counted([self.some.as_deref(), self.none.as_deref()])
    }

    fn compares(&self) -> bool {
        self.slugs.compares() || self.some.is_some() || self.none.is_some()
    }

    fn known(target: &Target) -> Expr {
        ListFilter::known(target)
    }
}

/// Looks at the creatures that cast a spell.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct CastersFilter {
    /// At least one creature that this keeps casts it.
    pub some: Option<Box<CreatureFilter>>,
    /// No creature that this keeps casts it.
    pub none: Option<Box<CreatureFilter>>,
}

impl Comparison for CastersFilter {
    fn on(&self, _target: Target) -> Condition {
        CASTS.on(End::To, self.some.as_deref(), self.none.as_deref())
    }

    fn relations(&self) -> usize {
        counted([self.some.as_deref(), self.none.as_deref()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::filter::{IntFilter, TextFilter};

    fn of_level(level: Option<i32>) -> SpellFilter {
        SpellFilter {
            level: Some(IntFilter {
                eq: level,
                ..IntFilter::default()
            }),
            ..SpellFilter::default()
        }
    }

    fn casting(some: SpellFilter) -> CreatureFilter {
        CreatureFilter {
            spells: Some(SpellsFilter {
                some: Some(Box::new(some)),
                ..SpellsFilter::default()
            }),
            ..CreatureFilter::default()
        }
    }

    #[test]
    fn what_only_says_null_says_nothing() {
        assert!(casting(of_level(None)).condition().is_empty());
        assert!(!casting(of_level(Some(3))).condition().is_empty());
        // The empty filter keeps every spell, so it asks for those that cast any.
        assert!(!casting(SpellFilter::default()).condition().is_empty());
    }

    #[test]
    fn relations_count_wherever_they_are() {
        let deep = casting(SpellFilter {
            cast_by: Some(CastersFilter {
                none: Some(Box::new(casting(of_level(Some(1))))),
                ..CastersFilter::default()
            }),
            ..SpellFilter::default()
        });
        assert_eq!(deep.relations(), 3);
        let all = CreatureFilter {
            or: Some(vec![deep.clone(), deep.clone()]),
            not: Some(Box::new(deep)),
            name: Some(TextFilter::default()),
            ..CreatureFilter::default()
        };
        assert_eq!(all.relations(), 9);
    }
}
